"""What the kernel knows of sets (PZ M3): the law's catalogue, and every loose suit already cut up.

Runs never mix suits and mixed sets take two copies of one kind and one of its partner. Once the mixed sets
are chosen, the two suits fall apart, and each is looked up: ten numbers, at most three copies, two bits each.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from paiju.games.paohuzi.cards import KINDS, LARGE
from paiju.games.paohuzi.hands import SETS as MOST_SETS
from paiju.games.paohuzi.sets import CATALOGUES, HU, SetKind
from paiju.kernels.paohuzi.packing import pack
from paiju.kernels.paohuzi.records import SUIT_KEYS, SetsRecord
from paiju.kernels.records import Records, fields, new

ALL_RUNS = CATALOGUES[True].runs
"""The runs in the order of their numbers in the kernel; those of the law without 1-5-10 are a part."""
RUN_NUMBER = {run.cards: number for number, run in enumerate(ALL_RUNS)}

SAME_HU = tuple(
    HU[kind]
    for kind in (
        SetKind.EXPOSED_3, SetKind.UNEXPOSED_3, SetKind.SMELLED_3, SetKind.EXPOSED_4, SetKind.UNEXPOSED_4,
    )
)  # fmt: skip
"""Hu of small and large sets of identical cards, by the kernel's number of their kind."""
SECRET_HU = HU[SetKind.SECRET_3]
SPECIAL_HU = HU[SetKind.SEQUENCE]

NOWHERE = 4
"""Four of a kind, which no loose cards have."""

_COPIES = 3
_PAIR = 2


@lru_cache(maxsize=2)
def sets_of(*, one_five_ten: bool) -> Records[SetsRecord]:
    """The record of all sets, without or with 1-5-10 (PZ §4)."""
    records = new(SetsRecord)
    sets = fields(records)
    for number, run in enumerate(ALL_RUNS):
        sets.run_code[number] = pack(run.code)
        sets.run_hu[number] = run.hu
    for kind in range(KINDS):
        numbers = [RUN_NUMBER[run.cards] for run in CATALOGUES[one_five_ten].holding[kind]]
        sets.holding[kind][: len(numbers)] = numbers
        sets.fitting[kind] = NOWHERE
        sets.fitting[kind][: len(numbers)] = [sets.run_code[number] for number in numbers]
        sets.gain[kind] = max(run.hu for run in CATALOGUES[True].holding[kind])
    sets.one_five_ten = one_five_ten
    sets.cuts[:] = _cuts(one_five_ten=one_five_ten)
    return records


def _cuts(*, one_five_ten: bool) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """The most special sequences of every suit that can be cut into runs, with and without a pair."""
    runs = [
        (sum(1 << 2 * card for card in run.cards), run.cards, int(run.hu > 0))
        for run in CATALOGUES[one_five_ten].runs
        if run.cards[-1] < LARGE and len(set(run.cards)) == len(run.cards)
    ]
    best = np.full(SUIT_KEYS, -1, np.int8)
    best[0] = 0
    suits = np.zeros(1, np.int64)
    for _ in range(MOST_SETS):
        longer = []
        for key, cards, special in runs:
            room = suits[np.all([suits >> 2 * card & 3 < _COPIES for card in cards], axis=0)]
            np.maximum.at(best, room + key, best[room] + np.int8(special))
            longer.append(room + key)
        suits = np.unique(np.concatenate(longer))
    paired = np.full(SUIT_KEYS, -1, np.int8)
    whole = np.flatnonzero(best >= 0)
    for number in range(LARGE):
        room = whole[(whole >> 2 * number & 3) + _PAIR <= _COPIES]
        np.maximum.at(paired, room + (_PAIR << 2 * number), best[room])
    return ((best + 1) | (paired + 1) << 4).astype(np.uint8)
