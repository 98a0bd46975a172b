"""The node of a table, and how a node takes it.

A table has an owner, a node, and an epoch that is raised each time it is taken, also by the node that has it already. Only from a
node that has ended, or has let it go, may another take it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import URL, Connection, and_, delete, exists, func, insert, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert as put
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.cluster import nodes
from paiju.server.errors import elsewhere
from paiju.server.store.base import DAY, HOUR, StoreError
from paiju.server.store.engines import NODE_ANSWER_SECONDS, claimer, troubles
from paiju.server.store.locking import lost
from paiju.server.store.rows import Claim
from paiju.server.store.schema import HOMES, NODES, ROOMS, TAKINGS

LATELY_SECONDS = HOUR
"""Tables of a dead node that have been touched in that many seconds are taken without anyone's asking."""
TAKINGS_DAYS = 30
_CLEARLY, _PART = 3, 8
"""A new table goes to another node if that has at least that many fewer, and no less than an eighth of what is here."""

Clock = Callable[[], int]


class Leases:
    """Which tables are a process's. This one has the database for itself: all tables are its own."""

    async def claim(self, table: str, *, new: bool) -> Claim | None:
        """Take a table, if there is one."""
        return Claim(table)

    async def release(self, claim: Claim) -> None:
        """Let any node take a table from now on; it is stored as far as it has to be."""

    async def orphans(self, most: int) -> list[str]:
        """Some of the tables that were played recently on nodes that have died since: at most `most`, at random."""
        return []

    async def lightest(self, *, alike: bool = False) -> str | None:
        """The node on which a new table should be made, or to which one of this should go once it leaves; None for this one.

        With `alike` it is one that plays by the same rules, so that a deal can go on.
        """
        return None

    async def leave(self) -> None:
        """Be given no tables by other nodes any more."""

    async def end(self, *, orderly: bool) -> None:
        """Take none any more; unless it is `orderly` the database is lost."""


