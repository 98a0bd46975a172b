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
import math
import re
import sys
from pathlib import Path

from tools.browser import chromium

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

# Own drawings, each in a square of 100.
SHAPES = {
    "s": "M50 4C55 25 93 40 93 65 93 78 83 85 73 85 65 85 58 81 54 74 55 84 59 91 67 96H33C41 91 45 84 46 74"
    " 42 81 35 85 27 85 17 85 7 78 7 65 7 40 45 25 50 4Z",
    "h": "M50 95C18 69 5 52 5 33 5 17 16 7 28 7 38 7 46 14 50 24 54 14 62 7 72 7 84 7 95 17 95 33 95 52 82 69 50 95Z",
    "d": "M50 3C60 23 73 38 88 50 73 62 60 77 50 97 40 77 27 62 12 50 27 38 40 23 50 3Z",
    "c": "M50 4A22 22 0 0 1 70 36 22 22 0 1 1 54 73C55 84 59 91 67 96H33C41 91 45 84 46 73A22 22 0 1 1 30 36"
    " 22 22 0 0 1 50 4Z",
    "pip": "M50 2C57 22 68 38 84 50 68 62 57 78 50 98 43 78 32 62 16 50 32 38 43 22 50 2Z",
    "star": "M50 3 61 37H97L68 58 79 93 50 72 21 93 32 58 3 37H39Z",
    "crown": "M10 80 4 27 29 47 50 14 71 47 96 27 90 80ZM12 86H88V96H12Z",
    "shield": "M50 4 90 16V48C90 72 74 88 50 97 26 88 10 72 10 48V16Z",
}  # fmt: skip


def disc(x: float, y: float, rx: float, ry: float = 0) -> str:
    """A round piece of paper, as a path."""
    high = ry or rx
    return f"M{x - rx:g} {y:g}a{rx:g} {high:g} 0 1 0 {2 * rx:g} 0a{rx:g} {high:g} 0 1 0 {-2 * rx:g} 0z"


def leaf(x1: float, y1: float, x2: float, y2: float, wide: float) -> str:
    """A cut that is pointed at both ends, as a path."""
    length = math.hypot(x2 - x1, y2 - y1)
    nx, ny = wide * (y2 - y1) / length, wide * (x1 - x2) / length
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2
    return (
        f"M{x1:g} {y1:g}Q{mx + nx:.3g} {my + ny:.3g} {x2:g} {y2:g}Q{mx - nx:.3g} {my - ny:.3g} {x1:g} {y1:g}z"
    )


# Busts of the court, cut from paper in the fold: right halves of 100 x 90, layer over layer of ink, cut and gilt.
BUSTS: dict[str, tuple[tuple[str, str], ...]] = {
    "K": (  # the flat crown with strings of beads, a long beard
        ("ink", "M50 2H95V10H50zM50 10H74V26H50z" + disc(90, 15, 2.6) + disc(90, 22, 2.6) + disc(90, 29, 2.6)
         + "M50 26C66 26 70 34 69 46C68 56 60 62 50 62zM50 64C74 62 90 70 96 90H50z"),
        ("cut", "M50 30C61 30 65 36 64 45C63 53 57 57 50 57z" + leaf(76, 74, 84, 90, 5) + leaf(54, 16, 70, 16, 5)),
        ("ink", leaf(53, 38, 64, 35, 3) + leaf(54, 43, 61, 42, 4) + "M50 50C56 47 62 49 65 44C66 62 60 78 50 88z"),
        ("cut", leaf(54, 56, 54, 74, 2) + leaf(59, 54, 58, 66, 2)),
        ("gilt", disc(50, 18, 4) + disc(62, 6, 2.4) + disc(76, 6, 2.4)),
    ),
    "Q": (  # the phoenix crown, loops of hair
        ("ink", "M50 8C68 6 78 20 76 34C90 40 88 62 74 62C66 60 66 50 68 44L64 30H50z"
         + leaf(70, 14, 92, 4, 9) + leaf(76, 24, 97, 18, 8) + "M56 62H50V90H92C88 74 76 66 62 65z"),
        ("cut", "M50 28C60 28 66 34 65 44C64 55 57 62 50 62z" + disc(76, 53, 4.5) + leaf(60, 72, 82, 90, 5)),
        ("gilt", disc(50, 16, 6) + disc(62, 20, 3.6) + disc(70, 29, 3) + disc(90, 7, 2.2) + disc(95, 20, 2)),
        ("ink", leaf(53, 40, 63, 36, 2.6) + leaf(54, 45, 61, 43, 4) + leaf(50, 56, 54, 55, 3)),
    ),
    "J": (  # the official's cap with its two wings
        ("ink", "M50 6C64 6 70 14 70 26H50z" + leaf(68, 20, 100, 16, 9) + "M50 24H74V32H50z"
         + "M50 30C66 30 70 36 69 46C68 56 60 64 50 64zM50 68C72 66 88 74 93 90H50z"),
        ("cut", "M50 34C61 34 65 39 64 47C63 55 57 60 50 60z" + disc(66, 80, 7) + leaf(76, 19, 94, 17, 4)),
        ("gilt", disc(50, 17, 5) + disc(66, 80, 4) + "M50 26H74V29H50z"),
        ("ink", leaf(53, 42, 64, 38, 2.6) + leaf(54, 47, 61, 46, 4) + leaf(50, 54, 62, 57, 2.4)),
    ),
    "W": (  # the jester: three bells, painted eyes, a ruff
        ("ink", "M50 2C54 8 57 15 59 22C68 7 86 10 94 26L88 34C82 27 76 26 70 28C75 34 77 40 77 46H50z"
         + disc(92, 32, 6) + disc(50, 6, 5.5) + "M50 44H74C75 62 66 74 50 74z"
         + "M50 72L60 70L66 78L76 72L80 82L94 80L90 90H50z"),
        ("cut", "M50 50H69C69 62 62 69 50 69z" + leaf(62, 24, 74, 42, 5) + leaf(56, 78, 66, 88, 3) + leaf(70, 80, 80, 88, 3)),
        ("gilt", disc(92, 32, 3) + disc(50, 6, 2.6) + "M50 42H77V45H50z"),
        ("ink", "M59 50L63 55L59 61L55 55z" + "M50 62C56 66 62 65 66 61C64 68 57 70 50 68z"),
    ),
}  # fmt: skip
COURT = "KQJ"
FIGURES = {"b": "W", "r": "W", "R": "K", "B": "J"}
"""Of the jokers: the marked ones are the emperor and his guard."""
PAINTS = {"ink": "", "cut": ' fill="var(--face,var(--card,#FFFDF6))"', "gilt": ' fill="#B8811E"'}


