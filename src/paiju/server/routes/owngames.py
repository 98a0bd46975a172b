"""A guest's own games, for himself alone."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.analysis.review import version
from paiju.server.errors import ServerError
from paiju.server.front import front_of
from paiju.server.owngames import Wanted, own_games
from paiju.server.reviewing import DEPTH
from paiju.server.store.kept import PlayedDeal

_LONGEST, _DIGITS = 40, 10


async def read(request: Request) -> Response:
    """The games of the guest that fit what is asked, a page of them, with figures over all that fit."""
    front = front_of(request)
    guest = await front.known(request)
    asked = request.query_params
    words = {name: asked.get(name, "")[:_LONGEST] for name in ("game", "rules", "role", "search")}
    wanted = Wanted(**words, since=_number(asked.get("since", "0")), page=_number(asked.get("page", "0")))
    deals = await front.store.played_by(guest.id)
    reviews = await front.store.own_reviews(guest.id, await run_in_threadpool(_versions, deals))
    return JSONResponse(await run_in_threadpool(own_games, deals, reviews, wanted))


def _versions(deals: Sequence[PlayedDeal]) -> list[str]:
    """Whatever reviews of today come from: another version's losses are measured with another ruler."""
    return [version(game, DEPTH) for game in sorted({deal.game for deal in deals})]


async def forget(request: Request) -> Response:
    """Give all records up; each goes with its last owner."""
    front = front_of(request)
    await front.store.forget_records((await front.known(request)).id)
    return JSONResponse({"ok": True})


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise ServerError("page.none", "no such page")
    return int(text)


ROUTES = [
    Route("/api/me/games", read, methods=["GET"]),
    Route("/api/me/games", forget, methods=["DELETE"]),
]
