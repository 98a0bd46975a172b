"""Routes of tables: rules and options, making a table, getting in, and its socket."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from paiju.server import options_form
from paiju.server.errors import ServerError
from paiju.server.http import links as qr
from paiju.server.http.assets import Asset, make_asset
from paiju.server.http.context import Front, body_of, front_of, lang_of
from paiju.server.http.files import send
from paiju.server.hub.connections import Flooded
from paiju.server.hub.host import RESTART, farewell
from paiju.server.hub.hub import Closed
from paiju.server.ops.logs import log_error
from paiju.server.people.guests import clean_name
from paiju.server.protocol import Seat, bye, encode, error_message
from paiju.server.store.base import StoreError

Name = Annotated[str, msgspec.Meta(max_length=60)]
Options = Annotated[dict[Name, bool | int | Name], msgspec.Meta(max_length=120)]

_forms: dict[tuple[str, str], Asset] = {}


class Choice(msgspec.Struct, forbid_unknown_fields=True):
    """A preset and what is changed of it."""

    preset: Name = ""
    options: Options = {}


async def describe(request: Request) -> Response:
    """The form of a game, in the requested language."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    key = (options_form.game_named(request.path_params["game"]).name, lang_of(request))
    if key not in _forms:
        _forms[key] = make_asset(encode(options_form.form(*key)).encode(), ".json")
    return send(request, _forms[key])


async def rules(request: Request) -> Response:
    """The rules of a preset, from beginning to end."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    game = options_form.game_named(request.path_params["game"])
    preset = request.query_params.get("preset") or next(iter(game.presets()))
    return JSONResponse(options_form.rules(game.options({"preset": preset[:60]}), lang_of(request)))


async def check(request: Request) -> Response:
    """The meaning of a choice of options."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    name = options_form.game_named(request.path_params["game"]).name
    choice = await body_of(request, Choice)
    return JSONResponse(options_form.check(name, choice.preset, choice.options, lang_of(request)))


GAME_ROUTES = [
    Route("/api/games/{game}", describe),
    Route("/api/games/{game}/rules", rules),
    Route("/api/games/{game}/check", check, methods=["POST"]),
]


# --- tables: making one, getting in, its rules, its links as QR codes, moving a seat to another device

Key = Annotated[str, msgspec.Meta(max_length=64)]


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be made."""

    game: Name
    preset: Name = ""
    options: Options = {}
    settings: Annotated[dict[Name, bool | int | Name], msgspec.Meta(max_length=20)] = {}
    quick: bool = False


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """A way into a room: six digits, or the key of a link."""

    code: Annotated[str, msgspec.Meta(max_length=20)] = ""
    key: Key = ""


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """A one-time code that moves a seat."""

    code: Key


class Program(msgspec.Struct, forbid_unknown_fields=True):
    """A seat for a program, and what it is called."""

    seat: Seat
    name: Annotated[str, msgspec.Meta(max_length=400)]


async def create(request: Request) -> Response:
    """Make a table."""
    front = front_of(request)
    await front.settle(request)
    guest = await front.known(request, "creates")
    wanted = await body_of(request, Wanted)
    with front.makers.making(front.ip(request)) as made:
        table = await front.hub.create(
            guest, wanted.game, preset=wanted.preset or None, options=wanted.options,
            settings=wanted.settings, quick=wanted.quick,
        )  # fmt: skip
        made(table)
    return JSONResponse({"id": table}, 201)


async def lobby(request: Request) -> Response:
    """The tables that their hosts list publicly."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    return JSONResponse({"tables": front.hub.lobby()})


async def join(request: Request) -> Response:
    """Get into a room."""
    front = front_of(request)
    guest = await front.known(request, "joins")
    entry = await body_of(request, Entry)
    code = "".join(entry.code.split()).translate(_DIGITS)
    if bool(code) is bool(entry.key):
        raise ServerError("message.malformed", "give a code or a key")
    async with front.codes.trying(front.ip(request)):
        table, opens = await front.hub.join(guest, code=code, key=entry.key)
    return JSONResponse({"id": table, **({"key": opens} if opens else {})})


async def move(request: Request) -> Response:
    """Take a seat, or what was learned alone, over from another device; without a table in the answer it was that."""
    front = front_of(request)
    guest = await front.known(request, "joins")
    wanted = await body_of(request, Move)
    async with front.moves.trying(front.ip(request)):
        return JSONResponse({"id": await front.hub.move(wanted.code, guest)})


async def offer_move(request: Request) -> Response:
    """A one-time code for another device."""
    front = front_of(request)
    guest = await front.known(request)
    code, expires_ms = await front.hub.move_code(request.path_params["table"], guest)
    return JSONResponse({"code": code, "expires_ms": expires_ms})


async def invite_program(request: Request) -> Response:
    """Keep an empty seat, or that of a bot, for a program; the answer has the token that opens it, this once."""
    front = front_of(request)
    guest = await front.known(request)
    wanted = await body_of(request, Program)
    token, expires_ms = await front.hub.invite_program(
        request.path_params["table"], guest, wanted.seat, clean_name(wanted.name)
    )
    return JSONResponse({"token": token, "expires_ms": expires_ms}, 201)


async def table_rules(request: Request) -> Response:
    """The rules of exactly this table; `?key` is that of an invitation."""
    front = front_of(request)
    guest = await front.known(request)
    key = request.query_params.get("key", "")[:_LONGEST_CODE]
    _, options = await front.hub.options(request.path_params["table"], guest, key)
    return JSONResponse(options_form.rules(options, lang_of(request)))


async def links(request: Request) -> Response:
    """The chain of the match's deals, for the pages that check it."""
    front = front_of(request)
    guest = await front.known(request)
    return JSONResponse(await front.hub.links(request.path_params["table"], guest))


async def invitation(request: Request) -> Response:
    """The link into a room as a QR code."""
    front = front_of(request)
    guest = await front.known(request)
    return _qr(front, request, await front.hub.link(request.path_params["table"], guest))


async def moving(request: Request) -> Response:
    """A one-time code as a QR code."""
    front = front_of(request)
    await front.known(request)
    code = request.path_params["code"]
    if len(code) > _LONGEST_CODE:
        raise ServerError("code.none", "no such code")
    return _qr(front, request, f"/move/{code}")


def _qr(front: Front, request: Request, path: str) -> Response:
    code = qr.svg(front.base(request) + path)
    return Response(code, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


_LONGEST_CODE = 64
_DIGITS = str.maketrans("۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩０１２３４５６７８９", "0123456789" * 3)

TABLE_ROUTES = [
    Route("/api/tables", create, methods=["POST"]),
    Route("/api/lobby", lobby),
    Route("/api/join", join, methods=["POST"]),
    Route("/api/move", move, methods=["POST"]),
    Route("/api/move/{code}/qr.svg", moving),
    Route("/api/tables/{table}/move", offer_move, methods=["POST"]),
    Route("/api/tables/{table}/programs", invite_program, methods=["POST"]),
    Route("/api/tables/{table}/rules", table_rules),
    Route("/api/tables/{table}/links", links),
    Route("/api/tables/{table}/qr.svg", invitation),
]


# --- the socket of a table

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


SOCKET_ROUTES = [WebSocketRoute("/ws/{table}", table)]
