"""Paohuzi at a live table: what a hand waits for, what its room asks, and how long bots think."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paiju.analysis.paohuzi.hands import hand_waits, live_copies
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import UNIT, UNKNOWN, Hand, Kind, hand_of, kinds_of, loose
from paiju.games.paohuzi.melds import tally
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.views import View
from paiju.server.pack import PHRASES, Glance, Pack, Question
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


def glance(state: Any, public: View) -> Glance:
    """Who decides, as far as all see; who rests."""
    resting = frozenset(range(len(public.sizes))) - frozenset(public.order)
    return Glance(public.asked, resting, (public.phase, public.turn))


PACK = Pack(
    glance, ("pass", "good_card", "what_a_card", *PHRASES), QUESTIONS, waits_json, GAME.why_not, pondering=pondering,
    styles=("frame", "seats", "middle", "hand", "claims", "sizes", "low", "wide-seats", "wide-middle", "wide-hand", "words"),
)  # fmt: skip
