"""Routes of tables: rules and options, making a table, getting in, and its socket."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import cache
from typing import Annotated

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from paiju.server import options_form
from paiju.server.errors import ServerError
from paiju.server.http import links as qr
from paiju.server.http.assets import Asset, make_asset
from paiju.server.http.context import Front, Json, Routes, front_of, lang_of
from paiju.server.http.files import send
from paiju.server.hub.registry import Connection
from paiju.server.hub.rooms import new_room
from paiju.server.ops.logs import log_error
from paiju.server.people.guests import Guest, clean_name
from paiju.server.protocol import Seat, bye, encode, error_message
from paiju.server.store.base import StoreError
from paiju.server.tables import shuffle

Name = Annotated[str, msgspec.Meta(max_length=60)]
Options = Annotated[dict[Name, bool | int | Name], msgspec.Meta(max_length=120)]


class Choice(msgspec.Struct, forbid_unknown_fields=True):
    """A preset and what is changed of it."""

    preset: Name = ""
    options: Options = {}


ROUTES = Routes()


@ROUTES.get("/api/games/{game}")
async def describe(request: Request, game: str) -> Response:
    """The form of a game, in the requested language."""
    return send(request, _form(options_form.game_named(game).name, lang_of(request)))


@cache
def _form(game: str, lang: str) -> Asset:
    return make_asset(encode(options_form.form(game, lang)).encode(), ".json")


@ROUTES.get("/api/games/{game}/rules")
async def rules(request: Request, game: str) -> Json:
    """The rules of a preset, from beginning to end."""
    _, _, options = options_form.chosen(game, request.query_params.get("preset", "")[:60], {})
    return options_form.rules(options, lang_of(request))


@ROUTES.post("/api/games/{game}/check")
async def check(request: Request, choice: Choice, game: str) -> Json:
    """Check a choice of options: whether it makes a rule set, and why not."""
    name = options_form.game_named(game).name
    return options_form.check(name, choice.preset, choice.options, lang_of(request))


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


class Invited(msgspec.Struct):
    """The key of the link that invites a guest."""

    key: Key = ""


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """A one-time code that moves a seat."""

    code: Key


class Program(msgspec.Struct, forbid_unknown_fields=True):
    """A seat for a program, and what it is called."""

    seat: Seat
    name: Annotated[str, msgspec.Meta(max_length=400)]


@ROUTES.post("/api/tables", counts="creates", status=201, makes=True)
async def create(front: Front, guest: Guest, wanted: Wanted) -> Json:
    """Make a table."""
    room = new_room(
        guest, wanted.game, preset=wanted.preset, options=wanted.options, settings=wanted.settings, quick=wanted.quick
    )  # fmt: skip
    return {"id": await front.hub.open(guest, room)}


@ROUTES.get("/api/lobby")
async def lobby(front: Front) -> Json:
    """The tables that their hosts list publicly."""
    return {"tables": front.hub.lobby()}


@ROUTES.post("/api/join", counts="joins")
async def join(front: Front, request: Request, guest: Guest, entry: Entry) -> Json:
    """Join a room by its code or the key of a link."""
    code = "".join(str(unicodedata.decimal(sign, sign)) for sign in entry.code if not sign.isspace())
    if bool(code) is bool(entry.key):
        raise ServerError("message.malformed", "give a code or a key")
    async with front.codes.trying(front.ip(request)):
        table, opens = await front.hub.join(guest, code=code, key=entry.key)
    return {"id": table, **({"key": opens} if opens else {})}


@ROUTES.post("/api/move", counts="joins")
async def move(front: Front, request: Request, guest: Guest, wanted: Move) -> Json:
    """Take over a seat from another device, or, if the answer has no table, only its lessons."""
    async with front.moves.trying(front.ip(request)):
        return {"id": await front.hub.move(wanted.code, guest)}


@ROUTES.post("/api/tables/{table}/move")
async def offer_move(front: Front, guest: Guest, table: str) -> Json:
    """A one-time code for another device."""
    code, expires_ms = await front.hub.move_code(table, guest)
    return {"code": code, "expires_ms": expires_ms}


@ROUTES.post("/api/tables/{table}/programs", status=201)
async def invite_program(front: Front, guest: Guest, wanted: Program, table: str) -> Json:
    """Keep an empty seat, or that of a bot, for a program; the answer has the token that opens it, this once."""
    token, expires_ms = await front.hub.invite_program(table, guest, wanted.seat, clean_name(wanted.name))
    return {"token": token, "expires_ms": expires_ms}


@ROUTES.get("/api/tables/{table}/rules")
async def table_rules(front: Front, request: Request, guest: Guest, invited: Invited, table: str) -> Json:
    """The rules of exactly this table; `?key` is that of an invitation."""
    _, options = await front.hub.options(table, guest, invited.key)
    return options_form.rules(options, lang_of(request))


@ROUTES.get("/api/tables/{table}/links")
async def links(front: Front, guest: Guest, table: str) -> Json:
    """The chain of the match's deals, for the pages that check it."""
    return shuffle.links(await front.hub.table_of(table, guest))


@ROUTES.get("/api/tables/{table}/qr.svg")
async def invitation(front: Front, request: Request, guest: Guest, table: str) -> Response:
    """The link into a room as a QR code."""
    room = (await front.hub.table_of(table, guest)).room
    return _qr(front, request, f"/join/{room.key}")


@ROUTES.get("/api/move/{code}/qr.svg")
async def moving(front: Front, request: Request, _guest: Guest, code: str) -> Response:
    """A one-time code as a QR code."""
    if len(code) > _LONGEST_CODE:
        raise ServerError("code.none", "no such code")
    return _qr(front, request, f"/move/{code}")


def _qr(front: Front, request: Request, path: str) -> Response:
    code = qr.svg(front.base(request) + path)
    return Response(code, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


_LONGEST_CODE = 64


# --- the socket of a table

_POLICY, _BROKEN = 1008, 1011


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
    connection = Connection(socket, lambda: not front.rates.take("messages", ip))
    try:
        await _serve(front, socket, connection)
    except ServerError as error:
        connection.tell(error_message(error))
        connection.tell(bye(error.code))
        connection.hang_up(_POLICY)
        await connection.send_all()
    except StoreError as error:
        connection.send_away(error)
        await connection.send_all()
    except Exception as error:  # noqa: BLE001 - the page may come back, the log has what happened
        log_error("socket failed", error, table=socket.path_params["table"])
        await connection.close(_BROKEN)


def bearer(headers: Headers) -> str:
    """The token that a program shows, "" where there is none."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def _serve(front: Front, socket: WebSocket, connection: Connection) -> None:
    ip = front.ip(socket)
    front.limit("api", ip)
    table_id, token = socket.path_params["table"], bearer(socket.headers)
    guest = await (front.hub.program(table_id, token) if token else front.guest(socket))
    if guest is None:
        raise ServerError("guest.none", "ask for /api/me first")
    connection.guest = replace(guest, marks=front.marks_of(socket))
    front.sockets.enter(ip, guest.id)
    try:
        await front.hub.connect(connection, table_id)
    finally:
        front.sockets.leave(ip, guest.id)


SOCKET_ROUTES = [WebSocketRoute("/ws/{table}", table)]
