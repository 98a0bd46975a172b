"""The records of the kernel: a deal, a set of options, hands packed into 63 bits, and the catalogue of sets (PZ M3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import numpy as np
import numpy.typing as npt

from paiju.games.paohuzi.cards import CARDS, IS_RED, KINDS, LARGE, SEATS, STOCK_SIZE, Hand
from paiju.games.paohuzi.hands import SETS as MOST_SETS
from paiju.games.paohuzi.melds import CATALOGUES, HU, SetKind
from paiju.kernels.jit import inlined
from paiju.kernels.records import Grid, Ints, Records, fields, new

Packed = int
"""A hand of the kernel."""

BITS = 3
FIELD = 7
LARGE_AT = BITS * LARGE
ONES: Packed = sum(1 << BITS * kind for kind in range(KINDS))
GUARD: Packed = 4 * ONES
SMALL_ONES: Packed = ONES & ((1 << LARGE_AT) - 1)
SMALL: Packed = FIELD * SMALL_ONES
LARGE_ONES: Packed = ONES - SMALL_ONES
LARGES: Packed = FIELD * LARGE_ONES
REDS: Packed = FIELD * sum(1 << BITS * kind for kind in range(KINDS) if IS_RED[kind])
_EVEN: Packed = FIELD * sum(1 << 2 * BITS * i for i in range(LARGE))
_SIX_BITS = 63


def pack(hand: Hand) -> Packed:
    """A hand of the rules as a hand of the kernel."""
    return sum((hand >> 4 * kind & 15) << BITS * kind for kind in range(KINDS))


@inlined
def unit(kind: int) -> Packed:
    """One card of a kind."""
    return 1 << BITS * kind


@inlined
def count(hand: Packed, kind: int) -> int:
    """Copies of a kind in a hand."""
    return hand >> BITS * kind & FIELD


@inlined
def size(hand: Packed) -> int:
    """The number of cards that a hand has, fewer than 63: the sum of its fields, as digits cast out by 63."""
    return ((hand & _EVEN) + (hand >> BITS & _EVEN)) % _SIX_BITS


@inlined
def holds(hand: Packed, cards: Packed) -> bool:
    """Whether `cards` are all in `hand`, which has at most three of a kind."""
    return ((hand | GUARD) - cards) & GUARD == GUARD


@inlined
def locked(hand: Packed) -> Packed:
    """A one in the field of every secret triple, or of a quad not yet laid (PZ M3, M8)."""
    return (hand & hand >> 1 | hand >> 2) & ONES


@inlined
def loose(hand: Packed) -> Packed:
    """The cards that are part of no secret triple: what may be discarded or laid (PZ M3)."""
    return hand & ~(FIELD * locked(hand))


# --- the records of the kernel: a deal, a set of options, the sets there are

MOST_SEATS = 4
MOST_MELDS = 8
MOST_ACTIONS = 128
"""Room for every list of legal actions; the longest known has some thirty."""

CLAIM, DISCARD, OVER = range(3)
SHOWN, DRAWN, THROWN, OWN, PAO = range(5)
NOBODY = -1
UNKNOWN = -1
WORST = 9
UNANSWERED = -1

EXPOSED_3, UNEXPOSED_3, SMELLED_3, EXPOSED_4, UNEXPOSED_4, RUN = range(6)
KNOWN_BIT = 8
MELD_SHIFT = 4
"""A set on the table is `kind + KNOWN_BIT * known + (card or run << MELD_SHIFT)`."""

LEFT_THROWN = 32
LEFT_SEAT = 64
"""A card that nobody used is `card + LEFT_THROWN * thrown + LEFT_SEAT * seat`."""

SUIT_KEYS = 1 << 20
MOST_RUNS = 40
MOST_HOLDING = 6
MOST_HU = 256
GROUPS = 4
GROUP_SIZE = 64


class StateRecord:
    """A deal. Fields of four have one number for each seat, bit sets of kinds bit `kind`."""

    hand: Annotated[Ints, np.int64, MOST_SEATS]
    code: Annotated[Ints, np.int64, MOST_SEATS]  # all cards of the table sets
    loose: Annotated[Ints, np.int64, MOST_SEATS]  # made up by `melds.refresh`, as are the next two
    owned: Annotated[Ints, np.int64, MOST_SEATS]
    most: Annotated[Ints, np.int64, MOST_SEATS]  # a bound on the hu of hand and table
    draws: int
    final: int
    returns: Annotated[Ints, np.int64, MOST_SEATS]
    hu: Annotated[Ints, np.int64, MOST_SEATS]
    sets: Annotated[Ints, np.int64, MOST_SEATS]
    quads: Annotated[Ints, np.int64, MOST_SEATS]
    runs: Annotated[Ints, np.int64, MOST_SEATS]
    exposed: Annotated[Ints, np.int64, MOST_SEATS]
    unexposed: Annotated[Ints, np.int64, MOST_SEATS]
    no_pong: Annotated[Ints, np.int64, MOST_SEATS]
    no_eat: Annotated[Ints, np.int64, MOST_SEATS]
    dead: int  # a bit for each seat
    pauses: int  # whether a card that nobody may claim lies open until `settle` too
    phase: int
    turn: int
    next: int  # the place of the top card in `stock`
    known: int
    shown_held: int
    dealer: int
    streak: int
    order: Annotated[Ints, np.int64, SEATS]
    right: Annotated[Ints, np.int64, MOST_SEATS]
    shown: int
    face_up: int  # the card at the bottom of the stock
    source: int  # from here on the claim window
    seat: int
    card: int
    last: int
    pao: int
    lead: int
    leader: int
    asked: int  # a bit for each seat
    offer: Annotated[Ints, np.int64, MOST_SEATS]
    best: Annotated[Ints, np.int64, MOST_SEATS]
    answer: Annotated[Ints, np.int64, MOST_SEATS]
    winner: int  # from here on the result
    won_hu: int
    bottom: int
    multiplier: int
    won_card: int
    apart: int
    lefts: int
    meld: Annotated[Grid[int], np.int16, MOST_SEATS, MOST_MELDS]
    stock: Annotated[Ints, np.uint8, STOCK_SIZE]
    left: Annotated[Ints, np.uint8, CARDS]  # cards nobody used


class RulesRecord:
    """A set of options, compiled."""

    seats: int
    shown_asks: int
    heavenly_sets: int
    quads_are_triples: int
    own_pao: int
    any_pao: int
    break_pao: int
    ask_after_pao: int
    parity: int
    bi: int
    eats_smell: int
    pong_stops_eat: int
    eat_stops_pong: int
    own_discard_smells: int
    discard_wins: int
    discarder_shares: int
    min_hu: int
    plain_min_hu: int
    doubles: int
    highest: int
    by_hu: int
    cap: int
    draw_doubles: int
    draw_moves: int
    draw_points: int
    bottom_of: Annotated[Ints, np.int64, MOST_HU]  # bottom number by hu
    own_bottom_of: Annotated[Ints, np.int64, MOST_HU]  # the same for an own draw
    times: Annotated[
        Grid[int], np.int64, GROUPS, GROUP_SIZE
    ]  # the multiplier by reds, larges, smalls, way of winning
    points: Annotated[Grid[int], np.int64, GROUPS, GROUP_SIZE]


class SetsRecord:
    """All sets there are.

    `cuts` has for every loose suit, two bits for each number, what its best cut into runs is. The low four bits are one
    more than the special sequences in it, 0 where there is no cut; the high four bits the same with a pair beside the runs.
    """

    run_code: Annotated[Ints, np.int64, MOST_RUNS]
    run_hu: Annotated[Ints, np.int64, MOST_RUNS]
    holding: Annotated[
        Grid[int], np.int64, KINDS, MOST_HOLDING
    ]  # runs that hold a kind, in the order of the rules
    fitting: Annotated[Grid[int], np.int64, KINDS, MOST_HOLDING]  # their cards, or cards that fit nowhere
    gain: Annotated[Ints, np.int64, KINDS]  # the most hu of a sequence with a kind
    one_five_ten: int
    cuts: Annotated[Ints, np.uint8, SUIT_KEYS]


def new_actions() -> npt.NDArray[np.int64]:
    """A buffer that holds the legal actions of any seat."""
    return np.zeros(MOST_ACTIONS, np.int64)


# --- what the kernel knows of sets (PZ M3): the rules' catalogue, and every loose suit already cut up

ALL_RUNS = CATALOGUES[True].runs
"""The runs in the order of their numbers in the kernel; those of rules without 1-5-10 are a part."""
RUN_NUMBER = {run.cards: number for number, run in enumerate(ALL_RUNS)}

SAME_HU = tuple(
    HU[kind]
    for kind in (
        SetKind.EXPOSED_3, SetKind.UNEXPOSED_3, SetKind.SMELLED_3, SetKind.EXPOSED_4, SetKind.UNEXPOSED_4,
    )
)  # fmt: skip
"""Hu of small and large sets of identical cards, by the kernel's number of their kind."""
SECRET_HU = HU[SetKind.SECRET_3]
SPECIAL_HU = HU[SetKind.SEQUENCE]

