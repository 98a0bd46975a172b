"""Pictures of positions, which links to them are shown with: of records, of records that are shown elsewhere, of puzzles."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paiju.server import puzzling
from paiju.server.front import front_of, lang_of
from paiju.server.routes import records
from paiju.server.routes.files import send
from paiju.server.store.kept import KeptRecord


async def of_record(request: Request) -> Response:
    """The position at a `step` of a deal, as a seat saw it or with all hands open: PNG, without names."""
    return await _picture(request, await records.own(request))


async def of_shared(request: Request) -> Response:
    """The same of a record that is shown elsewhere, by the name it has there."""
    record, _ = await records.elsewhere(request)
    return await _picture(request, record)


async def of_puzzle(request: Request) -> Response:
    """The position that a puzzle asks about: PNG."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    name, lang = request.path_params["puzzle"], lang_of(request)
    return send(request, await run_in_threadpool(puzzling.picture, name, lang))


async def _picture(request: Request, record: KeptRecord) -> Response:
    step = records.numbered(request.query_params.get("step", "0"))
    return await records.replayed(request, record, named=False, step=step)


ROUTES = [
    Route("/api/records/{record}/picture.png", of_record),
    Route("/api/shared/{key}/picture.png", of_shared),
    Route("/api/puzzles/{puzzle}/picture.png", of_puzzle),
]
