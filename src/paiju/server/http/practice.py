"""Routes of practice: lessons and puzzles."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server.http.context import Json, body_of, front_of, lang_of
from paiju.server.practice import puzzles
from paiju.server.practice.lessons import answered, guided, lesson, path
from paiju.server.store.rows import FirstAnswer, SolverRow

LessonAnswers = Annotated[str, msgspec.Meta(max_length=200)]


class Played(msgspec.Struct, forbid_unknown_fields=True):
    """All answers so far, and how many steps the page knows."""

    answers: Annotated[list[LessonAnswers], msgspec.Meta(max_length=100)]
    known: Annotated[int, msgspec.Meta(ge=0, le=1000)]


async def deal(request: Request) -> Response:
    """A guided first deal after the learner's answers: what happened, what is asked, what is suggested and why."""
    front = front_of(request)
    await front.known(request)
    asked = await body_of(request, Played)
    game = request.path_params["game"]
    return JSONResponse(await run_in_threadpool(guided, game, tuple(asked.answers), asked.known))


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to a part of a lesson, from 0: options, or one action."""

    at: int
    answer: Annotated[list[LessonAnswers], msgspec.Meta(max_length=40)]


async def courses(request: Request) -> Response:
    """The lessons of a game, in the order in which they help."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    return JSONResponse(path(request.path_params["game"]))


async def told(request: Request) -> Response:
    """A lesson: what is said, shown and asked in it."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    named = request.path_params
    return JSONResponse(await run_in_threadpool(lesson, named["game"], named["lesson"]))


async def tried(request: Request) -> Response:
    """What an answer is worth, with what is right and, where something is not allowed, the rule that says so."""
    front = front_of(request)
    await front.known(request)
    given, named = await body_of(request, Tried), request.path_params
    answer = tuple(given.answer)
    return JSONResponse(await run_in_threadpool(answered, named["game"], named["lesson"], given.at, answer))


LESSON_ROUTES = [
    Route("/api/lessons/{game}/deal", deal, methods=["POST"]),
    Route("/api/lessons/{game}", courses, methods=["GET"]),
    Route("/api/lessons/{game}/{lesson}", told, methods=["GET"]),
    Route("/api/lessons/{game}/{lesson}", tried, methods=["POST"]),
]


# --- puzzles: one after the other, one of the day, each by its link

_LONGEST = 20


class PuzzleAnswer(msgspec.Struct, forbid_unknown_fields=True):
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
    today = puzzles.day_of(front.store.now())
    day = await run_in_threadpool(puzzles.of_day, today)
    return JSONResponse(
        {
            **_standing(solver, today),
            "day": {"id": day, "tried": day in tried},
            "next": puzzles.next_for(guest.id, solver.rating, tried, ratings, game=game, kind=kind),
            "kinds": puzzles.counts(),
        }
    )


async def question(request: Request) -> Response:
    """What a puzzle asks."""
    front = front_of(request)
    guest = await front.known(request)
    name = request.path_params["puzzle"]
    asked = await run_in_threadpool(puzzles.question, name, lang_of(request))
    ratings = await front.store.puzzle_ratings()
    tried = await front.store.tried_by(guest.id)
    rating = round(ratings.get(name, puzzles.puzzle_of(name).rating))
    day = name == puzzles.of_day(puzzles.day_of(front.store.now()))
    return JSONResponse({**asked, "rating": rating, "tried": name in tried, "day": day})


async def answer(request: Request) -> Response:
    """An answer to it; the guest's first one counts. The solution comes with it."""
    front = front_of(request)
    guest = await front.known(request)
    name = request.path_params["puzzle"]
    given = await body_of(request, PuzzleAnswer)
    score = await run_in_threadpool(puzzles.mark, name, given.answer)
    today = puzzles.day_of(front.store.now())
    solved, first = score >= puzzles.SOLVED, puzzles.puzzle_of(name).rating
    before = await front.store.solver(guest.id)
    day = today if name == puzzles.of_day(today) else 0
    after = await front.store.put_try(
        FirstAnswer(guest=guest.id, puzzle=name, score=score, solved=solved, first=first, day=day)
    )
    counted = after.results > before.results
    return JSONResponse(
        {
            **_standing(after, today), **puzzles.solution(name), "score": round(score, 3), "solved": solved,
            "gained": round(after.rating) - round(before.rating) if counted else None,
        }
    )  # fmt: skip


def _standing(solver: SolverRow, today: int) -> Json:
    days = solver.days if solver.day >= today - 1 else 0
    return {
        "rating": round(solver.rating), "results": solver.results, "streak": solver.streak, "best": solver.best,
        "days": days,
    }  # fmt: skip


PUZZLE_ROUTES = [
    Route("/api/puzzles", overview, methods=["GET"]),
    Route("/api/puzzles/{puzzle}", question, methods=["GET"]),
    Route("/api/puzzles/{puzzle}", answer, methods=["POST"]),
]
