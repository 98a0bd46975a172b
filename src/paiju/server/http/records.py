"""Routes of records: the document, its replay, its pictures, and revoking them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from paiju.server.errors import ServerError
from paiju.server.http.context import Front, Json, Routes, front_of, lang_of
from paiju.server.http.files import send
from paiju.server.http.links import number_of
from paiju.server.hub.hub import Guest
from paiju.server.hub.rooms import room_again
from paiju.server.people.guests import Shared
from paiju.server.practice import puzzles
from paiju.server.practice.judgements import Judging, Wanted
from paiju.server.store.rows import StoredRecord

_LONGEST_PAGE = 32
_REVIEWED = (("deal", "1"), ("seat", "0"), ("done", "0"))
_ASKED = (("deal", "1"), ("seat", "0"), ("at", "0"))


RECORD_ROUTES = Routes()


@RECORD_ROUTES.get("/api/records/{record}")
async def read(front: Front, request: Request, record: StoredRecord) -> Response:
    """The record document; `?download` names a file for it."""
    answer = send(request, await front.replays.document(record))
    if "download" in request.query_params:
        name = f"paiju-{record.game}-{record.record[:8]}.json"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@RECORD_ROUTES.get("/api/records/{record}/replay")
async def replay(front: Front, request: Request, record: StoredRecord) -> Response:
    """The steps of a deal, as a seat saw them or with all hands open."""
    front.reviews.prepare(record.game)
    return await replayed(request, record, named=True)


class Sharing(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a record is shown elsewhere with the names of its players; `anew` revokes the address that was given out for that."""

    names: bool = False
    anew: bool = False


@RECORD_ROUTES.post("/api/records/{record}/share")
async def share(front: Front, request: Request, guest: Guest, wanted: Sharing) -> Json:
    """The address under which other sites may show a record: it does not lead back to it, and names nobody unless requested. Its players may revoke that address for a new one."""
    name = request.path_params["record"]
    if wanted.anew and not await front.store.revoke(name, guest.id, names=wanted.names):
        raise ServerError("record.none", "no such record of yours")
    record = await front.record(request)
    shared = Shared(name, wanted.names, record.turns[wanted.names])
    mine = guest.id in {player for _, player in await front.store.players_of(name)}
    return {"path": f"/embed/{front.seals.seal(shared)}", "mine": mine}


@RECORD_ROUTES.get("/api/shared/{key}/replay", limited=False)
async def shared(request: Request) -> Response:
    """The steps of a deal of a shared record, by its shared name."""
    record, named = await elsewhere(request)
    return await replayed(request, record, named=named)


async def elsewhere(request: Request) -> tuple[StoredRecord, bool]:
    """The record behind a name that it has elsewhere, and whether its players are named there.

    Raises:
        ServerError: record.none.
    """
    front = front_of(request)
    front.limit("api", front.ip(request))
    found = await front.elsewhere(request.path_params["key"])
    if found is None:
        raise ServerError("record.none", "no such record")
    return found


async def replayed(
    request: Request, record: StoredRecord, *, named: bool, step: int | None = None
) -> Response:
    """The steps of the deal that is asked for, or one of them as a picture."""
    viewer = request.query_params.get("viewer", "open")
    deal = numbered(request.query_params.get("deal", "1"))
    if viewer != "open" and not (viewer.isascii() and viewer.isdigit() and len(viewer) == 1):
        raise ServerError("page.none", "no such seat")
    front = front_of(request)
    seat = None if viewer == "open" else int(viewer)
    asset = await front.replays.get(
        record, deal, seat, lang_of(request), lambda: front.limit("replays", front.ip(request)),
        named=named, step=step,
    )  # fmt: skip
    return send(request, asset)


@RECORD_ROUTES.get("/api/records/{record}/review")
async def review(front: Front, request: Request, guest: Guest, record: str) -> Json:
    """A deal's review as one seat played it: what there is beyond `done` pieces, as soon as there is any, after some seconds at the latest. `stood` are the actions that a bot took for its person, or the clock."""
    asked = request.query_params
    deal, seat, done = (numbered(asked.get(name, default)) for name, default in _REVIEWED)
    found = await front.reviews.look(
        (record, deal, seat), (guest.id, _page(request)), done,
        lambda: front.record(request), lambda: front.limit("reviews", front.ip(request), guest.id),
    )  # fmt: skip
    return {**found, "stood": await front.store.stood(record, deal, seat)}


class Try(msgspec.Struct, forbid_unknown_fields=True):
    """Another answer to the question that a seat answered with action `at`, from 0, of a deal, from 1."""

    deal: int
    seat: int
    at: int
    action: Annotated[str, msgspec.Meta(max_length=200)]


