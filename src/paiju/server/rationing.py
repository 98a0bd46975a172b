"""Log lines are rationed: whoever makes the server say the same over and over must not fill its disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import structlog

from paiju.server.bucket import Bucket, Rate

SAME = Rate(30, 2000)
"""Lines about one thing."""
ALL = Rate(300, 200)
MOST_THINGS = 200


class Ration:
    """Lets a line pass or drops it; the next that passes says how many were `dropped` before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._things: dict[tuple[str, str, str], Bucket] = {}
        self._all = Bucket(ALL, self._now())
        self._dropped = 0

    def __call__(self, line: Mapping[str, Any]) -> Mapping[str, Any]:
        """The line as it is written.

        Raises:
            structlog.DropEvent: if it is not.
        """
        now = self._now()
        thing = (str(line.get("event")), str(line.get("what", line.get("code"))), str(line.get("error")))
        if thing not in self._things and len(self._things) >= MOST_THINGS:
            self._things.pop(next(iter(self._things)))
        same = self._things.setdefault(thing, Bucket(SAME, now))
        if not (same.spend(now) and self._all.spend(now)):
            self._dropped += 1
            raise structlog.DropEvent
        dropped, self._dropped = self._dropped, 0
        return {**line, "dropped": dropped} if dropped else line

    def _now(self) -> int:
        return int(self._clock() * 1000)
