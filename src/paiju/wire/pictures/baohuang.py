"""The layout of a position of Bao Huang as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from paiju.wire.pictures import BOTTOM, LEFT, LINE, RIGHT, TOP, Code, Laying, Placed

Json = Mapping[str, Any]
_LARGE, _SMALL = 84, 48
_LETTERED = frozenset("bBrRL")
"""Cards with characters for readers of Chinese, and letters for all others."""
_ORDER = "3456789TJQKA2LbBrR"
_SIGNS = {"emperor": ("emperor",), "guard": ("guard",)}
_STRIP, _FAN, _LAID = 34, 9, 24
"""The distance between cards: in a column, in a fan of backs, in a play."""
_FANS, _ANSWERS, _MIDDLE = TOP + 36, TOP + 108, TOP + 190


def picture(view: Json, lang: str) -> list[Placed]:
    """The pieces of the picture for the viewer of `view`; it shows nothing else."""
    laying = Laying(lambda code: _face(code, lang), lang)
    if "sizes" not in view:  # the draw has stopped for someone else: no card is seen
        laying.card(None, _LARGE, (LEFT + RIGHT - _LARGE) // 2, _MIDDLE)
    elif view["hands"]:
        _open(laying, view)
    else:
        _seen(laying, view)
    return laying.placed


def _face(code: Code, lang: str) -> str:
    if code is None:
        return "back"
    return f"{code}-latin" if code in _LETTERED and lang != "zh" else code


def _open(laying: Laying, view: Json) -> None:
    """A line for each seat: its hand, and what it has laid in this trick."""
    hands = view.get("hands_faces") or view["hands"]
    high = (BOTTOM - TOP) // len(view["order"])
    for at, seat in enumerate(view["order"]):
        y = TOP + at * high
        _label(laying, view, seat, LEFT, y + 18)
        laying.row(_sorted(hands[seat])[::-1], _SMALL, LEFT + 130, y, 700, step=42)
        laying.row(_laid(view, seat), _SMALL, LEFT + 860, y + 24, RIGHT - LEFT - 860, step=_LAID)


def _seen(laying: Laying, view: Json) -> None:
    own = view["viewer"]
    others = [seat for seat in view["order"] if seat != own]
    wide = (RIGHT - LEFT) // len(others)
    for at, seat in enumerate(others):
        x = LEFT + at * wide
        _label(laying, view, seat, x, TOP)
        end = laying.row([None] * view["sizes"][seat], _SMALL, x, _FANS, wide - 60, step=_FAN)
        laying.number(view["sizes"][seat], end + 8, _FANS + 18)
        laying.row(_laid(view, seat), _SMALL, x, _ANSWERS, wide - 20, step=_LAID)
    _middle(laying, view)
    if own is not None:
        _label(laying, view, own, LEFT, _MIDDLE + 86)
        laying.row(_laid(view, own), _SMALL, LEFT, _MIDDLE + 10, 240, step=_LAID)
        _hand(laying, view["hand_faces"] or view["hand"] or [])


def _middle(laying: Laying, view: Json) -> None:
    """The standing set, or what is given; and the called card."""
    cards = _faces(view["top"]) if view["top"] else _given(view)
    wide = min(560, (_LARGE + 6) * len(cards))
    laying.row(cards, _LARGE, (LEFT + RIGHT - wide) // 2, _MIDDLE + 6, wide)
    if view["called"]:
        laying.placed.append(("emperor", RIGHT - _SMALL - 36, _MIDDLE + 60))
        laying.card(view["called"], _SMALL, RIGHT - _SMALL, _MIDDLE + 40)


def _hand(laying: Laying, cards: Sequence[str]) -> None:
    """The own hand in columns of equal ranks, the highest on the left."""
    columns = [list(column) for _, column in groupby(_sorted(cards)[::-1], lambda code: code[0])]
    if not columns:
        return
    room = BOTTOM - laying.high(_LARGE) - (_MIDDLE + LINE + 100)
    step = min(_STRIP, room // max(1, max(map(len, columns)) - 1))
    laying.columns(columns, _LARGE, LEFT, BOTTOM, RIGHT - LEFT, step=step)


def _label(laying: Laying, view: Json, seat: int, x: int, y: int) -> None:
    signs = _SIGNS.get(view["roles"][seat] or "", ())
    laying.seat(seat, x, y, asked=seat in view["asked"], signs=signs)


def _laid(view: Json, seat: int) -> list[str]:
    """The last cards that a seat laid in the running trick."""
    laid = [one for one in view["trick"] if one["seat"] == seat]
    return _faces(laid[-1]) if laid else []


def _given(view: Json) -> list[Code]:
    """What lies in the middle when cards are given away or sold; a back where it lies face down."""
    plan = view["plan"] or {}
    return [one["face"] or one["card"] for one in plan.get("pile") or plan.get("pool") or ()]


def _faces(laid: Json) -> list[str]:
    return list(laid["faces"] or laid["cards"])


def _sorted(codes: Sequence[str]) -> list[str]:
    """Lowest first; of a rank by suit."""
    return sorted(codes, key=lambda code: (_ORDER.index(code[0]), code[1:]))
