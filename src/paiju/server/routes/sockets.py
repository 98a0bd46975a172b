"""The socket of a table."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace

from starlette.datastructures import Headers
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from paiju.server.connections import Flooded
from paiju.server.errors import ServerError
from paiju.server.front import Front, front_of
from paiju.server.hosting import RESTART, farewell
from paiju.server.hub import Closed
from paiju.server.logs import log_error
from paiju.server.protocol import bye, encode, error_message
from paiju.server.store import StoreError

_POLICY, _BROKEN = 1008, 1011


class SocketChannel:
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


async def table(socket: WebSocket) -> None:
    """Bring a guest's page and a table together until one of them leaves."""
    front = front_of(socket)
    try:
        front.check_origin(socket)
    except ServerError:
        await socket.close(_POLICY)  # before it is accepted this is a plain 403
        return
    await socket.accept()
    ip = front.ip(socket)
    channel = SocketChannel(socket, lambda: not front.rates.take("messages", ip))
    try:
        await _serve(front, socket, channel)
    except ServerError as error:
        with contextlib.suppress(Closed):
            await channel.send(encode(error_message(error)))
            await channel.send(encode(bye(error.code)))
        await channel.close(_POLICY)
    except StoreError as error:
        with contextlib.suppress(Closed):
            await channel.send(encode(farewell(error)))
        await channel.close(RESTART)
    except Exception as error:  # noqa: BLE001 - the page is told that it may come back, the log what happened
        log_error("socket failed", error, table=socket.path_params["table"])
        await channel.close(_BROKEN)


def bearer(headers: Headers) -> str:
    """The token that a program shows, "" where there is none."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def _serve(front: Front, socket: WebSocket, channel: SocketChannel) -> None:
    ip = front.ip(socket)
    front.limit("api", ip)
    table_id, token = socket.path_params["table"], bearer(socket.headers)
    guest = await (front.hub.program(table_id, token) if token else front.guest(socket))
    if guest is None:
        raise ServerError("guest.none", "ask for /api/me first")
    guest = replace(guest, marks=front.marks_of(socket))
    front.sockets.enter(ip, guest.id)
    try:
        await front.hub.connect(guest, table_id, channel)
    finally:
        front.sockets.leave(ip, guest.id)


ROUTES = [WebSocketRoute("/ws/{table}", table)]
