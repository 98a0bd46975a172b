"""What the guard's network is shown: version 1 of its numbers, each one byte (see `features.layout`).

An *event* is one action of a seat that may be the guard, with what stood on the table. A *scene* is what a table shows
at the moment of a question. Everything is public, but for the cards that the viewer knows of by holding them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.net.features.layout import CHANCE, OTHERS, REFUSALS
from paiju.bots.towers import Field, starts
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.records import RANKS

Array = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

VERSION = 1
SIZES = 8
"""Sizes of sets that are told apart: 1 to 7, and larger ones."""

EVENT: tuple[Field, ...] = (
    Field("verb", 3),  # led, passed, beat
    Field("owner", SEATS),  # of the set on the table, seats after the actor; 0: none
    Field("emperor", SEATS),  # seats after the actor
    Field("imperial", 1),  # the set on the table is the emperor's
    Field("top_size", SIZES + 1),  # 0: none
    Field("top_rank", RANKS + 1),  # last: jokers alone
    Field("top_jokers", 2, 4),  # small, bigger
    Field("passes", 1, 4),
    Field("owner_size", 1, 32),
    Field("owner_guard", 1, CHANCE),  # by the heuristic's log-odds, the chance that the owner is the guard
    Field("refused_now", 1, 14),  # the lowest rank that it let scene of this size, plus 1
    Field("higher", 1, 8),  # higher ranks of which as many cards are unseen
    Field("after", 1, 4),  # seats before the owner that may still answer and hold enough cards
    Field("guard", 1, CHANCE),  # by the heuristic's log-odds, the chance that the actor is the guard
    Field("size", SIZES + 1),  # cards laid
    Field("rank", RANKS + 1),
    Field("jokers", 2, 4),
    Field("fills", 1, 4),
    Field("above", 1, 8),  # ranks higher than the play of which as many cards are unseen
    Field("alike", 1, 8),  # unseen cards of its rank, before it
    Field("left", 1, 32),  # the actor's cards
    Field("unseen_jokers", 2, 8),
    Field("unseen_twos", 1, 8),
    Field("sizes", OTHERS, 32),  # of the seats after the actor
    Field("guards", OTHERS, CHANCE),  # their chances to be the guard, by the heuristic
    Field("played", 3, 4),  # the actor's small jokers, bigger ones, twos
    Field("refused", REFUSALS, 14),
    Field("outs", 1, 4),
)
SEAT: tuple[Field, ...] = (
    Field("size", 1, 32),
    Field("jokers", 2, 4),  # played
    Field("guard", 1, CHANCE),
    Field("gone", 1),
)
TABLE: tuple[Field, ...] = (
    Field("emperor_size", 1, 32),
    Field("unseen_jokers", 2, 4),
    Field("own_jokers", 2, 2),
    Field("outs", 1, 4),
    Field("crowned", 1),  # the viewer is the emperor
)
EVENT_SIZE, SEAT_SIZE, TABLE_SIZE = (starts(fields)[-1] for fields in (EVENT, SEAT, TABLE))
SCENE = SEAT * OTHERS + TABLE
"""The seats after the emperor in order, then the table."""
SCENE_SIZE = OTHERS * SEAT_SIZE + TABLE_SIZE
