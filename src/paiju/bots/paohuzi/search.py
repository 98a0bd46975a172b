"""Search: playouts in deals that the seat cannot tell from the one it plays, anchored on the expected score."""

from __future__ import annotations

from paiju.bots.base import Bot
from paiju.bots.paohuzi.fallback import WithFallback


class SearchBot(WithFallback):
    """Leaves the move of the expected score only for one that playouts show to be better; deterministic by seed."""

    name = "search"

    def compiled(self) -> Bot:
        """The compiled search."""
        from paiju.bots.compiled.paohuzi import search  # noqa: PLC0415 - needs numba

        return search.SearchBot(self._seed)
