"""What a guest shows of himself: nothing, until he makes a link to a page, and nothing any more once he takes that back."""

from __future__ import annotations

from collections import defaultdict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server.errors import ServerError
from paiju.server.front import Json, front_of
from paiju.server.guests import new_id
from paiju.server.routes.me import rating_json
from paiju.server.store.kept import KeptGuest, PlayedDeal

MOST_RESULTS = 30


async def link(request: Request) -> Response:
    """The path of the own page, if there is one."""
    front = front_of(request)
    guest = await front.known(request)
    kept = await front.store.guest(guest.id)
    return JSONResponse({"path": _path(kept.profile if kept else None)})


async def show(request: Request) -> Response:
    """Show the own page under a new link; one from before leads nowhere any more."""
    front = front_of(request)
    guest = await front.known(request)
    key = new_id()
    await front.store.show_guest(guest.id, key)
    return JSONResponse({"path": _path(key)}, 201)


async def hide(request: Request) -> Response:
    """Show nothing any more."""
    front = front_of(request)
    guest = await front.known(request)
    await front.store.show_guest(guest.id, None)
    return JSONResponse({"path": None})


async def read(request: Request) -> Response:
    """Such a page: name and animal, ratings with their doubt, points of the last matches; no table, record or other player."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    guest: KeptGuest | None = await front.store.shown_guest(request.path_params["profile"])
    if guest is None:
        raise ServerError("page.none", "no such page of a guest")
    ratings = [rating_json(kept) for kept in await front.store.ratings_of(guest.id)]
    for rating in ratings:
        del rating["change"]
    return JSONResponse(
        {
            "name": guest.name,
            "avatar": guest.avatar,
            "ratings": ratings,
            "results": results(await front.store.played_by(guest.id)),
        },
        headers={"Cache-Control": "no-store", "X-Robots-Tag": "noindex"},
    )


def results(deals: list[PlayedDeal]) -> list[Json]:
    """The last matches of somebody's `deals`, newest first: game, how many deals he played, his points, when (ms)."""
    matches: dict[str, list[PlayedDeal]] = defaultdict(list)
    for deal in deals:
        matches[deal.record].append(deal)
    return [
        {
            "game": own[0].game,
            "deals": len(own),
            "points": sum(deal.points for deal in own),
            "when": own[0].ended * 1000,
        }
        for own in list(matches.values())[:MOST_RESULTS]
    ]


def _path(key: str | None) -> str | None:
    return key and f"/profile/{key}"


ROUTES = [
    Route("/api/me/profile", link, methods=["GET"]),
    Route("/api/me/profile", show, methods=["POST"]),
    Route("/api/me/profile", hide, methods=["DELETE"]),
    Route("/api/profiles/{profile}", read),
]
