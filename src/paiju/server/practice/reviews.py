"""Reviews of deals, computed in processes of their own and sent as they come; results are stored with the record."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool

import paiju
from paiju.analysis.review import Depth, version
from paiju.analysis.review.model import pack_of, sources
from paiju.bots import warm_up
from paiju.core.errors import PaijuError, RecordError
from paiju.kernels import missing
from paiju.server.cluster.questions import Helpers
from paiju.server.errors import ServerError
from paiju.server.hub.thinkers import RESTART_SECONDS, Compiling, Thinkers
from paiju.server.ops.logs import log_error
from paiju.server.practice.judgements import DEPTH, Answer, Found, Job, Judging, Onlooker, Wanted, progress
from paiju.server.store.base import StoreError
from paiju.server.store.engines import parsed
from paiju.server.store.rows import ReviewRow, StoredRecord
from paiju.server.store.store import Store

_LEAST = Depth(candidates=2, first=2, second=2, most=2, before=1, open=1)
_QUESTIONS = 24
"""Enough to come from before play into play."""


def load(game: str) -> None:
    """Load what a review of a game takes, if it has been compiled: judge a few questions of a deal, as little as possible."""
    if missing() or not warm_up.is_ready():
        return
    rules = paiju.load(game)
    options = rules.options({})
    reviewer = pack_of(options).reviewer(options, _LEAST)
    state = rules.deal(options, bytes(32))
    for _ in range(_QUESTIONS):
        if not (actors := rules.actors(state)):
            return
        seat = actors[0]
        actions = rules.legal_actions(state, seat)
        reviewer.open_value_after(state, seat, actions[0], 0)
        if len(actions) > 1:
            reviewer.judge(rules.view(state, seat), actions, actions[0], 0)
        state, _ = rules.apply(state, seat, actions[0])


class Preparing:
    """Has a process `load` a game, once until it is forgotten; `find` runs a function in a process."""

    def __init__(self, find: Callable[[Callable[[], Any]], Awaitable[Any]]) -> None:
        self._find = find
        self._games: dict[str, asyncio.Task[None]] = {}

    def begin(self, game: str) -> None:
        """Have a game loaded, in the background."""
        if game not in self._games:
            self._games[game] = asyncio.create_task(self._load(game), name="prepare reviews")

    async def _load(self, game: str) -> None:
        try:
            await self._find(partial(load, game))
        except (PaijuError, BrokenExecutor):  # a request for a review will meet it again
            pass
        except Exception as error:  # noqa: BLE001 - as in a review: whatever it is, it is ours
            log_error("review not prepared", error)

    def forget(self) -> None:
        """End the processes."""
        for task in self._games.values():
            task.cancel()
        self._games.clear()


# --- reviews under way, computed beside the tables

Json = dict[str, Any]
Key = tuple[str, int, int]
"""A record, a deal from 1, a seat."""

MOST_JOBS = 16
MOST_OWN = 2
"""The most reviews of one guest at a time: one page on the desk, one in the hand."""
SLICE_SECONDS = 0.3
IDLE_SECONDS = 600.0
"""Idle processes end after this; a kernel's machine code takes memory."""
_NICENESS = 15
_DEATHS = 2


async def _nothing() -> None:
    """Processes of reviews load what is compiled with their first slice, or before (`preparing`)."""