def bust(name: str) -> str:
    """A figure of the court, both halves; it takes the ink of whoever uses it."""
    half = "".join(f'<path d="{data}"{PAINTS[paint]}/>' for paint, data in BUSTS[name])
    return (
        f'<g id="{name}-bust"><g id="{name}-half">{half}</g>'
        f'<use href="#{name}-half" transform="matrix(-1 0 0 1 100 0)"/></g>'
    )


WAIST = 66
"""Where a bust of the court is cut, to be put together with itself turned round."""


def pair(name: str) -> str:
    """A figure of the court as both ends of the table see it, 100 x 132: turned round it is the same."""
    return (
        f'<g id="{name}-pair"><svg id="{name}-cut" width="100" height="{WAIST}"><use href="#{name}-bust"/></svg>'
        f'<use href="#{name}-cut" transform="rotate(180 50 {WAIST})"/>'
        f'<path d="{leaf(6, WAIST, 94, WAIST, 13)}"/>'
        f'<path d="{leaf(20, WAIST, 80, WAIST, 5)}"{PAINTS["gilt"]}/></g>'
    )


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


def lattice(height: int) -> str:
    """Lozenges in rows, as a path."""
    rows = round((height - 24) / 19)
    step = (height - 24) / rows
    return "".join(
        f"M{12 + 19 * (c + .5):g} {12 + step * r + 2:g}l7 {step / 2 - 2:g}-7 {step / 2 - 2:g}-7-{step / 2 - 2:g}z"
        for r in range(rows) for c in range(4)
    )  # fmt: skip


def waves(height: int) -> str:
    """Waves of the sea, row behind row, as a path: each is a bow with a smaller one in it."""
    rows = round((height - 20) / 11)
    step = (height - 20) / rows
    bows = []
    for row in range(rows):
        foot = 10 + step * (row + 1)
        for at in range(4 - row % 2):
            x = 10 + 20 * at + 10 * (row % 2)
            bows.append(f"M{x:g} {foot:.4g}a10 10 0 0 1 20 0h-2.5a7.5 7.5 0 0 0-15 0z")
            bows.append(f"M{x + 6:g} {foot:.4g}a4 4 0 0 1 8 0z")
    return "".join(bows)


def rosette(height: int) -> str:
    """A flower cut from folded paper in the middle, with leaves to both ends, as a path."""
    middle = height / 2
    petals = [(math.tau * at / 8, 12, 30, 7) for at in range(8)] + [
        (math.tau * (at + 0.5) / 8, 18, 34, 3) for at in range(8)
    ]
    cuts = [
        leaf(50 + math.sin(turn) * near, middle - math.cos(turn) * near,
             50 + math.sin(turn) * far, middle - math.cos(turn) * far, wide)
        for turn, near, far, wide in petals
    ]  # fmt: skip
    for side in (-1, 1):
        foot = middle + side * (middle - 12)
        cuts += [leaf(50, foot, 50, middle + side * 38, 6)]
        cuts += [leaf(50 + way * 6, foot, 50 + way * 34, foot - side * 18, 7) for way in (-1, 1)]
    return disc(50, middle, 7) + "".join(cuts)


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
