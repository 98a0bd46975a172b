"""Draws what pictures of positions are put together from: src/paiju/wire/pictures/pieces.png, and pieces.json with the place of each piece.

`python -m tools.pieces` wants Chromium, Noto Serif CJK, and Noto Sans with its Arabic part for the numbers. A server has none of these: it copies
rows of pixels (`paiju.wire.pictures`). Everything lies on the colour of the cloth, which is number 0 of the colours.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tools.browser import chromium

SERVER = Path(__file__).parents[1] / "src" / "paiju" / "server"
SPRITES = ("cards.svg", "tiles.svg")
SIZE = WIDTH, HEIGHT = 1200, 630
CLOTH = (28, 74, 53)
COLOURS = 256
LATIN, PERSIAN = "0123456789", "۰۱۲۳۴۵۶۷۸۹"
CARD_RATIO, TILE_RATIO = 1.4, 1.7
CARD_SIZES, TILE_SIZES = (84, 48), (84, 60, 48, 36)
"""How wide the cards of either game are drawn, in pixels."""
_STYLE = """
* { margin: 0; box-sizing: border-box }
body { width: 1200px; background: #1c4a35; position: relative;
  --card: #fffdf6; --black: #15181a; --red: #b3201a; --gold: #8a6100; --line: #10201a }
body > * { position: absolute; overflow: hidden }
.base { background: #3a2517 } .base i { position: absolute; inset: 26px; border-radius: 40px; background: #1c4a35 }
.base b { position: absolute; inset-inline: 0; bottom: 3px; text-align: center; font: 600 16px/20px "Noto Serif CJK SC", serif; color: #e7c98b; letter-spacing: .1em }
.number { font: 700 28px/32px "Noto Sans", "Noto Sans Arabic", sans-serif; color: #f6ecd2; text-align: center }
.sign { color: #e7c98b } .turn { color: #f2b53c } .guard { color: #bfd6ea }
"""
_SHAPES = {
    "emperor": ("sign", '<use href="#crown-shape"/>'),
    "guard": ("guard", '<use href="#shield-shape"/>'),
    "dealer": ("sign", '<use href="#star-shape"/>'),
    "turn": ("turn", '<path d="M20 8 88 50 20 92z"/>'),
}
_PIXELS = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const bytes = new Uint8Array(canvas.getImageData(0, 0, picture.width, picture.height).data.buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}"""


class Piece(NamedTuple):
    """A piece: its name, its size, and how it is drawn."""

    name: str
    wide: int
    high: int
    drawn: str


def _faces(sprite: str, sizes: tuple[int, ...], ratio: float) -> Iterator[Piece]:
    """Every card of a sprite in every size; backs are called `back` and `tile-back`."""
    for wide in sizes:
        for code in re.findall(r'<symbol id="([^"]+)"', sprite):
            high = round(ratio * wide)
            drawn = f'<svg width="{wide}" height="{high}" viewBox="0 0 100 {100 * ratio:g}"><use href="#{code}"/></svg>'
            yield Piece(f"{code}@{wide}", wide, high, drawn)


def pieces() -> list[Piece]:
    """All pieces; the first is the empty table."""
    cards, tiles = (SERVER / "web" / name for name in SPRITES)
    found = [Piece("table", *SIZE, '<div class="base"><i></i><b>paiju 牌局</b></div>')]
    for name, (kind, shape) in _SHAPES.items():
        found.append(
            Piece(
                name,
                28,
                28,
                f'<svg class="{kind}" width="28" height="28" viewBox="0 0 100 100" fill="currentColor">{shape}</svg>',
            )
        )
    for script, digits in (("latin", LATIN), ("persian", PERSIAN)):
        found.extend(
            Piece(f"{script}{n}", 18, 32, f'<div class="number">{digit}</div>')
            for n, digit in enumerate(digits)
        )
    return [
        *found,
        *_faces(cards.read_text(), CARD_SIZES, CARD_RATIO),
        *_faces(tiles.read_text(), TILE_SIZES, TILE_RATIO),
    ]


def places(found: list[Piece]) -> dict[str, tuple[int, int, int, int]]:
    """Where each piece lies, in rows from above: left, top, width, height."""
    lie, x, y, row = {}, 0, 0, 0
    for piece in found:
        if x + piece.wide > WIDTH:
            x, y, row = 0, y + row, 0
        lie[piece.name] = (x, y, piece.wide, piece.high)
        x, row = x + piece.wide, max(row, piece.high)
    return lie


def pixels(found: list[Piece], lie: dict[str, tuple[int, int, int, int]]) -> np.ndarray[Any, Any]:
    """The sheet as a browser draws it: rows of red, green, blue."""
    high = max(top + tall for _, top, _, tall in lie.values())
    sprites = "".join((SERVER / "web" / name).read_text() for name in SPRITES)
    body = [f"<style>{_STYLE}</style><div style='width:0;height:0'>{sprites}</div>"]
    for name, _, _, drawn in found:
        x, y, wide, tall = lie[name]
        style = f'style="left:{x}px;top:{y}px;width:{wide}px;height:{tall}px"'
        body.append(re.sub(r"^<(\w+)", rf"<\1 {style}", drawn, count=1))
    with chromium() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": high})
        page.set_content("".join(body))
        page.evaluate("document.fonts.ready")
        shot = base64.b64encode(page.screenshot()).decode()
        raw = base64.b64decode(page.evaluate(_PIXELS, shot))
    return np.frombuffer(raw, np.uint8).reshape(high, WIDTH, 4)[:, :, :3]


def palette(colours: np.ndarray[Any, Any], weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """At most 256 colours that stand for all: boxes of colours are halved where they are widest. The cloth is the first."""
    boxes = [np.arange(len(colours))]
    while len(boxes) < COLOURS - 1:
        spread = [np.ptp(colours[box], axis=0).max() * np.sqrt(np.sqrt(weights[box]).sum()) for box in boxes]
        box = boxes.pop(int(np.argmax(spread)))
        channel = int(np.argmax(np.ptp(colours[box], axis=0)))
        box = box[np.argsort(colours[box, channel], kind="stable")]
        share = np.cumsum(np.sqrt(weights[box]))
        cut = int(np.clip(np.searchsorted(share, share[-1] / 2), 1, len(box) - 1))
        boxes += [box[:cut], box[cut:]]
    means = [np.average(colours[box], axis=0, weights=weights[box]) for box in boxes]
    return np.vstack([CLOTH, np.rint(means)]).astype(np.int64)


def numbered(sheet: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The number of its colour for each pixel, and the colours; nothing but the cloth has number 0."""
    flat, inverse, counts = np.unique(sheet.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    colours = flat.astype(np.int64)
    cloth = (colours == CLOTH).all(axis=1)
    table = palette(colours[~cloth], counts[~cloth])
    nearest = np.array([1 + ((table[1:] - colour) ** 2).sum(axis=1).argmin() for colour in colours])
    nearest[cloth] = 0
    return nearest[inverse].reshape(sheet.shape[:2]).astype(np.uint8), table


def png(numbers: np.ndarray[Any, Any], table: np.ndarray[Any, Any]) -> bytes:
    """A picture with a palette; its rows are unfiltered, so that the server finds them as they are."""
    high, wide = numbers.shape
    rows = b"".join(b"\0" + row.tobytes() for row in numbers)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)),
        (b"PLTE", table.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    packed = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def digest() -> str:
    """The digest of the sprites, so that a test notices pieces that are out of date."""
    return hashlib.sha256(b"".join((SERVER / "web" / name).read_bytes() for name in SPRITES)).hexdigest()


def main() -> None:
    """Write both files."""
    found = pieces()
    lie = places(found)
    folder = SERVER.parent / "wire" / "pictures"
    (folder / "pieces.png").write_bytes(png(*numbered(pixels(found, lie))))
    text = json.dumps({"sprites": digest(), "places": lie}, separators=(",", ":"))
    (folder / "pieces.json").write_text(text.replace("],", "],\n") + "\n")


if __name__ == "__main__":
    main()
