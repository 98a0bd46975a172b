"""Joker sets by number: every hand of jokers, and every choice from it in the law's order.

A set of jokers is one number, copies of `b B r R L` in mixed radix (5, 2, 5, 2, 2): taking jokers out of a hand
is a subtraction. `SETS[START[hand] + i]` is the i-th choice from a hand, smallest sets first, then by kinds; those
of `k` jokers stand at `FIRST[hand, k]` up to `FIRST[hand, k + 1]`. All tables are frozen into the compiled code.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from paiju.games.baohuang.cards import FIRST_JOKER

MOST = (4, 1, 4, 1, 1)  # copies of b, B, r, R, L in any hand
WEIGHTS = (40, 20, 4, 2, 1)
HANDS = 200
KINDS_OF_JOKER = len(MOST)
MOST_JOKERS = sum(MOST)


def number(copies: tuple[int, ...]) -> int:
    """The number of a set of jokers from its copies of `b B r R L`."""
    return sum(n * weight for n, weight in zip(copies, WEIGHTS, strict=True))


def copies(set_number: int) -> tuple[int, ...]:
    """Copies of `b B r R L` in a set of jokers."""
    return tuple(set_number // weight % (most + 1) for weight, most in zip(WEIGHTS, MOST, strict=True))


def _sets_of(hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every choice from a hand in the law's order: by size, then as sorted kinds."""

    def key(choice: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        return sum(choice), tuple(FIRST_JOKER + i for i, n in enumerate(choice) for _ in range(n))

    return sorted(product(*(range(n + 1) for n in hand)), key=key)


def _tables() -> tuple[npt.NDArray[Any], ...]:
    start, first = np.zeros(HANDS, np.int16), np.zeros((HANDS, MOST_JOKERS + 2), np.int16)
    total, by_kind = np.zeros(HANDS, np.int16), np.zeros((HANDS, KINDS_OF_JOKER), np.int8)
    sets: list[int] = []
    for hand in product(*(range(n + 1) for n in MOST)):
        own = number(hand)
        chosen = _sets_of(hand)
        start[own], total[own], by_kind[own] = len(sets), sum(hand), hand
        for size in range(MOST_JOKERS + 2):
            first[own, size] = sum(sum(choice) < size for choice in chosen)
        sets += map(number, chosen)
    return start, first, total, by_kind, np.array(sets, np.int16)


START, FIRST, TOTAL, BY_KIND, SETS = _tables()
