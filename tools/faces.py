"""Draws the cards of both games, one symbol each: cards.svg and tiles.svg in src/paiju/server/web.

`python tools/faces.py` writes the sprites and the app icon; `--png` also renders the icon's bitmaps (Playwright
and Chromium). Characters and digits come from tools/outlines.json, the rest is drawn here. A Bao Huang face is
100 x 140, a Paohuzi card 100 x 170. Colours are custom properties with a default, so a page may set `--face`,
else `--card` (the paper), `--line` (its edge), `--black`, `--red`, `--suit-s|h|d|c`, `--back` and `--back-line`.
Two looks of a face and three of a back are drawn together; `--picture`, `--large`, `--lattice`, `--waves` and
`--rosette` are the `display` of each.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from tools.browser import chromium
from tools.figures import BUSTS, COURT, SHAPES, bust, lattice, pair, rosette, waves

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "paiju" / "server" / "web"
OUTLINES: dict[str, str] = json.loads(Path(__file__).with_name("outlines.json").read_text("utf-8"))[
    "outlines"
]
GRID = 200
_NAMED = re.compile(r'href="#([^"]+)"')

RANKS = "3456789TJQKA2"
SUITS = "shdc"
TILES = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
RED_NUMBERS = (2, 7, 10)
TEN = 10

INK = "var(--black,#15181A)"
RED = "var(--red,#B3201A)"
GOLD = "#8A6100"
COLOUR = {"s": "var(--suit-s,#15181A)", "h": "var(--suit-h,#B3201A)",
          "d": "var(--suit-d,#B3201A)", "c": "var(--suit-c,#15181A)"}  # fmt: skip

FIGURES = {"b": "W", "r": "W", "R": "K", "B": "J"}
"""Of the jokers: the marked ones are the emperor and their guard."""

PIPS = {  # places of n pips in the lower part, as a classical layout: columns 0, 1, 2 and rows 0 to 8
    3: "10 14 18", 4: "00 20 08 28", 5: "00 20 14 08 28", 6: "00 20 04 24 08 28", 7: "00 20 12 04 24 08 28",
    8: "00 20 12 04 24 16 08 28", 9: "00 20 03 23 14 05 25 08 28",
    10: "00 20 11 03 23 05 25 17 08 28", 2: "10 18",
}  # fmt: skip


def path(shape: str, x: float, y: float, size: float, fill: str = "", *, line: float = 0) -> str:
    """One of the own shapes with its square's corner at (x, y), filled, or hollow with lines of a width."""
    paint = filled(fill)
    if line:
        paint = f' fill="none" stroke="{fill}" stroke-width="{line:g}" stroke-linejoin="round"'
    return (
        f'<use href="#{shape}-shape"{paint} transform="translate({x:g} {y:g}) scale({_short(size / 100)})"/>'
    )


def glyph(character: str, x: float, y: float, size: float, fill: str = "") -> str:
    """An outline with the corner of its square (or of its ink, for letters and digits) at (x, y)."""
    place = f"translate({x:g} {y:g}) scale({_short(size / GRID)})"
    return f'<use href="#{glyph_id(character)}"{filled(fill)} transform="{place}"/>'


def _short(share: float) -> str:
    return f"{share:g}".removeprefix("0")


def filled(fill: str) -> str:
    """The attribute of a colour, none for that of the whole face."""
    return fill and f' fill="{fill}"'


def glyph_id(character: str) -> str:
    """The sprite's name of an outline: `i9`, `u58f9`."""
    return f"i{character}" if character.isascii() else f"u{ord(character):x}"


def symbol(name: str, height: int, body: str, fill: str = "") -> str:
    """A face by its code, and the colour of what in it has none of its own."""
    return f'<symbol id="{name}" viewBox="0 0 100 {height}"{filled(fill)}>{body}</symbol>'


def paper(height: int) -> str:
    """The card's body."""
    return f'<use href="#paper{height}"/>'


def parts() -> list[str]:
    """What the faces are put together from; the paper's edge is one screen pixel at every size."""
    papers = [
        f'<rect id="paper{height}" x=".9" y=".9" width="98.2" height="{height - 1.8:g}" rx="9" '
        'fill="var(--face,var(--card,#FFFDF6))" stroke="var(--line,#6B7D73)" vector-effect="non-scaling-stroke"/>'
        for height in (140, 170)
    ]
    shapes = [f'<path id="{name}-shape" d="{data}"/>' for name, data in SHAPES.items()]
    shapes += [bust(name) for name in BUSTS] + [pair(name) for name in COURT]
    shapes += [
        f'<g id="{rank}-large" display="var(--large,none)">{glyph(rank, 9, 58, 70)}</g>' for rank in RANKS
    ]
    return papers + shapes + [f'<path id="{glyph_id(one)}" d="{data}"/>' for one, data in OUTLINES.items()]


