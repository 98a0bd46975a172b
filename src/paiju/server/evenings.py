"""A club evening: who sits where with whom in each round, so that people meet others and the same cards are held by others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Tables = list[list[list[str | None]]]
"""By round, table and seat: a guest, or None for a bot."""

MOST_ROUNDS = 8
LEAST_PLAYERS = 2
_TRIES = 200


def movement(guests: Sequence[str], seats: int, rounds: int, chance: random.Random) -> Tables:
    """The tables of each round. There are two at least, for one alone compares with nobody; bots take what seats are left.

    Everybody sits once a round, and the tables have as many people as any other or one less. Of some random seatings the
    one is taken in which the fewest meet again, at a table or on the same cards.
    """
    tables = max(LEAST_PLAYERS, -(-len(guests) // seats))
    met: Counter[frozenset[str]] = Counter()
    found: Tables = []
    for _ in range(rounds):
        drawn = [_drawn(guests, seats, tables, chance) for _ in range(_TRIES)]
        best = min(drawn, key=lambda round_: sum(met[pair] for pair in _meetings(round_)))
        met.update(_meetings(best))
        found.append(best)
    return found


def _drawn(guests: Sequence[str], seats: int, tables: int, chance: random.Random) -> list[list[str | None]]:
    """A random seating. People fill the same seats of all tables first, so that most have somebody to be compared with."""
    order = chance.sample(list(guests), len(guests))
    places = chance.sample(range(seats), seats)
    round_: list[list[str | None]] = [[None] * seats for _ in range(tables)]
    for at, guest in enumerate(order):
        round_[at % tables][places[at // tables]] = guest
    return round_


def _meetings(round_: list[list[str | None]]) -> list[frozenset[str]]:
    """Who meets whom: at a table, and on the same seat of different ones."""
    groups = [*round_, *(list(seat) for seat in zip(*round_, strict=True))]
    people = ([guest for guest in group if guest is not None] for group in groups)
    return [frozenset(pair) for group in people for pair in combinations(group, 2)]
