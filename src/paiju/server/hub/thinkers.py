"""Processes in which bots search, so that tables and sockets go on beside them, and the compilation they need."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import sys
import time
import traceback
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import Any

from paiju.bots import warm_up
from paiju.bots.base import FAST
from paiju.kernels import missing
from paiju.server.cluster import questions
from paiju.server.cluster.questions import Helpers
from paiju.server.tables.context import Thought
from paiju.server.tables.questions import SLOW, Choosing

logger = logging.getLogger(__name__)

NICENESS = 5
RESTART_SECONDS = 5.0
_LENGTH = 8
"""The header of a message on a pipe: its length."""
_CHILD = "from paiju.server.hub.thinkers import answer_all; answer_all()"

Job = tuple[bytes, float | None, asyncio.Future[Any]]
"""The job, its deadline by `time.monotonic`, and the future result."""


class _Thinker:
    """One process, the pipe to it, and the jobs that wait for it. The first job starts it; one that dies takes its jobs along."""

    def __init__(self, niceness: int) -> None:
        self.jobs: deque[Job] = deque()
        """The first one is under way."""
        self.started = float("-inf")
        self._niceness = niceness
        self._come = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_alive(self) -> bool:
        """Whether the process runs, or starts."""
        return self._task is not None

    def put(self, job: Job, now: float) -> None:
        """Have a job done after those that wait; `now` is noted if the process starts for it."""
        self.jobs.append(job)
        self._come.set()
        if self._task is None:
            self.started = now
            self._task = asyncio.create_task(self._run(), name="thinker")
            self._task.add_done_callback(self._ended)

    def end(self) -> list[asyncio.Task[None]]:
        """End the process, whatever it does; the task to wait for, if there is one."""
        running = [] if self._task is None else [self._task]
        for task in running:
            task.cancel()
        return running

    async def _run(self) -> None:
        # What it is sent names modules that this process has found.
        path = os.pathsep.join(filter(None, sys.path))
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _CHILD, str(self._niceness), stdin=PIPE, stdout=PIPE, env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )  # fmt: skip
        try:
            while True:
                await self._come.wait()
                while self.jobs:
                    await _do(child, *self.jobs[0])
                    self.jobs.popleft()
                self._come.clear()
        finally:
            _end(child)
            if child.stdin is not None:
                child.stdin.close()
            await child.communicate()  # the pipes are closed as well

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled():
            logger.error("a bot process died", exc_info=task.exception())
        while self.jobs:
            _, _, done = self.jobs.popleft()
            if not done.done():
                done.set_exception(BrokenExecutor("the process has gone"))


def _end(child: Process) -> None:
    """End a process, and the programs that a bot has started."""
    with contextlib.suppress(ProcessLookupError):
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()


async def _do(child: Process, work: bytes, until: float | None, done: asyncio.Future[Any]) -> None:
    """Have a process do a job, unless nobody wants to know any more: then None is found."""
    if until is not None and time.monotonic() >= until:
        if not done.done():
            done.set_result(None)
        return
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(len(work).to_bytes(_LENGTH) + work)
    await child.stdin.drain()
    length = int.from_bytes(await child.stdout.readexactly(_LENGTH))
    found, error = pickle.loads(await child.stdout.readexactly(length))  # noqa: S301 - from a process of our own
    if done.done():
        return
    if error is None:
        done.set_result(found)
    else:
        done.set_exception(error)


class Thinkers:
    """Processes that start with their first job; what does not fit into their queues is left to the table.

    `most` jobs of each process wait at a time; `niceness` is how far the processes stand back. One that dies is replaced with
    its next job, once in `RESTART_SECONDS` at most. To be used in an event loop.
    """

    def __init__(
        self, processes: int, most: int, *, niceness: int = NICENESS, clock: Callable[[], float] = time.monotonic
    ) -> None:  # fmt: skip
        self.processes = processes
        self._most = most
        self._niceness = niceness
        self._clock = clock
        self._thinkers = [_Thinker(niceness) for _ in range(processes)]
        self._stopped = False

    def ask(self, think: Callable[[], Any], until: float | None = None) -> asyncio.Future[Any] | None:
        """The future answer of a process; None if nobody has time.

        `think`, and what it finds or raises, must survive the way to another process. A job that has not begun by `until` returns None. The future
        fails with BrokenExecutor where the process dies.
        """
        free = [one for one in self._thinkers if self._runs(one) and len(one.jobs) < self._most]
        if not free:
            return None
        return self._put(min(free, key=lambda one: len(one.jobs)), think, until)

    async def find(self, think: Callable[[], Any], until: float | None = None) -> Any:
        """As `ask`, for those who can wait, however many do.

        Raises:
            Exception: what thinking raised, or BrokenExecutor where the process died or there are none to be had.
        """
        running = [one for one in self._thinkers if self._runs(one)]
        if not running:
            raise BrokenExecutor("no processes")
        return await self._put(min(running, key=lambda one: len(one.jobs)), think, until)

    async def everywhere(self, job: Callable[[], None]) -> None:
        """Have every process do something.

        Raises:
            Exception: what the job raised, or BrokenExecutor where there are no processes to be had.
        """
        if not all(map(self._runs, self._thinkers)):
            raise BrokenExecutor("no processes")
        await asyncio.gather(*[self._put(one, job, None) for one in self._thinkers])

    def _runs(self, thinker: _Thinker) -> bool:
        waited = self._clock() - thinker.started >= RESTART_SECONDS
        return not self._stopped and (thinker.is_alive or waited)

    def _put(self, thinker: _Thinker, think: Callable[[], Any], until: float | None) -> asyncio.Future[Any]:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        try:
            thinker.put((pickle.dumps(think), until, done), self._clock())
        except Exception as error:  # noqa: BLE001 - whatever a game's values raise: nobody thinks about them
            done.set_exception(error)
        return done

    def rest(self) -> list[asyncio.Task[None]]:
        """End the processes until someone asks again, and cancel running jobs; returns those that end now."""
        ending = [task for thinker in self._thinkers for task in thinker.end()]
        self._thinkers = [_Thinker(self._niceness) for _ in self._thinkers]
        return ending

    async def stop(self) -> None:
        """Stop answering."""
        self._stopped = True
        await asyncio.gather(*self.rest(), return_exceptions=True)


def load_compiled() -> None:
    """Load the compiled bots, in the process that calls it."""
    warm_up.warm_all(_ignore)


def _ignore(label: str, done: int, of: int) -> None:
    """Nobody watches how far it is."""


def answer_all() -> None:
    """Do the jobs that come through standard input, until it ends as its server does; quieter than the tables, and deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):  # not on every system
        os.nice(int(sys.argv[1]))
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a bot prints is no answer
    while head := jobs.read(_LENGTH):
        answer = _answered(jobs.read(int.from_bytes(head)))
        try:
            answers.write(len(answer).to_bytes(_LENGTH) + answer)
            answers.flush()
        except BrokenPipeError:  # the server has gone, and nobody wants the rest of the buffer
            os._exit(0)


