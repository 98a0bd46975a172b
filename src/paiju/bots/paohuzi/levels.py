"""The levels of Paohuzi (see `bots.base`)."""

from __future__ import annotations

from functools import partial

from paiju.bots.base import Bot
from paiju.bots.paohuzi.people import BOLD, CAREFUL, EASY, NORMAL, OUTSPOKEN, SECRETIVE, TIDY, Person
from paiju.bots.paohuzi.search import GuidedBot

HARD_PLAYOUTS, MASTER_PLAYOUTS = 150, 1200
MASTER_CANDIDATES = 6
HARD_SECONDS, MASTER_SECONDS = 0.08, 1.8


def easy(seed: int) -> Bot:
    """About 3 points a deal below the heuristic."""
    return Person(seed, EASY)


def normal(seed: int) -> Bot:
    """About 1.6 points a deal below the heuristic."""
    return Person(seed, NORMAL)


bold = partial(Person, habits=BOLD)
careful = partial(Person, habits=CAREFUL)
outspoken = partial(Person, habits=OUTSPOKEN)
secretive = partial(Person, habits=SECRETIVE)
tidy = partial(Person, habits=TIDY)
"""Styles: as strong as `normal`."""


def hard(seed: int) -> Bot:
    """Looks further, for as long as a player hardly notices."""
    return GuidedBot(seed, playouts=HARD_PLAYOUTS, seconds=HARD_SECONDS)


def master(seed: int) -> Bot:
    """Looks further until its choice is sure."""
    return GuidedBot(seed, playouts=MASTER_PLAYOUTS, candidates=MASTER_CANDIDATES, seconds=MASTER_SECONDS)
