"""What a node knows of the workers on its database, and the questions that they have of it.

Whoever hands a question over hears an answer or None, once: None if nobody has taken it, the worker died with it, or its time is over.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL

from paiju.server.judging import Judging
from paiju.server.logs import log_error
from paiju.server.store import StoreError
from paiju.server.store.line import RETRY_SECONDS
from paiju.server.workers import forms
from paiju.server.workers.desk import Desk

LOOK_SECONDS = 1.0
"""How often a node looks whether there are workers."""
POLL_SECONDS = 0.1
"""How often it looks for answers that no hint has told of."""
JUDGED_SECONDS = 30.0
"""So long an answer about a finished deal is waited for."""

Hear = Callable[[str | None], None]


@dataclass(frozen=True, slots=True)
class _Handed:
    kind: str
    asked: str
    seconds: float
    hear: Hear


class Helpers:
    """See the module."""

    def __init__(self, url: URL) -> None:
        own = f"paiju_{secrets.token_hex(12)}"
        self._desk, self._channel = Desk(url, own), own
        self._places = 0
        self._looked = -LOOK_SECONDS
        self._new: list[_Handed] = []
        self._waiting: dict[int, _Handed] = {}
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to look for workers."""
        listening = self._desk.line.listen(self._channel, self._woken.set)
        self._tasks = [asyncio.create_task(work, name="helpers") for work in (self._run(), listening)]

    async def stop(self) -> None:
        """Hand nothing over any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._give_back()
        with suppress(StoreError):
            await self._desk.drop()
        await self._desk.close()

    @property
    def are_free(self) -> bool:
        """Whether there are workers that have not as many questions of this node as they can think about."""
        return len(self._new) + len(self._waiting) < self._places

    def hand(self, kind: str, asked: str | None, seconds: float, hear: Hear) -> bool:
        """Leave a question to the workers, whose answer somebody wants within so long; False if it cannot be."""
        if asked is None or not self.are_free:
            return False
        self._new.append(_Handed(kind, asked, seconds, hear))
        self._woken.set()
        return True

    async def judged(self, judging: Judging) -> Any:
        """What a worker finds about a finished deal; None if no worker has."""
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def hear(text: str | None) -> None:
            if not answer.done():
                answer.set_result(text)

        if not self.are_free or not self.hand(judging.kind, forms.about(judging), JUDGED_SECONDS, hear):
            return None
        return forms.found(await answer, judging)

    async def _run(self) -> None:
        while True:
            try:
                await self._turn()
            except StoreError as error:
                log_error("workers out of reach", error, code=error.code)
                self._give_back()
                await asyncio.sleep(RETRY_SECONDS)

    async def _turn(self) -> None:
        """Wait for something to do, and do it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS if self._waiting else LOOK_SECONDS):
                await self._woken.wait()
        self._woken.clear()
        while self._new:
            one = self._new[0]
            number = await self._desk.put(one.kind, one.asked, one.seconds)
            self._waiting[number] = self._new.pop(0)
        for number, answer in await self._desk.take() if self._waiting else ():
            if handed := self._waiting.pop(number, None):
                handed.hear(answer)
        if time.monotonic() - self._looked >= LOOK_SECONDS:
            self._places = await self._desk.places()
            self._looked = time.monotonic()

    def _give_back(self) -> None:
        """Nobody answers: whoever asked hears that."""
        self._places = 0
        given, self._new, self._waiting = [*self._new, *self._waiting.values()], [], {}
        for handed in given:
            handed.hear(None)
