"""The processes in which the bots of all tables think: quick ones apart from those that search."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from paiju.server.compiling import Compiling
from paiju.server.table.thinking import Thought
from paiju.server.thinkers import Thinkers, in_time, load_compiled

MOST_QUICK, MOST_SLOW = 256, 8


class Brains:
    """Bots that search do so once they are compiled, which the first question to one of them begins."""

    def __init__(self, compiling: Compiling | None = None) -> None:
        self._quick = Thinkers(1, MOST_QUICK)
        self._slow = Thinkers(max(1, (os.cpu_count() or 1) - 1), MOST_SLOW)
        self._compiling = compiling or Compiling(self._load)

    def ask(
        self, thought: Thought, post: Callable[[Callable[[int], Any]], None], seconds: float | None = None
    ) -> bool:
        """Have a process think; `post` takes the table's step that hears what was found. False if nobody has time.

        Who does not come to it within `seconds` need not begin.
        """
        think: Callable[[], Any] = partial(thought.think, compiled=self._compiling.ready)
        if seconds is not None:
            think = partial(in_time, time.monotonic() + seconds, think)
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


def _later(
    post: Callable[[Callable[[int], Any]], None], hear: Callable[[Any, int], None]
) -> Callable[[Any], None]:
    """What takes an answer of another process to the loop that asked."""
    loop = asyncio.get_running_loop()

    def answer(found: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            loop.call_soon_threadsafe(post, partial(hear, found))

    return answer
