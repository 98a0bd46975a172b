"""The records of the kernel: one deal, one rule set, the sets there are. All are NumPy structures.

A record is handed over as an array of one element (`new`), which numba takes five times faster than a bare
record. Fields of four have one entry for each seat.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.games.paohuzi.cards import CARDS, KINDS, SEATS, STOCK_SIZE
from paiju.kernels.jit import INTERPRETED

Record = Any
"""One element of a record array."""
Records = Any
"""A record array of one element."""

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

STATE = np.dtype(
    [
        ("hand", "i8", MOST_SEATS),
        ("code", "i8", MOST_SEATS),  # all cards of the table sets
        ("loose", "i8", MOST_SEATS),  # derived from hand and table by `table.refresh`, as are the next two
        ("owned", "i8", MOST_SEATS),
        ("most", "i8", MOST_SEATS),  # a bound on the hu of hand and table
        ("draws", "i8"),
        ("final", "i8"),
        ("returns", "i8", MOST_SEATS),
        ("hu", "i8", MOST_SEATS),
        ("sets", "i8", MOST_SEATS),
        ("quads", "i8", MOST_SEATS),
        ("runs", "i8", MOST_SEATS),
        ("exposed", "i8", MOST_SEATS),
        ("unexposed", "i8", MOST_SEATS),
        ("no_pong", "i8", MOST_SEATS),
        ("no_eat", "i8", MOST_SEATS),
        ("dead", "i8"),  # a bit for each seat
        ("phase", "i8"),
        ("turn", "i8"),
        ("next", "i8"),  # the place of the top card in `stock`
        ("known", "i8"),
        ("shown_held", "i8"),
        ("dealer", "i8"),
        ("streak", "i8"),
        ("order", "i8", SEATS),
        ("right", "i8", MOST_SEATS),
        ("shown", "i8"),
        ("face_up", "i8"),  # the card at the bottom of the stock
        ("source", "i8"),  # from here on the claim window
        ("seat", "i8"),
        ("card", "i8"),
        ("last", "i8"),
        ("pao", "i8"),
        ("lead", "i8"),
        ("leader", "i8"),
        ("asked", "i8"),  # a bit for each seat
        ("offer", "i8", MOST_SEATS),
        ("best", "i8", MOST_SEATS),
        ("answer", "i8", MOST_SEATS),
        ("winner", "i8"),  # from here on the result
        ("won_hu", "i8"),
        ("bottom", "i8"),
        ("multiplier", "i8"),
        ("won_card", "i8"),
        ("apart", "i8"),
        ("lefts", "i8"),
        ("meld", "i2", (MOST_SEATS, MOST_MELDS)),
        ("stock", "u1", STOCK_SIZE),
        ("left", "u1", CARDS),  # cards nobody used
    ],
    align=True,
)

RULES = np.dtype(
    [
        *(
            (name, "i8")
            for name in (
                "seats", "shown_asks", "heavenly_sets", "quads_are_triples", "own_pao", "any_pao", "break_pao",
                "ask_after_pao", "parity", "bi", "pong_stops_pong", "pong_stops_eat", "eat_stops_pong",
                "eat_stops_eat", "own_discard_smells", "discard_wins", "discarder_shares", "min_hu",
                "plain_min_hu", "doubles", "highest", "by_hu", "cap", "draw_doubles", "draw_moves",
                "draw_points",
            )
        ),
        ("bottom_of", "i8", MOST_HU),  # bottom number by hu
        ("own_bottom_of", "i8", MOST_HU),  # the same for an own draw
        ("times", "i8", (GROUPS, GROUP_SIZE)),  # the multiplier by reds, larges, smalls, way of winning
        ("points", "i8", (GROUPS, GROUP_SIZE)),
    ],
    align=True,
)  # fmt: skip

SETS = np.dtype(
    [
        ("run_code", "i8", MOST_RUNS),
        ("run_hu", "i8", MOST_RUNS),
        ("holding", "i8", (KINDS, MOST_HOLDING)),  # runs that hold a kind, in the law's order
        ("fitting", "i8", (KINDS, MOST_HOLDING)),  # their cards, or cards that fit nowhere
        ("gain", "i8", KINDS),  # the most hu of a sequence with a kind
        ("one_five_ten", "i8"),
        ("cuts", "u1", SUIT_KEYS),
    ],
    align=True,
)
"""`cuts` has for every loose suit, two bits for each number, what its best cut into runs is.

The low four bits are one more than the special sequences in it, 0 where there is no cut; the high four bits
the same with a pair beside the runs.
"""

DESK = np.dtype(
    [
        ("rules", RULES, (1,)),
        ("sets", SETS, (1,)),
        ("state", STATE, (1,)),
        ("out", np.int64, (MOST_ACTIONS,)),
    ],
    align=True,
)
"""A deal with its rules and the list of its legal actions, for callers from Python: see `play.advance`."""


def new(dtype: np.dtype[Any]) -> Records:
    """A record of zeros, as an array of one; interpreted kernels need one whose element has attributes."""
    made = np.zeros(1, dtype)
    return made.view(np.recarray) if INTERPRETED else made


def fields(records: Records) -> Record:
    """The element of a record array, its fields as attributes; what is set there is set in the array."""
    return records.view(np.recarray)[0]
