"""When a match has shown enough: a confidence sequence that may be looked at after every pair.

An ordinary 95 % interval holds at one size fixed before; whoever looks again and again until it excludes 0 is
wrong far more often than in one of twenty matches. `Sequence` is the asymptotic confidence sequence of
Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform central limit theory and asymptotic confidence
sequences"), a normal mixture: with n values of standard deviation s, the half width is

    s * sqrt(2 (n r + 1) / (n^2 r) * log(sqrt(n r + 1) / 0.05))

for every n at once, r chosen so that it is narrowest near `TIGHTEST` values. "Asymptotic" means that the first
look must not be too early: there is none before `FIRST_LOOK` values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt

MISSED = 0.05
TIGHTEST = 1000
FIRST_LOOK = 50
_LOG = -2 * log(MISSED)
_MIXTURE = (_LOG + log(_LOG + 1)) / TIGHTEST


@dataclass(slots=True)
class Sequence:
    """Values one after another, and the interval that holds their mean at all times with 95 %."""

    size: int = 0
    mean: float = 0.0
    _squares: float = field(default=0.0, repr=False)

    def add(self, value: float) -> None:
        """Take one more value in."""
        self.size += 1
        step = value - self.mean
        self.mean += step / self.size
        self._squares += step * (value - self.mean)

    @property
    def half_width(self) -> float:
        """Half the width of the interval around the mean; infinite before the first look."""
        if self.size < FIRST_LOOK:
            return inf
        scaled = self.size * _MIXTURE + 1
        variance = self._squares / (self.size - 1)
        return sqrt(variance * 2 * scaled / (self.size**2 * _MIXTURE) * log(sqrt(scaled) / MISSED))

    def decided(self, width: float) -> bool:
        """Whether the interval excludes 0, or is as narrow as `width` to either side."""
        half = self.half_width
        return abs(self.mean) > half or half <= width
