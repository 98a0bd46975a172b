"""Nodes: processes that share one PostgreSQL database, and what they tell one another."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import URL, Connection, and_, bindparam, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import ReturningUpdate

import paiju
from paiju.server.ops.logs import log_error
from paiju.server.store.base import (
    DAY,
    FIRST_WAIT,
    FLOOD_WAIT,
    FORGIVEN_AFTER,
    INNOCENT,
    ROOM_DAYS,
    WRONG_PER_MINUTE,
    StoreError,
)
from paiju.server.store.engines import RAISED, passer, troubles
from paiju.server.store.locking import PostgresLock, lost
from paiju.server.store.rows import Claim, CodeTry, GuestRow, TriedPlace
from paiju.server.store.schema import HOMES, NODES

RETRY_SECONDS = 1.0


class Line:
    """See the module."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._engine = passer(url)

    async def ask(self, statement: str, **given: Any) -> list[Any]:
        """The rows that a statement finds.

        Raises:
            StoreError: store.open.
        """
        with troubles(self._url):
            async with self._engine.connect() as connection:
                rows = await connection.execute(text(statement), given)
                return list(rows.all()) if rows.returns_rows else []

    async def listen(self, channel: str, heard: Callable[[], Any]) -> None:
        """Call `heard` at each notification on a channel, and after each reconnection, without end."""
        while True:
            try:
                await self._listen(channel, heard)
            except RAISED as error:
                log_error("notifications interrupted", error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, channel: str, heard: Callable[[], Any]) -> None:
        connection = await self._engine.connect()
        try:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await driver.execute(f'LISTEN "{channel}"')
            heard()
            async for _ in driver.notifies():
                heard()
        finally:
            with suppress(*RAISED):
                await connection.invalidate()  # a pooled one would go on listening
                await connection.close()

    async def close(self) -> None:
        """Hang up."""
        await self._engine.dispose()


# --- what guests and addresses may do on all nodes together, counted in rows under hashes; nobody waits for the disk

MAKING_SECONDS = 5.0
"""A table is made in less; who has died over it does not keep its guest from the next one longer."""

