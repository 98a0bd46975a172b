"""The records of the kernel: a deal, a set of options, the sets there are."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

from paiju.games.paohuzi.cards import CARDS, KINDS, SEATS, STOCK_SIZE
from paiju.kernels.records import Grid, Ints, Records, layout

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
    pong_stops_pong: int
    pong_stops_eat: int
    eat_stops_pong: int
    eat_stops_eat: int
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
    holding: Annotated[Grid[int], np.int64, KINDS, MOST_HOLDING]  # runs that hold a kind, in the law's order
    fitting: Annotated[Grid[int], np.int64, KINDS, MOST_HOLDING]  # their cards, or cards that fit nowhere
    gain: Annotated[Ints, np.int64, KINDS]  # the most hu of a sequence with a kind
    one_five_ten: int
    cuts: Annotated[Ints, np.uint8, SUIT_KEYS]


class DeskRecord:
    """A deal with its rules and the list of its legal actions, for callers from Python: see `stepping.advance`."""

    rules: Annotated[Records[RulesRecord], RulesRecord, 1]
    sets: Annotated[Records[SetsRecord], SetsRecord, 1]
    state: Annotated[Records[StateRecord], StateRecord, 1]
    out: Annotated[Ints, np.int64, MOST_ACTIONS]


DESK = layout(DeskRecord)


def new_actions() -> npt.NDArray[np.int64]:
    """A buffer that holds the legal actions of any seat."""
    return np.zeros(MOST_ACTIONS, np.int64)
