"""Series: the deals of the day, playing one of them, the sheet, whether one is named on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server.errors import ServerError
from paiju.server.http.context import body_of, front_of
from paiju.server.http.tables import Name, Options
from paiju.server.series.contests import DAYS_OPEN
from paiju.server.series.plans import MOST_DEALS, of_new
from paiju.server.series.sheets import MOST_ROUNDS


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """A deal to be played, from 1, whether the guest wants to be named on the sheet, and how fast the bots are."""

    deal: Annotated[int, msgspec.Meta(ge=1, le=99)]
    named: bool = False
    tempo: Literal["calm", "brisk", "instant"] = "brisk"


class Made(msgspec.Struct, forbid_unknown_fields=True):
    """A series to be made: of the deals of a `record`, or of so many new ones by some rules; open for so many days.

    With `rounds` it is an evening, and there are so many deals in each.
    """

    record: Annotated[str, msgspec.Meta(max_length=64)] = ""
    game: Name = ""
    preset: Name = ""
    options: Options = {}
    deals: Annotated[int, msgspec.Meta(ge=1, le=MOST_DEALS)] = 4
    days: Annotated[int, msgspec.Meta(ge=1, le=DAYS_OPEN)] = 7
    named: bool = False
    rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the guest is named."""

    on: bool


async def today(request: Request) -> Response:
    """The deals of the day."""
    front = front_of(request)
    return JSONResponse(await front.contests.today(await front.known(request)))


async def look(request: Request) -> Response:
    """A series and its sheet."""
    front = front_of(request)
    guest = await front.known(request)
    return JSONResponse(await front.contests.look(request.path_params["series"], guest))


async def make(request: Request) -> Response:
    """Make a series for whoever gets its link."""
    front = front_of(request)
    guest = await front.known(request, "creates")
    wanted = await body_of(request, Made)
    front.limit("series_a_day", front.ip(request), guest.id)
    if wanted.record:
        record = await front.store.record(wanted.record)
        if record is None:
            raise ServerError("record.none", "no such record")
        made = await front.contests.make_again(record, guest, wanted.days, named=wanted.named)
    else:
        deals = wanted.deals * (wanted.rounds or 1)
        if deals > MOST_DEALS:
            raise ServerError("message.malformed", "too many deals")
        plan = replace(of_new(wanted.game, wanted.preset, wanted.options, deals), rounds=wanted.rounds)
        made = await front.contests.make(plan, wanted.game, guest, wanted.days)
    return JSONResponse({"id": made}, 201)


async def join(request: Request) -> Response:
    """Come to an evening."""
    front = front_of(request)
    await front.contests.join(request.path_params["series"], await front.known(request, "joins"))
    return JSONResponse({"ok": True})


async def start(request: Request) -> Response:
    """Begin an evening."""
    front = front_of(request)
    await front.contests.start(request.path_params["series"], await front.known(request))
    return JSONResponse({"ok": True})


async def play(request: Request) -> Response:
    """Begin one's attempt at a deal, or go back to it."""
    front = front_of(request)
    await front.settle(request)
    guest = await front.known(request, "creates")
    wanted = await body_of(request, Wanted)
    with front.makers.making(front.ip(request)) as made:
        table = await front.contests.play(
            request.path_params["series"], wanted.deal, guest, named=wanted.named, tempo=wanted.tempo
        )
        made(table)
    return JSONResponse({"id": table}, 201)


async def name(request: Request) -> Response:
    """Be named on a sheet, or not any more."""
    front = front_of(request)
    guest = await front.known(request)
    wanted = await body_of(request, Named)
    await front.contests.name(request.path_params["series"], guest, on=wanted.on)
    return JSONResponse({"named": wanted.on})


ROUTES = [
    Route("/api/today", today),
    Route("/api/series", make, methods=["POST"]),
    Route("/api/series/{series}", look, methods=["GET"]),
    Route("/api/series/{series}/join", join, methods=["POST"]),
    Route("/api/series/{series}/start", start, methods=["POST"]),
    Route("/api/series/{series}/play", play, methods=["POST"]),
    Route("/api/series/{series}/name", name, methods=["POST"]),
]
