"""Open sockets: their guests and their outgoing messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from paiju.server.http.limits import Rate
from paiju.server.people.guests import Guest

QUEUE_MESSAGES = 64
MESSAGES = Rate(60, 50)
"""The rate of a socket's messages."""
MALFORMED = Rate(20, 2000)
"""How much of it may be no message at all: no page of ours sends any, and a new program gets its chance to learn."""


class Closed(Exception):  # noqa: N818 - not an error: the page went away
    """The page went away."""


class Flooded(Closed):
    """The page, or its address, sends too much."""


class Channel:
    """A web socket as the tables see it."""

    def __init__(self, socket: WebSocket, allow: Callable[[], bool]) -> None:
        self._socket = socket
        self._allow = allow

    async def receive(self) -> str | bytes:
        """The next frame. Raises Closed, Flooded."""
        try:
            message = await self._socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            raise Closed from None
        if message["type"] == "websocket.disconnect":
            raise Closed
        if not self._allow():
            raise Flooded
        text: str | None = message.get("text")
        data: bytes | None = message.get("bytes")
        return text if text is not None else data or b""

    async def send(self, text: str) -> None:
        """Send a frame. Raises Closed."""
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise Closed from None

    async def close(self, code: int) -> None:
        """Close; more than once does no harm."""
        if self._socket.application_state is not WebSocketState.DISCONNECTED:
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                await self._socket.close(code)


@dataclass(slots=True, eq=False)
class Connection:
    """One open socket and its outgoing messages."""

    guest: Guest
    channel: Channel
    queue: asyncio.Queue[str | int] = field(default_factory=lambda: asyncio.Queue(QUEUE_MESSAGES))

    def put(self, text: str) -> bool:
        """Queue a frame; False if the page is too slow."""
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            return False
        return True

    def hang_up(self, code: int) -> None:
        """Close after what is queued, or at once if there is no room: a page must not miss one of its messages."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
        self.queue.put_nowait(code)


async def send_all(connection: Connection) -> None:
    """Send what is queued until it is to hang up."""
    while True:
        item = await connection.queue.get()
        if isinstance(item, int):
            await connection.channel.close(item)
            return
        try:
            await connection.channel.send(item)
        except Closed:
            return
