"""What is cut from paper for the cards of both games: signs, the busts of the court, and the papers of the backs.

Each is a path, or a group that takes the ink of its user; tools/faces.py puts them on the cards.
"""

from __future__ import annotations

import math

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
PAINTS = {"ink": "", "cut": ' fill="var(--face,var(--card,#FFFDF6))"', "gilt": ' fill="#B8811E"'}


def bust(name: str) -> str:
    """A figure of the court, both halves; it takes the ink of its user."""
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
