"""What one viewer may know of a deal, and the cards that make a guard (BH A4, A5, A12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paiju.games.baohuang.cards import LAOWANG, MARKED_SMALL, Hand, Kind, cards_of, hand_of, play_order
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.plays import Cards, Shape
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Carry, Knows, Laid, Past, Phase, Plan, Result, Role, Stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A deal as `viewer` knows it; None is a spectator.

    `asked` are the seats that decide, as far as the viewer may know; of several the first decides. `sizes`
    are hand sizes, None where the table hides them, `drawn_sizes` those after drawing. `gained` are cards won or lost by transfers. `roles` is
    what the viewer knows: his own role, the emperor, guards that showed themselves; None is unknown.
    `alone` says whether the emperor is solo, None if the viewer cannot tell. `shown`, `innocent`, `forced`,
    `solo_shown`, `pair`: what everybody knows of the guards, as in `state.Roles`.
    `known` are cards known to lie in a hand: by everybody (viewer -1) or by this viewer alone. `plan` is what
    the phase shows, with -1 for cards not seen. `past` is what the viewer has seen happen before play, None of a deal that was
    not dealt; `bombs` are the plays, counted from 0, that were bombs where only cards drawn by oneself make one. `hands` are all
    hands, once the deal is over.
    """

    options: BaohuangOptions
    viewer: int | None
    phase: Phase
    asked: tuple[int, ...]
    first_drawer: int
    drawn_sizes: tuple[int, ...]
    carry: Carry
    hand: Hand | None
    drawn: Hand | None
    sizes: tuple[int | None, ...]
    gained: tuple[int, ...]
    emperor: int
    roles: tuple[Role | None, ...]
    called: Kind
    usurped: bool
    alone: bool | None
    pair: bool
    forced: bool
    solo_shown: bool
    shown: frozenset[int]
    innocent: frozenset[int]
    stakes: Stakes
    multiplier: int
    known: tuple[Knows, ...]
    plan: Plan
    top: Shape | None
    owner: int
    passes: int
    barred: frozenset[int]
    debt: bool
    asked_again: bool
    trick: tuple[Laid, ...]
    tricks: tuple[tuple[Laid, ...], ...]
    played: tuple[Hand, ...]
    out: tuple[int, ...]
    stuck: tuple[int, ...]
    result: Result | None
    past: Past | None = None
    bombs: tuple[int, ...] = ()
    hands: tuple[Hand, ...] = ()

    @property
    def turn(self) -> int:
        """The seat that decides, -1 if nobody does or the viewer may not know."""
        return self.asked[0] if self.asked else -1


# --- the cards that make a guard: the marked black joker, or the called card, which may be 老王 (BH A4, A5, A12)


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
