"""The prepared pieces, and the canvas that they are put on. `tools/pieces.py` draws them."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

Placed = tuple[str, int, int]
"""A piece by its name, and where its upper left corner lies."""
TABLE = "table"
"""The piece that is the empty table, as large as a picture."""
_MAGIC = b"\x89PNG\r\n\x1a\n"
_CLOTH = b"\0"
_LEVEL = 6


class Piece(NamedTuple):
    """The rows of a piece, each with how far from the left it begins: what is only cloth at its ends is not there."""

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
        """What the pieces are called."""
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
    here = files("paiju.server.pictures")
    places = json.loads(here.joinpath("pieces.json").read_text("utf-8"))["places"]
    return Sheet(here.joinpath("pieces.png").read_bytes(), {name: tuple(at) for name, at in places.items()})


def drawn(placed: Iterable[Placed]) -> bytes:
    """The table with pieces on it, later ones over earlier ones, as PNG. What would lie beyond the edge is left out."""
    pieces = sheet()
    rows = [bytearray(row) for row in pieces.rows(TABLE)]
    wide, high = pieces.size(TABLE)
    for name, x, y in placed:
        across, down = pieces.size(name)
        if 0 <= x <= wide - across and 0 <= y <= high - down:
            for row, (begin, pixels) in zip(rows[y : y + down], pieces.piece(name).rows, strict=True):
                row[x + begin : x + begin + len(pixels)] = pixels
    return _png(rows, wide, pieces.palette)


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
    short = row.lstrip(_CLOTH)
    return len(row) - len(short), short.rstrip(_CLOTH)
