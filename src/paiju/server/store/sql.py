"""The store on SQLAlchemy Core, SQLite by default and PostgreSQL by address, and the time for which a process owns it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.cluster import nodes
from paiju.server.cluster.leases import Everything, Homes, Shared
from paiju.server.cluster.nodes import Neighbours
from paiju.server.ops.logs import log, log_error
from paiju.server.store import cleaning, guests, rooms, statements, upgrade
from paiju.server.store.base import StoreError
from paiju.server.store.engines import (
    NODE_ANSWER_SECONDS,
    RAISED,
    Timekeeper,
    file_of,
    parse_url,
    reader,
    trouble,
    writer,
)
from paiju.server.store.guests import LearningStore
from paiju.server.store.kept import (
    Claim,
    KeptGuest,
    KeptRating,
    KeptRecord,
    KeptReview,
    KeptSolver,
    PlayedDeal,
    PutTry,
    RecordLine,
    RoomLine,
)
from paiju.server.store.locking import Lock, PostgresLock, check_epoch, raise_epoch, take
from paiju.server.store.schema import GUESTS, MEMBERS, META, OWNERS, RECORDS, ROOMS
from paiju.server.store.series import SeriesStore
from paiju.server.store.statements import PutGuest, PutMeta
from paiju.server.store.writer import Fence, Figures, Writer, no_figures
from paiju.server.store.writes import KeptTable, Write

TIME = "time"
"""Under this name stands the last time that is beyond doubt."""
_LAST = select(META.c.value).where(META.c.name == TIME)


class Term:
    """One holding of a database. `copy` names the copy made of a SQLite file before it was brought up to date."""

    def __init__(self, lock: Lock, engine: Engine, writer: Writer, homes: Homes, copy: Path | None) -> None:
        self.writer = writer
        self.homes = homes
        self.copy = copy
        self._lock = lock
        self._engine = engine
        lock.lost.add_done_callback(lambda lost: None if lost.cancelled() else writer.give_up(lost.result()))
        writer.start()

    @classmethod
    async def begin(
        cls, url: URL, clock: Timekeeper, figures: Figures, steps: Path, node: str | None = None
    ) -> Term:
        """Take the database, or as a node a part in it, and bring it up to date; `clock` learns what time it was last.

        Raises:
            StoreError: store.open, store.locked, store.newer, store.full, store.damaged, store.node.
        """
        lock = await take(url, node)
        engine = writer(url, node)
        try:
            copy, epoch, last = await asyncio.to_thread(
                _prepared, engine, file_of(url), steps, alone=node is None
            )
            clock.begin(last)
            fence: Fence = partial(check_epoch, number=epoch)
            homes: Homes = Everything()
            if node is not None and isinstance(lock, PostgresLock):
                number = await nodes.come(lock, node, clock.now(), str(upgrade.newest(steps)))
                fence, homes = nodes.Fence(number), Shared(url, node, number, clock.now)
        except BaseException as error:
            engine.dispose()
            await lock.release()
            if isinstance(error, (*RAISED, ValueError)):  # values that no server has written
                raise trouble(error, url) from None
            raise
        return cls(lock, engine, Writer(engine, clock.now, figures, fence), homes, copy)

    async def over(self) -> StoreError:
        """Wait until the database is lost; why."""
        return await asyncio.shield(self.writer.lost)

    def check(self) -> None:
        """See that the database has not been lost.

        Raises:
            StoreError: store.lost.
        """
        if self.writer.lost.done():
            raise self.writer.lost.result()

    async def end(self) -> None:
        """Finish what was promised, unless it is lost already, and let go of the database."""
        await self.writer.stop()
        await self.homes.end(orderly=not self.writer.lost.done())
        self._engine.dispose()
        await self._lock.release()


def _prepared(
    engine: Engine, file: Path | None, steps: Path, *, alone: bool
) -> tuple[Path | None, int, int | None]:
    """The copy made before an upgrade, the number of the term, and the last time that the database knows."""
    with engine.connect() as connection:
        copy = upgrade.upgrade(connection, file, steps, many=not alone)
        with connection.begin():
            last = connection.execute(_LAST).scalar_one_or_none()
            if alone:
                nodes.bury_all(connection, int(last or 0))
            return copy, raise_epoch(connection), None if last is None else int(last)


# --- the store on SQLAlchemy Core: SQLite by default, PostgreSQL by address

SWEEP_SECONDS = 3600
MOST_ROOM_LINES = 20
MOST_RECORD_LINES = 100
_PING_SECONDS = 5


class SqlStore:
    """See `Store`. One process at a time owns a database, or as many as each give themselves a name, `node`, share one of PostgreSQL."""

    def __init__(
        self, url: str, *, clock: Timekeeper | None = None, steps: Path = upgrade.STEPS, node: str | None = None
    ) -> None:  # fmt: skip
        self.url = parse_url(url)
        if node is not None and file_of(self.url) is not None:
            raise StoreError(
                "store.alone", "a file is for one server alone: nodes need postgresql://HOST/NAME"
            )
        self.node = node
        self.copy: Path | None = None
        self.figures = no_figures()
        self._clock = clock or Timekeeper()
        self._steps = steps
        self._reading = reader(self.url)
        self._term: Term | None = None
        self._swept = -float(SWEEP_SECONDS)
        self.series = SeriesStore(self._rows, self._at_now)
        self.learning = LearningStore(self._rows, self._at_now)
        self.neighbours = None if node is None else Neighbours(self.url, node)

    async def open(self) -> None:
        """Bring the database up to date and take it; `copy` then names the copy made before, if one was."""
        self._term = await Term.begin(self.url, self._clock, self.figures, self._steps, self.node)
        self.copy = self._term.copy

    async def lost(self) -> StoreError:
        """Wait until the database is not ours any more; why."""
        return await self._owned.over()

    async def retake(self) -> None:
        """Take the database again after it was lost."""
        await self._let_go()
        await self.open()

    async def close(self) -> None:
        """Finish what was promised and let go of the database."""
        await self._let_go()
        if self.neighbours is not None:
            await self.neighbours.close()

    async def _let_go(self) -> None:
        if self._term is not None:
            with suppress(StoreError):  # an hour old, it would do as well
                await self._keep_time()
        term, self._term = self._term, None
        if term is not None:
            await term.end()
        await self._reading.dispose()

    @property
    def _owned(self) -> Term:
        if self._term is None:
            raise StoreError("store.lost", "the store is closed")
        return self._term

    async def claim(self, table: str, *, new: bool = False) -> Claim | None:
        """Take a table for this process."""
        return await self._owned.homes.claim(table, new=new) if _is_key(table) else None

    async def release(self, claim: Claim) -> None:
        """Let any node take a table."""
        await self._owned.homes.release(claim)

    async def orphans(self, most: int) -> list[str]:
        """Some tables that were played of late on nodes that have died."""
        return await self._owned.homes.orphans(most)

    async def lightest(self, *, alike: bool = False) -> str | None:
        """The node on which a new table should be made."""
        return await self._owned.homes.lightest(alike=alike)

    async def leave(self) -> None:
        """Be given no tables any more."""
        await self._owned.homes.leave()

    async def write(self, writes: tuple[Write, ...], claim: Claim | None = None) -> None:
        """Keep all of `writes` of a table or nothing."""
        if claim is None and self.node is not None:
            raise StoreError("store.moved", "a node writes only what it has claimed")
        await self._owned.writer.write(writes, claim)

    async def tables(self) -> list[str]:
        """The rooms that are not over, longest untouched first."""
        rows = await self._rows(select(ROOMS.c.id).where(~ROOMS.c.over).order_by(ROOMS.c.touched, ROOMS.c.id))
        return [row.id for row in rows]

    async def load(self, table: str) -> KeptTable | None:
        """A room with its deals, all as of one moment, or None."""
        if not _is_key(table):
            return None
        async with self._moment() as connection:
            return await rooms.read_room(connection, table)

    async def find(self, *, code: str = "", key: str = "") -> str | None:
        """The room that a key, or a code whose end has not come, opens; or None."""
        if not _is_key(code or key):
            return None
        wanted = guests.opens(code, self.now()) if code else ROOMS.c.key == key
        rows = await self._rows(select(ROOMS.c.id).where(wanted))
        return rows[0].id if rows else None

    async def reserve_code(self, code: str) -> bool:
        """Keep a code for a room."""
        return bool(await self._at_now(guests.reserve, code))

    async def prolong_codes(self, tables: Collection[str]) -> None:
        """Codes of these rooms go on."""
        await self._at_now(guests.prolong, tables)

    async def put_move(self, code: str, table: str | None, guest: str) -> None:
        """Keep a code that moves a seat, or what was learned alone."""
        await self._at_now(guests.put_move, code, table, guest)

    async def find_move(self, code: str) -> tuple[str | None, str] | None:
        """Room, if any, and guest of a code, which stays good."""
        rows = await self._rows(guests.find_move(code, self.now())) if _is_key(code) else []
        return (rows[0].room, rows[0].guest) if rows else None

    async def take_move(self, code: str) -> tuple[str | None, str] | None:
        """Room and guest of a code, which is used up."""
        if not _is_key(code):
            return None
        taken: tuple[str | None, str] | None = await self._at_now(guests.take_move, code)
        return taken

    async def tables_of(self, guest: str) -> list[RoomLine]:
        """The rooms a guest may come back to, last touched first."""
        own = (
            select(ROOMS.c.id)
            .join(MEMBERS, MEMBERS.c.room == ROOMS.c.id)
            .where(MEMBERS.c.guest == guest, ~ROOMS.c.over)
            .order_by(ROOMS.c.touched.desc(), ROOMS.c.id)
            .limit(MOST_ROOM_LINES)
        )
        lines = own.with_only_columns(ROOMS.c.id, ROOMS.c.game, ROOMS.c.data, ROOMS.c.touched)
        return [RoomLine(*row) for row in await self._readable(lines, own, ROOMS.c.id)]

    async def guest(self, guest: str) -> KeptGuest | None:
        """A guest, or None."""
        if not _is_key(guest):
            return None
        rows = await self._rows(select(GUESTS).where(GUESTS.c.id == guest))
        return KeptGuest(*rows[0]) if rows else None

    async def put_guest(self, guest: str, name: str, lang: str, avatar: str = "") -> None:
        """Keep or change a guest, who has now been seen."""
        await self._owned.writer.write((PutGuest(guest, name, lang, avatar),))

    async def show_guest(self, guest: str, profile: str | None) -> None:
        """Show a guest under another key from now on, or (None) to nobody any more."""
        shown = update(GUESTS).where(GUESTS.c.id == guest).values(profile=profile)
        await self._owned.writer.run(lambda connection: connection.execute(shown))

    async def shown_guest(self, profile: str) -> KeptGuest | None:
        """The guest whom a key shows, or None."""
        if not _is_key(profile):
            return None
        rows = await self._rows(select(GUESTS).where(GUESTS.c.profile == profile))
        return KeptGuest(*rows[0]) if rows else None

    async def forget_guest(self, guest: str) -> None:
        """Delete all that is kept about a guest."""
        await self._owned.writer.run(lambda connection: cleaning.forget_guest(connection, guest))

    async def strike(self, record: str, guest: str) -> None:
        """Take a record from a guest who is forgotten."""
        await self._owned.writer.run(lambda connection: cleaning.strike(connection, record, guest))

    async def records_of(self, guest: str) -> list[RecordLine]:
        """A guest's records, newest first."""
        owned = select(OWNERS.c.record).where(OWNERS.c.guest == guest)
        own = (
            select(RECORDS.c.id)
            .where(RECORDS.c.id.in_(owned))
            .order_by(RECORDS.c.touched.desc(), RECORDS.c.id)
            .limit(MOST_RECORD_LINES)
        )
        lines = own.with_only_columns(
            RECORDS.c.id, RECORDS.c.game, RECORDS.c.names, RECORDS.c.scores, RECORDS.c.touched
        )
        return [RecordLine(*row) for row in await self._readable(lines, own, RECORDS.c.id)]

    async def players_of(self, record: str) -> list[tuple[int, str]]:
        """Seat and guest of those who keep a record, by seat."""
        own = select(OWNERS.c.seat, OWNERS.c.guest).where(OWNERS.c.record == record)
        return [(row.seat, row.guest) for row in await self._rows(own.order_by(OWNERS.c.seat))]

    async def ratings_of(self, guest: str) -> list[KeptRating]:
        """A guest's ratings, the last one first."""
        rows = await self._rows(guests.of(guest))
        return [KeptRating(row.game, row.family, row.mu, row.sigma, row.matches, row.before) for row in rows]

    async def record(self, record: str) -> KeptRecord | None:
        """A record, all as of one moment, or None."""
        if not _is_key(record):
            return None
        async with self._moment() as connection:
            return await rooms.read_record(connection, record)

    async def revoke(self, record: str, guest: str, *, names: bool) -> bool:
        """Let what was shared of a guest's record show nothing any more; False if it was not theirs."""
        work = partial(rooms.revoke, record=record, guest=guest, names=names)
        return bool(_is_key(record) and await self._owned.writer.run(work))

    async def forget_record(self, record: str, guest: str) -> bool:
        """Take a record from a guest; False if it was not theirs."""
        taken = _is_key(record) and await self._owned.writer.run(
            lambda connection: cleaning.forget_record(connection, record, guest)
        )
        return bool(taken)

    async def forget_records(self, guest: str) -> None:
        """Take all records from a guest."""
        await self._owned.writer.run(lambda connection: cleaning.forget_records(connection, guest))

    async def review(self, record: str, deal: int, seat: int, version: str) -> str | None:
        """What a review of this version found, or None."""
        rows = await self._rows(rooms.find(record, deal, seat, version)) if _is_key(record) else []
        return rows[0].found if rows else None

    async def put_review(self, review: KeptReview) -> None:
        """Keep a review with its record."""
        await self._at_now(rooms.put, review)

    async def played_by(self, guest: str) -> list[PlayedDeal]:
        """The deals of a guest's records, the last one first."""
        return [PlayedDeal(*row) for row in await self._rows(rooms.of(guest))]

    async def own_reviews(self, guest: str, versions: Collection[str]) -> list[tuple[str, int, str | None]]:
        """What reviews found of a guest's own deals."""
        return [tuple(row) for row in await self._rows(rooms.reviews_of(guest, versions))]

    async def stood(self, record: str, deal: int, seat: int) -> list[int]:
        """The actions of a seat in a deal that its person did not take himself."""
        return rooms.stood_of(await self._rows(rooms.stood(record, deal, seat)))

    async def solver(self, guest: str) -> KeptSolver:
        """How a guest stands at puzzles."""
        rows = await self._rows(guests.solver(guest))
        return guests.solver_from(rows)

    async def tried_by(self, guest: str) -> set[str]:
        """The puzzles that a guest has answered."""
        return {row.puzzle for row in await self._rows(guests.tried_by(guest))}

    async def puzzle_ratings(self) -> dict[str, float]:
        """What first answers have taught about puzzles."""
        return {row.puzzle: row.rating for row in await self._rows(guests.ratings())}

    async def put_try(self, one: PutTry) -> KeptSolver:
        """Count an answer."""
        kept: KeptSolver = await self._at_now(guests.put_try, one)
        return kept

    async def meta(self, name: str) -> str | None:
        """A value of the server's own, or None."""
        rows = await self._rows(select(META.c.value).where(META.c.name == name))
        return rows[0].value if rows else None

    async def first_meta(self, name: str, value: str) -> str:
        """Keep a value unless there is one."""
        if (kept := await self.meta(name)) is None:
            work = partial(statements.first_meta, name=name, value=value)
            kept = str(await self._owned.writer.run(work))
        return kept

    async def put_meta(self, name: str, value: str) -> None:
        """Keep a value of the server's own."""
        await self._owned.writer.write((PutMeta(name, value),))

    def now(self) -> int:
        """The time that everything is kept by."""
        return self._clock.now()

    async def sweep(self, now: float | None = None) -> int:
        """Delete what has outlived its time; without `now` at most once an hour, and not while the clock is in doubt."""
        if now is None:
            if self._clock.steady() - self._swept < SWEEP_SECONDS:
                return 0
            self._swept = self._clock.steady()
            await self._keep_time()
            if self._clock.in_doubt:
                log("sweep waits for the clock")
                return 0
        at = self.now() if now is None else int(now)
        return int(await self._owned.writer.run(lambda connection: cleaning.sweep(connection, at)))

    async def _keep_time(self) -> None:
        await self.put_meta(TIME, str(self._clock.known()))

    async def ping(self) -> None:
        """See that the database takes a write.

        Raises:
            StoreError: store.lost, store.full, store.damaged, store.write, store.open.
        """
        try:
            await asyncio.wait_for(self.put_meta("pulse", str(self.now())), _PING_SECONDS)
        except TimeoutError:
            raise StoreError("store.open", "the database does not answer") from None

    async def _at_now(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do a piece of work on the writing connection, which is told the time last."""
        now = self.now()
        return await self._owned.writer.run(lambda connection: work(connection, *given, now))

    async def _rows(self, statement: Any) -> list[Any]:
        async with self._moment() as connection:
            return list((await connection.execute(statement)).all())

    async def _readable(self, lines: Any, ids: Any, column: Any) -> list[Any]:
        """The rows of a list, without those whose text cannot be read, for which the driver refuses all; `ids` are theirs alone."""
        try:
            return await self._rows(lines)
        except StoreError as error:
            if error.code != "store.damaged":
                raise
        found = []
        for (name,) in await self._rows(ids):
            try:
                found += await self._rows(lines.where(column == name))
            except StoreError as error:
                log_error("row unreadable", error, code=error.code)
        return found

    @asynccontextmanager
    async def _moment(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one moment of a database that is ours.

        Raises:
            StoreError: store.lost, store.open.
        """
        self._owned.check()
        try:
            patience = None if self.node is None else NODE_ANSWER_SECONDS
            async with asyncio.timeout(patience), self._reading.connect() as connection:
                yield connection
        except RAISED as error:
            raise trouble(error, self.url) from None


def _is_key(text: str) -> bool:
    """Whether it may be an id, a key or a code: what people send may be anything, which not every database bears."""
    return text != "" and text.isascii() and text.isprintable()
