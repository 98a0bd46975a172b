"""One writer for many callers: whoever asks while a transaction is under way shares the next one.

So the price of reaching the disk is paid once for all of them, in a thread of its own: a transaction costs the
event loop one turn, not one for each statement. Each caller's writes stand or fall by themselves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Executable, text

from paiju.server.store.base import StoreError
from paiju.server.store.engines import trouble
from paiju.server.store.kept import Claim
from paiju.server.store.statements import PutGuest, PutMeta, Step, Work, steps
from paiju.server.store.writes import Write

MOST_IN_ONE = 256
MOST_WAITING = 20_000

Figures = dict[str, float]
Fence = Callable[[Connection, Collection[Claim]], Collection[Claim]]


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

    async def write(self, writes: tuple[Write | PutGuest | PutMeta, ...], claim: Claim | None = None) -> None:
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
