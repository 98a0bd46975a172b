"""Open connections: how many, from where, how long a request may take, and which frames count."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from paiju.server.errors import ServerError
from paiju.server.http.limits import Bucket, Clock, Held, Limits, Rate, Rates, address_key, limited

Vouched = Callable[[str], bool]

UNREAD_SECONDS = 20.0
"""A connection that takes nothing of what waits for it is cut after so long, and after"""
LONGEST_UNREAD = 180.0
"""so long if it takes a little now and then."""
WATCH_SECONDS = 1.0
_MOST_FILES = 65_536
RESERVED_FILES = 256
"""Files that connections leave to the database, logs, pictures and processes."""


def files_allowed() -> int:
    """Raise the limit of open files as far as the system allows; the new limit."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:  # pragma: no cover - Windows
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft


@dataclass(slots=True)
class _Visitor:
    """A connection: whose it is, and how much has waited for it since when."""

    ip: str
    unread: int = 0
    since: float = 0.0
    moved: float = 0.0


class ConnectionLimiter:
    """Lets connections in, and cuts those that do not read. `vouched` are addresses of proxies, who stand for many."""

    def __init__(
        self, limits: Limits, *, most: int, vouched: Vouched = lambda _: False, clock: Clock = time.monotonic
    ) -> None:
        self._held = Held(most, limits.connections_per_ip)
        self._rates = Rates(limits, clock)
        self._vouched = vouched
        self._clock = clock
        self._visitors: dict[asyncio.Transport, _Visitor] = {}

    @property
    def total(self) -> int:
        """The number of open connections."""
        return len(self._visitors)

    def enter(self, transport: asyncio.Transport) -> None:
        """Let a connection in, or cut it."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        ip = "" if self._vouched(address) else address_key(address)
        try:
            self._held.enter(ip)
            if ip and (wait := self._rates.take("connects", ip)):
                self._held.leave(ip)
                raise limited(wait)
        except ServerError:
            transport.abort()
            return
        self._visitors[transport] = _Visitor(ip)

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is gone."""
        if (visitor := self._visitors.pop(transport, None)) is not None:
            self._held.leave(visitor.ip)

    async def watch(self) -> None:
        """Cut what is not read, without end."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            self.look()

    def look(self) -> None:
        """As `watch`, once."""
        now = self._clock()
        for transport, visitor in list(self._visitors.items()):
            unread = transport.get_write_buffer_size()
            if not unread:
                visitor.unread = 0
                continue
            if not visitor.unread:
                visitor.since = visitor.moved = now
            elif unread < visitor.unread:
                visitor.moved = now
            visitor.unread = unread
            if now - visitor.moved >= UNREAD_SECONDS or now - visitor.since >= LONGEST_UNREAD:
                transport.abort()


# --- requests come whole and in time, or their connection is closed; after an answer nothing is due

HEAD_SECONDS = 10.0
BODY_SECONDS = 10.0


class PromptRequests(H11Protocol):
    """Closes a connection whose first or next request has begun, and whose head or body is not whole in time.

    Between two requests it is the server's keep-alive time that counts.
    """

    def __init__(self, *given: Any, doors: ConnectionLimiter, **named: Any) -> None:
        super().__init__(*given, **named)
        self._doors = doors
        self._late: asyncio.TimerHandle | None = None
        self._awaited: object = None
        self._upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a stream's transport, never another
        """Wait for the first head."""
        super().connection_made(transport)
        self._doors.enter(transport)
        self._wait(h11.IDLE, HEAD_SECONDS)

    def handle_events(self) -> None:
        """Wait for what is missing of the request that comes in."""
        super().handle_events()
        state = self.conn.their_state
        if self._upgraded:
            self._wait(None, None)
        elif state is h11.IDLE:
            begun = bool(self.conn.trailing_data[0])
            self._wait(state, HEAD_SECONDS if begun or self._awaited is state else None)
        else:
            self._wait(state, BODY_SECONDS if state is h11.SEND_BODY else None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a web socket, and a request no more."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for any more."""
        self._wait(None, None)
        self._doors.leave(self.transport)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; if an answer is under way or has been given, there can be no other."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def shutdown(self) -> None:
        """End the connection once its answer is out."""
        self._close_by(super().shutdown)

    def timeout_keep_alive_handler(self) -> None:
        """No further request has come."""
        self._close_by(super().timeout_keep_alive_handler)

    def _close_by(self, way: Callable[[], None]) -> None:
        try:
            way()
        except h11.LocalProtocolError:
            self.transport.close()

    def _wait(self, state: object, seconds: float | None) -> None:
        """Wait so long for the other end to leave `state`, from when it came into it; None: as long as it likes."""
        if state is self._awaited and self._late is not None and seconds is not None:
            return
        if self._late is not None:
            self._late.cancel()
        self._awaited = state
        self._late = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self._late = None
        if self.conn.their_state is self._awaited:
            self.transport.close()


# --- web sockets on which every frame counts, also those that no page of ours sends: pings, pongs and pieces of messages

FRAMES = Rate(400, 25)
"""More than the messages that a table takes, which is what a page of ours would hear of."""
MOST_PIECES = 32
"""The most pieces of a message."""
_SLICE = 1024
"""The number of bytes that are read before the socket is looked at again."""


_NO_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class JoinedWrites:
    """A transport that sends at once what is written in one turn of the loop: all frames of a move in one packet."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Send with whatever else is written before the next turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting.append(data)

    def flush(self) -> None:
        """Send what waits."""
        data, self._waiting = b"".join(self._waiting), []
        if data:
            self._transport.write(data)

    def close(self) -> None:
        """Send what waits, then close."""
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        """All else is the transport's own."""
        return getattr(self._transport, name)


class CountedFrames(WebSocketsSansIOProtocol):
    """Uvicorn's web socket, which ends one that sends too many frames or pieces of a message, or text that is not UTF-8."""

    def __init__(self, *given: Any, doors: ConnectionLimiter, **named: Any) -> None:
        super().__init__(*given, **named)
        self._doors = doors
        self._left = Bucket(FRAMES, self._now())

    def _now(self) -> int:
        return int(self.loop.time() * 1000)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a stream's transport, never another
        """The request has come; it follows as data."""
        self._plain = transport
        super().connection_made(JoinedWrites(transport))  # type: ignore[arg-type]  # it has all of a transport

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        self._doors.leave(self._plain)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come, a little at a time."""
        for at in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + _SLICE])

    def handle_events(self) -> None:
        """Count the frames that have come, before any of them is read."""
        if self.conn.state is State.CONNECTING and self.conn.handshake_exc is not None:
            # A request for a web socket to the protocol that passed it on, and not to the one that reads it.
            self._end(CloseCode.PROTOCOL_ERROR, "")
        elif not all(self._left.spend(self._now()) for event in self.conn.events if isinstance(event, Frame)):
            self._end(CloseCode.POLICY_VIOLATION, "too many frames")
        else:
            super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """A further piece of a message."""
        if len(self.frames) >= MOST_PIECES:
            self._end(CloseCode.POLICY_VIOLATION, "too many frames")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._end(CloseCode.INVALID_DATA, "not UTF-8")
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """Say that the socket ends; one that is not open yet gets a refusal."""
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
            return
        self.transport.write(_NO_REQUEST)
        self.transport.close()

    def _end(self, code: CloseCode, reason: str) -> None:
        """Say why, unless nobody reads it: answers must not pile up."""
        if not self.writable.is_set():
            self.transport.abort()
        elif self.close_sent:
            self.transport.close()
        else:
            self.conn.fail(code, reason)
            self.handle_parser_exception()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