_TAKE = """
WITH wanted AS (
  SELECT * FROM unnest(CAST(:marks AS text[]), CAST(:steps AS float8[])) AS wanted (mark, step)),
known AS (
  SELECT counts.mark, counts.till FROM counts JOIN wanted ON wanted.mark = counts.mark
  ORDER BY counts.mark FOR UPDATE OF counts),
waits AS (
  SELECT wanted.mark, step, extract(epoch FROM coalesce(till, now()) - now()) + step - 60 AS wait
  FROM wanted LEFT JOIN known ON known.mark = wanted.mark),
taken AS (
  INSERT INTO counts (mark, till)
  SELECT mark, now() + make_interval(secs => step) FROM waits WHERE (SELECT max(wait) FROM waits) <= 0 ORDER BY mark
  ON CONFLICT (mark) DO UPDATE
  SET till = greatest(counts.till, now()) + (excluded.till - now()))
SELECT CAST(max(wait) AS float8) AS wait FROM waits"""
_KNOW = """
INSERT INTO wrongs (mark, tries, last)
SELECT mark, 0, now() FROM unnest(CAST(:marks AS text[])) AS wanted (mark) ORDER BY mark
ON CONFLICT (mark) DO NOTHING"""
_TRY = """
WITH wanted AS (
  SELECT * FROM unnest(CAST(:marks AS text[]), CAST(:free AS int[]), CAST(:longest AS float8[])) AS wanted (mark, free, longest)),
known AS (
  SELECT wrongs.mark, wrongs.tries, wrongs.last FROM wrongs JOIN wanted ON wanted.mark = wrongs.mark
  ORDER BY wrongs.mark FOR UPDATE OF wrongs),
seen AS (
  SELECT mark, free, longest, last, CASE WHEN last < now() - make_interval(secs => :forgiven) THEN 0 ELSE tries END AS tries
  FROM known JOIN wanted USING (mark)),
waits AS (
  SELECT extract(epoch FROM last - now()) + least(longest, :first * 2.0 ^ least(tries - free - 1, 20)) AS wait
  FROM seen WHERE tries > free
  UNION ALL
  SELECT extract(epoch FROM till - now()) FROM counts
  WHERE mark = :flood AND (SELECT tries FROM seen WHERE mark = :own) > :innocent),
longest AS (SELECT greatest(0.0, max(wait)) AS wait FROM waits),
tried AS (
  UPDATE wrongs SET tries = seen.tries + 1, last = greatest(seen.last, now()) FROM seen
  WHERE wrongs.mark = seen.mark AND (SELECT wait FROM longest) <= 0)
SELECT CAST(longest.wait AS float8) AS wait, mark, CAST(last AS text) AS last, CAST(now() AS text) AS now FROM seen, longest"""
_RIGHT = """
WITH tried AS (
  SELECT * FROM unnest(CAST(:marks AS text[]), CAST(:before AS timestamptz[])) AS tried (mark, before)),
known AS (
  SELECT wrongs.mark FROM wrongs JOIN tried ON tried.mark = wrongs.mark ORDER BY wrongs.mark FOR UPDATE OF wrongs),
back AS (UPDATE counts SET till = till - make_interval(secs => :step) WHERE mark = :all)
UPDATE wrongs SET tries = greatest(0, tries - 1),
  last = CASE WHEN last = CAST(:begun AS timestamptz) THEN before ELSE last END
FROM tried JOIN known USING (mark) WHERE wrongs.mark = tried.mark"""
_HOLD = """
INSERT INTO counts (mark, till) VALUES (:mark, now() + make_interval(secs => :seconds))
ON CONFLICT (mark) DO UPDATE SET till = greatest(counts.till, excluded.till)"""
_TURN = """
INSERT INTO counts (mark, till) VALUES (:mark, now() + make_interval(secs => :seconds))
ON CONFLICT (mark) DO UPDATE SET till = excluded.till WHERE counts.till <= now()
RETURNING CAST(till AS text) AS till"""
_END_TURN = "DELETE FROM counts WHERE mark = :mark AND till = CAST(:till AS timestamptz)"
_HOSTED = """
SELECT count(*) AS tables FROM members JOIN rooms ON rooms.id = members.room
JOIN homes ON homes.room = rooms.id JOIN nodes ON nodes.id = homes.node
WHERE members.guest = :guest AND NOT rooms.over AND CAST(rooms.data AS json) ->> 'host' = :guest
AND nodes.ended IS NULL AND nodes.name <> :node"""


