"""Traces the characters of the card art from two free fonts into tools/outlines.json.

Needed only when a character is added: `python tools/outlines.py FOLDER`, where FOLDER holds the two Noto CJK
collections (Debian: fonts-noto-cjk) and fontTools is installed. The drawing itself, tools/faces.py, reads
the JSON alone, so that the art comes out the same on every machine.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

TARGET = Path(__file__).with_name("outlines.json")
GRID = 200
"""Outlines fill a square of this side: fine enough for 80 px, short in the file."""

TILES = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
PLAIN = "0123456789JQKALEG皇卫大小老王"
FONTS = {
    "NotoSerifCJK-Bold.ttc": ("Noto Serif CJK SC", TILES),
    "NotoSansCJK-Bold.ttc": ("Noto Sans CJK SC", PLAIN),
}


def trace(path: Path, family: str, characters: str) -> dict[str, str]:
    """The outline of each character as SVG path data in the font's units, y downwards."""
    font = next(one for one in TTCollection(str(path)).fonts if one["name"].getDebugName(1) == family)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for character in characters:
        glyph = glyphs[names[ord(character)]]
        scale, dx, dy = _fit(glyph, glyphs, square=not character.isascii())
        pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, dx, dy)))
        found[character] = pen.getCommands()
    return found


def _fit(glyph: Any, glyphs: Any, *, square: bool) -> tuple[float, float, float]:
    """Scale and shift that put the ink into the grid: in a square centred, else GRID high from x = 0."""
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    x0, y0, x1, y1 = bounds.bounds
    if not square:
        scale = GRID / (y1 - y0)
        return scale, -x0 * scale, y1 * scale
    # Characters keep their size to each other (the em box is 1000 wide); only their place is centred.
    scale = GRID / 960
    return scale, GRID / 2 - (x0 + x1) / 2 * scale, GRID / 2 + (y0 + y1) / 2 * scale


def _ten(path: Path) -> str:
    """Both digits of 10 as one outline, set narrow: an index has half a card's width."""
    font = next(
        one for one in TTCollection(str(path)).fonts if one["name"].getDebugName(1) == FONTS[path.name][0]
    )
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    at = 0.0
    for character in "10":
        glyph = glyphs[names[ord(character)]]
        scale, dx, dy = _fit(glyph, glyphs, square=False)
        glyph.draw(TransformPen(pen, (0.9 * scale, 0, 0, -scale, at + 0.9 * dx, dy)))
        at += 102
    return pen.getCommands()


def main(folder: Path) -> None:
    """Trace all characters and write them with the fonts' hashes."""
    sources = []
    outlines: dict[str, str] = {}
    for name, (family, characters) in FONTS.items():
        path = folder / name
        outlines |= trace(path, family, characters)
        sources.append(
            {"file": name, "family": family, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        )
    outlines["T"] = _ten(folder / "NotoSansCJK-Bold.ttc")
    document = {"grid": GRID, "sources": sources, "outlines": outlines}
    TARGET.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
