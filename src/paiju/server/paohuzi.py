"""Paohuzi at a live table: how its pictures are laid out, what a hand waits for, what its room asks, and how long bots think."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiju.analysis.paohuzi.hands import hand_waits, live_copies
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import UNIT, UNKNOWN, Hand, Kind, hand_of, kinds_of, loose
from paiju.games.paohuzi.melds import tally
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.views import View
from paiju.server.pack import PHRASES, Glance, Pack, Question
from paiju.server.pictures import BOTTOM, LEFT, LINE, RIGHT, TOP, Code, Laying, Placed
from paiju.server.typed_answers import Waits, WinningCard

_YOUNG, _PER_SET, _LEAST = 0.8, 0.12, 0.2
_LATE, _FEW_LEFT = 0.2, 6


def pondering(public: View, seat: int) -> float:
    """From 0 to 1: less with each set that lies on the table, more when the stock comes to its end."""
    laid = max(_LEAST, _YOUNG - _PER_SET * len(public.melds[seat]))
    return laid + _LATE * (public.left <= _FEW_LEFT)


QUESTIONS = (
    Question("four", "● ● ● ○", {"seats": 4}, {"seats": 3}),
    Question("fifteen", "≥ 15", {"min_hu": 15}, {"min_hu": 10}),
    Question("discard_win", "s7 → s7 s7", {"win_on_hand_discard": True}, {"win_on_hand_discard": False}),
    Question(
        "thrower_pays",
        "s7 ×3",
        {"win_on_hand_discard": True, "discarder_pays": "discarder_3x"},
        {"discarder_pays": "all"},
    ),
    Question("bi", "s1 s2 s3 + s3 s4 s5", {"bi": "required"}, {"bi": "off"}),
    Question("one_five_ten", "s1 s5 s10", {"one_five_ten": True}, {"one_five_ten": False}),
    Question(
        "add", "s2 s7 s10 + b2 b7 b10", {"multiplier_mode": "add"}, {"multiplier_mode": "highest_single"}
    ),
    Question("self_draw", "b5 ×2", {"self_draw": "times_two"}, {"self_draw": "plus_one_base"}),
)


_ON_TABLE = (Source.DRAWN, Source.THROWN)
_NO_HANDS = (Phase.CUT, Phase.OVER)


def waits_json(view: View) -> Waits:
    """The cards that would complete the viewer's hand as it is, and where they must discard, by discard."""
    message: Waits = {"type": "waits", "now": [], "after": {}}
    seat = view.viewer
    if seat is None or view.hand is None or view.dead[seat] or view.phase in _NO_HANDS:
        return message
    hand = hand_of(kind for kind, n in enumerate(view.hand) for _ in range(n))
    if view.phase is not Phase.DISCARD or view.turn != seat:
        return {**message, "now": _winning(view, hand, 0)}
    for card in kinds_of(loose(hand)):
        if found := _winning(view, hand - UNIT[card], UNIT[card]):
            message["after"][card_text(card)] = found
    return message


def _winning(view: View, hand: Hand, thrown: Hand) -> list[WinningCard]:
    assert view.viewer is not None
    laid = tally(view.melds[view.viewer])
    seen = thrown + hand_of(_gone(view))
    waits = hand_waits(view.options, laid, hand, seen)
    live = live_copies(laid.code + hand, seen)
    return [
        {
            "card": card_text(card),
            "left": live[card],
            "own": wait.own.hu if wait.own else None,
            "other": wait.other.hu if wait.other else None,
        }
        for card, wait in waits.items()
    ]


def _gone(view: View) -> Iterator[Kind]:
    """Cards that will not come any more: what others laid, what nobody took, what lies open."""
    for seat, melds in enumerate(view.melds):
        if seat != view.viewer:
            yield from (kind for meld in melds for kind in meld.cards if kind != UNKNOWN)
    for pile in view.piles:
        yield from (left.card for left in pile)
    if view.phase is Phase.CLAIM and view.source in _ON_TABLE:
        yield view.card


Json = Mapping[str, Any]
_LARGE, _HAND, _SET, _SMALL = 84, 60, 48, 36
"""How wide cards are: the open one, those of the own hand, those of sets and open hands, backs and what was thrown."""
_HALF, _CHIP, _DENSE = 51, 40, 32
"""How far apart cards lie in a column of the hand, and in a set of a seat or of a line."""
_FAN, _PILE = 4, 150
_BACKS = {"U3": 2, "S3": 2, "U4": 3}
"""How many cards of a set lie face down for those who did not lay it."""
_SET_HIGH = 82 + 3 * _CHIP
_SIDE = 400


def picture(view: Json, lang: str) -> list[Placed]:
    """What lies where for the viewer of `view`, and nothing that is not in it."""
    laying = Laying(lambda code: _face(code, lang), lang)
    (_open if view["hands"] else _seen)(laying, view)
    return laying.placed


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
        cards = _shown(meld)
        bottom = y + laying.high(_SET) + step * (len(cards) - 1)
        laying.column(cards, _SET, x + at * (_SET + 8), bottom, step)
    return x + len(melds) * (_SET + 8)


def _shown(meld: Json) -> list[Code]:
    """The cards of a set; what lies face down is a back, but its owner sees three of their own."""
    cards = meld["cards"]
    own = meld["kind"] == "U3" and not meld["up"]
    backs = 0 if own or cards[0] is None else _BACKS.get(meld["kind"], 0)
    return [None if at < backs else code for at, code in enumerate(cards)]


def _pile(laying: Laying, view: Json, seat: int, x: int, y: int, *, room: int) -> None:
    """What a seat has thrown, or drawn and left."""
    laying.row([one["card"] for one in view["piles"][seat]], _SMALL, x, y, room)


def _label(laying: Laying, view: Json, seat: int, x: int, y: int) -> int:
    signs = ("dealer",) if seat == view["dealer"] else ()
    return laying.seat(seat, x, y + (61 - LINE) // 2, asked=seat in view["asked"], signs=signs)


def glance(state: Any, public: View) -> Glance:
    """Who decides, as far as all see; who rests."""
    resting = frozenset(range(len(public.sizes))) - frozenset(public.order)
    return Glance(public.asked, resting, (public.phase, public.turn))


PACK = Pack(
    glance, ("pass", "good_card", "what_a_card", *PHRASES), QUESTIONS, waits_json, GAME.why_not, pondering=pondering, picture=picture,
    styles=("frame", "seats", "middle", "hand", "claims", "sizes", "low", "wide-seats", "wide-middle", "wide-hand", "words"),
)  # fmt: skip
