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
from paiju.server.http.links import Number, Viewer
from paiju.server.hub.rooms import room_again
from paiju.server.people.guests import Guest, Shared
from paiju.server.practice import puzzles
from paiju.server.practice.judgements import Judging, Onlooker, Wanted
from paiju.server.store.rows import StoredRecord

_LONGEST_PAGE = 32
Text = Annotated[str, msgspec.Meta(max_length=200)]


class Looked(msgspec.Struct):
    """A deal of a record, from 1, as a seat saw it or with all hands open; of a picture also the step."""

    deal: Number = 1
    viewer: Viewer = "open"
    step: Number = 0


class Spot(msgspec.Struct):
    """A deal as a seat played it, the number of pieces of its review that the page has (`done`), or action `at`.

    `page` is which of the guest's pages asks, by a name that it gave itself; those without one are taken for the same.
    """

    deal: Number = 1
    seat: Number = 0
    done: Number = 0
    at: Number = 0
    page: str = ""

    def onlooker(self, guest: Guest) -> Onlooker:
        """The page of the guest that looks at a review."""
        return guest.id, self.page[:_LONGEST_PAGE]


ROUTES = Routes()


@ROUTES.get("/api/records/{record}")
async def read(front: Front, request: Request, record: StoredRecord) -> Response:
    """The record document; `?download` names a file for it."""
    answer = send(request, await front.replays.document(record))
    if "download" in request.query_params:
        name = f"paiju-{record.game}-{record.record[:8]}.json"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@ROUTES.get("/api/records/{record}/replay")
async def replay(front: Front, request: Request, record: StoredRecord, looked: Looked) -> Response:
    """The steps of a deal, as a seat saw them or with all hands open."""
    front.reviews.prepare(record.game)
    return await replayed(request, record, looked, named=True)


