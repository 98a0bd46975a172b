"""The records of the kernel: a deal in its playing phase, and a set of options.

Scalars are `int64`. Hands are kept twice, as counts and as *planes*: bit `rank` of `planes[seat, n]` says that the
seat holds at least `n` cards of that rank, so that what beats a set is found by looking at a few words. Suits are
four fields of five bits, ♠ lowest; where the game has no suits all cards are ♠, and `suits` stays empty.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

from paiju.games.baohuang.cards import KINDS, SEATS
from paiju.kernels.records import Grid, Ints, Records, layout

RANKS = 13
NO_RANK = 13  # the base of a set of jokers alone
SUIT_BITS = 5
SUIT_MASK = 31
PLANES = 18
RANK_MASK = (1 << RANKS) - 1
LEVELS = 5  # joker strengths: small, big, three twos on a big one, marked big, 老王
LEVEL_OF_STRENGTH = {13: 0, 14: 1, 15: 2, 16: 3, 17: 4}
SUIT_WAYS = 5**4
MOST_OF_RANK = 16
MOST_LISTED = 1 << 16
MOST_CARDS = 216


class StateRecord:
    """A deal in its playing phase. Sets of seats are bits, places in `out` and `stuck` are those of seats in order."""

    turn: int  # the seat that must decide, -1 once the deal is over
    emperor: int
    guard: int  # -1: there is none
    guard2: int
    crown: int  # bit set: emperor and guards
    called: int  # kind of the called card, -1
    announced: int  # this and the next for the points
    multiplier: int
    has_top: int  # the trick, as in the law's state
    owner: int
    passes: int
    debt: int
    asked_again: int
    deferred: int  # the emperor has in this trick (BH A18-72)
    top_size: int  # the set on the table: cards (0 for a bomb), base rank, rank as a bomb
    top_base: int
    top_bomb: int
    need: int  # how many jokers above 13, 14, 16, 17 an answer must have
    need_big: int
    need_high: int
    shut: int
    closed: int  # nothing beats the set on the table
    barred: int  # bit set of seats
    gone: int  # bit set of seats
    outs: int  # how many are out
    stucks: int  # how many are stuck
    shown: int  # bit set: guards everybody knows
    solo_shown: int
    identity_laid: int  # cards of a silent solo emperor's proof
    first_drawer: int
    winner: int  # 1 emperor, -1 people, 0 tie, once the deal is over
    sizes: Annotated[Ints, np.int16, SEATS]
    jokers: Annotated[Ints, np.int16, SEATS]
    drawn_jokers: Annotated[Ints, np.int16, SEATS]
    lows: Annotated[Ints, np.int8, SEATS]
    out: Annotated[Ints, np.int8, SEATS]
    stuck: Annotated[Ints, np.int8, SEATS]
    levels: Annotated[Ints, np.int8, LEVELS]
    places: Annotated[Ints, np.int8, SEATS]
    returns: Annotated[Ints, np.int64, SEATS]
    counts: Annotated[Grid[int], np.int8, SEATS, 16]
    planes: Annotated[Grid[int], np.int16, SEATS, PLANES]
    suits: Annotated[Grid[int], np.int32, SEATS, RANKS]
    drawn: Annotated[Grid[int], np.int32, SEATS, RANKS]


class RulesRecord:
    """A set of options, compiled."""

    lowest_gain: int  # 1: naturals must be beaten, 0: they may be equalled (BH A11)
    twos_fill: int
    twos_with_jokers: int
    three_twos: int
    bombs: int
    bomb_jokers: int
    bomb_three_reds: int
    natural_bombs: int
    barred_bomb: int
    hard_pass: int
    defers: int
    low_last: int
    next_rank: int
    low_rank: int
    all_at_once: int
    gets_stuck: int
    decided: int
    stuck_penalty: int
    suited: int
    plain: int  # for `quick`
    highest: int  # level of the strongest joker there is
    deck_size: int  # this and the next for dealing
    calls: int
    laowang: int
    heir_step: int
    levels: Annotated[Ints, np.int8, LEVELS]  # level of each joker kind b B r R L
    deck: Annotated[Ints, np.uint8, MOST_CARDS]
    may_call: Annotated[Ints, np.int8, KINDS]
    points: Annotated[Grid[int], np.int32, 2, SEATS + 1, SEATS + 1, SEATS + 1, 3]
    first_suits: Annotated[Grid[int], np.int32, SUIT_WAYS, MOST_OF_RANK + 1]


class DeskRecord:
    """A deal with its rules and the list of its legal actions, for callers from Python: see `stepping.advance`."""

    state: Annotated[Records[StateRecord], StateRecord, 1]
    rules: Annotated[Records[RulesRecord], RulesRecord, 1]
    out: Annotated[Ints, np.int64, MOST_LISTED]


DESK = layout(DeskRecord)


def new_actions() -> npt.NDArray[np.int64]:
    """A buffer that holds the legal actions of any state."""
    return np.zeros(MOST_LISTED, np.int64)
