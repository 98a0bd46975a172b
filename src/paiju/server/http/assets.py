"""The client's files: read once, packed and named by their content."""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from paiju.games.registry import AT_HOME, available
from paiju.server.pack import pack_of

ROOT = Path(__file__).parents[1] / "web"

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_PACKED_ALREADY = (".png", ".woff2", ".ico")
_REMARKED = (".css", ".js")
_WORTH_PACKING = 400
_PLAIN = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)*")
"""A path without folders above or hidden files, of which there is only one form."""
_FILLED = ("index.html", "sw.js")
_VERSION_HOLE = b"__VERSION__"
_MODULES_HOLE = b'"__MODULES__"'
_ALWAYS = ("app.js", "home/error.js")
"""The least that a page needs to say that it cannot load the rest."""
_JOINED = {
    "css/ui.css": ("buttons", "sheets", "fields", "toasts", "figures", "materials"),
    "css/home.css": ("frame", "front", "game", "past", "prose", "newcomer"),
    "css/room.css": ("frame", "chairs", "rules", "company"),
    "css/table.css": (
        "frame",
        "seats",
        "middle",
        "actions",
        "panel",
        "sizes",
        "wide",
        "shapes",
        "desk",
        "cloth",
        "words",
    ),
    "css/settle.css": ("moment", "seats", "hands", "tools", "fairness", "ended"),
    **{f"css/{game}.css": pack_of(game).styles for game in AT_HOME},
}
"""Style sheets in several files of a folder of their name, in the order in which they count; browsers get one."""

_REMARK = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)?", re.DOTALL | re.MULTILINE)
"""Comments on lines of their own, and the space before a line: browsers have no use for a third of what we write."""
_SPACE = re.compile(rb"(?<=[{};,])\n+|(?<=\n)\n+| (?=\{$)", re.MULTILINE)
"""In a style sheet without them: what parts nothing."""
_HEAD_END = b"  </head>"
_IMPORT = re.compile(rb'^(?:import|export)\b[^;"]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent; `packed` is its gzip form, None where that gains nothing."""

    body: bytes
    packed: bytes | None
    type: str
    tag: str


class Assets:
    """Files by path below `root`; a file that was changed on the disk is read again."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self._known: dict[str, tuple[tuple[int, int, str], Asset]] = {}
        self._version: str | None = None
        self._shells: dict[tuple[str, ...], tuple[str, Asset]] = {}

    def version(self) -> str:
        """A name for the state of all files together."""
        if self._version is None:
            digest = hashlib.sha256()
            for path in sorted(self._root.rglob("*")):
                if path.is_file() and path.suffix in _TYPES:
                    digest.update(
                        path.relative_to(self._root).as_posix().encode() + b"\0" + path.read_bytes()
                    )
            self._version = digest.hexdigest()[:16]
        return self._version

    def get(self, name: str) -> Asset | None:
        """The file `name`, or None if there is none that may be sent."""
        if name in _JOINED:
            folder = name.removesuffix(".css")
            return _joined(*filter(None, (self.get(f"{folder}/{part}.css") for part in _JOINED[name])))
        path = self._path(name)
        if path is None:
            return None
        try:
            stat = path.stat()
        except OSError:
            return None
        known = self._known.get(name)
        changed = known is not None and known[0][:2] != (stat.st_mtime_ns, stat.st_size)
        if changed:
            self._version = None
        mark = (stat.st_mtime_ns, stat.st_size, self.version() if name in _FILLED else "")
        if known is None or known[0] != mark:
            known = self._known[name] = (mark, self._read(name, path))
        return known[1]

    def shell(self, entries: tuple[str, ...]) -> Asset | None:
        """The shell page that names all modules which `entries` import, so that a browser fetches them at once."""
        known = self._shells.get(entries)
        page = self.get("index.html")
        if page is None or (known is not None and known[0] == self.version()):
            return page and known and known[1]
        links = [
            f'    <link rel="modulepreload" href="/static/{name}">\n'
            for name in self.modules(entries)
            if f'"/static/{name}"'.encode() not in page.body
        ]
        body = page.body.replace(_HEAD_END, "".join(links).encode() + _HEAD_END)
        shell = make_asset(body, ".html")
        self._shells[entries] = (self.version(), shell)
        return shell

    def modules(self, entries: tuple[str, ...]) -> list[str]:
        """The modules `entries` and all that they import, nearest first."""
        found = dict.fromkeys(entries)
        waiting = list(entries)
        for name in waiting:
            asset = self.get(name)
            if asset is None:
                del found[name]
                continue
            for match in _IMPORT.finditer(asset.body):
                path = posixpath.normpath(
                    posixpath.join(posixpath.dirname(name), (match[1] or match[2]).decode())
                )
                if path not in found:
                    found[path] = None
                    waiting.append(path)
        return list(found)

    def _path(self, name: str) -> Path | None:
        if not _PLAIN.fullmatch(name) or PurePosixPath(name).suffix not in _TYPES:
            return None
        parts = name.split("/")
        return _below(self._root, *parts) or self._brought(*parts)

    def _brought(self, folder: str, *inner: str) -> Path | None:
        """The file of a game of another package: in the folder that its pack names, else the plain one."""
        game, parts, plain = folder, inner, ("plain", *inner)
        if folder == "css" and len(inner) == 1:
            game, parts, plain = PurePosixPath(inner[0]).stem, ("board.css",), ("css", "plain.css")
        if game in AT_HOME or game not in available():
            return None
        face = pack_of(game).face
        return (face and _below(face, *parts)) or _below(self._root, *plain)

    def _read(self, name: str, path: Path) -> Asset:
        body = path.read_bytes()
        if name in _FILLED:
            modules = [f"/static/{name}" for name in self.modules(_ALWAYS)]
            body = body.replace(_VERSION_HOLE, self.version().encode())
            body = body.replace(_MODULES_HOLE, json.dumps(json.dumps(modules)).encode())
        body = _lean(body) if path.suffix in _REMARKED else body
        return make_asset(_SPACE.sub(b"", body) if path.suffix == ".css" else body, path.suffix)


def _lean(source: bytes) -> bytes:
    """A script or style sheet without comments and indents, line by line where it was, so that errors name the same lines."""
    return _REMARK.sub(lambda found: b"\n" * found[0].count(b"\n"), source)


@lru_cache
def _joined(*parts: Asset) -> Asset:
    """The parts of a style sheet as one."""
    return make_asset(b"\n".join(part.body for part in parts), ".css")


def _below(root: Path, *parts: str) -> Path | None:
    """The file in a folder, if it is there and does not lead out of it."""
    path = root.joinpath(*parts)
    return path if path.is_file() and path.resolve().is_relative_to(root.resolve()) else None


def make_asset(body: bytes, suffix: str) -> Asset:
    """Bytes as a file that can be sent."""
    packed = None
    if suffix not in _PACKED_ALREADY and len(body) > _WORTH_PACKING:
        packed = gzip.compress(body, 9, mtime=0)
    return Asset(body, packed, _TYPES[suffix], f'W/"{hashlib.sha256(body).hexdigest()[:20]}"')