class Sharing(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a record names its players on other sites; `anew` revokes the link that was given out for them."""

    names: bool = False
    anew: bool = False


@ROUTES.post("/api/records/{record}/share")
async def share(front: Front, request: Request, guest: Guest, wanted: Sharing) -> Json:
    """The address under which other sites may show a record. It does not lead to the record, and names players only on request. The record's players may revoke it for a new one."""
    name = request.path_params["record"]
    if wanted.anew and not await front.store.revoke(name, guest.id, names=wanted.names):
        raise ServerError("record.none", "you have no such record")
    record = await front.record(request)
    shared = Shared(name, wanted.names, record.turns[wanted.names])
    mine = guest.id in {player for _, player in await front.store.players_of(name)}
    return {"path": f"/embed/{front.seals.seal(shared)}", "mine": mine}


@ROUTES.get("/api/shared/{key}/replay")
async def shared(front: Front, request: Request, looked: Looked, key: str) -> Response:
    """The steps of a deal of a shared record, by its shared name."""
    record, named = await front.elsewhere(key)
    return await replayed(request, record, looked, named=named)


async def replayed(
    request: Request, record: StoredRecord, looked: Looked, *, named: bool, step: int | None = None
) -> Response:
    """The steps of the requested deal, or one of them as a picture."""
    front = front_of(request)
    seat = None if looked.viewer == "open" else looked.viewer
    asset = await front.replays.get(
        record, looked.deal, seat, lang_of(request), lambda: front.limit("replays", front.ip(request)),
        named=named, step=step,
    )  # fmt: skip
    return send(request, asset)


@ROUTES.get("/api/records/{record}/review")
async def review(front: Front, request: Request, guest: Guest, spot: Spot, record: str) -> Json:
    """A deal's review as one seat played it: the pieces beyond `done`, as soon as there are any, or after some seconds. `stood` are the actions that a bot or the clock took for the person."""
    found = await front.reviews.look(
        (record, spot.deal, spot.seat), spot.onlooker(guest), spot.done,
        lambda: front.record(request), lambda: front.limit("reviews", front.ip(request), guest.id),
    )  # fmt: skip
    return {**found, "stood": await front.store.auto_played(record, spot.deal, spot.seat)}


class Try(msgspec.Struct, forbid_unknown_fields=True):
    """Another answer to the question that a seat answered with action `at`, from 0, of a deal, from 1."""

    deal: Number
    seat: Number
    at: Number
    action: Text


@ROUTES.get("/api/records/{record}/question")
async def question(front: Front, _guest: Guest, record: StoredRecord, spot: Spot) -> Json:
    """The question that a seat answered with action `at` of a deal, to be answered once more."""
    return await front.reviews.think(Judging("question", _wanted(record, spot), (spot.at,)))


@ROUTES.post("/api/records/{record}/question", counts="reviews")
async def answer(front: Front, _guest: Guest, record: StoredRecord, tried: Try) -> Json:
    """Answer that question differently; the answer is judged as in a review."""
    return await front.reviews.think(Judging("answer", _wanted(record, tried), (tried.at, tried.action)))


class Branched(msgspec.Struct, forbid_unknown_fields=True):
    """Playing on from the moment after action `at` of a deal, from 1; all answers so far, and how many steps are known."""

    deal: Number
    seat: Number
    at: Number
    answers: Annotated[list[Text], msgspec.Meta(max_length=400)]
    known: Number


@ROUTES.post("/api/records/{record}/branch")
async def branch(front: Front, _guest: Guest, record: StoredRecord, branched: Branched) -> Json:
    """A finished deal continued from a moment with a seat's new answers and bots for the others; the record does not change."""
    given = (branched.at, tuple(branched.answers), branched.known)
    return await front.reviews.think(Judging("branch", _wanted(record, branched), given))


@ROUTES.delete("/api/records/{record}/review")
async def leave(front: Front, guest: Guest, spot: Spot) -> None:
    """The guest's `page` has left the review; reviews that nobody else waits for end."""
    front.reviews.leave(spot.onlooker(guest))


@ROUTES.post("/api/records/{record}/again", counts="creates", status=201, makes=True)
async def again(front: Front, guest: Guest, record: StoredRecord) -> Json:
    """Another table for those who played a record, by a link: each finds their chair there."""
    room = await room_again(front.store, record, guest)
    return {"id": await front.hub.open(guest, room)}


@ROUTES.get("/api/key")
async def key(front: Front) -> Json:
    """The key that signs this server's records; save it to check them later."""
    own = front.hub.key
    return {"algorithm": "Ed25519", "key": own.public if own else None}


@ROUTES.delete("/api/records/{record}")
async def drop(front: Front, guest: Guest, record: str) -> None:
    """Give up a record; it is deleted with its last owner."""
    if not await front.store.forget_record(record, guest.id):
        raise ServerError("record.none", "you have no such record")


def _wanted(record: StoredRecord, spot: Spot | Try | Branched) -> Wanted:
    return Wanted(record.document, spot.deal, spot.seat, record.record)


# --- pictures of positions, for links to them: of records, of shared records, of puzzles


@ROUTES.get("/api/records/{record}/picture.png")
async def of_record(request: Request, record: StoredRecord, looked: Looked) -> Response:
    """The position at a `step` of a deal, as a seat saw it or with all hands open: PNG, without names."""
    return await replayed(request, record, looked, named=False, step=looked.step)


@ROUTES.get("/api/shared/{key}/picture.png")
async def of_shared(front: Front, request: Request, looked: Looked, key: str) -> Response:
    """The same of a shared record, by its shared name."""
    record, _ = await front.elsewhere(key)
    return await replayed(request, record, looked, named=False, step=looked.step)


@ROUTES.get("/api/puzzles/{puzzle}/picture.png")
async def of_puzzle(request: Request, puzzle: str) -> Response:
    """The position that a puzzle asks about: PNG."""
    return send(request, await run_in_threadpool(puzzles.picture, puzzle, lang_of(request)))
