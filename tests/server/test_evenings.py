"""Movements of a club evening, counted seat by seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from paiju.server.series.plans import movement


@pytest.mark.parametrize(("people", "seats"), [(2, 5), (4, 3), (6, 3), (7, 5), (9, 3), (11, 5)])
def test_every_guest_sits_once_a_round_at_tables_of_equal_size(people, seats, rng):
    guests = [f"g{n}" for n in range(people)]
    rounds = movement(guests, seats, 4, rng)
    assert len(rounds) == 4
    for tables in rounds:
        assert len(tables) >= 2
        assert sorted(guest for table in tables for guest in table if guest) == sorted(guests)
        sizes = [sum(guest is not None for guest in table) for table in tables]
        assert max(sizes) - min(sizes) <= 1
        # people hold the same seats at all tables, but for the last who are left over
        held = Counter(seat for table in tables for seat, guest in enumerate(table) if guest)
        assert sum(count < len(tables) for count in held.values()) <= 1


def test_guests_meet_others_from_round_to_round(rng):
    """Nine at three tables of three: nobody need meet the same people in the second round."""
    guests = [f"g{n}" for n in range(9)]
    first, second = movement(guests, 3, 2, rng)
    again = [
        {pair for table in tables for pair in combinations(sorted(filter(None, table)), 2)}
        for tables in (first, second)
    ]
    assert len(again[0] & again[1]) <= 3
