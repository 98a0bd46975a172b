"""One writer for many callers: anyone who asks while a transaction is under way shares the next one.

So the price of reaching the disk is paid once for all of them, in a thread of its own: a transaction costs the
event loop one turn, not one for each statement. Each caller's writes stand or fall by themselves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Engine,
    Executable,
    Table,
    bindparam,
    delete,
    insert,
    select,
    text,
    update,
)

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
    MetaRow,
    PutRecord,
    RateMatch,
    RatingRow,
    SignalRow,
    StoredRoom,
    Write,
)
from paiju.server.store.schema import (
    ACTIONS,
    ATTEMPTS,
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
    SIGNALS,
    put,
    values,
)

MOST_IN_ONE = 256
MOST_WAITING = 20_000

Figures = dict[str, float]
Fence = Callable[[Connection, Collection[Claim]], Collection[Claim]]
Work = Callable[[Connection], Any]
Step = tuple[Executable | Work, list[dict[str, Any]], bool]
"""A statement, the rows it runs for, and whether it has to find the row it names; or what must read before it writes."""


def no_figures() -> Figures:
    """What a writer counts, before it has."""
    return {"commits": 0.0, "writes": 0.0, "failed": 0.0, "seconds": 0.0}


@dataclass(slots=True)
class _Job:
    """What one caller wants: statements, or a piece of work on the connection; they stand only as long as the `claim` does."""

    steps: tuple[Step, ...]
    work: Work | None
    claim: Claim | None
    done: asyncio.Future[Any]

    @property
    def reads(self) -> bool:
        """Whether it reads before it writes."""
        return self.work is not None or any(not isinstance(step[0], Executable) for step in self.steps)

    def settle(self, outcome: Any) -> None:
        """Tell the caller, if he still waits."""
        if not self.done.done():
            failed = isinstance(outcome, StoreError)
            self.done.set_exception(outcome) if failed else self.done.set_result(outcome)


class Writer:
    """Runs jobs in the order they came, several in one transaction.

    `fence` is asked at the beginning of each transaction, raises store.lost once the database is another's, and says which of
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
        self._jobs: asyncio.Queue[_Job | None] = asyncio.Queue(MOST_WAITING)
        self._batch: list[_Job] = []
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "paiju-store")
        self.figures = figures
        self.lost: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()

    def start(self) -> None:
        """Begin to take jobs."""
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def stop(self) -> None:
        """Return when everything asked for so far is done; nothing can be asked for any more."""
        task, self._task = self._task, None
        if task is not None and not self.lost.done():
            await self._jobs.put(None)
            await asyncio.wait({task})
        self._thread.shutdown(wait=not self.lost.done())

    def give_up(self, reason: StoreError) -> None:
        """The database is lost: whatever waits has failed. A transaction under way may end either way."""
        if self.lost.done():
            return
        self.lost.set_result(reason)
        if self._task is not None:
            self._task.cancel()
        waiting = [*self._batch]
        while not self._jobs.empty():
            if (job := self._jobs.get_nowait()) is not None:
                waiting.append(job)
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
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if not self.lost.done():
            if self._task is None:
                raise StoreError("store.write", "the store is closed")
            await self._jobs.put(_Job(wanted, work, claim, done))
        if self.lost.done() and not done.done():  # perhaps while there was no room for one more
            raise self.lost.result()
        return await done

    async def _run(self) -> None:
        while (job := await self._jobs.get()) is not None:
            batch = self._batch = [job]
            while len(batch) < MOST_IN_ONE and not self._jobs.empty():
                if (further := self._jobs.get_nowait()) is None:
                    self._jobs.put_nowait(None)
                    break
                batch.append(further)
            await self._commit(batch)
            self._batch = []

    async def _commit(self, batch: list[_Job]) -> None:
        started = time.perf_counter()
        outcomes = await asyncio.get_running_loop().run_in_executor(self._thread, self._together, batch)
        self.figures["commits"] += 1
        self.figures["writes"] += len(batch)
        self.figures["seconds"] += time.perf_counter() - started
        for job, outcome in zip(batch, outcomes, strict=True):
            self.figures["failed"] += isinstance(outcome, StoreError)
            job.settle(outcome)
            if isinstance(outcome, StoreError) and outcome.code == "store.lost":
                self.give_up(outcome)

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
            _run_steps(connection, [step for job in batch for step in job.steps])
            return [None] * len(batch)
        return [_moved() if job.claim in over else _run_job(connection, job) for job in batch]


_ONE = text(f"SELECT pg_advisory_xact_lock({0x7061_696A_7531})")  # "paiju1"
_FOR_ALL = ("store.lost", "store.full")
"""What stops all jobs alike: none of them need be tried by itself."""


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


def _run_steps(connection: Connection, wanted: list[Step] | tuple[Step, ...]) -> None:
    """Run statements in order, equal ones that follow each other at once."""
    at = 0
    while at < len(wanted):
        statement, rows, must_hit = wanted[at]
        at += 1
        if not isinstance(statement, Executable):
            statement(connection)
            continue
        if must_hit:
            found = connection.execute(statement, rows[0])
            if found.rowcount != 1:
                raise StoreError("store.write", f"nothing to change in {statement.table.name}")  # type: ignore[attr-defined]  # writes that must hit change a table
            continue
        rows = list(rows)
        while at < len(wanted) and wanted[at][0] is statement:
            rows += wanted[at][1]
            at += 1
        connection.execute(statement, rows)


# --- what each write does to the tables

