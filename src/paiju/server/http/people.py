"""Routes of people: the guest, what a guest shows of themselves, and a guest's own games."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from paiju.analysis.review import version
from paiju.core.errors import PaijuError
from paiju.locales import LANGUAGES
from paiju.locales.pages import browser_texts, fill
from paiju.server.errors import ServerError
from paiju.server.http.context import Front, Json, Routes, host_of, lang_of
from paiju.server.ops.logs import log_error
from paiju.server.people.guests import BROWSER, COOKIE, MOST_NAME, Guest, checked_avatar, clean_name
from paiju.server.people.own_games import Wanted, by_role, last_of, matches_of, own_games
from paiju.server.people.push import (
    MOST_ENDPOINT,
    TOPICS,
    Push,
    checked_endpoint,
    checked_keys,
    device_of,
)
from paiju.server.people.ratings import Rating, curves
from paiju.server.practice.judgements import DEPTH
from paiju.server.practice.lessons import learnable
from paiju.server.practice.replays import archive
from paiju.server.protocol import MOST_CHAT
from paiju.server.store.base import DAY, GUEST_DAYS, OVER_DAYS, RECORD_DAYS, ROOM_DAYS, SERIES_DAYS
from paiju.server.store.engines import UNREADABLE, parsed
from paiju.server.store.rows import GuestRow, PlayedDeal, RatingRow, RecordLine, RoomLine, SubscriptionRow
from paiju.server.tables.context import Topic
from paiju.server.tables.room import token

LIMITS: Json = {
    "name": MOST_NAME,
    "chat": MOST_CHAT,
    "guest_days": GUEST_DAYS,
    "room_days": ROOM_DAYS,
    "over_days": OVER_DAYS,
    "record_days": RECORD_DAYS,
    "series_days": SERIES_DAYS,
}
_LEAST_NUMBER, _NUMBERS = 1000, 9000


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """A guest's changes to their own data."""

    name: Annotated[str, msgspec.Meta(max_length=400)] | None = None
    lang: Annotated[str, msgspec.Meta(max_length=8)] | None = None
    avatar: Annotated[str, msgspec.Meta(max_length=12)] | None = None


ROUTES = Routes()


@ROUTES.get("/api/me")
async def read_guest(front: Front, request: Request) -> Response:
    """The guest's own data; the first request creates the guest."""
    ip = front.ip(request)
    front.limit("api", ip)
    read = front.tokens.read(request.cookies.get(COOKIE, ""))
    guest = await front.guest(request)
    renew = bool(read and read[1])
    if guest is None:
        await front.limit_everywhere("guests", ip)
        guest = await _new_guest(front, read[0] if read else token(), lang_of(request))
        renew = True
    else:
        front.limit("api", guest=guest.id)
        await _seen(front, guest, renew=renew)
    answer = JSONResponse(await _about(front, request, guest))
    browser = request.cookies.get(BROWSER)
    cookies = [(COOKIE, front.tokens.issue(guest.id), GUEST_DAYS * DAY)] if renew else []
    if renew or not browser:
        cookies.append((BROWSER, browser or token(), DAY))
    for name, value, age in cookies:
        secure = front.secure(request)
        answer.set_cookie(name, value, max_age=age, path="/", secure=secure, httponly=True, samesite="lax")
    return answer


@ROUTES.post("/api/me")
async def change(front: Front, guest: Guest, wanted: Change) -> Json:
    """Change the guest's name, animal or language."""
    if wanted.lang is not None and wanted.lang not in LANGUAGES:
        raise ServerError("message.malformed", "no such language")
    name = guest.name if wanted.name is None else clean_name(wanted.name)
    avatar = guest.avatar if wanted.avatar is None else checked_avatar(wanted.avatar)
    changed = replace(guest, name=name, lang=wanted.lang or guest.lang, avatar=avatar)
    if changed != guest:
        await front.store.put_guest(changed.id, changed.name, changed.lang, changed.avatar)
        await front.hub.rename(changed)
    return {"name": changed.name, "lang": changed.lang, "avatar": changed.avatar}


@ROUTES.delete("/api/me")
async def forget_guest(front: Front, request: Request, guest: Guest) -> Response:
    """Delete all stored data about the guest."""
    for line in await front.store.tables_of(guest.id):
        with contextlib.suppress(PaijuError):  # wakes a table, so that it hears of this too
            await front.hub.options(line.table, guest)
    await front.hub.forget(guest)
    await front.store.forget_guest(guest.id)
    answer = JSONResponse({"ok": True})
    answer.delete_cookie(COOKIE, path="/", secure=front.secure(request), httponly=True, samesite="lax")
    return answer


class Learned(msgspec.Struct, forbid_unknown_fields=True):
    """The finished lessons of a device, by paths as in `/learn/GAME/LESSON`."""

    paths: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=100)]


