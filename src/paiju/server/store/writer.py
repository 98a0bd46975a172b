"""One writer for many callers: anyone who asks while a transaction is under way shares the next one.

So the price of reaching the disk is paid once for all of them, in a thread of its own: a transaction costs the
event loop one turn, not one for each statement. Each caller's writes stand or fall by themselves.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    Engine,
    Executable,
    Table,
    delete,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from paiju.server.cluster import nodes
from paiju.server.people.ratings import Outcome, Rating, rerated
from paiju.server.store.base import ROOM_CODE_SECONDS, StoreError
from paiju.server.store.engines import trouble
from paiju.server.store.rows import (
    ActionRow,
    Claim,
    DealRow,
    DropDeal,
    DropRoom,
    EndAttempt,
    EndDeal,
    GuestRow,
    MemberRow,
    MetaRow,
    OwnerRow,
    PutRecord,
    RatedRow,
    RateMatch,
    RatingRow,
    RecordDealRow,
    SignalRow,
    StoredRoom,
    Write,
)
from paiju.server.store.schema import (
    ATTEMPTS,
    COLUMNS,
    DEALS,
    GUESTS,
    MEMBERS,
    META,
    OWNERS,
    PLAYED,
    RATINGS,
    RECORD_DEALS,
    RECORDS,
    ROOMS,
    TABLES,
)

MOST_IN_ONE = 256
MOST_WAITING = 20_000

Figures = dict[str, float]
Fence = Callable[[Connection, Collection[Claim]], Collection[Claim]]
Work = Callable[[Connection], Any]
Step = tuple[Executable | Work, list[dict[str, Any]], bool]
"""A statement, the rows it runs for, and whether it has to find the row it names; or what must read before it writes."""


def no_figures() -> Figures:
    """The figures of a writer at its start."""
    return {"commits": 0.0, "writes": 0.0, "failed": 0.0, "seconds": 0.0}


@dataclass(slots=True)
class _Job:
    """A caller's job: statements, or a piece of work on the connection; they stand only as long as the `claim` does."""

    steps: tuple[Step, ...]
    work: Work | None
    claim: Claim | None
    done: asyncio.Future[Any]

    @property
    def reads(self) -> bool:
        """Whether it reads before it writes."""
        return self.work is not None or any(not isinstance(step[0], Executable) for step in self.steps)

    def settle(self, outcome: Any) -> None:
        """Tell the caller, if they still wait."""
        if not self.done.done():
            failed = isinstance(outcome, StoreError)
            self.done.set_exception(outcome) if failed else self.done.set_result(outcome)


