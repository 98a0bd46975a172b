"""Lessons: the guided first deal and the short lessons. Nothing is kept; a page sends all its answers each time."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server.front import body_of, front_of
from paiju.server.lessons import answered, guided, lesson, path

Answered = Annotated[str, msgspec.Meta(max_length=200)]


class Played(msgspec.Struct, forbid_unknown_fields=True):
    """All answers so far, and how many steps the page knows."""

    answers: Annotated[list[Answered], msgspec.Meta(max_length=100)]
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
    answer: Annotated[list[Answered], msgspec.Meta(max_length=40)]


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


ROUTES = [
    Route("/api/lessons/{game}/deal", deal, methods=["POST"]),
    Route("/api/lessons/{game}", courses, methods=["GET"]),
    Route("/api/lessons/{game}/{lesson}", told, methods=["GET"]),
    Route("/api/lessons/{game}/{lesson}", tried, methods=["POST"]),
]
