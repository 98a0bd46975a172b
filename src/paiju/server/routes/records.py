"""Records: the document, its replay, giving it up. Whoever has the link may look; ids cannot be guessed."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server.errors import ServerError
from paiju.server.routes.files import send
from paiju.server.store.base import KeptRecord
from paiju.server.web import lang_of, web_of

_LONGEST_ID = 64


async def read(request: Request) -> Response:
    """The record document; `?download` names a file for it."""
    record = await _record(request)
    headers = {"Cache-Control": "no-cache"}
    if "download" in request.query_params:
        name = f"paiju-{record.game}-{record.record[:8]}.json"
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(record.document, media_type="application/json", headers=headers)


async def replay(request: Request) -> Response:
    """The steps of a deal, as a seat saw them or with all hands open."""
    record = await _record(request)
    viewer = request.query_params.get("viewer", "open")
    deal = request.query_params.get("deal", "1")
    if not (deal.isascii() and deal.isdigit() and len(deal) < 6):  # noqa: PLR2004 - more than any match has
        raise ServerError("page.none", "no such deal")
    if viewer != "open" and not (viewer.isascii() and viewer.isdigit() and len(viewer) == 1):
        raise ServerError("page.none", "no such seat")
    web = web_of(request)
    seat = None if viewer == "open" else int(viewer)
    asset = await web.replays.get(
        record, int(deal), seat, lang_of(request), lambda: web.limit("replays", web.ip(request))
    )
    return send(request, asset)


async def key(request: Request) -> Response:
    """The key that signs this server's records, to be kept by whoever wants to check them later."""
    web = web_of(request)
    web.limit("api", web.ip(request))
    own = web.hub.key
    return JSONResponse({"algorithm": "Ed25519", "key": own.public if own else None})


async def drop(request: Request) -> Response:
    """Give a record up; it goes with its last owner."""
    web = web_of(request)
    guest = await web.known(request)
    if not await web.store.forget_record(request.path_params["record"], guest.id):
        raise ServerError("record.none", "no such record of yours")
    return JSONResponse({"ok": True})


async def _record(request: Request) -> KeptRecord:
    web = web_of(request)
    web.limit("api", web.ip(request))
    name = request.path_params["record"]
    record = await web.store.record(name) if len(name) <= _LONGEST_ID else None
    if record is None:
        raise ServerError("record.none", "no such record")
    return record


ROUTES = [
    Route("/api/key", key),
    Route("/api/records/{record}", read, methods=["GET"]),
    Route("/api/records/{record}", drop, methods=["DELETE"]),
    Route("/api/records/{record}/replay", replay),
]