class Limiting:
    """See the module; `node` is who asks."""

    def __init__(self, line: Line, node: str) -> None:
        self._line = line
        self._node = node

    async def take(self, counted: Mapping[str, float]) -> float:
        """Count one request everywhere: by whatever it counts for (a hash), how many a minute may have; 0, or the seconds until it may, and then it counts nowhere.

        For each there is a time up to which its requests fill the minutes, and it may be a minute ahead.

        Raises:
            StoreError: store.open.
        """
        steps = [60 / most for most in counted.values()]
        rows = await self._line.ask(_TAKE, marks=list(counted), steps=steps)
        return max(0.0, float(rows[0].wait))

    async def begin_try(self, places: Sequence[TriedPlace], kind: str) -> CodeTry:
        """A code of a kind is tried from places, the narrowest first: it counts as wrong, unless there is still to wait.

        Raises:
            StoreError: store.open.
        """
        marks = [place.mark for place in places]
        await self._line.ask(_KNOW, marks=marks)
        rows = await self._line.ask(
            _TRY, marks=marks, free=[place.free for place in places], longest=[float(place.longest) for place in places],
            own=marks[0], flood=f"flood {kind}", first=FIRST_WAIT, forgiven=FORGIVEN_AFTER, innocent=INNOCENT,
        )  # fmt: skip
        wait = float(rows[0].wait)
        if not wait and await self.take({f"all {kind}": WRONG_PER_MINUTE}):
            await self._line.ask(_HOLD, mark=f"flood {kind}", seconds=FLOOD_WAIT)
        return CodeTry(wait, rows[0].now, tuple((row.mark, row.last) for row in rows))

    async def right_try(self, one: CodeTry, kind: str) -> None:
        """A right code is no guess and leaves no trace.

        Raises:
            StoreError: store.open.
        """
        marks, before = zip(*one.before, strict=True)
        await self._line.ask(
            _RIGHT, marks=list(marks), before=list(before), begun=one.begun, all=f"all {kind}",
            step=60 / WRONG_PER_MINUTE,
        )  # fmt: skip

    async def turn(self, mark: str) -> str | None:
        """Let one who has a mark, and nobody else who has it, go on for some seconds; what ends that, or None while another does.

        Raises:
            StoreError: store.open.
        """
        rows = await self._line.ask(_TURN, mark=mark, seconds=MAKING_SECONDS)
        return rows[0].till if rows else None

    async def end_turn(self, mark: str, till: str) -> None:
        """Let the next one go on.

        Raises:
            StoreError: store.open.
        """
        await self._line.ask(_END_TURN, mark=mark, till=till)

    async def hosted(self, guest: str) -> int:
        """How many tables of a guest's are awake on other nodes and not over.

        Raises:
            StoreError: store.open.
        """
        rows = await self._line.ask(_HOSTED, guest=guest, node=self._node)
        return int(rows[0].tables)


# --- nodes: processes that share one PostgreSQL database. Each table lives on one of them

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
_FRESH_ID = _FRESH.cte("fresh")
_REGISTER = select(_FRESH_ID.c.id).where(func.pg_try_advisory_lock(LOCKS, _FRESH_ID.c.id))


def laws() -> str:
    """The versions of the rules that are played here: a deal that runs may go on only where its version is the same."""
    return " ".join(f"{name} {paiju.load(name).law}" for name in paiju.available())


async def register(lock: PostgresLock, name: str, now: int, step: str) -> int:
    """Be a node from now on, as long as the lock is held, of a version that knows the steps of the database to `step`; its number.

    Raises:
        StoreError: store.node.
    """
    await lock.ask(expire(now))
    try:
        number = await lock.ask(_REGISTER, name=name, now=now, step=step, laws=laws())
    except IntegrityError:
        raise StoreError("store.node", f"another node is called {name}", {"node": name}) from None
    return int(number)


def expire(now: int, *, among: Collection[int] | None = None) -> ReturningUpdate[tuple[int]]:
    """Marks dead nodes as ended and returns them; waits for their running transactions."""
    dead = and_(NODES.c.ended.is_(None), func.pg_try_advisory_xact_lock(LOCKS, NODES.c.id))
    statement = update(NODES).where(dead).values(ended=now)
    return (statement if among is None else statement.where(NODES.c.id.in_(among))).returning(NODES.c.id)


def older(connection: Connection, step: str, now: int) -> list[str]:
    """The nodes that run and are of a version before a step."""
    connection.execute(expire(now))
    running = select(NODES.c.name).where(NODES.c.ended.is_(None), NODES.c.step < step)
    return list(connection.execute(running.order_by(NODES.c.name)).scalars())


def expire_all(connection: Connection, now: int) -> None:
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


# --- what the nodes on one PostgreSQL database have to know of each other's doings: guests who changed, and tables that all see

LATE_SECONDS = 15.0
"""No transaction of ours takes so long between making a mark and ending."""
SHOWN_SECONDS = 5.0
"""Seconds that the tables shown by a node remain valid."""