@RECORD_ROUTES.get("/api/records/{record}/question")
async def question(front: Front, request: Request, _guest: Guest) -> Json:
    """The question that a seat answered with action `at` of a deal, to be answered once more."""
    asked = request.query_params
    deal, seat, at = (numbered(asked.get(name, default)) for name, default in _ASKED)
    wanted = await _wanted(request, deal, seat)
    return await front.reviews.think(Judging("question", wanted, (at,)))


@RECORD_ROUTES.post("/api/records/{record}/question", counts="reviews")
async def answer(front: Front, request: Request, _guest: Guest, tried: Try) -> Json:
    """Another answer to such a question, judged as in a review."""
    deal, seat, at = (numbered(str(number)) for number in (tried.deal, tried.seat, tried.at))
    wanted = await _wanted(request, deal, seat)
    return await front.reviews.think(Judging("answer", wanted, (at, tried.action)))


class Branched(msgspec.Struct, forbid_unknown_fields=True):
    """Playing on from the moment after action `at` of a deal, from 1; all answers so far, and how many steps are known."""

    deal: int
    seat: int
    at: int
    answers: Annotated[list[Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=400)]
    known: int


@RECORD_ROUTES.post("/api/records/{record}/branch")
async def branch(front: Front, request: Request, _guest: Guest, asked: Branched) -> Json:
    """How a finished deal goes on from a moment with other answers of a seat, bots answering for the others; the record stays as it is."""
    deal, seat, at, known = (
        numbered(str(number)) for number in (asked.deal, asked.seat, asked.at, asked.known)
    )
    branch = Judging("branch", await _wanted(request, deal, seat), (at, tuple(asked.answers), known))
    return await front.reviews.think(branch)


@RECORD_ROUTES.delete("/api/records/{record}/review")
async def leave(front: Front, request: Request, guest: Guest) -> Json:
    """The guest's `page` looks at no review any more: what is under way for nobody else ends."""
    front.reviews.leave((guest.id, _page(request)))
    return {"ok": True}


@RECORD_ROUTES.post("/api/records/{record}/again", counts="creates", status=201)
async def again(front: Front, request: Request, guest: Guest, record: StoredRecord) -> Json:
    """Another table for those who played a record, by a link: each finds their chair there."""
    room = await room_again(front.store, record, guest)
    with front.makers.making(front.ip(request)) as made:
        await front.hub.open(guest, room)
        made(room.table)
    return {"id": room.table}


@RECORD_ROUTES.get("/api/key")
async def key(front: Front) -> Json:
    """The key that signs this server's records; save it to check them later."""
    own = front.hub.key
    return {"algorithm": "Ed25519", "key": own.public if own else None}


@RECORD_ROUTES.delete("/api/records/{record}")
async def drop(front: Front, guest: Guest, record: str) -> Json:
    """Give a record up; it goes with its last owner."""
    if not await front.store.forget_record(record, guest.id):
        raise ServerError("record.none", "no such record of yours")
    return {"ok": True}


def _page(request: Request) -> str:
    """Which of the guest's pages asks, by a name that it gave itself; those without one are taken for the same."""
    return request.query_params.get("page", "")[:_LONGEST_PAGE]


def numbered(text: str) -> int:
    """A small number of a query.

    Raises:
        ServerError: page.none.
    """
    found = number_of(text)
    if found is None:
        raise ServerError("page.none", "no such deal or seat")
    return found


async def _wanted(request: Request, deal: int, seat: int) -> Wanted:
    record = await front_of(request).record(request)
    return Wanted(record.document, deal, seat, record.record)


# --- pictures of positions, which links to them are shown with: of records, of records that are shown elsewhere, of puzzles


PICTURE_ROUTES = Routes()


@PICTURE_ROUTES.get("/api/records/{record}/picture.png")
async def of_record(request: Request, record: StoredRecord) -> Response:
    """The position at a `step` of a deal, as a seat saw it or with all hands open: PNG, without names."""
    return await _picture(request, record)


@PICTURE_ROUTES.get("/api/shared/{key}/picture.png", limited=False)
async def of_shared(request: Request) -> Response:
    """The same of a shared record, by its shared name."""
    record, _ = await elsewhere(request)
    return await _picture(request, record)


@PICTURE_ROUTES.get("/api/puzzles/{puzzle}/picture.png")
async def of_puzzle(request: Request, puzzle: str) -> Response:
    """The position that a puzzle asks about: PNG."""
    name, lang = puzzle, lang_of(request)
    return send(request, await run_in_threadpool(puzzles.picture, name, lang))


async def _picture(request: Request, record: StoredRecord) -> Response:
    step = numbered(request.query_params.get("step", "0"))
    return await replayed(request, record, named=False, step=step)