NOWHERE = 4
"""Four of a kind, which no loose cards have."""

_COPIES = 3
_PAIR = 2


@lru_cache(maxsize=2)
def sets_of(*, one_five_ten: bool) -> Records[SetsRecord]:
    """The record of all sets, without or with 1-5-10 (PZ §4)."""
    records = new(SetsRecord)
    sets = fields(records)
    for number, run in enumerate(ALL_RUNS):
        sets.run_code[number] = pack(run.code)
        sets.run_hu[number] = run.hu
    for kind in range(KINDS):
        numbers = [RUN_NUMBER[run.cards] for run in CATALOGUES[one_five_ten].holding[kind]]
        sets.holding[kind][: len(numbers)] = numbers
        sets.fitting[kind] = NOWHERE
        sets.fitting[kind][: len(numbers)] = [sets.run_code[number] for number in numbers]
        sets.gain[kind] = max(run.hu for run in CATALOGUES[True].holding[kind])
    sets.one_five_ten = one_five_ten
    sets.cuts[:] = _cuts(one_five_ten=one_five_ten)
    return records


def _cuts(*, one_five_ten: bool) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """The most special sequences of every suit that can be cut into runs, with and without a pair."""
    runs = [
        (sum(1 << 2 * card for card in run.cards), run.cards, int(run.hu > 0))
        for run in CATALOGUES[one_five_ten].runs
        if run.cards[-1] < LARGE and len(set(run.cards)) == len(run.cards)
    ]
    best = np.full(SUIT_KEYS, -1, np.int8)
    best[0] = 0
    suits = np.zeros(1, np.int64)
    for _ in range(MOST_SETS):
        longer = []
        for key, cards, special in runs:
            room = suits[np.all([suits >> 2 * card & 3 < _COPIES for card in cards], axis=0)]
            np.maximum.at(best, room + key, best[room] + np.int8(special))
            longer.append(room + key)
        suits = np.unique(np.concatenate(longer))
    paired = np.full(SUIT_KEYS, -1, np.int8)
    whole = np.flatnonzero(best >= 0)
    for number in range(LARGE):
        room = whole[(whole >> 2 * number & 3) + _PAIR <= _COPIES]
        np.maximum.at(paired, room + (_PAIR << 2 * number), best[room])
    return ((best + 1) | (paired + 1) << 4).astype(np.uint8)
