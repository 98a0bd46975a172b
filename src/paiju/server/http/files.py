"""The shell page, the client's files and its texts.

Browsers store a file named by its content for good and check all others with the server by tag, so that none is stale.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server.errors import ServerError
from paiju.server.http.assets import Asset, make_asset
from paiju.server.http.context import front_of, lang_of
from paiju.server.http.links import HOME, Link, link_of
from paiju.server.practice import puzzles

_PAGES = {
    "/": ("home/home.js",),
    "/join/{key}": ("home/join.js",),
    "/table/{table}": ("room/page.js", "table/table.js"),
    "/replay/{record}": ("replay/replay.js",),
    "/embed/{key}": ("replay/replay.js",),
    "/move/{code}": ("home/join.js",),
    "/rules/{game}": ("home/rules.js",),
    "/today": ("series/today.js",),
    "/series/{series}": ("series/page.js",),
    "/club/{club}": ("series/clubs.js",),
    "/learn": ("learn/page.js",),
    "/learn/{game}": ("learn/page.js",),
    "/learn/{game}/{lesson}": ("learn/page.js",),
    "/watch": ("home/lobby.js",),
    "/games": ("owngames/page.js",),
    "/puzzles": ("puzzles/page.js",),
    "/puzzles/{game}/{kind}": ("puzzles/next.js",),
    "/puzzle/{puzzle}": ("puzzles/solve.js",),
    "/profile/{profile}": ("owngames/profile.js",),
    "/about": ("home/about.js",),
    "/programs": ("home/programs.js",),
}
"""Each page and the modules that its path will ask for first; naming them spares a browser many round trips."""

_LINKED_AS = {
    "/join/{key}": "web.link.join",
    "/table/{table}": "web.link.join",
    "/replay/{record}": "web.link.replay",
    "/embed/{key}": "web.link.replay",
    "/today": "web.link.today",
    "/series/{series}": "web.link.today",
    "/club/{club}": "web.link.today",
}
"""The text of a link to a page on other sites, where it is not that of the first page."""
_LOST = ("home/error.js",)
_OF_RECORDS = ("/replay/{record}", "/embed/{key}")
_HEAD_END = b"  </head>"
_ROBOTS = "User-agent: *\nDisallow: /api/\nDisallow: /join/\nDisallow: /profile/\nDisallow: /table/\nDisallow: /replay/\nDisallow: /embed/\nDisallow: /move/\n"
_AT_ROOT = {"/sw.js": "sw.js", "/favicon.ico": "icons/icon.svg"}
"""Files at the root: the service worker, so that it may serve every page, and the icon that browsers look for there."""
_CHECKED = "no-cache"
_LASTING = "public, max-age=31536000, immutable"


async def page(request: Request) -> Response:
    """The shell page; the client reads the path. Its head describes links to it for other sites."""
    path = request.scope["route"].path
    return shell(request, _PAGES[path], link=await _link_of(request, path))


async def _link_of(request: Request, path: str) -> Link:
    """What other sites display of a link to a page, without names: of a record its game and points, or a position; of a puzzle its position.

    Nothing of a record after too many requests, for which a page is not refused.
    """
    text = _LINKED_AS.get(path, HOME)
    if puzzle := request.path_params.get("puzzle"):
        game = puzzles.game_of(puzzle)
        return Link("web.link.puzzle", game, picture=f"/api/puzzles/{puzzle}/picture.png") if game else Link()
    if path not in _OF_RECORDS:
        return Link(text)
    front, key = front_of(request), request.path_params.get("key")
    ip = front.ip(request)
    try:
        if key is None:
            record = await front.record(request)
            source = f"/api/records/{record.record}"
        else:
            front.limit("api", ip)
            record, _ = await front.elsewhere(key)
            source = f"/api/shared/{key}"
        outline = await front.replays.outline(record, lambda: front.limit("replays", ip))
    except ServerError:
        return Link(text)
    return link_of(record.game, outline, text, request.query_params, source)


def shell(
    request: Request, entries: tuple[str, ...] = _LOST, status: int = 200, link: Link | None = None
) -> Response:
    """The shell page with a status, and with what other sites display of a link to it."""
    front = front_of(request)
    asset = front.assets.shell(entries)
    if asset is None:
        raise ServerError("page.none", "the client's files are not installed")
    return send(
        request,
        _introduced(asset, link or Link(), lang_of(request), front.base(request)),
        status=status,
    )


@lru_cache(maxsize=64)
def _introduced(asset: Asset, link: Link, lang: str, base: str) -> Asset:
    """A page with a title, a line and a picture for sites that display links to it."""
    found = link.properties(lang, base)
    lines = [f'    <meta property="{name}" content="{escape(text)}">\n' for name, text in found.items()]
    lines.append('    <meta name="twitter:card" content="summary_large_image">\n')
    return make_asset(asset.body.replace(_HEAD_END, "".join(lines).encode() + _HEAD_END), ".html")


async def file(request: Request) -> Response:
    """A file of the client, or the texts of a part in a language: `first` for every page, the others for parts that open later."""
    path: str = request.scope["path"]
    name = _AT_ROOT.get(path) or path.removeprefix("/static/").removeprefix("/")
    found = front_of(request).assets.sent(name)
    if found is None:
        raise ServerError("page.none", "no such file")
    asset, lasting = found
    return send(request, asset, fresh=_LASTING if lasting else _CHECKED)


async def robots(request: Request) -> Response:
    """`robots.txt`: the pages that search engines must not read."""
    return Response(_ROBOTS, media_type="text/plain")


async def up(request: Request) -> Response:
    """Whether tables are played here, for a proxy that chooses among nodes: 200, or 503 where it should ask another one."""
    front = front_of(request)
    good = front.running and front.hub.is_open
    return JSONResponse({"ok": good}, 200 if good else 503)


def send(request: Request, asset: Asset, *, status: int = 200, fresh: str = _CHECKED) -> Response:
    """An asset, or word that the browser's copy is still good."""
    headers = {"ETag": asset.tag, "Cache-Control": fresh, "Vary": "Accept-Encoding"}
    if status == 200 and asset.tag in _tags(request.headers.get("if-none-match", "")):  # noqa: PLR2004 - all of it is there
        return Response(status_code=304, headers=headers)
    body, understood = asset.body, request.headers.get("accept-encoding", "")
    for packed, name in ((asset.brotli, "br"), (asset.packed, "gzip")):
        if packed is not None and name in understood:
            body, headers["Content-Encoding"] = packed, name
            break
    return Response(body, status, {**headers, "Content-Type": asset.type})


def _tags(header: str) -> list[str]:
    return [tag.strip() if tag.strip().startswith("W/") else f"W/{tag.strip()}" for tag in header.split(",")]


ROUTES = [
    *(Route(path, page) for path in _PAGES),
    Route("/static/{path:path}", file),
    Route("/texts/{path:path}", file),
    *(Route(path, file) for path in _AT_ROOT),
    Route("/robots.txt", robots),
    Route("/api/up", up),
]
