"""What a seat may do: what an open window offers it, what it may throw, where it may cut."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from paiju.games.paohuzi.actions import CUTS, DISCARDS, Action
from paiju.games.paohuzi.cards import LARGE, ONES, SMALL_FIELDS, Hand, kinds_of, loose
from paiju.games.paohuzi.state import Phase, State

_DISCARD = Phase.DISCARD  # members of an enumeration are slow to look up
_ASKED_ALONE = (Phase.DISCARD, Phase.CUT)
_HANDS = 1 << 10


def asked(state: State) -> tuple[int, ...]:
    """The seats that are asked and have not answered."""
    if state.window is not None:
        return state.window.asked
    return (state.turn,) if state.phase in _ASKED_ALONE else ()


def legal(state: State, seat: int) -> Sequence[Action]:
    """All actions of a seat; () for one that is not asked."""
    window = state.window
    if window is not None:
        return window.offers[seat] if seat in window.asked else ()
    if seat != state.turn or state.phase not in _ASKED_ALONE:
        return ()
    return _discards(state.hands[seat]) if state.phase is _DISCARD else CUTS


@lru_cache(maxsize=_HANDS)  # who throws a card has been asked which
def _discards(hand: Hand) -> tuple[Action, ...]:
    """What may be thrown of a hand (PZ M3, M10)."""
    free = loose(hand)
    held = (free | free >> 1) & ONES
    return _of_suit(held & SMALL_FIELDS) + _of_suit(held & ~SMALL_FIELDS)


@lru_cache(maxsize=2 << LARGE)
def _of_suit(held: Hand) -> tuple[Action, ...]:
    """The discards of the kinds of one suit that have a one in their field."""
    return tuple([DISCARDS[kind] for kind in kinds_of(held)])
