"""Those who watch: they see the public table some time later, or after the deal, and nothing before."""

from __future__ import annotations

from collections import deque
from functools import reduce

import msgspec
from msgspec import Raw

from paiju.server.protocol import Sent
from paiju.server.table.audience import MOST_LOG, Audience
from paiju.server.table.pieces import Piece, joined, packed, piece_of, unpacked

_NEVER = 1 << 62
_MOST_PENDING = 1000


class Gallery:
    """What was shown to those who watch, and what still waits. `mode` is a value of `settings.SPECTATORS`.

    What waits is packed, as the message that each who watches gets when its time comes. `log` and the fields of
    `view` are packed too.
    """

    def __init__(self, mode: str, delay_ms: int) -> None:
        self._mode = mode
        self._delay = delay_ms
        self._pending: deque[tuple[int, bytes]] = deque()
        self._last: Sent | None = None
        self._shown = Piece([], {})

    def change(self, mode: str, delay_ms: int) -> None:
        """Let others watch than before, or at other times: what waited is dropped, what has been shown stays as long as anybody may watch."""
        shown = self._shown
        self._mode, self._delay = mode, delay_ms
        self.clear()
        if self.is_open:
            self._shown = shown

    @property
    def view(self) -> dict[str, Raw] | None:
        """What is shown now."""
        return self._shown.view or None

    @property
    def log(self) -> list[Raw]:
        """The events of the deal that is shown, as far as they are."""
        return self._shown.events

    @property
    def is_open(self) -> bool:
        """Whether anybody may watch."""
        return self._mode != "off"

    def add(self, now: int, view: Sent, events: list[Sent]) -> None:
        """Something public happened."""
        piece = piece_of(self._last, view, [packed(event) for event in events])
        if piece is None:
            return
        self._last = view
        self._pending.append((now + self._delay if self._mode == "delayed" else _NEVER, piece))
        if len(self._pending) > _MOST_PENDING:
            (_, one), (at, other) = self._pending.popleft(), self._pending.popleft()
            self._pending.appendleft((at, _together([one, other])))

    def end_deal(self, now: int) -> None:
        """A deal is over: those who wait for that may see it, all at once."""
        if self._mode == "after_deal" and self._pending:
            self._pending = deque([(now, _together([piece for _, piece in self._pending]))])

    def clear(self) -> None:
        """The deal is gone, and with it whatever was still to be shown of it."""
        self._pending.clear()
        self._last, self._shown = None, Piece([], {})

    @property
    def wake(self) -> int | None:
        """When something becomes visible."""
        if not self._pending or self._pending[0][0] == _NEVER:
            return None
        return self._pending[0][0]

    def release(self, now: int, audience: Audience) -> None:
        """Show what is due."""
        while self._pending and self._pending[0][0] <= now:
            _, text = self._pending.popleft()
            self._shown = joined(self._shown, unpacked(text))
            del self._shown.events[:-MOST_LOG]
            for stream in audience.watching():
                audience.show(stream, text)


def _together(pieces: list[bytes]) -> bytes:
    return msgspec.json.encode(reduce(joined, map(unpacked, pieces)))
