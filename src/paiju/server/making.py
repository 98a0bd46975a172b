"""A guest makes one table at a time, whichever nodes he asks: so those that he has are counted before he gets another."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from paiju.server.limits import limited
from paiju.server.store.base import NeighbourKeeper, StoreError

_ASKED = 100
_PAUSE_SECONDS = 0.05
"""Whoever makes another table meanwhile asks so often for his turn, with such pauses."""


@asynccontextmanager
async def making(neighbours: NeighbourKeeper | None, guest: str) -> AsyncIterator[int]:
    """A guest makes a table; how many he has already that are awake on other nodes.

    Raises:
        ServerError: rate.limited.
        StoreError: store.open.
    """
    if neighbours is None:
        yield 0
        return
    mark = hashlib.sha256(f"makes {guest}".encode()).hexdigest()
    till = await _turn(neighbours, mark)
    try:
        yield await neighbours.limits.hosted(guest)
    finally:
        with suppress(StoreError):  # it ends by itself
            await neighbours.limits.end_turn(mark, till)


async def _turn(neighbours: NeighbourKeeper, mark: str) -> str:
    for _ in range(_ASKED):
        if till := await neighbours.limits.turn(mark):
            return till
        await asyncio.sleep(_PAUSE_SECONDS)
    raise limited(0)
