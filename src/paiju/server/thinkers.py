"""Processes for bots, so that tables and sockets go on beside them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import Any

from paiju.bots import warming

logger = logging.getLogger(__name__)

NICENESS = 5
RESTART_SECONDS = 5.0


class Thinkers:
    """A pool that starts with its first question; what does not fit into its queue is left to the table.

    `most` questions for each process wait at a time; `niceness` is how far the processes stand back. A process that dies takes its questions along, and the pool
    starts anew, once in `RESTART_SECONDS` at most.
    """

    def __init__(
        self, processes: int, most: int, *, niceness: int = NICENESS, clock: Callable[[], float] = time.monotonic
    ) -> None:  # fmt: skip
        self.processes = processes
        self._niceness = niceness
        self._most = most * processes
        self._clock = clock
        self._pool: ProcessPoolExecutor | None = None
        self._started = float("-inf")
        self._waiting: set[Future[Any]] = set()
        self._stopped = False

    def ask(self, think: Callable[[], Any], answer: Callable[[Any], None]) -> bool:
        """Have a process think; `answer` is called, in some thread, with what was found. False if nobody has time.

        `think` and what it finds must survive the way to another process. A bot that fails answers nothing: its
        table goes on without it.
        """
        if len(self._waiting) >= self._most or (pool := self._running()) is None:
            return False
        try:
            future = pool.submit(think)
        except BrokenExecutor:
            self._end(pool)
            return False
        self._waiting.add(future)
        future.add_done_callback(lambda done: self._done(pool, done, answer))
        return True

    async def find(self, think: Callable[[], Any]) -> Any:
        """What a process finds, for those who can wait.

        Raises:
            Exception: what thinking raised, or BrokenExecutor where the process died or there are none to be had.
        """
        pool = self._running()
        if pool is None:
            raise BrokenExecutor("no processes")
        try:
            return await asyncio.wrap_future(pool.submit(think))
        except BrokenExecutor:
            self._end(pool)
            raise

    def rest(self) -> None:
        """Let the processes go until somebody asks again."""
        if pool := self._pool:
            self._pool, self._started = None, float("-inf")
            pool.shutdown(wait=False)

    async def everywhere(self, job: Callable[[], None]) -> None:
        """Have every process do something that takes long enough for each to take one.

        Raises:
            Exception: what the job raised, or BrokenExecutor where there are no processes to be had.
        """
        pool = self._running()
        if pool is None:
            raise BrokenExecutor("no processes")
        jobs = [pool.submit(job) for _ in range(self.processes)]
        await asyncio.gather(*map(asyncio.wrap_future, jobs))

    def _running(self) -> ProcessPoolExecutor | None:
        if self._pool is None and not self._stopped and self._clock() - self._started >= RESTART_SECONDS:
            self._started = self._clock()
            spawn = multiprocessing.get_context("spawn")  # a fork would take sockets and locks along
            self._pool = ProcessPoolExecutor(self.processes, spawn, _begin, (os.getpid(), self._niceness))
        return self._pool

    def _done(self, pool: ProcessPoolExecutor, future: Future[Any], answer: Callable[[Any], None]) -> None:
        self._waiting.discard(future)
        if future.cancelled():
            return
        if isinstance(error := future.exception(), BrokenExecutor):
            self._end(pool)
        elif error is not None:
            logger.error("bot failed", exc_info=error)
        else:
            answer(future.result())

    def _end(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
            if not self._stopped:
                logger.error("a process of bots died")
        pool.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        """Think no more; what is under way is broken off."""
        self._stopped = True
        if pool := self._pool:
            children = dict(getattr(pool, "_processes", None) or {})  # there is no public way to end them
            self._end(pool)
            for child in children.values():
                child.kill()


def in_time(until: float, think: Callable[[], Any]) -> Any:
    """What is found; None if it is too late to begin. The processes of a machine share their clock, `time.monotonic`."""
    return think() if time.monotonic() < until else None


def load_compiled() -> None:
    """Load the compiled bots, in the process that calls it."""
    warming.warm_all(_ignore)


def _ignore(label: str, done: int, of: int) -> None:
    """Nobody watches how far it is."""


def _begin(parent: int, niceness: int) -> None:
    """A process of the pool: quieter than the tables, deaf to Ctrl-C, gone when its server is, even after a kill -9."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):  # not on every system
        os.nice(niceness)
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)
