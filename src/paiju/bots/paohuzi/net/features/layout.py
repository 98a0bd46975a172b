"""What the network is shown: version 1 of its numbers, each one byte.

Counts are as they are, flags 0 or 1, points in eighths; the network sees `byte / scale`. A layout never changes once weights were
published for it: another one is a new version.
"""

from __future__ import annotations

from paiju.bots.towers import Field, starts
from paiju.games.paohuzi.cards import KINDS, SEATS

VERSION = 1
OTHERS = SEATS - 1
THREE = 3
SOURCES = 5
"""Where the card of a window comes from, as `kernels.paohuzi.records` numbers it."""
DISTANCES = 7
"""Distances to a win that are told apart: 1 to 6, and farther."""
COPIES = 5
"""Live copies of a kind: 0 to 4."""
WORTH_UNIT = 8
GAP_UNIT = 32
"""What the policy expects is told to an eighth of a point, what it prefers to a 32nd."""

# One seat other than the viewer's, in the order of play from the viewer on.
RIVAL: tuple[Field, ...] = (
    Field("size", 1, 20),
    Field("sets", 1, 7),
    Field("covered", 1, 3),  # sets that lie face down
    Field("hu", 1, 16),  # of the sets that lie open
    Field("quads", 1, 2),
    Field("runs", 1, 4),
    Field("dead", 1),
    Field("deals", 1),
    Field("laid", KINDS, 4),  # cards of its open sets
    Field("exposed", KINDS),  # triples that were claimed
    Field("thrown", KINDS, 2),  # cards that it threw and nobody took
    Field("passed", KINDS, 2),  # cards that it drew and nobody took
)
RIVAL_SIZE = starts(RIVAL)[-1]

STATE: tuple[Field, ...] = (
    Field("held", THREE * KINDS),  # by kind: one or more in hand, two or more, three or more
    Field("live", KINDS, 4),  # copies that the viewer has not seen
    Field("laid", KINDS, 4),  # cards of own sets
    Field("no_pong", KINDS),
    Field("no_eat", KINDS),
    Field("piled", KINDS, 2),  # cards that the viewer threw or drew and nobody took
    Field("hu", 1, 16),  # of own sets and secret ones
    Field("sets", 1, 7),
    Field("secret", 1, 3),
    Field("quads", 1, 2),
    Field("runs", 1, 4),
    Field("size", 1, 20),
    Field("due", 1),  # a claim would be followed by a discard
    Field("deals", 1),
    *(Field(f"{field.name}{i + 1}", *field[1:]) for i in range(OTHERS) for field in RIVAL),
    Field("discard", 1),  # the viewer must throw a card; else he is asked about one
    Field("source", SOURCES),
    Field("card", KINDS),
    Field("owner", SEATS),  # who drew or threw it, from the viewer on
    Field("last", 1),
    Field("left", 1, 20),  # cards of the stock
    Field("next", KINDS),  # the next card of the stock, where everybody knows it
    Field("worth", 1, 4 * WORTH_UNIT),  # points that the policy expects of its choice
)

ACTION: tuple[Field, ...] = (
    Field("verb", 4),  # pass, Pong, eat, throw
    Field("card", KINDS),  # that is thrown; from here on of that card
    Field("copies", 1, 2),  # in hand
    Field("live", COPIES),
    Field("near", 1, 16),  # live copies of what makes runs with it
    Field("piled", SEATS, 2),  # copies that each seat threw or drew and nobody took, from the viewer on
    Field("red", 1),
    Field("laid", KINDS, 3),  # from here on of claims: cards of the new sets
    Field("gained", 1, 12),  # their hu
    Field("sets", 1, 3),
    Field("due", 1),  # a discard comes next
    Field("hu", 1, 16),  # from here on of all: hu of own sets and secret ones then
    Field("wanted", 1, 7),  # sets to form then
    Field("reds", 1, 8),  # red cards owned then
    Field("least", DISTANCES),  # distance to a win then
    Field("worth", 1, 4 * WORTH_UNIT),  # points that the policy expects then
    Field("gap", 1, GAP_UNIT),  # how much less that is than of its choice
    Field("best", 1),  # the policy's choice
)

STATE_SIZE = starts(STATE)[-1]
ACTION_SIZE = starts(ACTION)[-1]