def natural(rank: str, suit: str) -> str:
    """A face of the four suits, or without one; below its index a picture, or its rank again, large."""
    ink = COLOUR[suit] if suit else INK
    body = paper(140) + glyph(rank, 9, 10, 40)
    if suit:
        body += path(suit, 62, 13, 31)
    large = f'<use href="#{rank}-large"/>'
    return symbol(rank + suit, 140, body + looked(lower(rank, suit, ink)) + large, ink)


def looked(body: str) -> str:
    """A picture that gives way where a page wants its cards with large ranks, `--picture:none;--large:inline`."""
    if body.count("<") > 1:
        return f'<g display="var(--picture)">{body}</g>'
    return body.replace("/>", ' display="var(--picture)"/>')


def lower(rank: str, suit: str, ink: str) -> str:
    """The lower part: the suit, a bust of the court, or pips where cards have no suit."""
    mark = suit or "pip"
    match rank:
        case "K" | "Q" | "J":
            return f'<use href="#{rank}-pair" transform="translate(17 50.5) scale(.66)"/>'
        case "A":
            ring = f'<circle cx="50" cy="97" r="35" fill="none" stroke="{ink}" stroke-width="3.5"/>'
            return ring + path(mark, 25, 72, 50)
    if suit:
        return path(mark, 18, 63, 66)
    places = PIPS[10 if rank == "T" else int(rank)].split()
    return "".join(path("pip", 13 + 26 * int(c), 54 + 7.6 * int(r), 22) for c, r in places)


def joker(code: str, *, latin: bool) -> str:
    """A joker: red with a filled star or black with a hollow one; marked ones carry a band, the called card a gold frame."""
    name = code + ("-latin" if latin else "")
    if code == "L":
        return symbol(name, 140, called(latin=latin))
    big = code in "rR"
    ink = RED if big else INK
    line = 0 if big else 8
    marked = code in "RB"
    star = path("star", *((9, 9, 42) if latin else (60, 12, 32)), ink, line=line)
    index = star if latin else glyph("大" if big else "小", 6, 7, 48, ink) + ("" if marked else star)
    sign = path("crown" if big else "shield", 61, 12, 31, ink) if marked else ""
    place = "translate(24 52) scale(.52)" if marked else "translate(4 52) scale(.92)"
    figure = f'<use href="#{FIGURES[code]}-bust" fill="{ink}" transform="{place}"/>'
    return symbol(
        name, 140, paper(140) + index + sign + figure + (band(big=big, latin=latin) if marked else "")
    )


def band(*, big: bool, latin: bool) -> str:
    """The band of a marked joker: white 皇 and crown on red, gold 卫 and shield on black."""
    ground, ink = (RED, "#FFFFFF") if big else (INK, "#F4BE4F")
    word = ("E" if big else "G") if latin else ("皇" if big else "卫")
    text = glyph(word, 18, 108, 24, ink) if latin else glyph(word, 10, 103, 34, ink)
    return (
        f'<path fill="{ground}" d="M1 100H99V130A9 9 0 0 1 90 139H10A9 9 0 0 1 1 130Z"/>'
        + text
        + path("crown" if big else "shield", 55, 106, 28, ink)
    )


def called(*, latin: bool) -> str:
    """老王, the called card in its holder's hand."""
    frame = f'<rect x="4" y="4" width="92" height="132" rx="7" fill="none" stroke="{GOLD}" stroke-width="6"/>'
    if latin:
        return (
            paper(140)
            + frame
            + glyph("L", 15, 14, 38, GOLD)
            + (f'<use href="#K-bust" fill="{GOLD}" transform="translate(12 58) scale(.76)"/>')
        )
    return paper(140) + frame + glyph("老", 12, 10, 46, GOLD) + glyph("王", 23, 68, 54, GOLD)


def tile(number: int, *, large: bool, digits: bool) -> str:
    """A Paohuzi card: its character at both ends, or above with its number below where people read digits."""
    name = f"{'b' if large else 's'}{number}"
    ink = RED if number in RED_NUMBERS else INK
    character = TILES[number - 1 + 10 * large]
    body = paper(170)
    if large:
        body += (
            f'<rect x="6" y="6" width="88" height="158" rx="6" fill="none" stroke="{ink}" stroke-width="2.5"/>'
            f'<rect x="11" y="11" width="78" height="148" rx="3" fill="none" stroke="{ink}" stroke-width="1.5"/>'
        )
    if digits:
        digit = "T" if number == TEN else str(number)
        size, x, y = (56, 13, 16) if large else (62, 4, 12)
        small = 21 if number == TEN and large else 25
        at = (64 if large else 66) if number == TEN else (68 if large else 72)
        body += glyph(character, x, y, size, ink) + glyph(digit, at, 84 - small, small, ink)
        body += glyph(digit, 24 if number == TEN else 34, 98, 48, ink)
    else:
        size = 66 if large else 75
        whole = glyph(character, (100 - size) / 2, 14 if large else 6, size, ink)
        body += whole + f'<g transform="rotate(180 50 85)">{whole}</g>'
    if number in RED_NUMBERS:
        body += f'<circle cx="50" cy="{90 if digits else 85}" r="4.5" fill="{ink}"/>'
    return symbol(name + ("-digits" if digits else ""), 170, body)


