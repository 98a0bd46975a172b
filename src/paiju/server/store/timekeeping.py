"""What time it is for a database, though the machine's clock may be wrong for a while.

What is kept carries the time of its last use and goes when that is long ago, so a clock that jumps must take nothing
along. Beside the clock on the wall runs a steady one, which nobody sets, and the database knows what time it was last:

- A wall clock behind that, as that of a machine without a battery, counts for nothing: the steady one goes on.
- One that jumps forward counts once it has stood for a day; until then the steady one goes on.
- After a start it is used at once, since the server may have been off; but when that was for long, it is in doubt
  for an hour, in which network time corrects a wrong one. One that begins far behind has a day to be set.

While the clock is in doubt nothing is deleted. All times are seconds since 1970.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from paiju.server.store.base import DAY, HOUR

JUMP_SECONDS = HOUR
"""A wall clock that gains or loses so much at once has jumped; less is followed."""
ABSENT_SECONDS = 7 * DAY
"""A server may be off for so long before its clock is in doubt."""
SETTLED_SECONDS = DAY
GRACE_SECONDS = HOUR

Clock = Callable[[], float]


def _since_boot() -> float:
    """Seconds that nobody sets; a machine that sleeps counts them where the system can."""
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A wall clock that showed `wall` when the steady one showed `steady`; `used` meanwhile, believed after `seconds`."""

    wall: float
    steady: float
    used: bool
    seconds: int


class Timekeeper:
    """See the module."""

    def __init__(self, wall: Clock = time.time, steady: Clock = _since_boot) -> None:
        self._wall = wall
        self.steady = steady
        self._last, self._at = wall(), steady()
        self._starting = False
        self._doubt: _Doubt | None = None

    def begin(self, last: int | None) -> None:
        """Take up a database that knows what time it was last; None for one that does not."""
        self._last, self._at = self._wall() if last is None else last, self.steady()
        self._starting, self._doubt = True, None
        self._look()

    def now(self) -> int:
        """The time."""
        self._look()
        used = self._doubt is not None and self._doubt.used
        return int(self._wall()) if used else self.known()

    def known(self) -> int:
        """The time as far as it is beyond doubt."""
        return int(self._last + self.steady() - self._at)

    @property
    def in_doubt(self) -> bool:
        """Whether the wall clock may be wrong, so that nothing may be deleted by it."""
        self._look()
        return self._doubt is not None

    def _look(self) -> None:
        """Compare the clocks."""
        wall, steady = self._wall(), self.steady()
        ahead = wall - (self._last + steady - self._at)
        doubt = self._doubt
        if doubt is not None and abs(wall - doubt.wall - (steady - doubt.steady)) > JUMP_SECONDS:
            doubt = None  # it has jumped again
        if -JUMP_SECONDS <= ahead <= (ABSENT_SECONDS if self._starting else JUMP_SECONDS):
            self._follow(wall, steady)
        elif ahead < 0:
            self._doubt = None
            nearly_right = ahead >= -ABSENT_SECONDS
            self._starting &= not nearly_right and steady - self._at < SETTLED_SECONDS
        elif doubt is None:
            seconds = GRACE_SECONDS if self._starting else SETTLED_SECONDS
            self._doubt = _Doubt(wall, steady, self._starting, seconds)
        elif steady - doubt.steady >= doubt.seconds:
            self._follow(wall, steady)

    def _follow(self, wall: float, steady: float) -> None:
        self._last, self._at = wall, steady
        self._starting, self._doubt = False, None
