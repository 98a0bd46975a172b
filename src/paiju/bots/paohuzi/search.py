"""Search: playouts in deals that the seat cannot tell from the one it plays, anchored on the expected score."""

from __future__ import annotations

from typing import Any

from paiju.bots.base import Bot
from paiju.bots.paohuzi.expected import WithFallback


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
