"""Puzzles: one after the other, one of the day, each by its link."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server import puzzling
from paiju.server.front import Json, body_of, front_of, lang_of
from paiju.server.store.kept import KeptSolver, PutTry

_LONGEST = 20


class Answered(msgspec.Struct, forbid_unknown_fields=True):
    """An answer: an action as text, or what the kind of the puzzle asks for."""

    answer: Annotated[str, msgspec.Meta(max_length=200)]


async def overview(request: Request) -> Response:
    """How the guest stands, the puzzle of the day, and the next one: of a game or a kind, where one is named."""
    front = front_of(request)
    guest = await front.known(request)
    asked = request.query_params
    tried = await front.store.tried_by(guest.id)
    solver = await front.store.solver(guest.id)
    ratings = await front.store.puzzle_ratings()
    game, kind = asked.get("game", "")[:_LONGEST], asked.get("kind", "")[:_LONGEST]
    today = puzzling.day_of(front.store.now())
    day = await run_in_threadpool(puzzling.of_day, today)
    return JSONResponse(
        {
            **_standing(solver, today),
            "day": {"id": day, "tried": day in tried},
            "next": puzzling.next_for(guest.id, solver.rating, tried, ratings, game=game, kind=kind),
            "kinds": puzzling.counts(),
        }
    )


async def question(request: Request) -> Response:
    """What a puzzle asks."""
    front = front_of(request)
    guest = await front.known(request)
    name = request.path_params["puzzle"]
    asked = await run_in_threadpool(puzzling.question, name, lang_of(request))
    ratings = await front.store.puzzle_ratings()
    tried = await front.store.tried_by(guest.id)
    rating = round(ratings.get(name, puzzling.puzzle_of(name).rating))
    day = name == puzzling.of_day(puzzling.day_of(front.store.now()))
    return JSONResponse({**asked, "rating": rating, "tried": name in tried, "day": day})


async def answer(request: Request) -> Response:
    """An answer to it; the guest's first one counts. The solution comes with it."""
    front = front_of(request)
    guest = await front.known(request)
    name = request.path_params["puzzle"]
    given = await body_of(request, Answered)
    score = await run_in_threadpool(puzzling.mark, name, given.answer)
    today = puzzling.day_of(front.store.now())
    solved, first = score >= puzzling.SOLVED, puzzling.puzzle_of(name).rating
    before = await front.store.solver(guest.id)
    day = today if name == puzzling.of_day(today) else 0
    after = await front.store.put_try(
        PutTry(guest=guest.id, puzzle=name, score=score, solved=solved, first=first, day=day)
    )
    counted = after.results > before.results
    return JSONResponse(
        {
            **_standing(after, today), **puzzling.solution(name), "score": round(score, 3), "solved": solved,
            "gained": round(after.rating) - round(before.rating) if counted else None,
        }
    )  # fmt: skip


def _standing(solver: KeptSolver, today: int) -> Json:
    days = solver.days if solver.day >= today - 1 else 0
    return {
        "rating": round(solver.rating), "results": solver.results, "streak": solver.streak, "best": solver.best,
        "days": days,
    }  # fmt: skip


ROUTES = [
    Route("/api/puzzles", overview, methods=["GET"]),
    Route("/api/puzzles/{puzzle}", question, methods=["GET"]),
    Route("/api/puzzles/{puzzle}", answer, methods=["POST"]),
]