_NOTE = text("""
INSERT INTO changes (mark, at) VALUES (:mark, clock_timestamp())
ON CONFLICT (mark) DO UPDATE SET at = excluded.at""")
_OTHERWISE = text("SELECT 1 FROM guests WHERE id = :guest AND (name <> :name OR avatar <> :avatar)")
_LATELY = "SELECT mark FROM changes WHERE at > clock_timestamp() - make_interval(secs => :seconds)"
_EVER = "SELECT mark FROM changes WHERE mark = ANY(:marks)"
_GUESTS = "SELECT id, name, lang, created, seen, avatar, profile FROM guests WHERE id = ANY(:guests)"
_SHOW = """
INSERT INTO lobbies (node, shown, seen) VALUES (:node, :tables, now())
ON CONFLICT (node) DO UPDATE SET shown = excluded.shown, seen = excluded.seen"""
_HIDE = "DELETE FROM lobbies WHERE node = :node"
_SHOWN = """
SELECT shown FROM lobbies WHERE node <> :node AND seen > now() - make_interval(secs => :seconds) ORDER BY node"""
_SWEEP = text("""
WITH gone AS (DELETE FROM lobbies WHERE seen < now() - interval '1 hour'),
counted AS (DELETE FROM counts WHERE till < now()),
wrong AS (DELETE FROM wrongs WHERE last < now() - interval '1 hour')
DELETE FROM changes WHERE at < now() - make_interval(secs => :seconds)""")


class Neighbours:
    """See the module; `node` is who looks."""

    def __init__(self, url: URL, node: str) -> None:
        self._line = Line(url)
        self._node = node
        self.limits = Limiting(self._line, node)

    async def news(self, known: Collection[str], others: Collection[str]) -> Mapping[str, GuestRow | None]:
        """The stored rows of guests who have changed: of those `known` lately, of `others` ever; None of who is forgotten.

        Raises:
            StoreError: store.open.
        """
        marked = {mark(guest): guest for guest in (*known, *others)}
        lately = await self._line.ask(_LATELY, seconds=LATE_SECONDS)
        ever = await self._line.ask(_EVER, marks=[mark(guest) for guest in others]) if others else []
        changed = {marked[row.mark] for row in (*lately, *ever) if row.mark in marked}
        if not changed:
            return {}
        stored = {row.id: GuestRow(*row) for row in await self._line.ask(_GUESTS, guests=list(changed))}
        return {guest: stored.get(guest) for guest in changed}

    async def show(self, tables: Sequence[Mapping[str, Any]]) -> None:
        """Show tables to the guests of all nodes for some seconds.

        Raises:
            StoreError: store.open.
        """
        await self._line.ask(_SHOW, node=self._node, tables=json.dumps(tables))

    async def displayed(self) -> list[dict[str, Any]]:
        """The tables that the other nodes show.

        Raises:
            StoreError: store.open.
        """
        rows = await self._line.ask(_SHOWN, node=self._node, seconds=SHOWN_SECONDS)
        return [table for row in rows for table in json.loads(row.shown)]

    async def hide(self) -> None:
        """Show nothing any more.

        Raises:
            StoreError: store.open.
        """
        await self._line.ask(_HIDE, node=self._node)

    async def close(self) -> None:
        """Hang up."""
        await self._line.close()


def mark(guest: str) -> str:
    """A stand-in for a guest who may be forgotten; nobody finds them by it."""
    return hashlib.sha256(guest.encode()).hexdigest()


def note(connection: Connection, guest: str) -> None:
    """Tell other nodes that a guest has changed, once the transaction has ended."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTE, {"mark": mark(guest)})


def note_otherwise(connection: Connection, guest: GuestRow) -> None:
    """As `note`, if the guest's name or avatar changes."""
    if connection.dialect.name == "postgresql":
        new = {"guest": guest.id, "name": guest.name, "avatar": guest.avatar}
        if connection.execute(_OTHERWISE, new).one_or_none() is not None:
            note(connection, guest.id)


def sweep(connection: Connection) -> None:
    """Forget old marks, and what nodes showed that are gone."""
    if connection.dialect.name == "postgresql":
        connection.execute(_SWEEP, {"seconds": ROOM_DAYS * DAY})
