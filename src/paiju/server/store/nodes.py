"""Nodes: processes that share one PostgreSQL database. Each table lives on one of them.

A node is a row with a number of its own, and alive as long as a session holds the lock of that number: PostgreSQL lets go of
it when the session ends, or has been silent for `NODE_SILENT_SECONDS`. Whoever finds it free writes down that the node has ended.
Every transaction that a node writes in sees first that its own row has not, so what a dead node still wants to write never lands;
and whoever writes that down waits for the transactions that saw it before. So afterwards a dead node's tables can be taken (`homes`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import ReturningUpdate

import paiju
from paiju.server.store.base import StoreError
from paiju.server.store.kept import Claim
from paiju.server.store.locking import PostgresLock, lost
from paiju.server.store.schema import HOMES, NODES

LOCKS = 0x7061_696A
"""The class of the advisory locks of nodes, "paij"."""
_FRESH = (
    insert(NODES)
    .values(
        name=bindparam("name"),
        began=bindparam("now"),
        step=bindparam("step"),
        laws=bindparam("laws"),
        leaving=False,
    )
    .returning(NODES.c.id)
)
_COMING = _FRESH.cte("fresh")
_COME = select(_COMING.c.id).where(func.pg_try_advisory_lock(LOCKS, _COMING.c.id))


def laws() -> str:
    """The versions of the laws that are played here: a deal that runs may go on only where its law is the same."""
    return " ".join(f"{name} {paiju.load(name).law}" for name in paiju.available())


async def come(lock: PostgresLock, name: str, now: int, step: str) -> int:
    """Be a node from now on, as long as the lock is held, of a version that knows the steps of the database to `step`; its number.

    Raises:
        StoreError: store.node.
    """
    await lock.ask(bury(now))
    try:
        number = await lock.ask(_COME, name=name, now=now, step=step, laws=laws())
    except IntegrityError:
        raise StoreError("store.node", f"another node is called {name}", {"node": name}) from None
    return int(number)


def bury(now: int, *, among: Collection[int] | None = None) -> ReturningUpdate[tuple[int]]:
    """Writes down of nodes that have died that they have, and finds them; waits for what they are just writing."""
    dead = and_(NODES.c.ended.is_(None), func.pg_try_advisory_xact_lock(LOCKS, NODES.c.id))
    statement = update(NODES).where(dead).values(ended=now)
    return (statement if among is None else statement.where(NODES.c.id.in_(among))).returning(NODES.c.id)


def older(connection: Connection, step: str, now: int) -> list[str]:
    """The nodes that run and are of a version before a step."""
    connection.execute(bury(now))
    running = select(NODES.c.name).where(NODES.c.ended.is_(None), NODES.c.step < step)
    return list(connection.execute(running.order_by(NODES.c.name)).scalars())


def bury_all(connection: Connection, now: int) -> None:
    """Nobody else is left: the process that has everything for itself ends what nodes were before."""
    connection.execute(update(NODES).where(NODES.c.ended.is_(None)).values(ended=now))


def alive(number: int) -> Any:
    """Finds a node's row as long as it has not ended, which it then cannot before the transaction has."""
    return select(NODES.c.id).where(NODES.c.id == number, NODES.c.ended.is_(None)).with_for_update(read=True)


class Fence:
    """Sees at the beginning of each transaction that a node lives, and which of the tables written in it are not its own any more."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __call__(self, connection: Connection, claims: Collection[Claim]) -> Collection[Claim]:
        """The claims that are over; the others last until the transaction has ended.

        Raises:
            StoreError: store.lost.
        """
        if connection.execute(alive(self._number)).scalar_one_or_none() is None:
            raise lost()
        if not claims:
            return ()
        own = select(HOMES.c.room, HOMES.c.epoch).where(
            HOMES.c.node == self._number, HOMES.c.room.in_([claim.table for claim in claims])
        )
        held = {
            Claim(*row) for row in connection.execute(own.order_by(HOMES.c.room).with_for_update(read=True))
        }
        return [claim for claim in claims if claim not in held]