class Writer:
    """Runs jobs in the order they came, several in one transaction.

    `fence` is called at the beginning of each transaction, raises store.lost once the database is another's, and says which of
    the tables written in it are.
    """

    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], float],
        figures: Figures,
        fence: Fence,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._fence = fence
        self._open = False
        self._room = asyncio.Semaphore(MOST_WAITING)
        self._waiting: deque[_Job] = deque()
        self._batch: list[_Job] = []
        self._committing: asyncio.Future[None] | None = None
        """Done with the transaction under way."""
        self._thread = ThreadPoolExecutor(1, "paiju-store")
        self.figures = figures
        self.lost: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()

    def start(self) -> None:
        """Begin to take jobs."""
        self._open = True

    async def stop(self) -> None:
        """Return when everything requested so far is done; nothing can be requested any more, and the engine is closed.

        Once the database is lost, that is not waited for: whatever the thread still does ends with its connection.
        """
        self._open = False
        self._commit()
        while self._committing is not None and not self.lost.done():
            ends: set[asyncio.Future[Any]] = {self._committing, self.lost}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        self._thread.submit(self._engine.dispose)
        self._thread.shutdown(wait=not self.lost.done())

    def give_up(self, reason: StoreError) -> None:
        """The database is lost: whatever waits has failed. A transaction under way may end either way."""
        if self.lost.done():
            return
        self.lost.set_result(reason)
        waiting = [*self._batch, *self._waiting]
        self._waiting.clear()
        for job in waiting:
            job.settle(reason)

    async def write(self, writes: tuple[Write, ...], claim: Claim | None = None) -> None:
        """Do all of `writes` or nothing; returns once they are on the disk.

        Raises:
            StoreError: store.write, store.full, store.damaged, store.lost; store.moved, once the `claim` is over.
        """
        dialect, now = self._engine.dialect.name, int(self._clock())
        wanted = tuple(step for write in writes for step in steps(write, dialect, now))
        await self._ask(wanted, None, claim)

    async def run(self, work: Work) -> Any:
        """Do a piece of work on the writing connection, all or nothing; returns its result.

        Raises:
            StoreError: store.write, store.full, store.damaged, store.lost.
        """
        return await self._ask((), work)

    async def _ask(self, wanted: tuple[Step, ...], work: Work | None, claim: Claim | None = None) -> Any:
        if not (self._open or self.lost.done()):
            raise StoreError("store.write", "the store is closed")
        loop = asyncio.get_running_loop()
        async with self._room:
            if self.lost.done():  # perhaps while there was no room for one more
                raise self.lost.result()
            done: asyncio.Future[Any] = loop.create_future()
            self._waiting.append(_Job(wanted, work, claim, done))
            if self._committing is None and len(self._waiting) == 1:
                # those who ask in the same turn of the loop share the transaction
                loop.call_soon(self._commit)
            return await done

    def _commit(self) -> None:
        """Have the thread do what waits, unless it is at work or the database is lost."""
        if self._committing is not None or not self._waiting or self.lost.done():
            return
        loop = asyncio.get_running_loop()
        self._committing = loop.create_future()
        most = min(len(self._waiting), MOST_IN_ONE)
        batch = self._batch = [self._waiting.popleft() for _ in range(most)]
        started = time.perf_counter()

        def work() -> None:
            outcomes = self._together(batch)
            with suppress(RuntimeError):  # the database is lost, and nobody waited for this
                loop.call_soon_threadsafe(self._committed, outcomes, started)

        self._thread.submit(work)

    def _committed(self, outcomes: list[Any], started: float) -> None:
        """Tell the callers how the transaction under way has ended, and go on with what waits."""
        assert self._committing is not None
        self.figures["commits"] += 1
        self.figures["writes"] += len(self._batch)
        self.figures["seconds"] += time.perf_counter() - started
        for job, outcome in zip(self._batch, outcomes, strict=True):
            self.figures["failed"] += isinstance(outcome, StoreError)
            job.settle(outcome)
            if isinstance(outcome, StoreError) and outcome.code == "store.lost":
                self.give_up(outcome)
        self._batch = []
        self._committing.set_result(None)
        self._committing = None
        self._commit()

    def _together(self, batch: list[_Job]) -> list[Any]:
        """The outcome of each job; a job that fails takes the quick way from all, then only itself down."""
        try:
            connection = self._engine.connect()
        except Exception as error:  # noqa: BLE001 - whatever a driver raises: there is no database to write to
            return [trouble(error, self._engine.url, "store.write")] * len(batch)
        try:
            with connection, connection.begin():
                return self._done(connection, batch)
        except Exception as error:  # noqa: BLE001 - as above: it is this write that failed
            failure = trouble(error, self._engine.url, "store.write")
            if len(batch) == 1 or failure.code in _FOR_ALL or getattr(error, "connection_invalidated", False):
                return [failure] * len(batch)
        return [outcome for job in batch for outcome in self._together([job])]

    def _done(self, connection: Connection, batch: list[_Job]) -> list[Any]:
        if any(job.reads for job in batch):
            _alone(connection)
        over = self._fence(connection, {job.claim for job in batch if job.claim is not None})
        if not over and all(job.work is None for job in batch):
            _run_steps(connection, _grouped(batch))
            return [None] * len(batch)
        return [_moved() if job.claim in over else _run_job(connection, job) for job in batch]


