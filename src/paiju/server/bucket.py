"""How often something may be done: so many at once, and one more after each while."""

from __future__ import annotations

from dataclasses import dataclass

_HAIR = 1e-9
"""What rounding may leave missing of a token."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and one more each so many ms."""

    most: float
    refill_ms: float


class Bucket:
    """What is left of a rate to one who asks. Times are in ms and do not run back."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._left, self._at = rate, float(rate.most), now

    def wait(self, now: float, tokens: float = 1.0) -> float:
        """How long until so many are there, in ms; 0 for now."""
        self._left = min(self._rate.most, self._left + (now - self._at) / self._rate.refill_ms)
        self._at = now
        lacks = tokens - self._left
        return lacks * self._rate.refill_ms if lacks > _HAIR else 0.0

    def is_full(self, now: float) -> bool:
        """Whether all of it is there, so that a new one would be the same."""
        return self.wait(now, self._rate.most) == 0.0

    def spend(self, now: float, tokens: float = 1.0) -> bool:
        """Take so many if they are there; tokens below 0 are given back."""
        if self.wait(now, tokens):
            return False
        self._left = min(self._rate.most, self._left - tokens)
        return True
