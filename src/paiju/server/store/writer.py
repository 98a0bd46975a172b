"""One writer for many callers: whoever asks while a transaction is under way shares the next one.

So the price of reaching the disk is paid once for all of them, in a thread of its own: a transaction costs the
event loop one turn, not one for each statement. Each caller's writes stand or fall by themselves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine

from paiju.server.store.base import StoreError
from paiju.server.store.statements import PutGuest, PutMeta, Step, steps
from paiju.server.writes import Write

MOST_IN_ONE = 256
MOST_WAITING = 20_000

Work = Callable[[Connection], Any]


@dataclass(slots=True)
class _Job:
    """What one caller wants: statements, or a piece of work on the connection."""

    steps: tuple[Step, ...]
    work: Work | None
    done: asyncio.Future[Any]


class Writer:
    """Runs jobs in the order they came, several in one transaction."""

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self._engine = engine
        self._clock = clock
        self._jobs: asyncio.Queue[_Job | None] = asyncio.Queue(MOST_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "paiju-store")
        self.figures = {"commits": 0.0, "writes": 0.0, "failed": 0.0, "seconds": 0.0}

    def start(self) -> None:
        """Begin to take jobs."""
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def stop(self) -> None:
        """Return when everything asked for so far is done; nothing can be asked for any more."""
        task, self._task = self._task, None
        if task is not None:
            await self._jobs.put(None)
            await task
        self._thread.shutdown()

    async def write(self, writes: tuple[Write | PutGuest | PutMeta, ...]) -> None:
        """Do all of `writes` or nothing; returns once they are on the disk.

        Raises:
            StoreError: store.write.
        """
        dialect, now = self._engine.dialect.name, int(self._clock())
        await self._ask(tuple(step for write in writes for step in steps(write, dialect, now)), None)

    async def run(self, work: Work) -> Any:
        """Do a piece of work on the writing connection, all or nothing; returns its result.

        Raises:
            StoreError: store.write.
        """
        return await self._ask((), work)

    async def _ask(self, wanted: tuple[Step, ...], work: Work | None) -> Any:
        if self._task is None or self._task.done():
            raise StoreError("store.write", "the store is closed")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        await self._jobs.put(_Job(wanted, work, done))
        return await done

    async def _run(self) -> None:
        while (job := await self._jobs.get()) is not None:
            batch = [job]
            while len(batch) < MOST_IN_ONE and not self._jobs.empty():
                if (further := self._jobs.get_nowait()) is None:
                    self._jobs.put_nowait(None)
                    break
                batch.append(further)
            await self._commit(batch)

    async def _commit(self, batch: list[_Job]) -> None:
        started = time.perf_counter()
        outcomes = await asyncio.get_running_loop().run_in_executor(self._thread, self._together, batch)
        self.figures["commits"] += 1
        self.figures["writes"] += len(batch)
        self.figures["seconds"] += time.perf_counter() - started
        for job, outcome in zip(batch, outcomes, strict=True):
            failed = isinstance(outcome, StoreError)
            self.figures["failed"] += failed
            if not job.done.done():
                job.done.set_exception(outcome) if failed else job.done.set_result(outcome)

    def _together(self, batch: list[_Job]) -> list[Any]:
        """The outcome of each job; a job that fails takes the quick way from all, then only itself down."""
        try:
            with self._engine.begin() as connection:
                if all(job.work is None for job in batch):
                    _run_steps(connection, [step for job in batch for step in job.steps])
                    return [None] * len(batch)
                return [_run_job(connection, job) for job in batch]
        except Exception as error:  # noqa: BLE001 - whatever a driver raises, it is this write that failed
            return [_failure(error)] if len(batch) == 1 else self._apart(batch)

    def _apart(self, batch: list[_Job]) -> list[Any]:
        outcomes: list[Any] = []
        try:
            with self._engine.begin() as connection:
                for job in batch:
                    try:
                        with connection.begin_nested():
                            outcomes.append(_run_job(connection, job))
                    except Exception as error:  # noqa: BLE001 - as above
                        outcomes.append(_failure(error))
        except Exception as error:  # noqa: BLE001 - as above
            return [_failure(error) for _ in batch]
        return outcomes


def _failure(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    reason = str(getattr(error, "orig", None) or type(error).__name__).splitlines()[0][:200]
    return StoreError("store.write", reason)


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
        if must_hit:
            found = connection.execute(statement, rows[0])
            if found.rowcount != 1:
                raise StoreError("store.write", f"nothing to change in {statement.table.name}")  # type: ignore[attr-defined]
            continue
        rows = list(rows)
        while at < len(wanted) and wanted[at][0] is statement:
            rows += wanted[at][1]
            at += 1
        connection.execute(statement, rows)
