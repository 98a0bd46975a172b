"""A small web server that shows the real table on prepared states: `python -m tests.e2e.gallery.serve [PORT]`.

`/gallery/NAME?lang=zh&theme=dark` shows the state NAME, `/gallery` lists them, `/gallery/NAME.json` is the state.
"""

from __future__ import annotations

import functools
import importlib.util
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import segno
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from paiju.server import options_form
from paiju.server.http.assets import Assets

HERE = Path(__file__).parent
PACKAGE = HERE.parents[2] / "src" / "paiju"
WEB = PACKAGE / "server" / "web"
POLICY = b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"


@functools.cache
def states() -> dict[str, Callable[[], dict[str, Any]]]:
    """Every prepared state by name, from all `states*.py` of this folder; each is built on request.

    One gallery of a process has them all: those of a deal belong to its links.
    """
    found: dict[str, Callable[[], dict[str, Any]]] = {}
    for path in sorted(HERE.glob("states*.py")):
        spec = importlib.util.spec_from_file_location(f"gallery_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        found.update(module.STATES)
    return found


def texts(lang: str) -> dict[str, str]:
    """All texts of a language, those of the browser included."""
    merged: dict[str, str] = json.loads((PACKAGE / "locales" / f"{lang}.json").read_text())
    for path in sorted((PACKAGE / "locales" / "web" / lang).glob("*.json")):
        merged.update(json.loads(path.read_text()))
    return merged


class Policy:
    """Sends the content security policy of the real server with everything."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def wrapped(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"content-security-policy", POLICY)]
            await send(message)

        await self.app(scope, receive, wrapped)


def app() -> Starlette:
    """The gallery as an ASGI application."""
    known = states()
    made: dict[str, dict[str, Any]] = {}
    assets = Assets(WEB)

    def state(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in known:
            return JSONResponse({"error": {"code": "page.none"}}, 404)
        if name not in made:
            made[name] = known[name]()
        return JSONResponse(made[name])

    def page(request: Request) -> Response:
        return FileResponse(HERE / "page.html")

    def script(request: Request) -> Response:
        return FileResponse(HERE / "page.js")

    def file(request: Request) -> Response:
        found = assets.sent(request.path_params["path"])
        if not found:
            return Response(status_code=404)
        asset, _ = found
        # A page that is opened after another one need not ask again.
        return Response(asset.body, media_type=asset.type, headers={"cache-control": "max-age=3600"})

    def index(request: Request) -> Response:
        return HTMLResponse("".join(f'<p><a href="/gallery/{name}">{name}</a></p>' for name in known))

    routes = [
        Route("/gallery", index),
        Route("/gallery/page.js", script),
        Route("/gallery/{name}.json", state),
        Route("/gallery/{name}", page),
        Route("/api/games/{game}", _form),
        Route("/api/tables/{table}/rules", _rules),
        Route("/api/tables/{table}/links", _links),
        Route("/api/tables/{table}/move", _move, methods=["POST"]),
        Route("/api/move/{code}/qr.svg", _code),
        Route("/static/{path:path}", file),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Policy)])


def _form(request: Request) -> Response:
    return JSONResponse(options_form.form(request.path_params["game"], request.query_params["lang"]))


def _rules(request: Request) -> Response:
    sections = [{"title": "A", "paragraphs": [{"text": "9 9 9 b", "rule": "BH A11"}], "figures": []}]
    return JSONResponse({"title": "pagat", "line": "168", "sections": sections})


def _links(request: Request) -> Response:
    known = sys.modules["gallery_states_settle"].LINKS
    return JSONResponse(known[request.path_params["table"]])


def _move(request: Request) -> Response:
    return JSONResponse({"code": "XK4P-72QM", "expires_ms": 60_000})


def _code(request: Request) -> Response:
    picture = io.BytesIO()
    segno.make(request.path_params["code"]).save(picture, kind="svg", scale=4)
    return Response(picture.getvalue(), media_type="image/svg+xml")


if __name__ == "__main__":
    uvicorn.run(app(), port=int(sys.argv[1]) if len(sys.argv) > 1 else 8899, log_level="warning")