_ONE = text(f"SELECT pg_advisory_xact_lock({0x7061_696A_7531})")  # "paiju1"
_FOR_ALL = ("store.lost", "store.full")
"""The errors that stop all jobs alike: none is retried by itself."""


def _moved() -> StoreError:
    return StoreError("store.moved", "the table is not this process's any more")


def _alone(connection: Connection) -> None:
    """Wait until no other node is between reading and writing; it waits for us until the transaction has ended.

    This comes before everything else that a transaction waits for, so that no two wait for each other.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_ONE)


def _run_job(connection: Connection, job: _Job) -> Any:
    if job.work is not None:
        return job.work(connection)
    return _run_steps(connection, job.steps)


def _grouped(batch: list[_Job]) -> list[Step]:
    """The steps of all jobs, equal statements as one with all their rows.

    Those of one job stay in order. Jobs of different tables change different rows, so a statement may join an earlier one of theirs.
    """
    groups: list[Step] = []
    claims: set[Claim] = set()
    for job in batch:
        at = len(groups) if job.claim is None or job.claim in claims else 0
        for statement, rows, must_hit in job.steps:
            while at < len(groups) and groups[at][0] is not statement:
                at += 1
            if at < len(groups):
                groups[at][1].extend(rows)
            else:
                groups.append((statement, [*rows], must_hit))
        if job.claim is not None:
            claims.add(job.claim)
    return groups


def _run_steps(connection: Connection, wanted: Iterable[Step]) -> None:
    """Run statements in order; what only adds rows goes to the driver itself, which takes a quarter of the time."""
    cursor = connection.connection.cursor()
    for statement, rows, must_hit in wanted:
        if not isinstance(statement, Executable):
            statement(connection)
        elif rows:
            cursor.executemany(_sql(connection.dialect, statement, tuple(rows[0])), rows)
        elif connection.execute(statement).rowcount != 1 and must_hit:
            raise StoreError("store.write", f"nothing to change in {statement.table.name}")  # type: ignore[attr-defined]  # writes that must hit change a table


@cache
def _sql(dialect: Dialect, statement: Executable, names: tuple[str, ...]) -> str:
    """A statement that adds rows, as the driver takes it, with its parameters by name."""
    return str(statement.compile(dialect=dialect, column_keys=list(names)))  # type: ignore[attr-defined]  # statements compile


# --- how rows are written


def values(row: Any, **more: Any) -> dict[str, Any]:
    """The columns of a row by name, and `more`."""
    return {**{name: getattr(row, name) for name in COLUMNS[type(row)]}, **more}


def put(table: Table, dialect: str) -> sqlite.Insert | postgresql.Insert:
    """An insert that can say what happens to a row that is there already; neither database has that from SQLAlchemy's own."""
    return (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table)


@cache
def upsert(dialect: str, table: Table, *unchanged: str) -> Executable:
    """Insert a row, or change the one with the same primary key, all but the `unchanged` columns."""
    statement = put(table, dialect)
    keys = [column.name for column in table.primary_key]
    names = [column.name for column in table.c if column.name not in (*keys, *unchanged)]
    changed = {name: statement.excluded[name] for name in names}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


def keep(connection: Connection, *rows: Any) -> None:
    """Write rows of one table, each in place of the one with the same key."""
    if rows:
        statement = upsert(connection.dialect.name, TABLES[type(rows[0])])
        connection.execute(statement, [values(row) for row in rows])


def add(connection: Connection, *rows: Any) -> None:
    """Write rows of one table, but none whose key is there already."""
    if rows:
        statement = put(TABLES[type(rows[0])], connection.dialect.name).on_conflict_do_nothing()
        connection.execute(statement, [values(row) for row in rows])


# --- what each write does to the tables

_ADD = {kind: insert(table) for kind, table in TABLES.items()}
"""The statement that adds a row, by its type."""


