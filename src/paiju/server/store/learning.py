"""What guests have learned: guided deals and lessons, by their paths, and how they stand at puzzles; it goes with them to another device."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any

from sqlalchemy import Connection, Select, delete, exists, insert, select

from paiju.server.store import puzzles
from paiju.server.store.schema import GUESTS, LEARNED


class LearningStore:
    """See the module. `rows` reads, `at_now` has something done with the writing connection and the time."""

    def __init__(
        self, rows: Callable[[Any], Awaitable[list[Any]]], at_now: Callable[..., Awaitable[Any]]
    ) -> None:
        self._rows = rows
        self._at_now = at_now

    async def learned(self, guest: str) -> list[str]:
        """The paths that a guest has learned, in their order."""
        return [row.path for row in await self._rows(_of(guest))]

    async def learn(self, guest: str, paths: Collection[str]) -> None:
        """Note what a guest has learned, unless he is forgotten.

        Raises:
            StoreError: as `Store.write`.
        """
        await self._at_now(_learn, guest, paths)

    async def carry(self, old: str, new: str) -> None:
        """Let a guest know on another device what he knows on this one; of puzzles the further one of the two counts.

        Raises:
            StoreError: as `Store.write`.
        """
        await self._at_now(_carry, old, new)


def _of(guest: str) -> Select[Any]:
    return select(LEARNED.c.path).where(LEARNED.c.guest == guest).order_by(LEARNED.c.path)


def _learn(connection: Connection, guest: str, paths: Collection[str], now: int) -> None:
    if not connection.execute(select(exists().where(GUESTS.c.id == guest))).scalar_one():
        return
    known = set(connection.execute(_of(guest)).scalars())
    for path in sorted(set(paths) - known):
        connection.execute(insert(LEARNED).values(guest=guest, path=path, learned=now))


def _carry(connection: Connection, old: str, new: str, now: int) -> None:
    _learn(connection, new, connection.execute(_of(old)).scalars().all(), now)
    puzzles.carry(connection, old, new)


def forget_guest(connection: Connection, guest: str) -> None:
    """Forget what a guest has learned."""
    connection.execute(delete(LEARNED).where(LEARNED.c.guest == guest))
