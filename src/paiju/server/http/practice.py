"""Routes of practice: lessons and puzzles."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from paiju.server.http.context import Front, Json, Routes, lang_of
from paiju.server.people.guests import Guest
from paiju.server.practice import puzzles
from paiju.server.practice.lessons import answered, guided, lesson_json, path
from paiju.server.store.rows import FirstAnswer, SolverRow

LessonAnswers = Annotated[str, msgspec.Meta(max_length=200)]


class Played(msgspec.Struct, forbid_unknown_fields=True):
    """All answers so far, and how many steps the page knows."""

    answers: Annotated[list[LessonAnswers], msgspec.Meta(max_length=100)]
    known: Annotated[int, msgspec.Meta(ge=0, le=1000)]


ROUTES = Routes()


@ROUTES.post("/api/lessons/{game}/deal")
async def deal(_guest: Guest, played: Played, game: str) -> Json:
    """A guided first deal after the learner's answers: the events, the question, the suggestion and its reason."""
    return await run_in_threadpool(guided, game, tuple(played.answers), played.known)


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to a part of a lesson, from 0: options, or one action."""

    at: int
    answer: Annotated[list[LessonAnswers], msgspec.Meta(max_length=40)]


@ROUTES.get("/api/lessons/{game}")
async def courses(game: str) -> list[Json]:
    """The lessons of a game, in the order in which they help."""
    return path(game)


@ROUTES.get("/api/lessons/{game}/{lesson}")
async def one_lesson(game: str, lesson: str) -> Json:
    """A lesson: its texts, pictures and questions."""
    return await run_in_threadpool(lesson_json, game, lesson)


@ROUTES.post("/api/lessons/{game}/{lesson}")
async def tried(_guest: Guest, given: Tried, game: str, lesson: str) -> Json:
    """The mark for an answer, with the right answers and, for a refused action, its rule."""
    return await run_in_threadpool(answered, game, lesson, given.at, tuple(given.answer))


# --- puzzles: one after the other, one of the day, each by its link


class Kind(msgspec.Struct):
    """A game and a kind of puzzle; empty for all."""

    game: str = ""
    kind: str = ""


class PuzzleAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """An answer: an action as text, or what the kind of the puzzle asks for."""

    answer: Annotated[str, msgspec.Meta(max_length=200)]


@ROUTES.get("/api/puzzles")
async def overview(front: Front, guest: Guest, wanted: Kind) -> Json:
    """The guest's figures, the puzzle of the day, and the next puzzle, of a game or a kind if one is named."""
    tried = await front.store.tried_by(guest.id)
    solver = await front.store.solver(guest.id)
    ratings = await front.store.puzzle_ratings()
    today = puzzles.day_of(front.store.now())
    day = await run_in_threadpool(puzzles.of_day, today)
    return {
        **_standing(solver, today),
        "day": {"id": day, "tried": day in tried},
        "next": puzzles.next_for(guest.id, solver.rating, tried, ratings, game=wanted.game, kind=wanted.kind),
        "kinds": puzzles.counts(),
    }


@ROUTES.get("/api/puzzles/{puzzle}")
async def question(front: Front, request: Request, guest: Guest, puzzle: str) -> Json:
    """The question of a puzzle."""
    question = await run_in_threadpool(puzzles.question, puzzle, lang_of(request))
    ratings = await front.store.puzzle_ratings()
    tried = await front.store.tried_by(guest.id)
    rating = round(ratings.get(puzzle, puzzles.puzzle_of(puzzle).rating))
    day = puzzle == puzzles.of_day(puzzles.day_of(front.store.now()))
    return {**question, "rating": rating, "tried": puzzle in tried, "day": day}


@ROUTES.post("/api/puzzles/{puzzle}")
async def answer(front: Front, guest: Guest, given: PuzzleAnswer, puzzle: str) -> Json:
    """Answer a puzzle; the guest's first answer counts. The solution comes with the mark."""
    score = await run_in_threadpool(puzzles.mark, puzzle, given.answer)
    today = puzzles.day_of(front.store.now())
    solved, first = score >= puzzles.SOLVED, puzzles.puzzle_of(puzzle).rating
    before = await front.store.solver(guest.id)
    day = today if puzzle == puzzles.of_day(today) else 0
    after = await front.store.put_try(
        FirstAnswer(guest=guest.id, puzzle=puzzle, score=score, solved=solved, first=first, day=day)
    )
    counted = after.results > before.results
    return {
        **_standing(after, today),
        **puzzles.solution(puzzle),
        "score": round(score, 3),
        "solved": solved,
        "gained": round(after.rating) - round(before.rating) if counted else None,
    }


def _standing(solver: SolverRow, today: int) -> Json:
    days = solver.days if solver.day >= today - 1 else 0
    return {
        "rating": round(solver.rating), "results": solver.results, "streak": solver.streak, "best": solver.best,
        "days": days,
    }  # fmt: skip
