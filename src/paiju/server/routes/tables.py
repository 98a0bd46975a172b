"""Tables: making one, getting in, its rules, its links as QR codes, moving a seat to another device."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server import forms, qr
from paiju.server.errors import ServerError
from paiju.server.front import Front, body_of, front_of, lang_of
from paiju.server.guests import clean_name
from paiju.server.protocol import Seat
from paiju.server.routes.games import Name, Options

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
    """The tables that their hosts show to everybody."""
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
    """Keep an empty seat, or that of a bot, for a program; the token that opens it is told this once."""
    front = front_of(request)
    guest = await front.known(request)
    wanted = await body_of(request, Program)
    token, expires_ms = await front.hub.invite_program(
        request.path_params["table"], guest, wanted.seat, clean_name(wanted.name)
    )
    return JSONResponse({"token": token, "expires_ms": expires_ms}, 201)


async def rules(request: Request) -> Response:
    """The rules of exactly this table; `?key` is that of an invitation."""
    front = front_of(request)
    guest = await front.known(request)
    key = request.query_params.get("key", "")[:_LONGEST_CODE]
    _, options = await front.hub.options(request.path_params["table"], guest, key)
    return JSONResponse(forms.rules(options, lang_of(request)))


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

ROUTES = [
    Route("/api/tables", create, methods=["POST"]),
    Route("/api/lobby", lobby),
    Route("/api/join", join, methods=["POST"]),
    Route("/api/move", move, methods=["POST"]),
    Route("/api/move/{code}/qr.svg", moving),
    Route("/api/tables/{table}/move", offer_move, methods=["POST"]),
    Route("/api/tables/{table}/programs", invite_program, methods=["POST"]),
    Route("/api/tables/{table}/rules", rules),
    Route("/api/tables/{table}/links", links),
    Route("/api/tables/{table}/qr.svg", invitation),
]
