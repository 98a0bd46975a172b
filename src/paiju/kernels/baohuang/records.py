"""The records of the kernel: a deal in its playing phase, and a set of options.

Scalars are `int64`. Hands are kept twice, as counts and as *planes*: bit `rank` of `planes[seat, n]` says that the
seat holds at least `n` cards of that rank, so that what beats a set is found by looking at a few words. Suits are
four fields of five bits, ♠ lowest; where the game has no suits all cards are ♠, and `suits` stays empty.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.kernels.jit import INTERPRETED

SEATS = 5
RANKS = 13
NO_RANK = 13  # the base of a set of jokers alone
SUIT_BITS = 5
SUIT_MASK = 31
PLANES = 18
RANK_MASK = (1 << RANKS) - 1
LEVELS = 5  # joker strengths: small, big, three twos on a big one, marked big, 老王
LEVEL_OF_STRENGTH = {13: 0, 14: 1, 15: 2, 16: 3, 17: 4}
FORMS = 5**4
MOST_OF_RANK = 16
MOST_LISTED = 1 << 16

_SCALARS = (
    "turn",  # the seat that must decide, -1 once the deal is over
    "emperor",
    "guard", "guard2",  # -1: there is none
    "crown",  # bit set: emperor and guards
    "called",  # kind of the called card, -1
    "announced", "multiplier",  # for the points
    "has_top", "owner", "passes", "debt", "asked_again",  # the trick, as in the law's state
    "top_size", "top_base", "top_bomb",  # the set on the table: cards (0 for a bomb), base rank, rank as a bomb
    "need", "need_big", "need_high", "shut",  # how many jokers above 13, 14, 16, 17 an answer must have
    "closed",  # nothing beats the set on the table
    "barred", "gone", "outs", "stucks",  # bit sets of seats; how many are out and stuck
    "shown", "solo_shown", "identity_laid",  # guards everybody knows; cards of a silent solo emperor's proof
    "first_drawer",
    "winner",  # 1 emperor, -1 people, 0 tie, once the deal is over
)  # fmt: skip

STATE = np.dtype(
    [
        *((name, np.int64) for name in _SCALARS),
        ("sizes", np.int16, (SEATS,)),
        ("jokers", np.int16, (SEATS,)),
        ("drawn_jokers", np.int16, (SEATS,)),
        ("lows", np.int8, (SEATS,)),
        ("out", np.int8, (SEATS,)),
        ("stuck", np.int8, (SEATS,)),
        ("levels", np.int8, (LEVELS,)),
        ("places", np.int8, (SEATS,)),
        ("returns", np.int32, (SEATS,)),
        ("counts", np.int8, (SEATS, 16)),
        ("planes", np.int16, (SEATS, PLANES)),
        ("suits", np.int32, (SEATS, RANKS)),
        ("drawn", np.int32, (SEATS, RANKS)),
    ],
    align=True,
)

_RULES = (
    "lowest_gain",  # 1: naturals must be beaten, 0: they may be equalled (BH A11)
    "twos_fill", "twos_with_jokers", "three_twos",
    "bombs", "bomb_jokers", "bomb_three_reds", "natural_bombs", "barred_bomb",
    "hard_pass", "defers",
    "low_last", "next_rank", "low_rank", "all_at_once", "gets_stuck",
    "decided", "stuck_penalty",
    "suited", "plain", "highest",  # `plain`: for `quick`; `highest`: level of the strongest joker there is
    "deck_size", "calls", "laowang", "heir_step",  # for dealing
)  # fmt: skip

RULES = np.dtype(
    [
        *((name, np.int64) for name in _RULES),
        ("levels", np.int8, (5,)),  # level of each joker kind b B r R L
        ("deck", np.uint8, (216,)),
        ("may_call", np.int8, (57,)),
        ("points", np.int32, (2, SEATS + 1, SEATS + 1, SEATS + 1, 3)),
        ("forms", np.int32, (FORMS, MOST_OF_RANK + 1)),
    ],
    align=True,
)

DESK = np.dtype(
    [("state", STATE, (1,)), ("rules", RULES, (1,)), ("out", np.int64, (MOST_LISTED,))], align=True
)
"""A deal with its rules and the list of its legal actions, for callers from Python: see `stepping.advance`."""


def blank(dtype: Any, length: int = 1) -> Any:
    """Records of zeros, shape (length,); interpreted kernels need them to have attributes."""
    made = np.zeros(length, dtype)
    return made.view(np.recarray) if INTERPRETED else made


def listing() -> Any:
    """A buffer that holds the legal actions of any state."""
    return np.zeros(MOST_LISTED, np.int64)


def fields(record: Any) -> Any:
    """The one element of a record array, its fields as attributes; what is set there is set in the array."""
    return record.view(np.recarray)[0]
