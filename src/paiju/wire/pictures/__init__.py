"""Pictures of positions: as PNG, put together from prepared pieces without a browser, as SVG from the art of the pages, and how cards lie on them."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from xml.etree import ElementTree as ET

Placed = tuple[str, int, int]
"""A piece by its name, and where its upper left corner lies."""
TABLE = "table"
"""The piece that is the empty table, as large as a picture."""
_MAGIC = b"\x89PNG\r\n\x1a\n"
_PLAIN = b"\0"
_LEVEL = 6


class Piece(NamedTuple):
    """The rows of a piece, each with how far from the left it begins: plain table at its ends is not there."""

    rows: tuple[tuple[int, bytes], ...]


class Sheet:
    """See the module."""

    def __init__(self, png: bytes, places: dict[str, tuple[int, int, int, int]]) -> None:
        chunks = dict(_chunks(png))
        self._wide = struct.unpack_from(">I", chunks[b"IHDR"])[0]
        self._pixels = zlib.decompress(chunks[b"IDAT"])
        self._places = places
        self._pieces: dict[str, Piece] = {}
        self.palette = chunks[b"PLTE"]

    def names(self) -> Iterable[str]:
        """The names of the pieces."""
        return self._places.keys()

    def size(self, name: str) -> tuple[int, int]:
        """Width and height of a piece."""
        return self._places[name][2:]

    def piece(self, name: str) -> Piece:
        """A piece; it is cut out once."""
        found = self._pieces.get(name)
        if found is None:
            found = self._pieces[name] = Piece(tuple(map(_trimmed, self.rows(name))))
        return found

    def rows(self, name: str) -> list[bytes]:
        """The rows of a piece in full."""
        left, top, wide, high = self._places[name]
        starts = ((top + row) * (self._wide + 1) + 1 + left for row in range(high))
        return [self._pixels[start : start + wide] for start in starts]


@cache
def sheet() -> Sheet:
    """The pieces of this package."""
    here = files("paiju.wire.pictures")
    places = json.loads(here.joinpath("pieces.json").read_text("utf-8"))["places"]
    return Sheet(here.joinpath("pieces.png").read_bytes(), {name: tuple(at) for name, at in places.items()})


def drawn(placed: Iterable[Placed]) -> bytes:
    """The table with pieces on it as PNG, see `rows_of`."""
    rows = rows_of(placed)
    return _png(rows, len(rows[0]), sheet().palette)


def rows_of(placed: Iterable[Placed]) -> list[bytearray]:
    """The table with pieces on it, later ones over earlier ones: rows of places in the palette of `sheet`, three bytes a colour.

    Pieces beyond the edge are cut off.
    """
    pieces = sheet()
    rows = [bytearray(row) for row in pieces.rows(TABLE)]
    wide, high = pieces.size(TABLE)
    for name, x, y in placed:
        across, down = pieces.size(name)
        if 0 <= x <= wide - across and 0 <= y <= high - down:
            for row, (begin, pixels) in zip(rows[y : y + down], pieces.piece(name).rows, strict=True):
                row[x + begin : x + begin + len(pixels)] = pixels
    return rows


def _png(rows: list[bytearray], wide: int, palette: bytes) -> bytes:
    body = zlib.compress(b"".join(b"\0" + row for row in rows), _LEVEL)
    head = struct.pack(">IIBBBBB", wide, len(rows), 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", body), (b"IEND", b""))
    return _MAGIC + b"".join(map(_chunk, *zip(*chunks, strict=True)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _chunks(png: bytes) -> Iterable[tuple[bytes, bytes]]:
    at = len(_MAGIC)
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += size + 12


def _trimmed(row: bytes) -> tuple[int, bytes]:
    short = row.lstrip(_PLAIN)
    return len(row) - len(short), short.rstrip(_PLAIN)


# --- the same as SVG, with the art of the pages, which is outlines and needs no fonts but for numbers

_SVG = "http://www.w3.org/2000/svg"
_SHEETS = ("cards.svg", "tiles.svg")
_BRASS, _IVORY = "#e7c98b", "#f6ecd2"
_SIGNS = {
    "emperor": f'<use href="#crown-shape" fill="{_BRASS}"/>',
    "guard": '<use href="#shield-shape" fill="#bfd6ea"/>',
    "dealer": f'<use href="#star-shape" fill="{_BRASS}"/>',
    "turn": '<path d="M20 8 88 50 20 92z" fill="#f2b53c"/>',
}
_DIGITS = {"latin": "0123456789", "persian": "۰۱۲۳۴۵۶۷۸۹"}
_FALLBACK = re.compile(r"var\(--[a-z-]+,([^()]*)\)")
_UNSET = re.compile(r' [a-z-]+="var\(--[a-z-]+\)"')
_REFERENCE = re.compile(r'href="#([^"]+)"')


def svg(placed: Iterable[Placed]) -> str:
    """The table with pieces on it as an SVG document, which loads nothing and holds the cards that are on it."""
    wide, high = sheet().size(TABLE)
    body = "".join(_drawn_piece(name, x, y) for name, x, y in placed)
    return (
        f'<svg xmlns="{_SVG}" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        f"<defs>{''.join(_art_of(body))}</defs>"
        f'<rect width="{wide}" height="{high}" fill="#3a2517"/>'
        f'<rect x="26" y="26" width="{wide - 52}" height="{high - 52}" rx="40" fill="#1c4a35"/>{body}</svg>\n'
    )


def _drawn_piece(name: str, x: int, y: int) -> str:
    wide, high = sheet().size(name)
    at = f'x="{x}" y="{y}" width="{wide}" height="{high}"'
    if name in _SIGNS:
        return f'<svg {at} viewBox="0 0 100 100">{_SIGNS[name]}</svg>'
    card, is_card, _ = name.partition("@")
    if is_card:
        return f'<use href="#{card}" {at}/>'
    digit = _DIGITS[name[:-1]][int(name[-1])]
    style = f'font-family="Noto Sans, sans-serif" font-weight="700" font-size="28" text-anchor="middle" fill="{_IVORY}"'
    return f'<text x="{x + wide // 2}" y="{y + 26}" {style}>{digit}</text>'


def _art_of(body: str) -> list[str]:
    """The parts of the art that a picture uses, and those that these use."""
    art, wanted = _art(), _REFERENCE.findall(body)
    found: list[str] = []
    while wanted:
        part = art[wanted.pop()]
        if part not in found:
            found.append(part)
            wanted += _REFERENCE.findall(part)
    return found


@cache
def _art() -> dict[str, str]:
    """By each name in the sheets the part that has it, in the colours of the day."""
    ET.register_namespace("", _SVG)
    found: dict[str, str] = {}
    for name in _SHEETS:
        (parts,) = ET.fromstring(files("paiju").joinpath("server", "web", name).read_text("utf-8"))  # noqa: S314 - our own
        for part in parts:
            text = ET.tostring(part, "unicode").replace(f' xmlns="{_SVG}"', "")
            while (plain := _FALLBACK.sub(r"\1", text)) != text:
                text = plain
            text = _UNSET.sub("", text)
            found.update((own, text) for one in part.iter() if (own := one.get("id")))
    return found


# --- how cards, backs, numbers and signs are laid out in a picture; the packs of games say what lies where

Code = str | None
"""A card in text notation; None for one of which only the back is seen."""
Face = Callable[[Code], str]
"""The name of the piece that shows a card, without its size."""
LEFT, TOP, RIGHT, BOTTOM = 54, 40, 1146, 590
"""The part of the table on which things lie."""
LINE = 32
"""How high a line of numbers and signs is."""
_GAP = 6
_DIGIT = 16
_SIGN = 34


class Laying:
    """Pieces as they are laid; `face` names the cards of a game, and numbers are written as in `lang`."""

    def __init__(self, face: Face, lang: str) -> None:
        self.placed: list[Placed] = []
        self._face = face
        self._script = "persian" if lang == "fa" else "latin"

    def card(self, code: Code, wide: int, x: int, y: int) -> None:
        """One card."""
        self.placed.append((f"{self._face(code)}@{wide}", x, y))

    def row(self, codes: Sequence[Code], wide: int, x: int, y: int, room: int, *, step: int = 0) -> int:
        """Cards from left to right within `room`, each `step` further or less if they are many. Returns where they end."""
        if not codes:
            return x
        far = step or wide + _GAP
        if len(codes) > 1:
            far = min(far, max(1, (room - wide) // (len(codes) - 1)))
        for at, code in enumerate(codes):
            self.card(code, wide, x + at * far, y)
        return x + (len(codes) - 1) * far + wide

    def column(self, codes: Sequence[Code], wide: int, x: int, bottom: int, step: int) -> None:
        """Cards from above to below, the lowest one whole and its edge at `bottom`."""
        top = bottom - self.high(wide) - step * (len(codes) - 1)
        for at, code in enumerate(codes):
            self.card(code, wide, x, top + at * step)

    def columns(
        self, columns: Sequence[Sequence[Code]], wide: int, x: int, bottom: int, room: int, *, step: int
    ) -> None:
        """Columns side by side in the middle of `room`."""
        far = min(wide + _GAP, (room - wide) // max(1, len(columns) - 1))
        x += (room - wide - far * (len(columns) - 1)) // 2
        for at, column in enumerate(columns):
            self.column(column, wide, x + at * far, bottom, step)

    def number(self, number: int, x: int, y: int) -> int:
        """A number. Returns where it ends."""
        for at, digit in enumerate(str(number)):
            self.placed.append((f"{self._script}{digit}", x + at * _DIGIT, y))
        return x + len(str(number)) * _DIGIT

    def seat(self, seat: int, x: int, y: int, *, asked: bool, signs: Iterable[str] = ()) -> int:
        """A seat by its number, with a mark if it is to act, and its signs. Returns where all of it ends."""
        if asked:
            self.placed.append(("turn", x - 6, y + 2))
        end = self.number(seat + 1, x + 26, y) + _GAP
        for at, sign in enumerate(signs):
            self.placed.append((sign, end + at * _SIGN, y + 2))
        return end + _SIGN * len(tuple(signs))

    def high(self, wide: int) -> int:
        """How high a card is that is so wide."""
        return sheet().size(f"{self._face(None)}@{wide}")[1]
