"""The records of the compiled players: the numbers they play by, and their scratch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import numpy as np

from paiju.bots.anchored import TriedRecord
from paiju.bots.paohuzi.compiled.pieces import MOST_BEGINNINGS, MOST_THIRDS
from paiju.games.paohuzi.cards import CARDS, KINDS
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS, StateRecord
from paiju.kernels.records import Floats, Grid, Ints, Records, new

NODES = 4
"""Plans are valued at this many times, evenly spread over the cards still to be drawn."""
MOST_DEPTH = 26
MOST_BEGUN = 8

EFFICIENCY, EXPECTED = range(2)
"""The two policies."""


class WeightsRecord:
    """The numbers that a policy plays by."""

    style: int
    slack: int  # how far beyond the shortest plans others are looked at
    nodes: int  # how many steps a look at one hand takes at most
    eat: float  # which share of the cards drawn completes a run: own draws, the left neighbour's cards
    pong: float  # the same for a pair: every draw, and discards
    barred: float  # the same for a smelled kind
    win: float  # the same for the last card of all
    own: float  # how often a pair's third card is an own draw
    quad: float  # how much of the chance of a fourth copy counts
    threat: float  # the chance per card drawn that somebody else wins, with an empty table before him
    threat_sets: float  # how much it grows with each set on his table
    together: float  # how plans add up: 1 as a sum, many as the best alone
    give_pong: float  # points for a discard that another seat may Pong
    give_eat: float  # points for a discard that the right neighbour may eat
    refusal: float  # points for letting a card pass
    base: float  # points per winning plan whatever it scores


class WorkRecord:
    """What a seat may expect of the cards that it has not seen, and the walk over its plans."""

    live: Annotated[Ints, np.int64, KINDS]  # copies that the seat has not seen
    unseen: float
    draws: float
    quads: float  # the chance of a fourth copy
    hope: int  # the most hu that fourth copies can bring
    survive: Annotated[Floats, np.float64, NODES]  # the chance that nobody else has won by then
    ready: Annotated[Ints, np.int64, MOST_BEGINNINGS]
    chance: Annotated[
        Grid[float], np.float64, MOST_BEGINNINGS, NODES
    ]  # that a beginning is completed by then
    last: Annotated[Grid[float], np.float64, MOST_BEGINNINGS, NODES]  # the same by the winning card
    share: Annotated[Grid[float], np.float64, MOST_BEGINNINGS, MOST_THIRDS]  # by which third
    single: Annotated[Grid[float], np.float64, KINDS, NODES]  # that the winning card pairs a card
    no_pong: int
    no_eat: int
    left: int  # from here on the goal: sets to form, a pair, hu, all cards owned, no runs so far
    pair: int
    hu: int
    cards: int
    alike: int
    due: int
    rest: Annotated[Ints, np.int64, MOST_DEPTH]  # from here on the walk over all plans, by depth
    kind: Annotated[Ints, np.int64, MOST_DEPTH]
    cursor: Annotated[Ints, np.int64, MOST_DEPTH]
    size: Annotated[Ints, np.int64, MOST_DEPTH]
    runs: Annotated[Ints, np.int64, MOST_DEPTH]
    run_hu: Annotated[Ints, np.int64, MOST_DEPTH]
    begun: Annotated[Ints, np.int64, MOST_DEPTH]
    spare: Annotated[Ints, np.int64, MOST_DEPTH]
    spares: Annotated[Ints, np.int64, MOST_DEPTH]
    paired: Annotated[Ints, np.int64, MOST_DEPTH]
    number: Annotated[Ints, np.int64, MOST_BEGUN]  # the beginnings of the plan at hand
    turn: Annotated[Ints, np.int64, MOST_BEGUN]
    least: int  # from here on what was found: the least distance, and by card to throw
    least_of: Annotated[Ints, np.int64, KINDS]
    accepts: int  # kinds that bring the shortest plans nearer, as bit sets
    accepts_of: Annotated[Ints, np.int64, KINDS]
    value: float
    value_of: Annotated[Floats, np.float64, KINDS]
    steps: int


class SearchRecord(TriedRecord):
    """A search: the question, what its worlds agree with, and scratch."""

    seat: int
    states: Annotated[Records[StateRecord], StateRecord, 3]  # what the seat knows, a world, a trial in it
    hidden: Annotated[Ints, np.int64, KINDS]  # cards that are in no place the seat knows
    pool: Annotated[Ints, np.int64, KINDS]
    piled: int  # kinds that lay open and were left in a pile
    own: Annotated[Ints, np.int64, MOST_SEATS]  # those of them that a seat drew or threw itself
    sizes: Annotated[Ints, np.int64, MOST_SEATS]
    cards: Annotated[Ints, np.int64, CARDS]
    work: WorkRecord
    others: Annotated[Records[WorkRecord], WorkRecord, MOST_SEATS]  # the outlooks of the other seats
    chance: Annotated[Ints, np.int64, 1]
    out: Annotated[Ints, np.int64, MOST_ACTIONS]
    values: Annotated[Floats, np.float64, MOST_ACTIONS]  # of the actions in `out`


FAR = 99
"""A distance for hands without a plan."""


def weights_of(numbers: Mapping[str, float]) -> Records[WeightsRecord]:
    """A record of a policy from its numbers by name; those that are not given are 0."""
    made = new(WeightsRecord)
    for name, value in numbers.items():
        made[name] = value
    return made
