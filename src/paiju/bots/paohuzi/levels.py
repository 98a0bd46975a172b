"""The levels of Paohuzi, and the search that the higher ones play by.

It plays out in deals that the seat cannot tell from the one it plays, anchored on the expected score.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from paiju.bots.base import Bot
from paiju.bots.paohuzi.expected import WithFallback
from paiju.bots.paohuzi.people import BOLD, CAREFUL, EASY, NORMAL, OUTSPOKEN, SECRETIVE, TIDY, Person


class SearchBot(WithFallback):
    """Leaves the move of the expected score only for one that playouts show to be better.

    `budget` is that of the compiled search; without `seconds` in it the same seed and views give the same plays.
    """

    name = "search"

    def __init__(self, seed: int, **budget: Any) -> None:
        super().__init__(seed)
        self._budget = budget

    def compiled(self) -> Bot:
        """The compiled search."""
        from paiju.bots.paohuzi.compiled import search

        return search.SearchBot(self._seed, search.Budget(**self._budget))


class GuidedBot(SearchBot):
    """A search that begins with what the network expects; `budget` is for both, with the network and without."""

    name = "guided"

    def compiled(self) -> Bot:
        """The compiled search with the network."""
        from paiju.bots.paohuzi.compiled import search as plain
        from paiju.bots.paohuzi.net import search

        return search.SearchBot(self._seed, search.Budget(**self._budget), plain.Budget(**self._budget))


# --- levels


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
