"""The guest: what is kept, another name, animal or language, being forgotten."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from paiju.core.errors import PaijuError
from paiju.locales import LANGUAGES
from paiju.locales.pages import browser_texts, fill
from paiju.server.errors import ServerError
from paiju.server.front import Front, Json, body_of, front_of, lang_of
from paiju.server.guests import BROWSER, COOKIE, MOST_NAME, checked_avatar, clean_name, new_id
from paiju.server.hub import Guest
from paiju.server.lessons import learnable
from paiju.server.logs import log_error
from paiju.server.packing import archive
from paiju.server.protocol import MOST_CHAT
from paiju.server.rating import Rating
from paiju.server.store.base import DAY, GUEST_DAYS, OVER_DAYS, RECORD_DAYS, ROOM_DAYS, SERIES_DAYS
from paiju.server.store.kept import KeptRating, RecordLine, RoomLine
from paiju.server.store.troubles import UNREADABLE, parsed

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
    """What a guest changes about themselves."""

    name: Annotated[str, msgspec.Meta(max_length=400)] | None = None
    lang: Annotated[str, msgspec.Meta(max_length=8)] | None = None
    avatar: Annotated[str, msgspec.Meta(max_length=12)] | None = None


async def read(request: Request) -> Response:
    """Everything about the guest, who is made by the first request."""
    front = front_of(request)
    ip = front.ip(request)
    front.limit("api", ip)
    token = front.tokens.read(request.cookies.get(COOKIE, ""))
    guest = await front.guest(request)
    renew = bool(token and token[1])
    if guest is None:
        await front.limit_everywhere("guests", ip)
        guest = await _new_guest(front, token[0] if token else new_id(), lang_of(request))
        renew = True
    else:
        front.limit_guest("api", guest)
        await _seen(front, guest, renew=renew)
    answer = JSONResponse(await _about(front, request, guest))
    if renew:
        answer.set_cookie(
            COOKIE, front.tokens.issue(guest.id), max_age=GUEST_DAYS * DAY, path="/",
            secure=front.secure(request), httponly=True, samesite="lax",
        )  # fmt: skip
    if renew or not request.cookies.get(BROWSER):
        answer.set_cookie(
            BROWSER, request.cookies.get(BROWSER) or new_id(), max_age=DAY, path="/",
            secure=front.secure(request), httponly=True, samesite="lax",
        )  # fmt: skip
    return answer


async def change(request: Request) -> Response:
    """Another name, animal or language."""
    front = front_of(request)
    guest = await front.known(request)
    wanted = await body_of(request, Change)
    if wanted.lang is not None and wanted.lang not in LANGUAGES:
        raise ServerError("message.malformed", "no such language")
    name = guest.name if wanted.name is None else clean_name(wanted.name)
    avatar = guest.avatar if wanted.avatar is None else checked_avatar(wanted.avatar)
    changed = replace(guest, name=name, lang=wanted.lang or guest.lang, avatar=avatar)
    if changed != guest:
        await front.store.put_guest(changed.id, changed.name, changed.lang, changed.avatar)
        await front.hub.rename(changed)
    return JSONResponse({"name": changed.name, "lang": changed.lang, "avatar": changed.avatar})


async def forget(request: Request) -> Response:
    """Delete all that is kept about the guest."""
    front = front_of(request)
    guest = await front.known(request)
    for line in await front.store.tables_of(guest.id):
        with contextlib.suppress(PaijuError):  # wakes a table, so that it hears of this too
            await front.hub.options(line.table, guest)
    await front.hub.forget(guest)
    await front.store.forget_guest(guest.id)
    answer = JSONResponse({"ok": True})
    answer.delete_cookie(COOKIE, path="/", secure=front.secure(request), httponly=True, samesite="lax")
    return answer


class Learned(msgspec.Struct, forbid_unknown_fields=True):
    """What a device knows to be learned, by paths as in `/learn/GAME/LESSON`."""

    paths: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=100)]


async def learn(request: Request) -> Response:
    """Note what has been learned; all that the guest has learned, on this device and others."""
    front = front_of(request)
    guest = await front.known(request)
    wanted = await body_of(request, Learned)
    paths = [path for path in wanted.paths if path in learnable()]
    if paths:
        await front.store.learning.learn(guest.id, paths)
    return JSONResponse({"learned": await front.store.learning.learned(guest.id)})


async def offer(request: Request) -> Response:
    """A one-time code with which another device learns on from here."""
    front = front_of(request)
    code, expires_ms = await front.hub.move_code(None, await front.known(request))
    return JSONResponse({"code": code, "expires_ms": expires_ms})


async def records(request: Request) -> Response:
    """All own records as one file, a zip of the documents that `/api/records/RECORD` has."""
    front = front_of(request)
    guest = await front.known(request, "replays")
    lines = await front.store.records_of(guest.id)
    headers = {"Content-Disposition": 'attachment; filename="paiju-records.zip"'}
    return StreamingResponse(archive(front.store, lines), media_type="application/zip", headers=headers)


async def _new_guest(front: Front, id_: str, lang: str) -> Guest:
    """Make a guest. Whoever has a token of ours keeps his number, even if he has been forgotten meanwhile."""
    number = _LEAST_NUMBER + secrets.randbelow(_NUMBERS)
    name = fill(browser_texts(lang)["web.guest"], lang, n=number)
    guest = Guest(id_, name, lang)
    await front.store.put_guest(guest.id, guest.name, guest.lang)
    return guest


async def _seen(front: Front, guest: Guest, *, renew: bool) -> None:
    """Note a visit, at most once a day."""
    kept = await front.store.guest(guest.id)
    if renew or (kept and front.store.now() - kept.seen > DAY):
        await front.store.put_guest(guest.id, guest.name, guest.lang, guest.avatar)


async def _about(front: Front, request: Request, guest: Guest) -> Json:
    return {
        "name": guest.name,
        "lang": guest.lang,
        "avatar": guest.avatar,
        "tables": _rooms(await front.store.tables_of(guest.id), guest),
        "ratings": [rating_json(kept) for kept in await front.store.ratings_of(guest.id)],
        "learned": await front.store.learning.learned(guest.id),
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
            kept = json.loads(line.data)
            if _has_come(kept, guest):
                found.append(_room(line, kept))
        except UNREADABLE as error:
            log_error("room unreadable", error, table=line.table)
    return found


def _has_come(kept: Json, guest: Guest) -> bool:
    return not any(
        chair.get("guest") == guest.id and chair.get("awaited") for chair in kept.get("chairs", [])
    )


def _room(line: RoomLine, kept: Json) -> Json:
    chairs = [chair for chair in kept.get("chairs", []) if chair.get("kind") == "human"]
    return {
        "id": line.table,
        "game": line.game,
        "state": kept.get("stage", "waiting"),
        "names": [chair.get("name", "") for chair in chairs],
        "touched": line.touched * 1000,
    }


def rating_json(kept: KeptRating) -> Json:
    """A rating with its doubt, as its guest is told."""
    rating = Rating(kept.mu, kept.sigma, kept.matches)
    return {
        "game": kept.game,
        "family": kept.family,
        "points": rating.points,
        "margin": rating.margin,
        "matches": kept.matches,
        "provisional": rating.provisional,
        "change": rating.points - replace(rating, mu=kept.before).points,
    }


def _record(line: RecordLine) -> Json:
    return {
        "id": line.record,
        "game": line.game,
        "names": parsed(line.names, []),
        "scores": parsed(line.scores, []),
        "when": line.when * 1000,
    }


ROUTES = [
    Route("/api/me", read, methods=["GET"]),
    Route("/api/me", change, methods=["POST"]),
    Route("/api/me", forget, methods=["DELETE"]),
    Route("/api/me/learned", learn, methods=["POST"]),
    Route("/api/me/move", offer, methods=["POST"]),
    Route("/api/me/records.zip", records),
]
