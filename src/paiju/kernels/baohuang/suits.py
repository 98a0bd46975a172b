"""Which suits go first: the law's choice of cards where a play only says how many, as one table.

`first_suits(bombs)[copies, count]` are the copies by suit that are taken (five bits each); `copies` counts a hand's
cards of a rank in base five, ♠ first. It is the choice that parts fewest like cards (BH A18-56 tells fours apart).
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from paiju.games.baohuang.plays import BOMB_SIZE, THREE
from paiju.kernels.baohuang.records import MOST_OF_RANK, SUIT_BITS, SUIT_WAYS

_WAYS = np.array(list(product(range(BOMB_SIZE + 1), repeat=4)))
_SUMS = _WAYS.sum(axis=1)
_PACKED = (_WAYS << SUIT_BITS * np.arange(4)).sum(axis=1)
_NEVER = 1 << 40


@cache
def first_suits(*, bombs: bool) -> npt.NDArray[np.int32]:
    """The table, shape (625, 17), `int32`; 0 where so many cards cannot be taken."""
    table = np.zeros((SUIT_WAYS, MOST_OF_RANK + 1), np.int32)
    for place, copies in enumerate(_WAYS):
        worst = _costs(copies, bombs=bombs)
        for count in range(1, _SUMS[place] + 1):
            table[place, count] = _PACKED[np.where(count == _SUMS, worst, _NEVER).argmin()]
    return table


def _costs(copies: npt.NDArray[np.int64], *, bombs: bool) -> npt.NDArray[np.int64]:
    """For each way to take cards: the law's order of preference in one number, least first.

    A whole bomb, then fours, triples and twins parted, then most ♠, most ♥, most ♣.
    """
    parted = (_WAYS > 0) & (copies > _WAYS)
    whole = ((_WAYS == BOMB_SIZE).any(axis=1) & (_SUMS == BOMB_SIZE)) if bombs else np.zeros(SUIT_WAYS, bool)
    fours = ((copies >= BOMB_SIZE) & (_WAYS > 0)).sum(axis=1)
    triples = ((copies == THREE) & parted).sum(axis=1)
    twins = ((copies == THREE - 1) & parted).sum(axis=1)
    cost = ((whole * 8 + fours) * 8 + triples) * 8 + twins
    cost = cost * SUIT_WAYS + np.arange(SUIT_WAYS - 1, -1, -1)
    return np.where((copies >= _WAYS).all(axis=1), cost, _NEVER)
