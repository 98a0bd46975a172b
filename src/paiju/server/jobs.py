"""A review under way, as those see it who wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from paiju.core.errors import PaijuError
from paiju.server.reviewing import Found, Wanted

Json = dict[str, Any]
Onlooker = tuple[str, str]
"""A guest, and which of his pages it is."""

NEWS_SECONDS = 5.0
"""How long a page waits for news at a time."""
LEFT_SECONDS = 15.0
"""A review that no page has asked after for so long ends."""


class Job:
    """A review under way, and who waits for it."""

    def __init__(self, wanted: Wanted, clock: Callable[[], float]) -> None:
        self.wanted, self._clock = wanted, clock
        self.onlookers: set[Onlooker] = set()
        self.state = "waiting"
        self.found = Found()
        self.decisions: list[Json] = []
        self.error: PaijuError | None = None
        self._watching, self._left = 0, clock()
        self._changed = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether there will be nothing more."""
        return self.found.deal is not None or self.error is not None

    @property
    def deserted(self) -> bool:
        """Whether nobody wants to know any more."""
        return not self._watching and self._clock() - self._left > LEFT_SECONDS

    def take(self, found: Found) -> None:
        """Hear what a slice found."""
        self.found = found
        self.decisions += found.decisions
        self.state = "running" if found.deal is None else "done"
        self.change()

    def change(self) -> None:
        """Wake whoever waits."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def news(self, done: int) -> Json:
        """What is known once more than `done` pieces are done, or after a while.

        Raises:
            PaijuError: what stood against the review.
        """
        self._watching += 1
        try:
            async with asyncio.timeout(NEWS_SECONDS):
                while not self.over and self.found.done <= done:
                    await self._changed.wait()
        except TimeoutError:
            pass
        finally:
            self._watching -= 1
            self._left = self._clock()
        if self.error is not None:
            raise self.error
        return told(self.state, self.found, self.decisions, done)


def told(state: str, found: Found, decisions: list[Json], done: int) -> Json:
    """What a page is told that knows the first `done` pieces."""
    news = {"state": state, "done": found.done, "of": found.of, "decisions": decisions[done:]}
    return {**news, "deal": found.deal}
