"""What the hand of a Paohuzi seat waits for, from what that seat knows and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.analysis.paohuzi.distance import live_copies
from paiju.analysis.paohuzi.hands import hand_waits
from paiju.games.paohuzi.cards import UNIT, UNKNOWN, Hand, Kind, hand_of, kinds_of, loose
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.sets import tally
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.viewing import View
from paiju.server.typed_answers import Waits, WinningCard

_ON_TABLE = (Source.DRAWN, Source.THROWN)
_NO_HANDS = (Phase.CUT, Phase.OVER)


def waits_json(view: View) -> Waits:
    """The cards that would complete the viewer's hand as it is, and where he must discard, by discard."""
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