def back(name: str, height: int) -> str:
    """A back: one of three papers in a frame."""
    frame = f'<rect x="6" y="6" width="88" height="{height - 12}" rx="6" fill="var(--back,#2F5D8A)"/>'
    papers = {"lattice": lattice(height), "waves,none": waves(height), "rosette,none": rosette(height)}
    body = "".join(
        f'<path display="var(--{look})" fill="var(--back-line,#BFD6EA)" d="{data}"/>'
        for look, data in papers.items()
    )
    return symbol(name, height, paper(height) + frame + body)


def cards() -> list[str]:
    """The faces of Bao Huang."""
    faces = [natural(rank, suit) for rank in RANKS for suit in ("", *SUITS)]
    faces += [joker(code, latin=latin) for code in "bBrRL" for latin in (False, True)]
    return [*faces, back("back", 140)]


def tiles() -> list[str]:
    """The faces of Paohuzi."""
    faces = [
        tile(number, large=large, digits=digits)
        for large in (False, True) for number in range(1, 11) for digits in (False, True)
    ]  # fmt: skip
    return [*faces, back("tile-back", 170)]


def sprite(faces: list[str]) -> str:
    """A whole file: faces and the parts that they use."""
    known = {re.findall(r' id="([^"]+)"', part)[0]: part for part in parts()}
    used, more = set[str](), set(_NAMED.findall("".join(faces)))
    while more - used:
        used |= more
        more = set(_NAMED.findall("".join(part for name, part in known.items() if name in used)))
    needed = [part for name, part in known.items() if name in used]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg"><defs>\n' + "\n".join(needed + faces) + "\n</defs></svg>\n"
    )


def sprites() -> dict[str, str]:
    """The files by name. The index of a covered card is put together by the page, of parts that faces use too."""
    return {"cards.svg": sprite(cards()), "tiles.svg": sprite(tiles())}


def icon(*, safe: bool = False) -> str:
    """The app's icon, 512 x 512: a crowned card and a Paohuzi card; `safe` keeps to a maskable icon's circle."""
    shrink = "translate(256 256) scale(.78) translate(-256 -256)" if safe else ""
    corner = "" if safe else ' rx="104"'
    card = '<rect width="100" height="140" rx="10" fill="#FFFDF6" stroke="#10201A" stroke-width="2.5"/>'
    king = (
        glyph("K", 12, 11, 34, "#B3201A")
        + '<use href="#K-bust" fill="#B3201A" transform="translate(5 50) scale(.9)"/>'
    )
    long = '<rect width="100" height="170" rx="10" fill="#FFFDF6" stroke="#10201A" stroke-width="2.5"/>'
    five = (
        glyph("伍", 10, 12, 80, "#15181A")
        + f'<g transform="rotate(180 50 85)">{glyph("伍", 10, 12, 80, "#15181A")}</g>'
    )
    used = [one for one in parts() if any(f'id="{name}"' in one for name in ("iK", "K-bust", glyph_id("伍")))]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
        f"<defs>{''.join(used)}</defs>"
        f'<rect width="512" height="512"{corner} fill="#17352A"/><g transform="{shrink}">'
        f'<g transform="translate(62 142) rotate(-12) scale(2.15)">{card}{king}</g>'
        f'<g transform="translate(278 84) rotate(9) scale(2.05)">{long}{five}</g></g></svg>\n'
    )


def render_icons(folder: Path) -> None:
    """The icon's bitmaps, by Chromium."""
    sizes = {
        "icon-192": (192, False),
        "icon-512": (512, False),
        "maskable-512": (512, True),
        "apple-180": (180, True),
    }
    with chromium() as browser:
        for name, (size, safe) in sizes.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:100vw}}</style>{icon(safe=safe)}")
            page.screenshot(path=str(folder / f"{name}.png"), omit_background=True)
            page.close()


if __name__ == "__main__":
    WEB.joinpath("icons").mkdir(parents=True, exist_ok=True)
    for name, text in sprites().items():
        WEB.joinpath(name).write_text(text, "utf-8")
    WEB.joinpath("icons", "icon.svg").write_text(icon(), "utf-8")
    if "--png" in sys.argv:
        render_icons(WEB / "icons")
