"""The records of the compiled players: the numbers they play by, and their scratch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from paiju.bots.paohuzi.compiled.pieces import MOST_BEGINNINGS, MOST_THIRDS
from paiju.games.paohuzi.cards import CARDS, KINDS
from paiju.kernels.jit import INTERPRETED
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS, Records, new

NODES = 4
"""Plans are valued at this many times, evenly spread over the cards still to be drawn."""
MOST_DEPTH = 26
MOST_BEGUN = 8

EFFICIENCY, EXPECTED = range(2)
"""The two policies."""

WEIGHTS = np.dtype(
    [
        ("style", "i8"),
        ("slack", "i8"),  # how far beyond the shortest plans others are looked at
        ("nodes", "i8"),  # how many steps a look at one hand takes at most
        (
            "eat",
            "f8",
        ),  # which share of the cards drawn completes a run: own draws, the left neighbour's cards
        ("pong", "f8"),  # the same for a pair: every draw, and discards
        ("barred", "f8"),  # the same for a smelled kind
        ("win", "f8"),  # the same for the last card of all
        ("own", "f8"),  # how often a pair's third card is an own draw
        ("quad", "f8"),  # how much of the chance of a fourth copy counts
        ("threat", "f8"),  # the chance per card drawn that somebody else wins, with an empty table before him
        ("threat_sets", "f8"),  # how much it grows with each set on his table
        ("together", "f8"),  # how plans add up: 1 as a sum, many as the best alone
        ("give_pong", "f8"),  # points for a discard that another seat may Pong
        ("give_eat", "f8"),  # points for a discard that the right neighbour may eat
        ("refusal", "f8"),  # points for letting a card pass
        ("base", "f8"),  # points per winning plan whatever it scores
    ],
    align=True,
)

WORK = np.dtype(
    [
        ("live", "i8", KINDS),  # copies that the seat has not seen
        ("unseen", "f8"),
        ("draws", "f8"),
        ("quads", "f8"),  # the chance of a fourth copy
        ("hope", "i8"),  # the most hu that fourth copies can bring
        ("survive", "f8", NODES),  # the chance that nobody else has won by then
        ("ready", "i8", MOST_BEGINNINGS),
        ("chance", "f8", (MOST_BEGINNINGS, NODES)),  # that a beginning is completed by then
        ("last", "f8", (MOST_BEGINNINGS, NODES)),  # the same by the winning card
        ("share", "f8", (MOST_BEGINNINGS, MOST_THIRDS)),  # by which third
        ("single", "f8", (KINDS, NODES)),  # that the winning card pairs a card
        ("no_pong", "i8"),
        ("no_eat", "i8"),
        ("left", "i8"),  # from here on the goal: sets to form, a pair, hu, all cards owned, no runs so far
        ("pair", "i8"),
        ("hu", "i8"),
        ("cards", "i8"),
        ("alike", "i8"),
        ("due", "i8"),
        ("rest", "i8", MOST_DEPTH),  # from here on the walk over all plans, by depth
        ("kind", "i8", MOST_DEPTH),
        ("cursor", "i8", MOST_DEPTH),
        ("size", "i8", MOST_DEPTH),
        ("runs", "i8", MOST_DEPTH),
        ("run_hu", "i8", MOST_DEPTH),
        ("begun", "i8", MOST_DEPTH),
        ("spare", "i8", MOST_DEPTH),
        ("spares", "i8", MOST_DEPTH),
        ("paired", "i8", MOST_DEPTH),
        ("number", "i8", MOST_BEGUN),  # the beginnings of the plan at hand
        ("turn", "i8", MOST_BEGUN),
        ("least", "i8"),  # from here on what was found: the least distance, and by card to throw
        ("least_of", "i8", KINDS),
        ("accepts", "i8"),  # kinds that bring the shortest plans nearer, as bit sets
        ("accepts_of", "i8", KINDS),
        ("value", "f8"),
        ("value_of", "f8", KINDS),
        ("steps", "i8"),
    ],
    align=True,
)

MOST_TRIED = 12

SEARCH = np.dtype(
    [
        ("hidden", "i8", KINDS),  # cards that are in no place the seat knows
        ("pool", "i8", KINDS),
        ("piled", "i8"),  # kinds that lay open and were left in a pile
        ("own", "i8", MOST_SEATS),  # those of them that a seat drew or threw itself
        ("sizes", "i8", MOST_SEATS),
        ("cards", "i8", CARDS),
        ("anchor", "i8"),
        ("tried", "i8", MOST_TRIED),  # candidates, the anchor first
        ("alive", "i8", MOST_TRIED),
        ("gain", "f8", MOST_TRIED),  # sums over worlds of the points above the anchor's, and of their squares
        ("square", "f8", MOST_TRIED),
        ("worlds", "i8", MOST_TRIED),  # in how many each was tried
        ("points", "f8"),  # sums over worlds of the anchor's points, and of their squares
        ("points_square", "f8"),
        ("values", "f8", MOST_ACTIONS),
    ],
    align=True,
)

FAR = 99
"""A distance for hands without a plan."""


def weights_of(numbers: Mapping[str, Any]) -> Records:
    """A `WEIGHTS` record from its numbers by name; those that are not given are 0."""
    made = new(WEIGHTS)
    for name, value in numbers.items():
        made[name] = value
    return made


def new_work() -> Records:
    """Scratch for one policy."""
    return new(WORK)


def new_works() -> Records:
    """Scratch for every seat."""
    made = np.zeros(MOST_SEATS, WORK)
    return made.view(np.recarray) if INTERPRETED else made