class NodeLeases(Leases):
    """Of a node, by its name and number."""

    def __init__(self, url: URL, node: str, number: int, now: Clock) -> None:
        self._url = url
        self._engine = claimer(url, node)
        self._number = number
        self._now = now

    async def claim(self, table: str, *, new: bool) -> Claim | None:
        """Take a table, from a dead node too; None if there is none.

        Raises:
            ServerError: table.elsewhere.
            StoreError: store.lost, store.open.
        """
        owner = await self._other(table)
        if owner is not None and not await self._expire(owner.id):
            raise elsewhere(owner.name)
        async with self._transaction() as connection:
            if (await connection.execute(nodes.alive(self._number))).scalar_one_or_none() is None:
                raise lost()
            epoch = await self._epoch(connection, table, new=new)
            if epoch is None:
                return None
            held = {"node": self._number, "epoch": epoch + 1}
            await connection.execute(update(HOMES).where(HOMES.c.room == table).values(held))
            await connection.execute(insert(TAKINGS).values(room=table, at=self._now(), **held))
            return Claim(table, epoch + 1)

    async def _other(self, table: str) -> Any:
        """The other node on which a table lives, by the rows."""
        async with self._transaction() as connection:
            return (await connection.execute(_owner(table, self._number))).one_or_none()

    async def _expire(self, *numbers: int) -> list[int]:
        """Those of some nodes, or of all, that have died and of which it had not been written down."""
        async with self._transaction() as connection:
            found = await connection.execute(nodes.expire(self._now(), among=numbers or None))
            return [row.id for row in found]

    async def _epoch(self, connection: AsyncConnection, table: str, *, new: bool) -> int | None:
        """The epoch of a table that may be taken, which nobody else does before the transaction has ended; None if there is none."""
        place = select(HOMES.c.epoch).where(HOMES.c.room == table).with_for_update()
        epoch = None if new else (await connection.execute(place)).scalar_one_or_none()
        if epoch is None:
            await connection.execute(_first(table, new=new))
            epoch = (await connection.execute(place)).scalar_one_or_none()
        other = (await connection.execute(_owner(table, self._number))).one_or_none()
        if other is not None:
            raise elsewhere(other.name)
        return epoch

    async def release(self, claim: Claim) -> None:
        """Let any node take a table."""
        own = and_(HOMES.c.room == claim.table, HOMES.c.node == self._number, HOMES.c.epoch == claim.epoch)
        async with self._transaction() as connection:
            await connection.execute(update(HOMES).where(own).values(node=None))

    async def orphans(self, most: int) -> list[str]:
        """Some tables that were played recently on nodes that have died; at random, so that nodes do not all want the same."""
        await self._expire()
        lately = and_(~ROOMS.c.over, ROOMS.c.touched > self._now() - LATELY_SECONDS)
        found = (
            select(ROOMS.c.id).join(HOMES, HOMES.c.room == ROOMS.c.id).join(NODES, NODES.c.id == HOMES.c.node)
        )
        wanted = found.where(NODES.c.ended.is_not(None), lately).order_by(func.random()).limit(most)
        async with self._transaction() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def lightest(self, *, alike: bool = False) -> str | None:
        """The node that clearly has the fewest tables, by the rows, of those that play by the same rules if it has to be `alike`; None for this one."""
        count = func.count(HOMES.c.room).label("tables")
        counted = select(NODES.c.id, NODES.c.name, count).join(
            HOMES, HOMES.c.node == NODES.c.id, isouter=True
        )
        living = counted.where(NODES.c.ended.is_(None), ~NODES.c.leaving).group_by(NODES.c.id, NODES.c.name)
        if alike:
            living = living.where(NODES.c.laws == nodes.laws())
        async with self._transaction() as connection:
            found = (await connection.execute(living)).all()
        own = next((row.tables for row in found if row.id == self._number), None)
        least = min(
            (row for row in found if row.id != self._number), key=lambda row: row.tables, default=None
        )
        if least is None or (own is not None and own - least.tables < max(_CLEARLY, own // _PART)):
            return None
        return str(least.name)

    async def leave(self) -> None:
        """Be given no tables any more."""
        async with self._transaction() as connection:
            await connection.execute(update(NODES).where(NODES.c.id == self._number).values(leaving=True))

    async def end(self, *, orderly: bool) -> None:
        """End as a node: what is still here may be taken at once."""
        if orderly:
            with suppress(StoreError):  # they find out by themselves
                async with self._transaction() as connection:
                    own = update(NODES).where(NODES.c.id == self._number, NODES.c.ended.is_(None))
                    await connection.execute(own.values(ended=self._now()))
        await self._engine.dispose()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of its own.

        Raises:
            StoreError: store.open.
        """
        with troubles(self._url):
            async with asyncio.timeout(NODE_ANSWER_SECONDS), self._engine.begin() as connection:
                yield connection


def _owner(table: str, but: int) -> Any:
    """Finds the node, if it is another one and has not ended, on which a table lives."""
    joined = select(NODES.c.id, NODES.c.name).join(HOMES, HOMES.c.node == NODES.c.id)
    return joined.where(HOMES.c.room == table, NODES.c.ended.is_(None), NODES.c.id != but)


def _first(table: str, *, new: bool) -> Any:
    """Makes the row of a room that has never been taken."""
    if new:
        return insert(HOMES).values(room=table, epoch=0)
    rooms = select(ROOMS.c.id, literal(0)).where(ROOMS.c.id == table)
    return put(HOMES).from_select(["room", "epoch"], rooms).on_conflict_do_nothing()


def sweep(connection: Connection, now: int) -> None:
    """Forget where rooms lived that are gone, what died long ago, and who took what."""
    dead = select(NODES.c.id).where(NODES.c.ended.is_not(None))
    nobody = or_(HOMES.c.node.is_(None), HOMES.c.node.in_(dead))
    connection.execute(delete(HOMES).where(nobody, ~exists().where(ROOMS.c.id == HOMES.c.room)))
    old = dead.where(NODES.c.ended < now - LATELY_SECONDS)
    connection.execute(update(HOMES).where(HOMES.c.node.in_(old)).values(node=None))
    connection.execute(delete(NODES).where(NODES.c.ended < now - TAKINGS_DAYS * DAY))
    connection.execute(delete(TAKINGS).where(TAKINGS.c.at < now - TAKINGS_DAYS * DAY))
