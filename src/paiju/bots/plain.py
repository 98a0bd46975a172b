"""The bots of a game that brings none: all play at random."""

from __future__ import annotations

from paiju.bots.base import NAMES, Pack

PACK = Pack(dict.fromkeys(NAMES, ("paiju.bots.base", "RandomBot")))
