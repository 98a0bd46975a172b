"""Web sockets on which every frame counts, also those that no page of ours sends: pings, pongs and pieces of messages.

The frames are read by `websockets` itself before uvicorn's own protocol gets the same bytes, so that nothing here depends on how uvicorn is made inside.
"""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from paiju.server.bucket import Bucket, Rate
from paiju.server.doors import Doors

FRAMES = Rate(400, 25)
"""More than the messages that a table takes, which is what a page of ours would hear of."""
MOST_PIECES = 32
"""A message in more pieces is none of ours."""
_SLICE = 1024
"""So much is looked at before it is asked again whether the socket may go on."""


_NO_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class CountedFrames(asyncio.Protocol):
    """Passes on what comes to uvicorn's web socket, and ends one that sends too many frames or text that is not UTF-8."""

    def __init__(self, config: uvicorn.Config, *given: Any, doors: Doors, **named: Any) -> None:
        self._socket = WebSocketsSansIOProtocol(config, *given, **named)
        self._reader = ServerProtocol(max_size=config.ws_max_size)
        self._doors = doors
        self._loop = asyncio.get_running_loop()
        self._left = Bucket(FRAMES, self._now())
        self._text: list[bytes] | None = None
        self._pieces = 0
        self._takes_answers = True

    def _now(self) -> int:
        return int(self._loop.time() * 1000)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a stream's transport, never another
        """The request has come; it follows as data."""
        self._transport = transport
        self._socket.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        self._doors.leave(self._transport)
        self._socket.connection_lost(exc)

    def pause_writing(self) -> None:
        """The other end does not read its answers."""
        self._takes_answers = False
        self._socket.pause_writing()

    def resume_writing(self) -> None:
        """It does again."""
        self._takes_answers = True
        self._socket.resume_writing()

    def eof_received(self) -> None:
        """Nothing further comes."""
        self._socket.eof_received()

    def data_received(self, data: bytes) -> None:
        """Take what has come, a little at a time."""
        for at in range(0, len(data), _SLICE):
            if self._transport.is_closing():
                return
            piece = data[at : at + _SLICE]
            if (fault := self.look(piece)) is not None:
                self._end(*fault)
                return
            self._socket.data_received(piece)

    def look(self, data: bytes) -> tuple[CloseCode, str] | None:
        """What is wrong with the frames that have come, if anything."""
        self._reader.receive_data(data)
        for event in self._reader.events_received():
            if isinstance(event, Request):
                self._reader.send_response(self._reader.accept(event))
            elif isinstance(event, Frame) and (fault := self._fault(event)) is not None:
                return fault
        if self._reader.state is State.CONNECTING and self._reader.handshake_exc is not None:
            # A request for a web socket to the one who passed it on, and not to the one who reads it.
            return CloseCode.PROTOCOL_ERROR, ""
        self._reader.data_to_send()  # what a socket answers is the other one's business
        return None

    def _fault(self, frame: Frame) -> tuple[CloseCode, str] | None:
        if not self._left.spend(self._now()):
            return CloseCode.POLICY_VIOLATION, "too many frames"
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._text, self._pieces = [] if frame.opcode is Opcode.TEXT else None, 0
        elif frame.opcode is not Opcode.CONT:
            return None
        self._pieces += 1
        if self._pieces > MOST_PIECES:
            return CloseCode.POLICY_VIOLATION, "too many frames"
        if self._text is not None:
            self._text.append(bytes(frame.data))
            if frame.fin and not _is_text(b"".join(self._text)):
                return CloseCode.INVALID_DATA, "not UTF-8"
        return None

    def _end(self, code: CloseCode, reason: str) -> None:
        """Say why, unless nobody reads it: answers must not pile up."""
        if not self._takes_answers:
            self._transport.abort()
            return
        if self._reader.state is State.OPEN:
            self._reader.data_to_send()
            self._reader.fail(code, reason)
        self._transport.write(b"".join(self._reader.data_to_send()) or _NO_REQUEST)
        self._transport.close()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