def steps(write: Write, dialect: str, now: int) -> Iterator[Step]:
    """The statements of a write, in order; `now` in seconds since 1970."""
    match write:
        case ActionRow() | SignalRow():
            yield _added(write)
        case StoredRoom():
            yield from _put_room(write, dialect, now)
        case DealRow():
            yield _added(write)
            yield update(ROOMS).where(ROOMS.c.id == write.room).values(touched=now), [], True
        case PutRecord():
            yield from _put_record(write, dialect, now)
        case RateMatch():
            yield partial(_rate, match=write, now=now), [], False
        case GuestRow():
            yield partial(nodes.note_otherwise, guest=write), [], False
            yield upsert(dialect, GUESTS, "created", "profile"), [values(write)], False
        case MetaRow():
            yield upsert(dialect, META), [values(write)], False
        case _:
            yield _single(write, now)


def _single(write: EndDeal | EndAttempt | DropDeal | DropRoom, now: int) -> Step:
    match write:
        case EndDeal():
            ended = update(DEALS).where(*_is_deal(write), DEALS.c.result.is_(None))
            return ended.values(events=write.events, result=write.result), [], True
        case EndAttempt():
            own = (ATTEMPTS.c.room == write.room, ATTEMPTS.c.seat == write.seat, ATTEMPTS.c.ended.is_(None))
            return update(ATTEMPTS).where(*own).values(ended=now, points=write.points), [], False
        case DropDeal():
            return delete(DEALS).where(*_is_deal(write)), [], False
        case DropRoom():
            return delete(ROOMS).where(ROOMS.c.id == write.room), [], False


def _is_deal(write: EndDeal | DropDeal) -> tuple[ColumnElement[bool], ...]:
    return DEALS.c.room == write.room, DEALS.c.number == write.deal


def _added(*rows: Any) -> Step:
    return _ADD[type(rows[0])], [values(row) for row in rows], False


def _put_room(write: StoredRoom, dialect: str, now: int) -> Iterator[Step]:
    until = now + ROOM_CODE_SECONDS if write.code else None
    yield (
        upsert(dialect, ROOMS, "created"),
        [values(write, code_until=until, created=now, touched=now)],
        False,
    )
    yield delete(MEMBERS).where(MEMBERS.c.room == write.id), [], False
    if write.members:
        yield _added(*(MemberRow(write.id, guest) for guest in dict.fromkeys(write.members)))


def _put_record(write: PutRecord, dialect: str, now: int) -> Iterator[Step]:
    record = values(write, created=now, touched=now)
    yield upsert(dialect, RECORDS, "created", "turn", "turn_named"), [record], False
    if write.deals:
        lines = [values(RecordDealRow(write.id, *deal)) for deal in write.deals]
        yield upsert(dialect, RECORD_DEALS), lines, False
    if write.outcomes:
        yield upsert(dialect, PLAYED), [values(one, ended=now) for one in write.outcomes], False
    yield delete(OWNERS).where(OWNERS.c.record == write.id), [], False
    if write.players:
        yield _added(*(OwnerRow(write.id, *player) for player in write.players))


def _rate(connection: Connection, match: RateMatch, now: int) -> None:
    """Change the ratings of the players; one who has been forgotten meanwhile is rated as an opponent, and forgotten again."""
    kind = (match.game, match.family)
    guests = [guest for guest, _, _ in match.results]
    of = (RATINGS.c.game == match.game, RATINGS.c.family == match.family, RATINGS.c.guest.in_(guests))
    found = connection.execute(select(RATINGS).where(*of)).all()
    before = {row.guest: Rating(row.mu, row.sigma, row.matches) for row in found}
    new = Rating()
    after = rerated(
        [Outcome(before.get(guest, new), score, present) for guest, score, present in match.results]
    )
    here = set(connection.execute(select(GUESTS.c.id).where(GUESTS.c.id.in_(guests))).scalars())
    for guest, rating in zip(guests, after, strict=True):
        if guest in here and rating.matches:
            last = before.get(guest, new).mu
            keep(connection, RatingRow(guest, *kind, rating.mu, rating.sigma, rating.matches, last, now))
            keep(connection, RatedRow(guest, *kind, rating.matches, rating.mu, rating.sigma))
