"""What the tables of a process share beside the store: one clock, figures for the metrics, processes that think."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from paiju.server.brains import Brains
from paiju.server.table.thinking import Thought


class Publisher:
    """See the module. `clock` gives seconds that never run back."""

    def __init__(self, clock: Callable[[], float], brains: Brains) -> None:
        self._clock = clock
        self._brains = brains
        self._counts: dict[str, float] = {}

    def now(self) -> int:
        """Milliseconds that never run back."""
        return int(self._clock() * 1000)

    def think(self, thought: Thought, post: Callable[[Callable[[int], Any]], None]) -> None:
        """Have a process think; `post` takes the table's step that hears what was found. Nobody hears if all are busy."""
        seconds = None if thought.until is None else (thought.until - self.now()) / 1000
        if not self._brains.ask(thought, post, seconds):
            self.count("thoughts_refused")

    def count(self, what: str, by: float = 1) -> None:
        """Add to a figure."""
        self._counts[what] = self._counts.get(what, 0) + by

    def took(self, seconds: float) -> None:
        """Note how long a step of a table took, storing included."""
        self.count("step_seconds", seconds)

    @property
    def counts(self) -> Mapping[str, float]:
        """What has been counted."""
        return self._counts

    async def stop(self) -> None:
        """Think no more."""
        await self._brains.stop()
