"""The layout of a position of Paohuzi as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiju.games.paohuzi.melds import Part
from paiju.games.paohuzi.notation import card_text
from paiju.wire.pictures import BOTTOM, LEFT, LINE, RIGHT, TOP, Code, Laying, Placed

Json = Mapping[str, Any]
_LARGE, _HAND, _SET, _SMALL = 84, 60, 48, 36
"""How wide cards are: the open one, those of the own hand, those of sets and open hands, backs and what was thrown."""
_HALF, _CHIP, _DENSE = 51, 40, 32
"""How far apart cards lie in a column of the hand, and in a set of a seat or of a line."""
_FAN, _PILE = 4, 150
_BACKS = {"U3": 2, "S3": 2, "U4": 3}
"""The number of cards of a set that are face down for the other seats."""
_SET_HIGH = 82 + 3 * _CHIP
_SIDE, _PART = 400, 66


def picture(view: Json, lang: str) -> list[Placed]:
    """The pieces of the picture for the viewer of `view`; it shows nothing else."""
    laying = Laying(lambda code: _face(code, lang), lang)
    if "parts" in view:
        _parts(laying, view["parts"])
    else:
        (_open if view["hands"] else _seen)(laying, view)
    return laying.placed


def _parts(laying: Laying, parts: Sequence[Part]) -> None:
    """The sets of a hand side by side, each with its hu below."""
    far, high = _LARGE + 16, laying.high(_LARGE)
    x, y = (LEFT + RIGHT - far * len(parts) + 16) // 2, TOP + 60
    for at, part in enumerate(parts):
        cards = [card_text(kind) for kind in part.cards]
        laying.column(cards, _LARGE, x + at * far, y + high + _PART * (len(cards) - 1), _PART)
        laying.number(part.hu, x + at * far + _LARGE // 2 - 8, y + high + _PART * 3 + 16)


def _face(code: Code, lang: str) -> str:
    if code is None:
        return "tile-back"
    return code if lang == "zh" else f"{code}-digits"


def _open(laying: Laying, view: Json) -> None:
    """A line for each seat: its hand, and its sets behind it."""
    high = (BOTTOM - TOP) // len(view["order"])
    for at, seat in enumerate(view["order"]):
        y = TOP + 4 + at * high
        _label(laying, view, seat, LEFT, y)
        end = laying.row(view["hands"][seat], _SET, LEFT + 90, y, RIGHT - LEFT - 200)
        last = _sets(laying, view["melds"][seat], end + 18, y, _DENSE)
        if end - LEFT > _SIDE:
            _pile(laying, view, seat, LEFT + 90, y + 96, room=end - LEFT - 90)
        else:
            _pile(laying, view, seat, last + 10, y + 48, room=RIGHT - 130 - last)
    _pack(laying, view, RIGHT - _LARGE - 20, TOP, below=True)


def _seen(laying: Laying, view: Json) -> None:
    own = view["viewer"]
    others = [seat for seat in view["order"] if seat != own]
    for at, seat in enumerate(others):
        x = LEFT + at * (RIGHT - LEFT - _SIDE) // max(1, len(others) - 1)
        end = _label(laying, view, seat, x, TOP)
        end = laying.row([None] * view["sizes"][seat], _SMALL, end + 12, TOP, _PILE, step=_FAN)
        laying.number(view["sizes"][seat], end + 8, TOP + 14)
        _pile(laying, view, seat, x + _SIDE - _PILE, TOP, room=_PILE)
        _sets(laying, view["melds"][seat], x, TOP + 70, _CHIP)
    _pack(laying, view, LEFT + _SIDE + 60, TOP + 20, below=False)
    if own is not None:
        x, y = RIGHT - _SIDE, BOTTOM - _SET_HIGH
        _label(laying, view, own, x, y - 68)
        _pile(laying, view, own, x + _SIDE - _PILE, y - 68, room=_PILE)
        _sets(laying, view["melds"][own], x, y, _CHIP)
        groups = view["groups"] or []
        laying.columns(groups, _HAND, LEFT, BOTTOM, RIGHT - LEFT - _SIDE, step=_HALF)


def _pack(laying: Laying, view: Json, x: int, y: int, *, below: bool) -> None:
    """The open card, and the pack beside it or below it, with its number and its lowest card as far as that is known."""
    if view["card"]:
        laying.card(view["card"], _LARGE, x, y)
    left, top = (x + 12, y + 180) if below else (x + _LARGE + 50, y + 10)
    if view["bottom"] and view["left"]:
        laying.card(view["bottom"], _HAND, left, top + 36)
    for at in range(-(-view["left"] // 6)):
        laying.card(None, _HAND, left - 2 * at, top - 2 * at)
    if view["left"]:
        laying.number(view["left"], left + 14, top + 146)


def _sets(laying: Laying, melds: list[Json], x: int, y: int, step: int) -> int:
    """The sets of a seat from left to right, their upper edges at `y`. Returns where they end."""
    for at, meld in enumerate(melds):
        cards = _codes(meld)
        bottom = y + laying.high(_SET) + step * (len(cards) - 1)
        laying.column(cards, _SET, x + at * (_SET + 8), bottom, step)
    return x + len(melds) * (_SET + 8)


def _codes(meld: Json) -> list[Code]:
    """The cards of a set; what lies face down is a back, but its owner sees the three."""
    cards = meld["cards"]
    own = meld["kind"] == "U3" and not meld["up"]
    backs = 0 if own or cards[0] is None else _BACKS.get(meld["kind"], 0)
    return [None if at < backs else code for at, code in enumerate(cards)]


def _pile(laying: Laying, view: Json, seat: int, x: int, y: int, *, room: int) -> None:
    """The cards that a seat has thrown, or drawn and left."""
    laying.row([one["card"] for one in view["piles"][seat]], _SMALL, x, y, room)


def _label(laying: Laying, view: Json, seat: int, x: int, y: int) -> int:
    signs = ("dealer",) if seat == view["dealer"] else ()
    return laying.seat(seat, x, y + (61 - LINE) // 2, asked=seat in view["asked"], signs=signs)
