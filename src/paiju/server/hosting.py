"""A table, its task and its sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from paiju.core.errors import PaijuError
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.lines import Line
from paiju.server.table import visitors
from paiju.server.table.table import Table

if TYPE_CHECKING:
    from paiju.server.hub import Hub

logger = logging.getLogger(__name__)

STUCK_SECONDS = 0.05
SLOW, RESTART, REPLACED, GONE = 1013, 1012, 4001, 1000


class Host:
    """A table, its task and its sockets."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.table = table
        self.lines: dict[str, Line] = {}
        self._hub = hub
        self._inbox: asyncio.Queue[Callable[[int], Any]] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())
        self._stopping = False

    def post(self, step: Callable[[int], Any]) -> None:
        """Let the table's task carry out a step; `step` gets the time."""
        self._inbox.put_nowait(step)

    async def call(self, step: Callable[[int], Any]) -> Any:
        """As `post`, with the result of the step, once it is kept."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def carry_out(now: int) -> Callable[[], None]:
            try:
                result = step(now)
            except PaijuError as error:
                failure = error
                return lambda: None if done.done() else done.set_exception(failure)
            return lambda: None if done.done() else done.set_result(result)

        self.post(carry_out)
        await asyncio.wait({done, self._task}, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise ServerError("room.none", "the table has gone")
        return done.result()

    async def stop(self) -> None:
        """End the task after what is in the inbox."""
        self._stopping = True
        self.post(lambda now: None)
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        hub = self._hub
        await self._flush([])
        due: int | None = None
        while not (self._stopping and self._inbox.empty()):
            before, due = due, self.table.wake
            pause = None if due is None else max(0, due - hub.now()) / 1000
            if pause == 0 and due == before:
                pause = (
                    STUCK_SECONDS  # what was due is still due: a mistake, which must not take a whole core
                )
                hub.count("stuck")
            steps: list[Callable[[int], Any]] = []
            with contextlib.suppress(asyncio.TimeoutError):
                steps.append(await asyncio.wait_for(self._inbox.get(), pause))
            while not self._inbox.empty():
                steps.append(self._inbox.get_nowait())
            began = time.perf_counter()
            try:
                await self._step(steps)
            except Exception:
                logger.exception("table failed", extra={"table": self.table.room.table})
                await hub.fail(self)
                return
            hub.count("steps")
            hub.took(time.perf_counter() - began)

    async def _step(self, steps: list[Callable[[int], Any]]) -> None:
        now = self._hub.now()
        after = [step(now) for step in steps]
        self.table.tick(now)  # always: whoever keeps the inbox full must not stop the clock
        await self._flush([call for call in after if callable(call)])

    async def _flush(self, after: list[Callable[[], None]]) -> None:
        """Keep, then tell."""
        outcome = self.table.take(self._hub.now())
        if outcome.successor is not None:
            await self._hub.adopt(outcome.successor)
        if outcome.writes:
            await self._hub.store.write(outcome.writes)
        for call in after:
            call()
        for guest, message in outcome.sends:
            line = self.lines.get(guest)
            if line is not None and not line.put(p.encode(message)):
                self.drop(line, SLOW)
        for thought in outcome.thoughts:
            self._hub.think(self, thought)
        for guest in outcome.closes:
            if line := self.lines.get(guest):
                self.drop(line, REPLACED)

    def drop(self, line: Line, code: int) -> None:
        """Close a socket. The table hears of it now: a page that does not read may not be told for long."""
        line.hang_up(code)
        if self.lines.get(line.guest.id) is line:
            del self.lines[line.guest.id]
            self.post(partial(visitors.disconnect, self.table, line.guest.id))
