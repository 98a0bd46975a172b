"""Tries of codes: how long wrong ones cost an address and its networks, here and on all nodes together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from paiju.server.errors import ServerError
from paiju.server.guarding import Guard, places_of
from paiju.server.limits import limited
from paiju.server.rates import Clock
from paiju.server.store.base import NeighbourKeeper, StoreError
from paiju.server.store.kept import KeptTry, TriedPlace

_WRONG = ("room.none", "code.none")


class Tries:
    """Tries of a `kind` of codes. The database, where nodes share one, sees the `mark` of an address and no address.

    Each node counts for itself too: what it refuses costs the database nothing, and what is kept there does not outlive a crash of it.
    """

    def __init__(
        self, kind: str, clock: Clock, neighbours: NeighbourKeeper | None, mark: Callable[[str], str]
    ) -> None:
        self._kind = kind
        self._guard = Guard(clock)
        self._neighbours = neighbours
        self._mark = mark

    @asynccontextmanager
    async def trying(self, key: str) -> AsyncIterator[None]:
        """An address tries a code: wrong ones make it wait, and right ones wait as long.

        Raises:
            ServerError: rate.limited.
            StoreError: store.open.
        """
        if wait := self._guard.wait(key):
            raise limited(wait)
        own, kept, wrong = self._guard.begin(key), None, False
        try:
            kept = await self._begin(key)
            yield
        except ServerError as error:
            wrong = error.code in _WRONG
            raise
        finally:
            if not wrong:
                self._guard.right(own)
                await self._right(kept)

    async def _begin(self, key: str) -> KeptTry | None:
        """Begin on all nodes."""
        if self._neighbours is None:
            return None
        places = [
            TriedPlace(self._mark(f"{self._kind} {place}"), width.free, width.longest)
            for width, place in places_of(key)
        ]
        kept = await self._neighbours.limits.begin_try(places, self._kind)
        if kept.wait:
            raise limited(kept.wait)
        return kept

    async def _right(self, kept: KeptTry | None) -> None:
        if kept is not None and self._neighbours is not None:
            with suppress(StoreError):  # it is right all the same
                await self._neighbours.limits.right_try(kept, self._kind)
