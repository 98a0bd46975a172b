"""The records of the kernel: a deal in its playing phase, a set of options, joker sets by number, and which suits go first."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from paiju.games.baohuang.cards import FIRST_JOKER, KINDS, SEATS
from paiju.games.baohuang.plays import BOMB_SIZE, THREE
from paiju.kernels.records import Grid, Ints

MOST = (4, 1, 4, 1, 1)  # copies of b, B, r, R, L in any hand
WEIGHTS = (40, 20, 4, 2, 1)
HANDS = 200
KINDS_OF_JOKER = len(MOST)
MOST_JOKERS = sum(MOST)


def number(copies: tuple[int, ...]) -> int:
    """The number of a set of jokers from its copies of `b B r R L`."""
    return sum(n * weight for n, weight in zip(copies, WEIGHTS, strict=True))


def copies(set_number: int) -> tuple[int, ...]:
    """Copies of `b B r R L` in a set of jokers."""
    return tuple(set_number // weight % (most + 1) for weight, most in zip(WEIGHTS, MOST, strict=True))


def _sets_of(hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every choice from a hand in the order of the rules: by size, then as sorted kinds."""

    def key(choice: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        return sum(choice), tuple(FIRST_JOKER + i for i, n in enumerate(choice) for _ in range(n))

    return sorted(product(*(range(n + 1) for n in hand)), key=key)


def _tables() -> tuple[npt.NDArray[Any], ...]:
    start, first = np.zeros(HANDS, np.int16), np.zeros((HANDS, MOST_JOKERS + 2), np.int16)
    total, by_kind = np.zeros(HANDS, np.int16), np.zeros((HANDS, KINDS_OF_JOKER), np.int8)
    sets: list[int] = []
    for hand in product(*(range(n + 1) for n in MOST)):
        own = number(hand)
        chosen = _sets_of(hand)
        start[own], total[own], by_kind[own] = len(sets), sum(hand), hand
        for size in range(MOST_JOKERS + 2):
            first[own, size] = sum(sum(choice) < size for choice in chosen)
        sets += map(number, chosen)
    return start, first, total, by_kind, np.array(sets, np.int16)


START, FIRST, TOTAL, BY_KIND, SETS = _tables()


# --- the records of the kernel: a deal in its playing phase, and a set of options

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
    has_top: int  # the trick, as in a state of the rules
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
    shown: int  # bit set: guards everyone knows
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


def new_actions() -> npt.NDArray[np.int64]:
    """A buffer that holds the legal actions of any state."""
    return np.zeros(MOST_LISTED, np.int64)


# --- which suits go first: the rules' choice of cards where a play only says how many, as one table

_WAYS = np.array(list(product(range(BOMB_SIZE + 1), repeat=4)))
_SUMS = _WAYS.sum(axis=1)
_PACKED = (_WAYS << SUIT_BITS * np.arange(4)).sum(axis=1)
_NEVER = 1 << 40


@cache
def first_suits(*, bombs: bool) -> npt.NDArray[np.int32]:
    """The table, shape (625, 17), `int32`; 0 where the hand has fewer cards."""
    table = np.zeros((SUIT_WAYS, MOST_OF_RANK + 1), np.int32)
    for place, copies in enumerate(_WAYS):
        worst = _costs(copies, bombs=bombs)
        for count in range(1, _SUMS[place] + 1):
            table[place, count] = _PACKED[np.where(count == _SUMS, worst, _NEVER).argmin()]
    return table


def _costs(copies: npt.NDArray[np.int64], *, bombs: bool) -> npt.NDArray[np.int64]:
    """For each way to take cards: the rules' order of preference in one number, least first.

    A whole bomb, then fours, triples and pairs parted, then most ♠, most ♥, most ♣.
    """
    parted = (_WAYS > 0) & (copies > _WAYS)
    whole = ((_WAYS == BOMB_SIZE).any(axis=1) & (_SUMS == BOMB_SIZE)) if bombs else np.zeros(SUIT_WAYS, bool)
    fours = ((copies >= BOMB_SIZE) & (_WAYS > 0)).sum(axis=1)
    triples = ((copies == THREE) & parted).sum(axis=1)
    pairs = ((copies == THREE - 1) & parted).sum(axis=1)
    cost = ((whole * 8 + fours) * 8 + triples) * 8 + pairs
    cost = cost * SUIT_WAYS + np.arange(SUIT_WAYS - 1, -1, -1)
    return np.where((copies >= _WAYS).all(axis=1), cost, _NEVER)
