"""The bots of a game that brings none: every level plays at random."""

from __future__ import annotations

from paiju.bots.base import Pack
from paiju.bots.levels import LEVELS

PACK = Pack(dict.fromkeys(("random", *LEVELS), ("paiju.bots.random_bot", "RandomBot")))