_OF_ROOM: BindParameter[str] = bindparam("of")
_FORGET_ROOM = delete(ROOMS).where(ROOMS.c.id == _OF_ROOM)
_FORGET_MEMBERS = delete(MEMBERS).where(MEMBERS.c.room == _OF_ROOM)
_ADD_MEMBERS = insert(MEMBERS)
_TOUCH_ROOM = update(ROOMS).where(ROOMS.c.id == _OF_ROOM).values(touched=bindparam("now"))
_ADD_DEAL = insert(DEALS)
_END_DEAL = (
    update(DEALS)
    .where(DEALS.c.room == _OF_ROOM, DEALS.c.number == bindparam("at"), DEALS.c.result.is_(None))
    .values(events=bindparam("digest"), result=bindparam("outcome"))
)
_FORGET_DEAL = delete(DEALS).where(DEALS.c.room == _OF_ROOM, DEALS.c.number == bindparam("at"))
_ADD_ACTION = insert(ACTIONS)
_ADD_SIGNAL = insert(SIGNALS)
_FORGET_OWNERS = delete(OWNERS).where(OWNERS.c.record == bindparam("of"))
_ADD_OWNERS = insert(OWNERS)
_END_ATTEMPT = (
    update(ATTEMPTS)
    .where(ATTEMPTS.c.room == _OF_ROOM, ATTEMPTS.c.seat == bindparam("at"), ATTEMPTS.c.ended.is_(None))
    .values(ended=bindparam("now"), points=bindparam("outcome"))
)


@cache
def _upsert(dialect: str, table: Table, *unchanged: str) -> Executable:
    """Insert a row, or change the one with the same primary key, all but the `unchanged` columns."""
    statement = put(table, dialect)
    keys = [column.name for column in table.primary_key]
    names = [column.name for column in table.c if column.name not in (*keys, *unchanged)]
    changed = {name: statement.excluded[name] for name in names}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


def steps(write: Write, dialect: str, now: int) -> Iterator[Step]:
    """The statements of a write, in order; `now` in seconds since 1970."""
    match write:
        case StoredRoom():
            yield from _put_room(write, dialect, now)
        case DealRow():
            yield _ADD_DEAL, [values(write)], False
            yield _TOUCH_ROOM, [{"of": write.room, "now": now}], True
        case PutRecord():
            yield from _put_record(write, dialect, now)
        case RateMatch():
            yield partial(_rate, match=write, now=now), [], False
        case GuestRow():
            yield partial(nodes.note_otherwise, guest=write), [], False
            yield _upsert(dialect, GUESTS, "created", "profile"), [values(write)], False
        case MetaRow():
            yield _upsert(dialect, META), [values(write)], False
        case _:
            yield _single(write, now)


def _single(write: ActionRow | SignalRow | EndDeal | EndAttempt | DropDeal | DropRoom, now: int) -> Step:
    match write:
        case ActionRow():
            return _ADD_ACTION, [values(write)], False
        case SignalRow():
            return _ADD_SIGNAL, [values(write)], False
        case EndDeal():
            ended = {"of": write.room, "at": write.deal, "digest": write.events, "outcome": write.result}
            return _END_DEAL, [ended], True
        case EndAttempt():
            left = {"of": write.room, "at": write.seat, "outcome": write.points, "now": now}
            return _END_ATTEMPT, [left], False
        case DropDeal():
            return _FORGET_DEAL, [{"of": write.room, "at": write.deal}], False
        case DropRoom():
            return _FORGET_ROOM, [{"of": write.room}], False


def _put_room(write: StoredRoom, dialect: str, now: int) -> Iterator[Step]:
    until = now + ROOM_CODE_SECONDS if write.code else None
    yield (
        _upsert(dialect, ROOMS, "created"),
        [values(write, code_until=until, created=now, touched=now)],
        False,
    )
    yield _FORGET_MEMBERS, [{"of": write.id}], False
    if write.members:
        yield (
            _ADD_MEMBERS,
            [{"room": write.id, "guest": guest} for guest in dict.fromkeys(write.members)],
            False,
        )


def _put_record(write: PutRecord, dialect: str, now: int) -> Iterator[Step]:
    record = values(write, created=now, touched=now)
    yield _upsert(dialect, RECORDS, "created", "turn", "turn_named"), [record], False
    if write.deals:
        lines = [{"record": write.id, "number": number, "line": line} for number, line in write.deals]
        yield _upsert(dialect, RECORD_DEALS), lines, False
    if write.outcomes:
        yield _upsert(dialect, PLAYED), [values(one, ended=now) for one in write.outcomes], False
    yield _FORGET_OWNERS, [{"of": write.id}], False
    if write.players:
        owners = [{"record": write.id, "seat": seat, "guest": guest} for seat, guest in write.players]
        yield _ADD_OWNERS, owners, False


def _rate(connection: Connection, match: RateMatch, now: int) -> None:
    """Change the ratings of the players; one who has been forgotten meanwhile is rated as an opponent, and forgotten again."""
    table = RATINGS.c
    of_family = (table.game == match.game, table.family == match.family)
    guests = [guest for guest, _, _ in match.results]
    found = connection.execute(select(RATINGS).where(*of_family, table.guest.in_(guests))).all()
    before = {row.guest: Rating(row.mu, row.sigma, row.matches) for row in found}
    new = Rating()
    after = rerated(
        [Outcome(before.get(guest, new), score, present) for guest, score, present in match.results]
    )
    here = set(connection.execute(select(GUESTS.c.id).where(GUESTS.c.id.in_(guests))).scalars())
    connection.execute(delete(RATINGS).where(*of_family, table.guest.in_(guests)))
    rows = [
        RatingRow(
            guest, match.game, match.family, rating.mu, rating.sigma, rating.matches, before.get(guest, new).mu, now
        )
        for guest, rating in zip(guests, after, strict=True)
        if guest in here and rating.matches
    ]  # fmt: skip
    if rows:
        connection.execute(insert(RATINGS), [values(row) for row in rows])
