"""A game that brings no words: everything is called by its plain name."""

from __future__ import annotations

from paiju.locales.pack import Pack

PACK = Pack(words={})
