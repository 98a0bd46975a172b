"""The client's files: read once, packed, named by their content, modules and style sheets joined."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path, PurePosixPath

from paiju.games.registry import AT_HOME, available
from paiju.locales import LANGUAGES
from paiju.locales.pages import page_texts
from paiju.server.http.bundles import Bundles
from paiju.server.pack import pack_of
from paiju.server.protocol import encode

try:
    import brotli
except ImportError:  # the browser gets gzip then
    brotli = None

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
_BROTLI = 6
"""The Brotli quality that is as fast as gzip's best; the second best saves another 7 % in fifteen times the time."""
_FETCHED = ("cards.svg", "tiles.svg", "home/deals.json")
"""What modules fetch by name."""
_PLAIN = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)*")
"""A path without folders above or hidden files, of which there is only one form."""
_START = "app.js"
_PLACES = "modules.js"
_PLACES_HOLE = b"{ names: {}, bundles: {} }"
_VERSION_HOLE = b"__VERSION__"
_FIRST_HOLE = b'"__FIRST__"'
_FIRST_STYLES = ("css/base.css", "css/ui.css", "css/home.css")
_BUNDLE_OF = {
    "first": ("", "home"),
    "table": ("room", "table"),
    "ended": ("settle", "replay", "review", "fairness", "share"),
    "practice": ("learn", "puzzles"),
    "series": ("series", "owngames"),
    **{game: (game,) for game in AT_HOME},
}
"""The folders whose pages and parts are fetched together. A game of another package brings files, beside the plain ones."""
_APART = ("sw.js", _PLACES, "plain/")
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
"""Spaces that a style sheet does not need."""
_HEAD_END = b"  </head>"
_NAMED = re.compile(r"(.+)\.([0-9a-f]{10})(\.\w+)")
_ADDRESS = re.compile(rb'"/static/([^"]+)"')


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent; `packed` is its gzip form and `brotli` that one, None where there is none that gains anything."""

    body: bytes
    packed: bytes | None
    type: str
    tag: str
    brotli: bytes | None = None


class Assets:
    """Files by path below `root`; one that was changed on the disk is read again when a page is next opened.

    `get` has a file as it is written, `sent` as browsers get it: under a name that tells its content too, and modules
    from bundles.
    """

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self._forget()

    def _forget(self) -> None:
        self._state = self._stamp()
        self._known: dict[str, Asset] = {}
        self._sent: dict[str, Asset] = {}
        self._shells: dict[tuple[str, ...], Asset] = {}
        self._version: str | None = None
        self._bundled: Bundles | None = None

    def _stamp(self) -> list[tuple[str, int, int]]:
        """Each file with its time and size, which change with it."""
        faces = (pack_of(game).face for game in available() if game not in AT_HOME)
        found = []
        for root in (self._root, *filter(None, faces)):
            for path in (Path(folder, file) for folder, _, files in os.walk(root) for file in sorted(files)):
                with contextlib.suppress(FileNotFoundError):  # an editor's, which was there a moment ago
                    found.append((str(path), (stat := path.stat()).st_mtime_ns, stat.st_size))
        return found

    def refresh(self) -> None:
        """Read the files again if one of them was changed."""
        if self._stamp() != self._state:
            self._forget()

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
        """The file `name` as it is written, or None if there is none that may be sent."""
        if name not in self._known:
            asset = self._join(name) if name in _JOINED else self._read(name)
            if asset is None:
                return None
            self._known[name] = asset
        return self._known[name]

    def sent(self, name: str) -> tuple[Asset, bool] | None:
        """The file that browsers get under `name`, and whether it is that for good, because the name tells its content."""
        plain, digest = name, ""
        if found := _NAMED.fullmatch(name):
            plain, digest = found[1] + found[3], found[2]
        asset = self._send(plain)
        return (asset, digest == _digest(asset)) if asset else None

    def named(self, name: str) -> str:
        """The name of a file that tells its content, its own one where there is no such file."""
        asset = self._send(name)
        stem, dot, suffix = name.rpartition(".")
        return f"{stem}.{_digest(asset)}{dot}{suffix}" if asset else name

    def shell(self, entries: tuple[str, ...]) -> Asset | None:
        """The shell page that names the bundles of all modules which `entries` import, so that a browser fetches them at once."""
        self.refresh()
        if entries not in self._shells:
            page = self.get("index.html")
            if page is None:
                return None
            links = "".join(
                f'    <link rel="modulepreload" href="/static/{self.named(name)}">\n'
                for name in (_PLACES, *_files(self._bundles.needed((_START, *entries))))
            )
            body = _ADDRESS.sub(
                lambda found: f'"/static/{self.named(found[1].decode())}"'.encode(), page.body
            )
            self._shells[entries] = make_asset(body.replace(_HEAD_END, links.encode() + _HEAD_END), ".html")
        return self._shells[entries]

    def modules(self, entries: Iterable[str]) -> list[str]:
        """The modules `entries` and all that they import, nearest first."""
        return self._bundles.modules(entries)

    @property
    def _bundles(self) -> Bundles:
        if self._bundled is None:
            names = [path.relative_to(self._root).as_posix() for path in sorted(self._root.rglob("*.js"))]
            assets = {
                name: asset for name in names if not name.startswith(_APART) and (asset := self.get(name))
            }
            self._bundled = Bundles({name: asset.body for name, asset in assets.items()}, _BUNDLE_OF)
        return self._bundled

    def _send(self, name: str) -> Asset | None:
        if name not in self._sent:
            body = self._filled(name)
            made = self.get(name) if body is None else make_asset(body, PurePosixPath(name).suffix)
            if made is None:
                return None
            self._sent[name] = replace(made, brotli=_with_brotli(made))
        return self._sent[name]

    def _filled(self, name: str) -> bytes | None:
        """A file made of others: a bundle, the way to a module in one, texts, or one with names of files in it."""
        folder, _, inner = name.partition("/")
        if folder == "bundles":
            return self._bundles.bodies.get(inner.removesuffix(".js"))
        if folder == "texts":
            return _texts().get(inner)
        if name in self._bundles.homes:
            return self._way_to(name)
        if name == _PLACES:
            return self._with_places(name)
        if name == "sw.js":
            return self._with_first(name)
        return None

    def _way_to(self, name: str) -> bytes:
        """A module that has another one from its bundle: for who starts the client, and for boards of other packages."""
        given = ", ".join(self._bundles.exports(name))
        where = json.dumps(self._bundles.needed((name,)))
        return (
            f'import {{ load }} from "/static/{self.named(_PLACES)}";\n'
            f"export const {{ {given} }} = await load({json.dumps(name)}, {where});\n"
        ).encode()

    def _with_places(self, name: str) -> bytes | None:
        asset = self.get(name)
        styles = (path.relative_to(self._root).as_posix() for path in (self._root / "css").glob("*.css"))
        files = [
            *_files(dict.fromkeys(self._bundles.homes.values())),
            *sorted({*styles, *_JOINED}),
            *_FETCHED,
            *(f"texts/{path}" for path in _texts()),
        ]
        needed = {name: self._bundles.needed((name,)) for name in self._bundles.later}
        places = {"names": {file: self.named(file) for file in files}, "bundles": needed}
        filled = json.dumps(places, separators=(",", ":")).encode()
        return asset.body.replace(_PLACES_HOLE, filled) if asset else None

    def _with_first(self, name: str) -> bytes | None:
        """The service worker, with what a page needs to say at least that it cannot load the rest."""
        asset = self.get(name)
        if asset is None:
            return None
        first = [_START, _PLACES, *_files(self._bundles.needed((_START, "home/error.js"))), *_FIRST_STYLES]
        addresses = json.dumps(json.dumps([f"/static/{self.named(file)}" for file in first])).encode()
        versioned = asset.body.replace(_VERSION_HOLE, self.version().encode())
        return versioned.replace(_FIRST_HOLE, addresses)

    def _join(self, name: str) -> Asset:
        """A style sheet in parts, as one."""
        folder, suffix = PurePosixPath(name).with_suffix(""), PurePosixPath(name).suffix
        parts = [part.body for one in _JOINED[name] if (part := self.get(f"{folder}/{one}{suffix}"))]
        return make_asset(b"\n".join(parts), suffix)

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

    def _read(self, name: str) -> Asset | None:
        path = self._path(name)
        if path is None:
            return None
        body = path.read_bytes()
        body = _lean(body) if path.suffix in _REMARKED else body
        return make_asset(_SPACE.sub(b"", body) if path.suffix == ".css" else body, path.suffix)


def _lean(source: bytes) -> bytes:
    """A script or style sheet without comments and indents, line by line where it was, so that errors name the same lines."""
    return _REMARK.sub(lambda found: b"\n" * found[0].count(b"\n"), source)


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


def _with_brotli(asset: Asset) -> bytes | None:
    """A file's brotli form: a twentieth smaller than gzip's, made once."""
    if brotli is None or asset.packed is None:
        return None
    packed: bytes = brotli.compress(asset.body, quality=_BROTLI)
    return packed


def _digest(asset: Asset) -> str:
    """The part of a name that stands for the content."""
    return asset.tag.removeprefix('W/"')[:10]


def _files(bundles: Iterable[str]) -> list[str]:
    return [f"bundles/{bundle}.js" for bundle in bundles]


@cache
def _texts() -> dict[str, bytes]:
    """The texts of each part in each language, by their file."""
    return {
        f"{lang}/{part}.json": encode(dict(texts)).encode()
        for lang in LANGUAGES
        for part, texts in page_texts(lang).items()
    }
