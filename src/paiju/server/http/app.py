"""The public application: routes, security headers, and errors as JSON."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from paiju.core.errors import PaijuError
from paiju.server.errors import status_of
from paiju.server.http import files, people, practice, records, series, tables
from paiju.server.http.context import Config, Front, front_of, host_of
from paiju.server.hub.hub import Hub
from paiju.server.ops.logs import log_error
from paiju.server.people.guests import Tokens
from paiju.server.people.push import Push
from paiju.server.store.base import REPORTED, StoreError
from paiju.server.store.store import Store

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'{sockets};"
    " manifest-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors {framed}"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_WRITING = ("POST", "PUT", "PATCH", "DELETE")
_PACK_FROM = 800
_BELOW = re.compile(r"\A/n/([a-z0-9-]{1,32})(?=/)")
_ELSEWHERE = "table.elsewhere"


def create_app(
    store: Store,
    hub: Hub,
    tokens: Tokens,
    config: Config | None = None,
    *,
    clock: Callable[[], float] = time.monotonic,
    push: Push | None = None,
) -> Starlette:
    """The application; `clock` is what limits go by, in seconds. Without `push` nobody is told of anything."""
    config = config or Config()
    pages = (files, people, tables, records, series, practice)
    routes = [*(route for module in pages for route in module.ROUTES), *tables.SOCKET_ROUTES]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(ProxyHeadersMiddleware, trusted_hosts=[str(network) for network in config.proxies]),
            Middleware(NodePrefix),
            Middleware(SecurityHeaders),
            Middleware(GZipMiddleware, minimum_size=_PACK_FROM, compresslevel=6),
            Middleware(Refusals),
        ],
        exception_handlers={HTTPException: _no_route},
    )
    app.router.redirect_slashes = False
    app.state.front = Front(store, hub, tokens, config, clock=clock, push=push)
    return app


class NodePrefix:
    """A node answers below the prefix of a node, by which proxies choose it, as without one: `scope["node"]` then names who was meant."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """One request."""
        several = scope["type"] != "lifespan" and scope["app"].state.front.config.node is not None
        if several and (found := _BELOW.match(scope["path"])):
            length = found.end()
            scope = {**scope, "node": found[1], "path": scope["path"][length:]}
            scope["raw_path"] = scope.get("raw_path", b"")[length:]
        return self._app(scope, receive, send)


class SecurityHeaders:
    """Adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """One request; a socket, which would pass here with each message, goes on by itself."""
        if scope["type"] != "http":
            return self._app(scope, receive, send)
        counts = scope["app"].state.front.requests

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                if _is_framed(scope):
                    del headers["X-Frame-Options"]
                headers["Content-Security-Policy"] = policy(scope)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
                counts[message["status"]] += 1
            await send(message)

        return self._app(scope, receive, send_with_headers)


def policy(scope: Scope) -> str:
    """The content security policy of a page: the sources it may load, and the sites that may frame it. Some browsers do not count sockets of the same host as 'self'."""
    host = host_of(Request(scope))
    sockets = f" ws://{host} wss://{host}" if host else ""
    return _POLICY.format(sockets=sockets, framed="*" if _is_framed(scope) else "'none'")


def _is_framed(scope: Scope) -> bool:
    """Whether other sites may show a page in theirs: it knows no guest, and nothing can be done in it."""
    return bool(scope["path"].startswith("/embed/"))


class Refusals:
    """Refuses what other sites' pages ask for, answers errors as JSON, and hides our own mistakes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """One request, as with headers."""
        return (self._request if scope["type"] == "http" else self._app)(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        front = front_of(request)
        try:
            front.limit("requests", front.ip(request))
            if scope["method"] in _WRITING:
                front.check_origin(request)
            await self._app(scope, receive, send)
        except PaijuError as error:
            await refusal(error, request)(scope, receive, send)
        except ClientDisconnect:
            return  # nobody waits for an answer
        except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
            log_error("request failed", error, route=_route(scope))
            await _answer(500, "server.error", {})(scope, receive, send)


def _route(scope: Scope) -> str:
    """The pattern of a path, since a path itself may be a key."""
    route = scope.get("route")
    return str(getattr(route, "path", "?"))


def refusal(error: PaijuError, request: Request | None = None) -> JSONResponse:
    """An error as an answer; a request for another node is redirected there."""
    if isinstance(error, StoreError):
        log_error("store failed", error, code=error.code)
        return _answer(503, error.code if error.code in REPORTED else "server.error", {})
    answer = _answer(status_of(error), error.code, dict(error.facts))
    if error.code == "rate.limited":
        answer.headers["Retry-After"] = str(error.facts.get("seconds", 1))
        answer.headers["Connection"] = "close"  # what else it has sent already is not even looked at
    if error.code == _ELSEWHERE and request is not None:
        query = f"?{request.url.query}" if request.url.query else ""
        path = request.scope.get("raw_path", b"").decode("ascii") or request.url.path
        answer.headers["Location"] = f"/n/{error.facts['node']}{path}{query}"
    return answer


def _answer(status: int, code: str, facts: dict[str, Any]) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "facts": facts}}, status)


async def _no_route(request: Request, error: Exception) -> Response:
    """No such path, or not with this method: people get the page, which says so, programs get JSON."""
    assert isinstance(error, HTTPException)
    if error.status_code != 404:  # noqa: PLR2004 - the one status that has a page
        answer = _answer(error.status_code, "page.method", {})
        answer.headers.update(error.headers or {})
        return answer
    path = request.url.path
    if path.startswith(("/api/", "/static/", "/texts/", "/ws/")):
        return _answer(404, "page.none", {})
    if path.endswith("/"):
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/{path.strip('/')}{query}", 308)
    wants_page = "text/html" in Headers(scope=request.scope).get("accept", "")
    return files.shell(request, status=404) if wants_page else _answer(404, "page.none", {})