@ROUTES.post("/api/me/learned")
async def learn(front: Front, guest: Guest, wanted: Learned) -> Json:
    """Note finished lessons; the answer lists all that the guest has learned, on any device."""
    paths = [path for path in wanted.paths if path in learnable()]
    if paths:
        await front.store.learn(guest.id, paths)
    return {"learned": await front.store.learned(guest.id)}


@ROUTES.post("/api/me/move")
async def offer(front: Front, guest: Guest) -> Json:
    """A one-time code with which another device continues the lessons."""
    code, expires_ms = await front.hub.move_code(None, guest)
    return {"code": code, "expires_ms": expires_ms}


@ROUTES.get("/api/me/records.zip", counts="replays")
async def records(front: Front, guest: Guest) -> Response:
    """All of the guest's records as one zip of the documents at `/api/records/RECORD`."""
    lines = await front.store.records_of(guest.id)
    headers = {"Content-Disposition": 'attachment; filename="paiju-records.zip"'}
    return StreamingResponse(archive(front.store, lines), media_type="application/zip", headers=headers)


async def _new_guest(front: Front, id_: str, lang: str) -> Guest:
    """Make a guest. A browser with a token of ours keeps its id, even if its guest has been forgotten meanwhile."""
    number = _LEAST_NUMBER + secrets.randbelow(_NUMBERS)
    guest = Guest(id_, fill(browser_texts(lang)["web.guest"], lang, n=number), lang)
    await front.store.put_guest(guest.id, guest.name, guest.lang)
    return guest


async def _seen(front: Front, guest: Guest, *, renew: bool) -> None:
    """Note a visit, at most once a day."""
    row = await front.store.guest(guest.id)
    if renew or (row and front.store.now() - row.seen > DAY):
        await front.store.put_guest(guest.id, guest.name, guest.lang, guest.avatar)


async def _about(front: Front, request: Request, guest: Guest) -> Json:
    return {
        "name": guest.name,
        "lang": guest.lang,
        "avatar": guest.avatar,
        "tables": _rooms(await front.store.tables_of(guest.id), guest),
        "ratings": [rating_json(row) for row in await front.store.ratings_of(guest.id)],
        "learned": await front.store.learned(guest.id),
        "records": [_record(line) for line in await front.store.records_of(guest.id)],
        "limits": LIMITS,
        "base": front.base(request),
    }


def _rooms(lines: Iterable[RoomLine], guest: Guest) -> list[Json]:
    """The rooms that the guest has been in; one that only keeps a chair for them is no news but by its link.

    One that cannot be read any more is left out, and the log names it.
    """
    found = []
    for line in lines:
        try:
            room = json.loads(line.data)
            chairs = room.get("chairs", [])
            if any(chair.get("guest") == guest.id and chair.get("awaited") for chair in chairs):
                continue
            names = [chair.get("name", "") for chair in chairs if chair.get("kind") == "human"]
            state, touched = room.get("stage", "waiting"), line.touched * 1000
        except UNREADABLE as error:
            log_error("room unreadable", error, table=line.table)
        else:
            room = {"id": line.table, "game": line.game, "state": state, "names": names, "touched": touched}
            found.append(room)
    return found


def rating_json(row: RatingRow) -> Json:
    """A rating with its doubt, as its guest sees it."""
    rating = Rating(row.mu, row.sigma, row.matches)
    return {
        "game": row.game,
        "family": row.family,
        "points": rating.points,
        "margin": rating.margin,
        "matches": row.matches,
        "provisional": rating.provisional,
        "change": rating.points - replace(rating, mu=row.before).points,
    }


def _record(line: RecordLine) -> Json:
    return {
        "id": line.record,
        "game": line.game,
        "names": parsed(line.names, []),
        "scores": parsed(line.scores, []),
        "when": line.when * 1000,
    }


# --- what a guest shows of themselves: nothing, until they make a link to a page, and nothing again once they take it back

MOST_RESULTS = 30
_SHOWN_OF_DEAL = ("game", "role", "place", "points")


@ROUTES.get("/api/me/profile")
async def link(front: Front, guest: Guest) -> Json:
    """The path of the own page, if there is one."""
    row = await front.store.guest(guest.id)
    return {"path": _path(row.profile if row else None)}


@ROUTES.post("/api/me/profile", status=201)
async def show(front: Front, guest: Guest) -> Json:
    """Show the guest's own page under a new link; the earlier link ends."""
    key = token()
    await front.store.show_guest(guest.id, key)
    return {"path": _path(key)}


@ROUTES.delete("/api/me/profile")
async def hide(front: Front, guest: Guest) -> Json:
    """Stop showing the guest's own page."""
    await front.store.show_guest(guest.id, None)
    return {"path": None}


