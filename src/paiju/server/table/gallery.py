"""Those who watch: they see the public table some time later, or after the deal, and nothing before."""

from __future__ import annotations

from collections import deque

from paiju.server.protocol import Sent
from paiju.server.table.audience import MOST_LOG, Audience

_NEVER = 1 << 62
_MOST_PENDING = 4000


class Gallery:
    """What was shown to those who watch, and what still waits. `mode` is a value of `settings.SPECTATORS`."""

    def __init__(self, mode: str, delay_ms: int) -> None:
        self._mode = mode
        self._delay = delay_ms
        self._pending: deque[tuple[int, Sent, list[Sent]]] = deque(maxlen=_MOST_PENDING)
        self.view: Sent | None = None
        self.log: list[Sent] = []

    @property
    def is_open(self) -> bool:
        """Whether anybody may watch."""
        return self._mode != "off"

    def add(self, now: int, view: Sent, events: list[Sent]) -> None:
        """Something public happened."""
        at = now + self._delay if self._mode == "delayed" else _NEVER
        self._pending.append((at, view, events))

    def end_deal(self, now: int) -> None:
        """A deal is over: those who wait for that may see it."""
        if self._mode == "after_deal":
            self._pending = deque(((now, view, events) for _, view, events in self._pending), _MOST_PENDING)

    def clear(self) -> None:
        """The deal is gone, and with it whatever was still to be shown of it."""
        self._pending.clear()
        self.view, self.log = None, []

    @property
    def wake(self) -> int | None:
        """When something becomes visible."""
        if not self._pending or self._pending[0][0] == _NEVER:
            return None
        return self._pending[0][0]

    def release(self, now: int, audience: Audience) -> None:
        """Show what is due."""
        while self._pending and self._pending[0][0] <= now:
            _, view, events = self._pending.popleft()
            if self.view is None or self.view.get("deal") != view.get("deal"):
                self.log = []
            self.view = view
            self.log = [*self.log, *events][-MOST_LOG:]
            for stream in audience.watching():
                audience.publish(stream, view, events)
