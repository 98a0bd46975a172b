"""Chance by the page: as good as the system's, and nothing twice."""

import os
from collections import Counter

import pytest

from paiju.server.tables.context import Chance


def test_system_bytes_are_each_used_once(monkeypatch):
    """Whatever is drawn, in whatever order: numbered bytes are handed out in order, and none is left out within a page."""
    numbers = iter(range(10**6))
    monkeypatch.setattr(os, "urandom", lambda n: b"".join(next(numbers).to_bytes(4) for _ in range(n // 4)))
    drawn, own = b"", Chance()
    for size in (4, 8, 12, 4, 40, 4000, 1024, 8192, 4):
        drawn += own.randbytes(size)
    seen = [int.from_bytes(drawn[at : at + 4]) for at in range(0, len(drawn), 4)]
    assert seen == sorted(set(seen))


def test_the_system_is_asked_once_for_many(monkeypatch):
    requests, system = [], os.urandom
    monkeypatch.setattr(os, "urandom", lambda n: requests.append(n) or system(n))
    own = Chance()
    for _ in range(200):
        own.token(16)
    assert len(requests) == 1
    assert len({own.token(16) for _ in range(200)}) == 200


def test_numbers_are_in_their_bounds_and_even(rng):
    own = Chance()
    for bits in (0, 1, 7, 8, 9, 53, 200):
        assert all(0 <= own.getrandbits(bits) < 2**bits for _ in range(50))
    with pytest.raises(ValueError, match="non-negative"):
        own.getrandbits(-1)
    dice = Counter(own.randint(1, 6) for _ in range(12_000))
    assert set(dice) == set(range(1, 7))
    assert (
        sum((count - 2000) ** 2 / 2000 for count in dice.values()) < 40
    )  # chi-square of 5 degrees: once in 10^7
    values = [own.random() for _ in range(4000)]
    assert all(0 <= value < 1 for value in values)
    assert abs(sum(values) / len(values) - 0.5) < 0.03
