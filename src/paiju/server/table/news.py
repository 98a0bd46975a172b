"""When everybody hears of the room again: at once, unless there has been so much of it that the last word will do."""

from __future__ import annotations

MOST_AT_ONCE = 20
PAUSE_MS = 250
"""So many, and then one in so many ms: whoever comes and goes without end must not keep everybody's page busy."""


class News:
    """Counts how often the room has been told. A new stage is told at once in any case, since others go by it."""

    def __init__(self, now: int) -> None:
        self._untold = False
        self._stage = ""
        self._left, self._at = float(MOST_AT_ONCE), now

    def changed(self) -> None:
        """There is something to tell."""
        self._untold = True

    @property
    def wake(self) -> int | None:
        """When it will be told; None if there is nothing, which `tell` has said."""
        return self._at + round((1 - self._left) * PAUSE_MS) + 1 if self._untold else None

    def tell(self, stage: str, now: int) -> bool:
        """Whether everybody is told now."""
        if not self._untold:
            return False
        self._left = min(float(MOST_AT_ONCE), self._left + (now - self._at) / PAUSE_MS)
        self._at = now
        if self._left < 1 and stage == self._stage:
            return False
        self._left, self._stage, self._untold = max(0.0, self._left - 1), stage, False
        return True
