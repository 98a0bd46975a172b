"""Open sockets: who is at the other end, and what waits to go out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from paiju.server.http.limits import Rate

QUEUE_MESSAGES = 64


@dataclass(frozen=True, slots=True)
class Guest:
    """The sender: a random id, a name, a language, the animal they chose ("": it goes by the name); `marks` stand for their browser and address."""

    id: str
    name: str
    lang: str
    avatar: str = ""
    marks: tuple[str, ...] = field(default=(), compare=False)


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
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
                await self._socket.close(code)


@dataclass(slots=True, eq=False)
class Connection:
    """One open socket, and what waits to go out on it."""

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


MESSAGES = Rate(60, 50)
"""What a socket may send."""
MALFORMED = Rate(20, 2000)
"""How much of it may be no message at all: no page of ours sends any, and a new program gets its chance to learn."""
