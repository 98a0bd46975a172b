"""Paohuzi at a live table: what a hand waits for, what its room asks, the pictures of its rules, and how long bots think."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paiju.analysis.paohuzi.hands import evaluate_hand, hand_waits, live_copies
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import LARGE, UNIT, UNKNOWN, Hand, Kind, hand_of, kinds_of, loose
from paiju.games.paohuzi.melds import RUNS, Meld, SetKind, tally
from paiju.games.paohuzi.notation import card_text, parse_meld
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import ITEMS, compile_rules
from paiju.games.paohuzi.scoring import How, facts_of
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.views import View
from paiju.server.pack import PHRASES, Drawn, Figure, Glance, Pack, Question, Words

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


def waits_json(view: View) -> dict[str, Any]:
    """The cards that would complete the viewer's hand as it is, and where they must discard, by discard."""
    message: dict[str, Any] = {"type": "waits", "now": [], "after": {}}
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


def _winning(view: View, hand: Hand, thrown: Hand) -> list[dict[str, Any]]:
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


# --- pictures of the rules: sets and their hu, a hand that is counted, hands with the items that this table pays for

_SHAPES = ("U4 b8", "E4 b8", "U3 b8", "E3 b8", "b1-b2-b3", "b2-b7-b10", "b1-b5-b10", "b4-b5-b6", "b8-b8-s8")
_TRIED_SETS = ("s2-s7-s10", "U3 s5", "s6-s7-s8", "E3 b4")
_HU = (0, 1, 3, 6, 9)
_COUNTED = "U3 b6, E3 b9, s1-s2-s3, s4-s5-s6, s8-s8-b8 | s2 s7 s10 b3 b4"
_COUNTED_CARD = "b2"
_TRIED_HAND, _TRIED_CARD, _SUMS = (
    "U3 b6, E3 b9, E3 s9, E3 s5, s1-s2-s3 | s6 s7 s8 b3 b4",
    "b5",
    (12, 14, 15, 18),
)
_ITEM_HANDS = (
    "U3 b9, U3 b6, U3 s8, s3-s4-s5, b3-b4-b5, s4-s5-s6, s1-s1-b1",
    "U3 b9, U3 b6, U3 s5, s3-s4-s5, b3-b4-b5, s8-s9-s10, s1-s1-b1",
    "U3 b9, U3 b6, s2-s7-s10, s3-s4-s5, s8-s9-s10, s1-s1-b1, b3-b4-b5",
    "s2-s7-s10, b2-b7-b10, s1-s2-s3, b1-b2-b3, s8-s9-s10, s6-s7-s8, b6-b6-s6",
    "s2-s7-s10, b2-b7-b10, s1-s2-s3, b1-b2-b3, s8-s9-s10, s6-s7-s8, E3 b10",
    "b1-b2-b3, b2-b7-b10, b4-b5-b6, b3-b4-b5, U3 b9, E3 b8, s4-s5-s6",
    "s1-s2-s3, s2-s7-s10, s4-s5-s6, U3 s9, E3 s8, s5-b5-b5, U3 b6",
    "U3 b9, U3 b6, E3 s5, E3 b4, U3 s8, E3 s1, E3 b3",
    "U3 b9, U3 b10, E3 s7, E3 b2, U3 s8, E3 s10, E3 b3",
    "U3 b2, U3 b10, E3 s7, E3 b7, U3 s2, E3 s1, E3 b3",
)
"""Winning hands, of which each item that cards can earn has one."""
_BACKS = {SetKind.UNEXPOSED_3: 2, SetKind.UNEXPOSED_4: 3}


def figures(options: PaohuziOptions) -> tuple[Figure, ...]:
    """The pictures of the rules of these options."""
    shapes = [text for text in _SHAPES if text != "b1-b5-b10" or options.one_five_ten]
    faces = tuple(Drawn((tuple(map(card_text, range(first, first + LARGE))),)) for first in (0, LARGE))
    tried = (_shape(text, _HU) for text in _TRIED_SETS)
    found = (
        Figure("deal", "faces", faces),
        Figure("play", "sets", (*map(_shape, shapes), *tried)),
        Figure("winning", "count", tuple(_counted(options))),
        Figure("score", "items", tuple(_items(options))),
    )
    return tuple(figure for figure in found if figure.lines)


def _cards(meld: Meld) -> tuple[str | None, ...]:
    """A set as it lies on the table."""
    backs = _BACKS.get(meld.kind, 0)
    return tuple(None if at < backs else card_text(card) for at, card in enumerate(meld.cards))


def _shape(text: str, choices: tuple[int, ...] = ()) -> Drawn:
    """A set with its hu, or the question about it."""
    meld = parse_meld(text)
    answer = choices.index(meld.hu) if choices else 0
    return Drawn((_cards(meld),), label=_named(meld), choices=choices, answer=answer)


def _named(meld: Meld) -> Words:
    return Words("figure.paohuzi.set", {"kind": f"set.paohuzi.{meld.kind}", "hu": meld.hu})


def _counted(options: PaohuziOptions) -> Iterator[Drawn]:
    """A hand set by set, its sum, and whether that is enough; then another, to be counted."""
    for text, card, choices in ((_COUNTED, _COUNTED_CARD, ()), (_TRIED_HAND, _TRIED_CARD, _SUMS)):
        found = evaluate_hand(text, card, options, own=False)
        assert found.plain is not None, "a hand that the card completes"
        melds = [Meld(part.kind, part.cards) for part in found.parts]
        won, hu = found.score is not None, found.plain.hu
        label = Words(f"figure.paohuzi.{'enough' if won else 'short'}", {"hu": hu, "need": options.min_hu})
        if choices:
            yield Drawn(tuple(map(_cards, melds)), label=label, choices=choices, answer=choices.index(hu))
        else:
            yield from (Drawn((_cards(meld),), label=_named(meld)) for meld in melds)
            yield Drawn(label=label, right=won)


def _items(options: PaohuziOptions) -> Iterator[Drawn]:
    """The items that this table pays for, each with a hand that has it; the way a hand was won is in no cards."""
    table = compile_rules(options).table
    for kind, worth in (("times", table.times), ("plus", table.points)):
        for name, value in worth.items():
            hand = next((melds for melds in map(_melds, _ITEM_HANDS) if _has(name, melds)), ())
            facts = {"item": f"item.paohuzi.{name}", "value": value}
            yield Drawn(tuple(map(_cards, hand)), label=Words(f"figure.paohuzi.{kind}", facts))


def _melds(text: str) -> tuple[Meld, ...]:
    return tuple(map(parse_meld, text.split(", ")))


def _has(item: str, melds: tuple[Meld, ...]) -> bool:
    identical = all(meld.kind not in RUNS for meld in melds)
    return ITEMS[item](facts_of(tally(melds).code, How(), identical=identical))


def glance(state: Any, public: View) -> Glance:
    """The seats that decide, as far as everyone sees; who rests."""
    resting = frozenset(range(len(public.sizes))) - frozenset(public.order)
    return Glance(public.asked, resting, (public.phase, public.turn))


PACK = Pack(
    glance, ("pass", "good_card", "what_a_card", *PHRASES), QUESTIONS, figures, waits_json, GAME.why_not, pondering=pondering,
    styles=("frame", "seats", "middle", "hand", "claims", "sizes", "low", "wide-seats", "wide-middle", "wide-hand", "words"),
)  # fmt: skip
