"""Series: the deals of the day, playing one of them, the sheet, whether one is named on it; clubs and their evenings."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from starlette.requests import Request

from paiju.server.errors import ServerError
from paiju.server.http.context import Front, Json, Routes, lang_of
from paiju.server.http.tables import Name, Options
from paiju.server.people.guests import Guest
from paiju.server.series.contests import DAYS_OPEN
from paiju.server.series.plans import MOST_DEALS, MOST_ROUNDS, of_new


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """A deal to be played, from 1, whether the guest wants to be named on the sheet, and how fast the bots are."""

    deal: Annotated[int, msgspec.Meta(ge=1, le=99)]
    named: bool = False
    tempo: Literal["calm", "brisk", "instant"] = "brisk"


class Made(msgspec.Struct, forbid_unknown_fields=True):
    """A series to be made: of the deals of a `record`, or of new `deals` by some rules; open for some `days`.

    With `rounds` it is an evening with `deals` in each round.
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


class Founded(msgspec.Struct, forbid_unknown_fields=True):
    """A club to be made, and the rules that it plays by."""

    name: Annotated[str, msgspec.Meta(max_length=400)]
    game: Name
    preset: Name = ""
    options: Options = {}


class Evening(msgspec.Struct, forbid_unknown_fields=True):
    """An evening of a club."""

    deals: Annotated[int, msgspec.Meta(ge=1, le=2)] = 2
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 4


class Span(msgspec.Struct):
    """The span of a ledger: a month (`2026-11`), a season (`2026-Q4`) or `all`; the present season where there is none."""

    span: Annotated[str, msgspec.Meta(max_length=7)] = ""


ROUTES = Routes()


@ROUTES.get("/api/today")
async def today(front: Front, guest: Guest) -> Json:
    """The deals of the day."""
    return await front.contests.today(guest)


@ROUTES.get("/api/series/{series}")
async def look(front: Front, guest: Guest, series: str) -> Json:
    """A series and its sheet."""
    return await front.contests.look(series, guest)


@ROUTES.post("/api/series", counts="creates", status=201)
async def make(front: Front, request: Request, guest: Guest, wanted: Made) -> Json:
    """Make a series for anyone who gets its link."""
    front.limit("series_a_day", front.ip(request), guest.id)
    if wanted.record:
        record = await front.store.record(wanted.record)
        if record is None:
            raise ServerError("record.none", "no such record")
        made = await front.contests.make_again(record, guest, wanted.days, named=wanted.named)
    else:
        if wanted.deals * wanted.rounds > MOST_DEALS:
            raise ServerError("message.malformed", "too many deals")
        plan = of_new(wanted.game, wanted.preset, wanted.options, wanted.deals, wanted.rounds)
        made = await front.contests.make(plan, wanted.game, guest, wanted.days)
    return {"id": made}


@ROUTES.post("/api/series/{series}/join", counts="joins")
async def join(front: Front, guest: Guest, series: str) -> None:
    """Join an evening."""
    await front.contests.join(series, guest)


@ROUTES.post("/api/series/{series}/start")
async def start(front: Front, guest: Guest, series: str) -> None:
    """Start an evening."""
    await front.contests.start(series, guest)


@ROUTES.post("/api/series/{series}/play", counts="creates", status=201, makes=True)
async def play(front: Front, guest: Guest, wanted: Wanted, series: str) -> Json:
    """Begin or resume the guest's attempt at a deal."""
    return {
        "id": await front.contests.play(series, wanted.deal, guest, named=wanted.named, tempo=wanted.tempo)
    }


@ROUTES.post("/api/series/{series}/name")
async def name(front: Front, guest: Guest, wanted: Named, series: str) -> Json:
    """Show or hide the guest's name on a sheet."""
    await front.contests.name(series, guest, on=wanted.on)
    return {"named": wanted.on}


# --- clubs


@ROUTES.get("/api/clubs")
async def own_clubs(front: Front, guest: Guest) -> Json:
    """The guest's clubs."""
    return await front.clubs.own(guest)


@ROUTES.post("/api/clubs", counts="creates", status=201)
async def new_club(front: Front, request: Request, guest: Guest, wanted: Founded) -> Json:
    """Found a club."""
    front.limit("series_a_day", front.ip(request), guest.id)
    made = await front.clubs.make(guest, wanted.name, wanted.game, wanted.preset, wanted.options)
    return {"id": made}


@ROUTES.get("/api/clubs/{club}")
async def club(front: Front, request: Request, guest: Guest, wanted: Span, club: str) -> Json:
    """A club; members also get its evenings and its ledger."""
    return await front.clubs.look(club, guest, lang_of(request), wanted.span)


@ROUTES.post("/api/clubs/{club}/join", counts="joins")
async def join_club(front: Front, guest: Guest, club: str) -> None:
    """Join a club."""
    await front.clubs.join(club, guest)


@ROUTES.post("/api/clubs/{club}/leave")
async def leave_club(front: Front, guest: Guest, club: str) -> None:
    """Leave a club."""
    await front.clubs.leave(club, guest)


@ROUTES.post("/api/clubs/{club}/evening", counts="creates", status=201)
async def evening(front: Front, request: Request, guest: Guest, wanted: Evening, club: str) -> Json:
    """Make an evening of a club."""
    front.limit("series_a_day", front.ip(request), guest.id)
    return {"id": await front.clubs.evening(club, guest, wanted.deals, wanted.rounds)}
