"""The processes in which the bots of all tables think: quick ones apart from those that search."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from paiju.bots.base import FAST
from paiju.kernels import missing
from paiju.server.compiling import Compiling
from paiju.server.table.thinking import Choosing, Thought
from paiju.server.thinkers import Thinkers, in_time, load_compiled
from paiju.server.workers import forms
from paiju.server.workers.helpers import Helpers

logger = logging.getLogger(__name__)
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
            if (found := forms.chosen(answer, choosing)) is not None:
                post(partial(thought.hear, found))
            else:
                self._ask_here(thought, post, until)

        seconds = MOST_SECONDS if until is None else until - time.monotonic()
        return helpers.hand(forms.CHOICE, forms.choice(choosing), seconds, hear)

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