class Reviews:
    """See the module."""

    def __init__(
        self, store: Store, *, thinkers: Thinkers | None = None, compiling: Compiling | None = None,
        clock: Callable[[], float] = time.monotonic, helpers: Helpers | None = None,
    ) -> None:  # fmt: skip
        processes = max(1, ((os.cpu_count() or 1) - 1) // 2)
        self._store, self._clock, self._helpers = store, clock, helpers
        self._thinkers = thinkers or Thinkers(processes, MOST_JOBS, niceness=_NICENESS)
        self._turns = asyncio.Semaphore(self._thinkers.processes)
        self._compiling = compiling or Compiling(_nothing, look=partial(self._turn, warm_up.is_ready))
        self._preparing: Preparing | None = None
        self._reading: asyncio.Task[str] | None = None
        self._jobs: dict[Key, Job] = {}
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._thinking = 0
        self._resting: asyncio.TimerHandle | None = None

    async def look(
        self, key: Key, onlooker: Onlooker, done: int, load: Callable[[], Awaitable[StoredRecord]],
        allow: Callable[[], None],
    ) -> Json:  # fmt: skip
        """The pieces of a review beyond `done`, as soon as there are any; begins the review if nobody has.

        `load` finds the record; `allow` is called, and may raise, before anything is computed.

        Raises:
            ServerError: page.none, review.busy, and what `load` and `allow` raise.
            PaijuError: for a deal that is not over or that nobody can play out.
        """
        self.leave(onlooker, but=key)
        job = self._jobs.get(key)
        if job is None:
            record = await load()
            if (found := await self._stored(key, record.game)) is not None:
                return progress("done", found, list(found.decisions), done)
            job = self._jobs.get(key) or self._begin(key, record, allow)
        self._make_room(onlooker[0], key)
        job.onlookers.add(onlooker)
        return await job.news(done)

    def start(self) -> None:
        """The server runs: prepare from now on what may be requested next, the name of this version first of all."""
        self._reading = asyncio.create_task(asyncio.to_thread(sources))
        self._preparing = Preparing(self._thinkers.find)

    def prepare(self, game: str) -> None:
        """A page displays a record of this game, and may ask for its review: a process loads what that takes."""
        if self._preparing is not None and not (self._helpers is not None and self._helpers.are_free):
            self._preparing.begin(game)
            self._rest_later()

    async def think(self, judging: Judging) -> Json:
        """The answer of a worker, or of a process of the reviews between their slices.

        Raises:
            ServerError: review.busy, while there is no machine code yet or too many wait.
            PaijuError: the error of the question.
        """
        answer: Answer | None = await self._handed(judging)
        if answer is None:
            self._compiling.begin()
            if not self._compiling.ready or self._thinking >= MOST_JOBS:
                raise ServerError("review.busy", "not now")
            self._thinking += 1
            try:
                answer = await self._turn(judging.answer)
            finally:
                self._thinking -= 1
        if answer.found is None:
            raise _refusal(answer.refused)
        return answer.found

    async def _handed(self, judging: Judging) -> Any:
        """The answer of a worker; None if there is none."""
        return await self._helpers.judged(judging) if self._helpers is not None else None

    def leave(self, onlooker: Onlooker, *, but: Key | None = None) -> None:
        """A guest's page looks at no review, or at none but one: what nobody else looks at ends."""
        looked_at = [key for key, job in self._jobs.items() if key != but and onlooker in job.onlookers]
        for key in looked_at:
            self._lose(key, {onlooker})

    async def stop(self) -> None:
        """Stop all reviews."""
        for task in list(self._tasks.values()):
            task.cancel()
        if self._resting is not None:
            self._resting.cancel()
        if self._preparing is not None:
            self._preparing.forget()
        await self._thinkers.stop()
        await self._compiling.stop()

    def _make_room(self, guest: str, key: Key) -> None:
        """A guest looks at one more: the one that they began to look at first gives way to it."""
        own = [other for other, job in self._jobs.items() if other != key and _of(guest, job)]
        for other in own[: len(own) + 1 - MOST_OWN]:
            self._lose(other, _of(guest, self._jobs[other]))

    def _lose(self, key: Key, onlookers: set[Onlooker]) -> None:
        job = self._jobs[key]
        job.onlookers -= onlookers
        if not job.onlookers:
            self._tasks[key].cancel()

    async def _stored(self, key: Key, game: str) -> Found | None:
        text = await self._store.review(*key, await run_in_threadpool(version, game, DEPTH))
        if not (row := parsed(text or "{}", {})):
            return None
        return Found(row["of"], row["of"], tuple(row["decisions"]), row["deal"])

    def _begin(self, key: Key, record: StoredRecord, allow: Callable[[], None]) -> Job:
        if len(self._jobs) >= MOST_JOBS:
            raise ServerError("review.busy", "too many reviews at once")
        allow()
        job = self._jobs[key] = Job(Wanted(record.document, *key[1:], record.record), self._clock)
        task = self._tasks[key] = asyncio.create_task(self._run(key, record.game, job), name="review")
        task.add_done_callback(lambda _: self._ended(key))
        return job

    def _ended(self, key: Key) -> None:
        del self._jobs[key], self._tasks[key]
        self._rest_later()

    def _rest_later(self) -> None:
        """End the processes after a while without work."""
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._rest)

    def _rest(self) -> None:
        if not self._jobs:
            if self._preparing is not None:
                self._preparing.forget()
            self._thinkers.rest()

    async def _run(self, key: Key, game: str, job: Job) -> None:
        try:
            while not job.over and not job.deserted:
                if (found := await self._slice(job)) is not None:
                    job.take(found)
            if job.found.deal is not None:
                await self._put(key, game, job)
        except PaijuError as error:
            job.error = error
        except Exception as error:  # noqa: BLE001 - whatever it is, it is ours, and the pages that wait must hear of it
            log_error("review failed", error)
            job.error = ServerError("server.error")
        job.change()

    async def _compiled(self, job: Job) -> None:
        """Wait until there is machine code, which is made once on a machine."""
        self._compiling.begin()
        while not self._compiling.ready and not job.deserted:
            if self._compiling.failed:
                raise ServerError("server.error", "the bots are not compiled")
            job.state = "compiling"
            await self._compiling.settled(SLICE_SECONDS)

    async def _slice(self, job: Job) -> Found | None:
        """What the next slice finds; None if nobody wants to know any more before it has begun."""
        judging = Judging("review", job.wanted, (job.found.done, SLICE_SECONDS))
        found: Found | None = await self._handed(judging)
        if found is None:
            await self._compiled(job)
            if job.deserted:
                return None
            found = await self._turn(judging.answer)
        if found.refused is not None:
            raise _refusal(found.refused)
        return found

    async def _turn(self, think: Callable[[], Any]) -> Any:
        """The result of a process when its turn has come, again where it died."""
        async with self._turns:
            for _ in range(_DEATHS - 1):
                try:
                    return await self._thinkers.find(think)
                except BrokenExecutor:
                    await asyncio.sleep(RESTART_SECONDS)
            return await self._thinkers.find(think)

    async def _put(self, key: Key, game: str, job: Job) -> None:
        whole = {"of": job.found.of, "decisions": job.decisions, "deal": job.found.deal}
        text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
        try:
            await self._store.put_review(ReviewRow(*key, version(game, DEPTH), text))
        except StoreError as error:  # the pages that wait have it all the same
            log_error("review not stored", error, code=error.code)


def _of(guest: str, job: Job) -> set[Onlooker]:
    """The pages of a guest that look at a review."""
    return {onlooker for onlooker in job.onlookers if onlooker[0] == guest}


def _refusal(refused: tuple[str, Json] | None) -> PaijuError:
    assert refused is not None, "there is an answer or a refusal"
    code, facts = refused
    return (RecordError if code.startswith("record.") else ServerError)(code, code, facts)
