"""A worker, which computes for the nodes on a PostgreSQL database, and keeps nothing.

WorkerError
  worker.sqlite   workers need a database that several machines can reach
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from sqlalchemy import URL

from paiju.core.errors import PaijuError
from paiju.server.cluster import questions as forms
from paiju.server.cluster.nodes import RETRY_SECONDS
from paiju.server.cluster.questions import CHANNEL, Desk, Question
from paiju.server.hub.thinkers import Thinkers, load_compiled
from paiju.server.ops import logs
from paiju.server.ops.logs import log_error
from paiju.server.ops.process import signals
from paiju.server.store import queries, upgrade
from paiju.server.store.base import StoreError
from paiju.server.store.engines import Reader, file_of, parse_url, troubles

logger = logging.getLogger(__name__)

BEAT_SECONDS = 0.3
POLL_SECONDS = 0.15
"""Seconds between looks for questions without a notification."""
MOST_RECORDS = 8


class WorkerError(PaijuError):
    """A worker that cannot start."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The database, and how many questions are thought about at a time."""

    db: URL
    places: int


def plan(db: str | None, places: int | None) -> Plan:
    """The plan that a command line describes.

    Raises:
        WorkerError: worker.sqlite.
        StoreError: store.url.
    """
    url = parse_url(db)
    if file_of(url) is not None:
        detail = (
            "workers need PostgreSQL, which other machines can reach; a server on SQLite thinks for itself"
        )
        raise WorkerError("worker.sqlite", detail)
    return Plan(url, places or os.cpu_count() or 1)


def run(plan: Plan, started: Callable[[], None]) -> None:
    """As `work`, until SIGTERM or Ctrl-C; the log goes to stderr."""
    logs.configure(quiet=sys.stderr.isatty())
    asyncio.run(_until_signal(plan, started))


async def _until_signal(plan: Plan, started: Callable[[], None]) -> None:
    stop = asyncio.Event()
    with signals(stop):
        await work(plan, started, stop)


async def work(plan: Plan, started: Callable[[], None], stop: asyncio.Event) -> None:
    """Answer questions until `stop`; the bots have to be compiled already.

    Raises:
        StoreError: store.open, store.newer, store.older.
    """
    worker = Worker(plan.db, plan.places)
    try:
        await worker.begin()
        started()
        await worker.run(stop)
    finally:
        await worker.end()


class Worker:
    """See the module; `places` is how many questions it has at a time."""

    def __init__(self, url: URL, places: int) -> None:
        self._url, self._places = url, places
        self._desk = Desk(url, f"worker_{secrets.token_hex(12)}")
        self._thinkers = Thinkers(places, 2)
        self._reading = Reader(url)
        self._documents: dict[str, str] = {}
        self._held: dict[int, asyncio.Task[None]] = {}
        self._woken = asyncio.Event()

    async def begin(self) -> None:
        """Check that the database is one of this version, and have every process load what is compiled.

        Raises:
            StoreError: store.open, store.newer, store.older.
        """
        with troubles(self._url):
            await self._reading.read(upgrade.check)
        await self._thinkers.everywhere(load_compiled)

    async def run(self, stop: asyncio.Event) -> None:
        """Answer questions until `stop`."""
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(work, name="worker")
                for work in (self._claim(), self._beat(), self._desk.line.listen(CHANNEL, self._woken.set))
            ]
            await stop.wait()
            for task in tasks:
                task.cancel()

    async def end(self) -> None:
        """Give back what is not answered, and go."""
        for task in self._held.values():
            task.cancel()
        await self._thinkers.stop()
        with suppress(StoreError):
            await self._desk.leave(self._held)
            await self._desk.go()
        await self._desk.close()
        await self._reading.dispose()

    async def _beat(self) -> None:
        """Say over and over that this worker is here."""
        while True:
            try:
                await self._desk.beat(self._places, list(self._held))
            except StoreError as error:
                log_error("database unreachable", error, code=error.code)
            await asyncio.sleep(BEAT_SECONDS)

    async def _claim(self) -> None:
        """Take questions as long as there is room for more."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._woken.wait()
            self._woken.clear()
            try:
                while (room := self._places - len(self._held)) and (
                    questions := await self._desk.claim(room)
                ):
                    for question in questions:
                        self._take_up(question)
            except StoreError as error:
                log_error("database unreachable", error, code=error.code)
                await asyncio.sleep(RETRY_SECONDS)

    def _take_up(self, question: Question) -> None:
        task = asyncio.create_task(self._answer(question), name="question")
        self._held[question.id] = task
        task.add_done_callback(lambda _: self._done(question.id))

    def _done(self, question: int) -> None:
        del self._held[question]
        self._woken.set()

    async def _answer(self, question: Question) -> None:
        """Think about a question and answer it; whatever goes wrong, its node does not wait for it."""
        try:
            answer = await self._thought(question)
            if answer is None:
                await self._desk.leave([question.id])
            else:
                await self._desk.answer(question.id, answer)
        except StoreError as error:
            log_error("answer not sent", error, code=error.code)

    async def _thought(self, question: Question) -> str | None:
        until = asyncio.get_running_loop().time() + question.seconds
        try:
            record = forms.record_of(question.kind, question.content)
            document = "" if record is None else await self._document(record)
            think = partial(forms.answered, question.kind, question.content, document)
            found: str | None = await self._thinkers.find(think, until)
        except BrokenExecutor:
            await asyncio.sleep(
                RETRY_SECONDS
            )  # a process died of it, perhaps; others may come to the same end
            return None
        except StoreError:
            raise
        except Exception:  # a bot may fail in any way; its question is one of many
            logger.exception("question not answered")
            return None
        return found

    async def _document(self, record: str) -> str:
        """The document of a record, "" for one that has gone."""
        if record not in self._documents:
            while len(self._documents) >= MOST_RECORDS:
                self._documents.pop(next(iter(self._documents)))
            with troubles(self._url):
                stored = await self._reading.read(partial(queries.read_record, record=record))
            self._documents[record] = "" if stored is None else stored.document
        return self._documents[record]
