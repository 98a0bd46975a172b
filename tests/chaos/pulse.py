"""Whether a connection still carries anything, as a page finds out (`pulse.js`)."""

from __future__ import annotations

import time

TICK = 0.25
"""Seconds between looks."""
QUIET, ANSWER, OPEN, REOPEN, MOST = 1.25, 2.0, 5.0, 2.5, 10.0
"""Seconds that nothing may come, and that an answer, the first connection, another one, and any of them after many misses may take."""
TIMES, OPEN_WAYS = 4, 3


class Pulse:
    """Watches one connection after the other."""

    def __init__(self) -> None:
        self.heard_at = time.monotonic()
        self.took = 0.0
        self._asked_at = 0.0
        self._least, self._ways, self._missed = OPEN, 1, 0

    def opening(self) -> None:
        """A connection is being made."""
        self._await(REOPEN if self.took else OPEN, OPEN_WAYS)

    def ask(self) -> bool:
        """Whether to ask for an answer: none is awaited."""
        if self._asked_at:
            return False
        self._await(ANSWER, 1)
        return True

    def _await(self, least: float, ways: int) -> None:
        self._asked_at, self._least, self._ways = time.monotonic(), least, ways

    def heard(self) -> None:
        """Something has come."""
        now = time.monotonic()
        if self._asked_at:
            self.took = (now - self._asked_at) / self._ways
        self._asked_at, self._missed, self.heard_at = 0.0, 0, now

    @property
    def is_quiet(self) -> bool:
        """Whether it is time to ask."""
        return not self._asked_at and time.monotonic() - self.heard_at > QUIET

    def patience(self) -> float:
        """Seconds that what is awaited may still take."""
        most = max(self._least, TIMES * self.took) * (1 + self._missed / 2)
        return self._asked_at + min(MOST, most) - time.monotonic() if self._asked_at else MOST

    def miss(self) -> None:
        """What was awaited has not come."""
        self._missed += 1
        self._asked_at = 0.0
