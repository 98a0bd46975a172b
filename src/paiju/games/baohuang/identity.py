"""The cards that make a guard: the marked black joker, or the called card, which may be 老王 (BH A4, A5, A12).

老王 is the copy of the called card that another than the emperor holds, under a kind of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from paiju.games.baohuang.cards import LAOWANG, MARKED_SMALL, Hand, Kind, cards_of, hand_of, play_order
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.viewing import View


def plain(kind: Kind, called: Kind) -> Kind:
    """The kind under which a card was drawn: 老王 is a copy of the called card (BH A12)."""
    return called if kind == LAOWANG else kind


def without_laowang(hand: Hand, called: Kind) -> Hand:
    """The hand with 老王 under the face that was drawn."""
    return hand_of(plain(kind, called) for kind in cards_of(hand)) if hand[LAOWANG] else hand


def with_laowang(hand: Hand, called: Kind) -> Hand:
    """The hand with every copy of the called card as 老王 (BH A12)."""
    return hand_of(LAOWANG if kind == called else kind for kind in cards_of(hand)) if hand[called] else hand


def laowang_of(view: View) -> Kind:
    """The kind of which a copy has become 老王, or -1: not after a call with two cards, and not under a usurper."""
    made = view.called >= 0 and compile_rules(view.options).crowning.laowang
    return view.called if made and not view.pair and not view.usurped else -1


def proves_guard(cards: Cards, called: Kind) -> bool:
    """Whether a guard card is among `cards`; `called` is -1 where no guard is called."""
    return MARKED_SMALL in cards or LAOWANG in cards or called in cards


def guard_cards(hand: Hand, called: Kind) -> int:
    """How many guard cards a hand holds; `called` is -1 where no guard is called."""
    return hand[MARKED_SMALL] + hand[LAOWANG] + (hand[called] if called >= 0 else 0)


def guards_of(emperor: int, called: Kind, *holdings: Sequence[Hand]) -> tuple[int, ...]:
    """The seats beside the emperor with a guard card in one of `holdings`, each a hand by seat; in play order."""
    return tuple(
        seat
        for seat in play_order(emperor, without=(emperor,))
        if any(guard_cards(hands[seat], called) for hands in holdings)
    )
