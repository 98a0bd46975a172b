"""Chances that a laid set stands, as `bots.baohuang.heuristic.outlook` has them; worked out when first asked for."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.parameters import SIZES
from paiju.bots.baohuang.heuristic.outlook import LONGEST, STEPS
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.records import RANKS
from paiju.kernels.jit import compiled, inlined

OTHERS = SEATS - 1

WORK = np.dtype(
    [
        *(
            (name, np.int64)
            for name in (
                "seat",  # whose question it is, the viewer
                "rivals",  # how many other seats still play
                "tokens",  # 1: a guard nobody knows, who may show himself
                "small", "big",  # own jokers
                "groups",  # ranks held
                "ties",  # 1: equal sets beat each other
                "last_rank",  # must be kept for last, -1: none
                "unseen_small", "unseen_big",
                "columns",  # bit set of sizes whose columns are made
            )
        ),
        *(
            (name, np.float64)
            for name in (
                "cards",  # of all rivals together, at least 1
                "joker",  # expected jokers in a rival's hand that he would add
                "danger", "alliance",
                "control",  # what standing is worth now
                "stays",  # the chance that the set on the table stays, once asked for; below 0 before
            )
        ),
        ("friendship", np.float64, (SEATS,)),
        ("rival", np.int64, (OTHERS,)),
        ("cards_of", np.int64, (OTHERS,)),
        ("friend", np.float64, (OTHERS,)),
        ("unseen", np.int64, (RANKS,)),
        ("group", np.float64, (RANKS,)),  # what each own rank is worth, where it was asked for
        ("grouped", np.int64),  # bit set of those ranks
        ("known", np.int64, (SIZES,)),  # bit sets of ranks whose chance stands in the next field
        ("stands", np.float64, (SIZES, RANKS)),
        ("expected", np.float64, (SIZES, RANKS)),  # sets that would beat it, before that
        ("higher", np.float64, (SIZES, RANKS)),
        ("weight", np.float64, (SIZES,)),
        ("chances", np.float64, (RANKS,)),
    ],
    align=True,
)  # fmt: skip
"""Everything one question needs; one record serves all questions, one after the other."""


@inlined
def stands(w: Any, k: Any, rank: int, size: int) -> float:
    """The chance that `size` naturals of `rank` stand."""
    size = min(size, LONGEST)
    if not k.columns >> size & 1:
        make_column(w, k, size)
    if not k.known[size] >> rank & 1:
        k.known[size] |= 1 << rank
        k.stands[size, rank] = exp(-w.doubt * k.expected[size, rank])
    return float(k.stands[size, rank])


@inlined
def weight(w: Any, k: Any, size: int) -> float:
    """How many seats could answer a set of `size`, friends counting less."""
    size = min(size, LONGEST)
    if not k.columns >> size & 1:
        make_column(w, k, size)
    return float(k.weight[size])


@compiled
def stands_with_small(w: Any, k: Any, rank: int, naturals: int, small: int) -> float:
    """The chance that a set with `small` small jokers and no big one stands."""
    big = int(k.unseen_big)
    if big < small or not k.rivals:
        return 1.0
    if not naturals:
        expected = w.lone_small_doubt * min(1.0, big / small)
    else:
        both = weight(w, k, naturals + small)
        weight(w, k, naturals)
        expected = min(1.0, big / k.rivals) * both * k.higher[min(naturals, LONGEST), rank]
    return exp(-w.doubt * expected)


@compiled
def make_column(w: Any, k: Any, size: int) -> None:
    """All that is common to sets of one size."""
    k.columns |= 1 << size
    k.known[size] = 0
    able = cards = 0
    total_weight = 0.0
    reserve = 1 - w.friend_beats
    for i in range(k.rivals):
        if k.cards_of[i] >= size:
            able += 1
            cards += k.cards_of[i]
            total_weight += 1 - (1 + k.friend[i]) / 2 * reserve
    k.weight[size] = total_weight
    share = cards / able / k.cards if able else 0.0
    step = int(np.rint(share * STEPS))
    joker = float(k.joker)
    expected = total_weight * joker if size == 1 else 0.0
    if size == 1:
        joker = 0.0
    total = 0.0
    for i in range(RANKS):
        rank = RANKS - 1 - i
        copies = k.unseen[rank]
        chance = w.tails[step, size, copies]
        more = total_weight * (chance + joker * (w.tails[step, size - 1, copies] - chance))
        k.expected[size, rank] = expected + more if k.ties else expected
        k.higher[size, rank] = total
        expected += more
        total += chance
