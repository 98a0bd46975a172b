"""The levels of Paohuzi (`bots.levels`)."""

from __future__ import annotations

from paiju.bots.base import Bot
from paiju.bots.paohuzi.heuristic.warm import WarmBot
from paiju.bots.paohuzi.search import SearchBot

EASY_WARMTH, NORMAL_WARMTH = 0.8, 0.25
"""In turns."""
HARD_PLAYOUTS, MASTER_PLAYOUTS = 150, 900
HARD_SECONDS, MASTER_SECONDS = 0.08, 1.8


def easy(seed: int) -> Bot:
    """About 2 points a deal below the heuristic."""
    return WarmBot(seed, EASY_WARMTH)


def normal(seed: int) -> Bot:
    """About 0.8 points a deal below the heuristic."""
    return WarmBot(seed, NORMAL_WARMTH)


def hard(seed: int) -> Bot:
    """Looks further, for as long as a player hardly notices."""
    return SearchBot(seed, playouts=HARD_PLAYOUTS, seconds=HARD_SECONDS)


def master(seed: int) -> Bot:
    """Looks further until its choice is sure."""
    return SearchBot(seed, playouts=MASTER_PLAYOUTS, seconds=MASTER_SECONDS)