@ROUTES.get("/api/profiles/{profile}")
async def read_profile(front: Front, profile: str) -> Response:
    """A shown page: name, animal, ratings with their doubt, points by role, of the last deals and matches; no table, record or other player."""
    guest: GuestRow | None = await front.store.shown_guest(profile)
    if guest is None:
        raise ServerError("page.none", "no such page of a guest")
    ratings = [rating_json(row) for row in await front.store.ratings_of(guest.id)]
    for rating in ratings:
        del rating["change"]
    deals = await front.store.played_by(guest.id)
    last = [{name: one[name] for name in _SHOWN_OF_DEAL} for one in last_of(deals)]
    return JSONResponse(
        {
            "name": guest.name,
            "avatar": guest.avatar,
            "by_role": by_role(deals),
            "last": last,
            "ratings": ratings,
            "curves": curves(await front.store.rated(guest.id)),
            "results": results(deals),
        },
        headers={"Cache-Control": "no-store", "X-Robots-Tag": "noindex"},
    )


def results(deals: list[PlayedDeal]) -> list[Json]:
    """The last matches of a guest's `deals`, newest first: game, deals, points, when (ms)."""
    return [
        {
            "game": own[0].game,
            "deals": len(own),
            "points": sum(deal.points for deal in own),
            "when": own[0].ended * 1000,
        }
        for own in matches_of(deals)[:MOST_RESULTS]
    ]


def _path(key: str | None) -> str | None:
    return key and f"/profile/{key}"


# --- the devices on which a guest is told of things: none, until they ask for it

_LONGEST_SITE = 300
_DAY_AT = Annotated[int, msgspec.Meta(ge=0, lt=DAY)]


class Device(msgspec.Struct, forbid_unknown_fields=True):
    """A device as its browser describes it, and what to tell the guest there; the day's deals at a second of the day, in UTC."""

    endpoint: Annotated[str, msgspec.Meta(max_length=MOST_ENDPOINT)]
    public: Annotated[str, msgspec.Meta(max_length=96)]
    auth: Annotated[str, msgspec.Meta(max_length=32)]
    topics: Annotated[list[Topic], msgspec.Meta(max_length=len(TOPICS))]
    day_at: _DAY_AT = 0


@ROUTES.get("/api/me/push")
async def read_devices(front: Front, guest: Guest) -> Json:
    """The server's key for push services, and what the guest is told on which device."""
    devices = {row.id: row.topics.split() for row in await front.store.subscriptions_of(guest.id)}
    return {"key": _push_of(front).signer.public, "devices": devices}


@ROUTES.post("/api/me/push", counts="joins")
async def tell_device(front: Front, request: Request, guest: Guest, wanted: Device) -> Json:
    """Tell the guest of some things on a device from now on; of nothing where there are no topics."""
    _push_of(front)
    endpoint = checked_endpoint(wanted.endpoint)
    checked_keys(wanted.public, wanted.auth)
    topics, device = [topic for topic in TOPICS if topic in wanted.topics], device_of(endpoint)
    now, due = front.store.now(), None
    if "day" in topics:
        due = now - now % DAY + wanted.day_at
        due += DAY if due <= now else 0
    site = f"https://{host_of(request)}"[:_LONGEST_SITE]
    row = SubscriptionRow(device, guest.id, endpoint, wanted.public, wanted.auth, site, " ".join(topics), due)
    if not topics:
        await front.store.drop_subscription(device, guest.id)
    elif not await front.store.put_subscription(row, front.config.limits.devices):
        raise ServerError("push.full", "too many devices")
    return {"id": device, "topics": topics}


def _push_of(front: Front) -> Push:
    if front.push is None:
        raise ServerError("page.none", "nobody is told of anything here")
    return front.push


# --- a guest's own games, for the guest alone


@ROUTES.get("/api/me/games")
async def read_own_games(front: Front, guest: Guest, wanted: Wanted) -> Json:
    """The games of the guest that fit the query, a page of them, with figures over all that fit."""
    deals = await front.store.played_by(guest.id)
    reviews = await front.store.own_reviews(guest.id, await run_in_threadpool(_versions, deals))
    found = await run_in_threadpool(own_games, deals, reviews, wanted)
    return found | {"curves": curves(await front.store.rated(guest.id))}


def _versions(deals: Sequence[PlayedDeal]) -> list[str]:
    """The versions of today's reviews: losses of another version do not compare with theirs."""
    return [version(game, DEPTH) for game in sorted({deal.game for deal in deals})]


@ROUTES.delete("/api/me/games")
async def forget_own_games(front: Front, guest: Guest) -> None:
    """Give up all of the guest's records; each is deleted with its last owner."""
    await front.store.forget_records(guest.id)
