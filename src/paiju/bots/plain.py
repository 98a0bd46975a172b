"""The bots of a game that brings none: all play at random."""

from __future__ import annotations

from paiju.bots.base import Pack
from paiju.bots.levels import NAMES

PACK = Pack(dict.fromkeys(NAMES, ("paiju.bots.random_bot", "RandomBot")))
