"""Lessons: the guided first deal. Nothing is kept; a page sends all its answers each time."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server.front import body_of, front_of
from paiju.server.lessons import guided

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


ROUTES = [Route("/api/lessons/{game}/deal", deal, methods=["POST"])]
