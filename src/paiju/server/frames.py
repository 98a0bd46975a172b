"""Web sockets on which every frame counts, also those that no page of ours sends: pings, pongs and pieces of messages."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from paiju.server.bucket import Bucket, Rate
from paiju.server.doors import Doors

FRAMES = Rate(400, 25)
"""More than the messages that a table takes, which is what a page of ours would hear of."""
MOST_PIECES = 32
"""A message in more pieces is none of ours."""
_SLICE = 1024
"""So much is looked at before it is asked again whether the socket may go on."""


_NO_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class CountedFrames(WebSocketsSansIOProtocol):
    """Ends a socket that sends too many frames."""

    def __init__(self, *given: Any, doors: Doors, **named: Any) -> None:
        super().__init__(*given, **named)
        self._doors = doors
        self._left = Bucket(FRAMES, self._now())

    def _now(self) -> int:
        return int(self.loop.time() * 1000)

    def data_received(self, data: bytes) -> None:
        """Take what has come, a little at a time."""
        for at in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + _SLICE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._refuse()

    def _refuse(self) -> None:
        """End what is a request for a web socket to the one who passed it on, and not to the one who reads it."""
        self.transport.write(b"".join(self.conn.data_to_send()) or _NO_REQUEST)
        self.transport.close()

    def handle_events(self) -> None:
        """Count the frames that have come, then deal with them."""
        frames = sum(isinstance(event, Frame) for event in self.conn.events)
        if all(self._left.spend(self._now()) for _ in range(frames)) and len(self.frames) <= MOST_PIECES:
            super().handle_events()
        else:
            self._flooded()

    def handle_ping(self) -> None:
        """Answer, unless nobody reads the answers: they must not pile up."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        self._doors.leave(self.transport)
        super().connection_lost(exc)

    def _flooded(self) -> None:
        if self.conn.state is State.OPEN and self.writable.is_set():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()
        else:
            self.transport.abort()