def _answered(job: bytes) -> bytes:
    """A job's result and None, or None and its exception, to send back."""
    try:
        return pickle.dumps((pickle.loads(job)(), None))  # noqa: S301 - from our server
    except Exception as error:  # noqa: BLE001 - whatever a bot may raise: the others go on
        place = "".join(traceback.format_exception(error))
        error.add_note(place)
        try:
            answer = pickle.dumps((None, error))
            pickle.loads(answer)  # noqa: S301 - our own
        except Exception:  # noqa: BLE001 - it does not survive the way
            answer = pickle.dumps((None, RuntimeError(place)))
        return answer


# --- bots that search are compiled once on a machine, in a process of their own, while the tables go on

COMMAND = (sys.executable, "-m", "paiju", "warmup")
_NICE = 10
_FAILED = "compiling the bots failed; they play without searching"


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
        """Whether the compilation has failed."""
        return self._task is not None and self._task.done() and not self.ready

    async def settled(self, seconds: float) -> None:
        """Wait for the compilation, at most this many seconds."""
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
        logger.info("compiling the searching bots")
        child = await asyncio.create_subprocess_exec(
            *self._command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL,
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


# --- who answers for the bots of all tables: quick ones here, those that search in processes

_FAILED_BOT = "bot failed"
_STAND_INS = f"weaker bots play in place of the searching ones; to install them: {FAST}"

QUICK_SECONDS = 0.001
"""Seconds that quick bots may answer in one turn of the loop; at least one answers."""
MOST_WAITING = 8
MOST_SECONDS = 10.0
"""The default seconds for a worker to answer."""

Post = Callable[[Callable[[int], Any]], None]
"""Takes a step of a table."""


def look(_now: int) -> None:
    """The step of a table that only has to look when its time comes."""


Hear = Callable[[Any], None]
"""Takes what was found to a table."""
Quick = tuple[Thought, Post, float | None]
"""A question to a quick bot, the way to its table, and its deadline by `time.monotonic`."""


class Brains:
    """Quick bots answer in the loop, a batch in each of its turns: a thread would cost the tables more than it leaves them.

    Others search on `helpers`, where there are any; else in processes once they are compiled, which the first question begins.
    """

    def __init__(
        self, compiling: Compiling | None = None, helpers: Helpers | None = None,
        took: Callable[[float], Any] = float,
    ) -> None:  # fmt: skip
        """`took` gets how many seconds the quick bots took in a turn of the loop."""
        self._helpers = helpers
        self._took = took
        self._quick: deque[Quick] = deque()
        self._loading: asyncio.Future[None] | None = None
        self._thinkers = Thinkers(max(1, (os.cpu_count() or 1) - 1), MOST_WAITING)
        self._compiling = compiling or Compiling(self._load)
        if missing():
            logger.warning(_STAND_INS)

    def ask(self, thought: Thought, post: Post, seconds: float | None = None) -> bool:
        """Have a question answered; `post` takes the table's step that hears what was found. False if nobody has time.

        A question that nobody comes to within `seconds` is dropped.
        """
        until = None if seconds is None else time.monotonic() + seconds
        choosing = thought.think
        if isinstance(choosing, Choosing) and choosing.level not in SLOW:
            if not self._quick:
                asyncio.get_running_loop().call_soon(self._answer_quick)
            self._quick.append((thought, post, until))
            return True
        if not isinstance(choosing, Choosing):
            self._compiling.begin()
            advice = partial(choosing, compiled=self._compiling.ready)
            return self._ask_here(advice, partial(_hear, thought, post), until)
        question = questions.choice(choosing)
        hear = partial(_hear, thought, post)
        return self._hand_over(choosing, question, hear, until) or self._search_here(
            choosing, question, hear, until
        )

    def _answer_quick(self) -> None:
        """Answer what is still wanted, as far as a turn goes; a bot that fails does not. No table needs a turn to hear it."""
        if self._loading is None and not warm_up.is_quick():  # what the first answer loads takes a second
            self._loading = asyncio.get_running_loop().run_in_executor(None, warm_up.load_quick)
            self._loading.add_done_callback(self._begin_answers)
        if self._loading is not None and not self._loading.done():
            return
        began = time.monotonic()
        while self._quick:
            thought, post, until = self._quick.popleft()
            if until is None or time.monotonic() < until:
                try:
                    thought.hear(thought.think(), 0)
                    if thought.wakes:
                        post(look)
                except Exception:
                    logger.exception(_FAILED_BOT)
            if time.monotonic() - began >= QUICK_SECONDS:
                break
        self._took(time.monotonic() - began)
        if self._quick:
            asyncio.get_running_loop().call_soon(self._answer_quick)

    def _begin_answers(self, loading: asyncio.Future[None]) -> None:
        if not loading.cancelled():
            if error := loading.exception():
                logger.error(_FAILED_BOT, exc_info=error)
            self._answer_quick()

    def _hand_over(self, choosing: Choosing, question: str | None, hear: Hear, until: float | None) -> bool:
        """Leave a search to the workers. Questions that they do not answer are searched here, if there is still time."""
        if self._helpers is None:
            return False

        def answered(text: str | None) -> None:
            if (found := questions.chosen(text, choosing)) is not None:
                hear(found)
            else:
                self._search_here(choosing, question, hear, until)

        seconds = MOST_SECONDS if until is None else until - time.monotonic()
        return self._helpers.hand(questions.CHOICE, question, seconds, answered)

    def _search_here(self, choosing: Choosing, question: str | None, hear: Hear, until: float | None) -> bool:
        self._compiling.begin()
        if not self._compiling.ready:  # the quick bot decides at the table
            return False
        if question is None:
            return self._ask_here(choosing, hear, until)
        search = partial(questions.answered, questions.CHOICE, question, "")
        return self._ask_here(search, lambda text: hear(questions.chosen(text, choosing)), until)

    def _ask_here(self, think: Callable[[], Any], hear: Hear, until: float | None) -> bool:
        future = self._thinkers.ask(think, until)
        if future is not None:
            future.add_done_callback(partial(_settle, hear))
        return future is not None

    async def _load(self) -> None:
        """Have the processes load what is compiled, before they are to use it."""
        await self._thinkers.everywhere(load_compiled)

    async def stop(self) -> None:
        """Stop answering."""
        self._quick.clear()
        await self._thinkers.stop()
        await self._compiling.stop()


def _hear(thought: Thought, post: Post, found: Any) -> None:
    post(partial(thought.hear, found))


def _settle(hear: Hear, done: asyncio.Future[Any]) -> None:
    """Tell a table what was found. A bot that fails answers nothing: its table goes on without it."""
    if done.cancelled():
        return
    error = done.exception()
    if error is None:
        hear(done.result())
    elif not isinstance(error, BrokenExecutor):
        logger.error(_FAILED_BOT, exc_info=error)
