"""A game that brings nothing for live tables: its offered actions are a list of buttons."""

from __future__ import annotations

from paiju.server.pack import Pack

PACK = Pack()
