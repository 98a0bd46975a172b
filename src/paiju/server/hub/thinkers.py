"""Processes in which bots think, so that tables and sockets go on beside them, and the compilation they need."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import partial
from typing import Any

from paiju.bots import warm_up
from paiju.bots.base import FAST
from paiju.kernels import missing
from paiju.server.cluster import questions
from paiju.server.cluster.questions import Helpers
from paiju.server.tables.prompts import Choosing, Thought

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
    warm_up.warm_all(_ignore)


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


# --- bots that search are compiled once on a machine, in a process of their own, while the tables go on

COMMAND = (sys.executable, "-m", "paiju", "warmup")
_NICE = 10
_FAILED = "compiling the bots failed, they play without searching"


class Compiling:
    """Whether bots may search yet.

    The first question to one of them begins it, so that a server without such bots never compiles. Until it is done, and
    where it fails, the heuristic answers for them. `load` has those who think load what has been compiled.
    """

    def __init__(
        self, load: Callable[[], Awaitable[None]], command: Sequence[str] = COMMAND, *,
        look: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:  # fmt: skip
        """`look` finds whether all is compiled; without it a thread of this process does, which loads numba for that."""
        self._load, self._command, self._look = load, command, look or _look
        self._task: asyncio.Task[None] | None = None
        self.ready = bool(missing())  # the bots themselves do without

    @property
    def failed(self) -> bool:
        """Whether there will be no machine code."""
        return self._task is not None and self._task.done() and not self.ready

    async def settled(self, seconds: float) -> None:
        """Wait for what is under way, so long at most."""
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=seconds)

    def begin(self) -> None:
        """Compile what is not compiled yet, then load it; in the background, once."""
        if not self.ready and self._task is None:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            if await self._look() or await self._compile():
                await self._load()
                self.ready = True
        except Exception:  # whatever a compiler or a full disk may raise: tables play on
            logger.exception(_FAILED)

    async def _compile(self) -> bool:
        logger.info("compiling the bots that search")
        child = await asyncio.create_subprocess_exec(
            *self._command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        with contextlib.suppress(OSError, AttributeError):  # gone already; no such thing on this system
            os.setpriority(os.PRIO_PROCESS, child.pid, _NICE)
        try:
            code = await child.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
        if code:
            logger.error(_FAILED, extra={"exit_code": code})
        return not code

    async def stop(self) -> None:
        """Compile no more; what is on disk already stays."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task


async def _look() -> bool:
    return await asyncio.to_thread(warm_up.is_ready)


# --- the processes in which the bots of all tables think: quick ones apart from those that search

_STAND_INS = f"weaker bots play in place of those that search: {FAST}"

MOST_QUICK, MOST_SLOW = 256, 8
MOST_SECONDS = 10.0
"""So long a worker may think where nobody says how long."""

Post = Callable[[Callable[[int], Any]], None]
"""Takes a step of a table."""


class Brains:
    """Bots that search do so on `helpers`, where there are any; else here once they are compiled, which the first question to one begins."""

    def __init__(self, compiling: Compiling | None = None, helpers: Helpers | None = None) -> None:
        self._helpers = helpers
        self._quick = Thinkers(1, MOST_QUICK)
        self._slow = Thinkers(max(1, (os.cpu_count() or 1) - 1), MOST_SLOW)
        self._compiling = compiling or Compiling(self._load)
        if missing():
            logger.warning(_STAND_INS)

    def ask(self, thought: Thought, post: Post, seconds: float | None = None) -> bool:
        """Have a process think; `post` takes the table's step that hears what was found. False if nobody has time.

        Who does not come to it within `seconds` need not begin.
        """
        until = None if seconds is None else time.monotonic() + seconds
        return self._hand_over(thought, post, until) or self._ask_here(thought, post, until)

    def _hand_over(self, thought: Thought, post: Post, until: float | None) -> bool:
        """Leave a search to the workers. What they do not answer is thought about here, if there is still time."""
        helpers, choosing = self._helpers, thought.think
        if helpers is None or not thought.slow or not isinstance(choosing, Choosing) or not helpers.are_free:
            return False

        def hear(answer: str | None) -> None:
            if (found := questions.chosen(answer, choosing)) is not None:
                post(partial(thought.hear, found))
            else:
                self._ask_here(thought, post, until)

        seconds = MOST_SECONDS if until is None else until - time.monotonic()
        return helpers.hand(questions.CHOICE, questions.choice(choosing), seconds, hear)

    def _ask_here(self, thought: Thought, post: Post, until: float | None) -> bool:
        think: Callable[[], Any] = partial(thought.think, compiled=self._compiling.ready)
        if until is not None:
            think = partial(in_time, until, think)
        if thought.slow:
            self._compiling.begin()
        thinkers = self._slow if thought.slow else self._quick
        return thinkers.ask(think, _later(post, thought.hear))

    async def _load(self) -> None:
        """Have the processes that search load what is compiled, before they are asked to use it."""
        await self._slow.everywhere(load_compiled)

    async def stop(self) -> None:
        """Think no more."""
        self._quick.stop()
        self._slow.stop()
        await self._compiling.stop()


def _later(post: Post, hear: Callable[[Any, int], None]) -> Callable[[Any], None]:
    """What takes an answer of another process to the loop that asked."""
    loop = asyncio.get_running_loop()

    def answer(found: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            loop.call_soon_threadsafe(post, partial(hear, found))

    return answer
