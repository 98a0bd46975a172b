"""Chances that a laid set stands, as `bots.baohuang.heuristic.outlook` has them; worked out when first asked for."""

from __future__ import annotations

from math import exp
from typing import Annotated

import numpy as np

from paiju.bots.baohuang.compiled.parameters import SIZES, WeightsRecord
from paiju.bots.baohuang.heuristic.outlook import LONGEST, STEPS
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.records import RANKS
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints

OTHERS = SEATS - 1


class WorkRecord:
    """Everything one question needs; one record serves all questions, one after the other."""

    seat: int  # whose question it is, the viewer
    rivals: int  # how many other seats still play
    tokens: int  # 1: a guard nobody knows, who may show himself
    small: int  # own jokers
    big: int
    groups: int  # ranks held
    ties: int  # 1: equal sets beat each other
    last_rank: int  # must be kept for last, -1: none
    unseen_small: int
    unseen_big: int
    columns: int  # bit set of sizes whose columns are made
    cards: float  # of all rivals together, at least 1
    joker: float  # expected jokers in a rival's hand that he would add
    danger: float
    alliance: float
    control: float  # what standing is worth now
    stays: float  # the chance that the set on the table stays, once asked for; below 0 before
    friendship: Annotated[Floats, np.float64, SEATS]
    rival: Annotated[Ints, np.int64, OTHERS]
    cards_of: Annotated[Ints, np.int64, OTHERS]
    friend: Annotated[Floats, np.float64, OTHERS]
    unseen: Annotated[Ints, np.int64, RANKS]
    group: Annotated[Floats, np.float64, RANKS]  # what each own rank is worth, where it was asked for
    grouped: int  # bit set of those ranks
    known: Annotated[Ints, np.int64, SIZES]  # bit sets of ranks whose chance stands in the next field
    stands: Annotated[Grid[float], np.float64, SIZES, RANKS]
    expected: Annotated[Grid[float], np.float64, SIZES, RANKS]  # sets that would beat it, before that
    higher: Annotated[Grid[float], np.float64, SIZES, RANKS]
    weight: Annotated[Floats, np.float64, SIZES]
    chances: Annotated[Floats, np.float64, RANKS]


@inlined
def stands(weights: WeightsRecord, work: WorkRecord, rank: int, size: int) -> float:
    """The chance that `size` naturals of `rank` stand."""
    size = min(size, LONGEST)
    if not work.columns >> size & 1:
        make_column(weights, work, size)
    if not work.known[size] >> rank & 1:
        work.known[size] |= 1 << rank
        work.stands[size, rank] = exp(-weights.doubt * work.expected[size, rank])
    return float(work.stands[size, rank])


@inlined
def weight(weights: WeightsRecord, work: WorkRecord, size: int) -> float:
    """How many seats could answer a set of `size`, friends counting less."""
    size = min(size, LONGEST)
    if not work.columns >> size & 1:
        make_column(weights, work, size)
    return float(work.weight[size])


@compiled
def stands_with_small(
    weights: WeightsRecord, work: WorkRecord, rank: int, naturals: int, small: int
) -> float:
    """The chance that a set with `small` small jokers and no big one stands."""
    big = int(work.unseen_big)
    if big < small or not work.rivals:
        return 1.0
    if not naturals:
        expected = weights.lone_small_doubt * min(1.0, big / small)
    else:
        both = weight(weights, work, naturals + small)
        weight(weights, work, naturals)
        expected = min(1.0, big / work.rivals) * both * work.higher[min(naturals, LONGEST), rank]
    return exp(-weights.doubt * expected)


@compiled
def make_column(weights: WeightsRecord, work: WorkRecord, size: int) -> None:
    """All that is common to sets of one size."""
    work.columns |= 1 << size
    work.known[size] = 0
    able = cards = 0
    total_weight = 0.0
    reserve = 1 - weights.friend_beats
    for i in range(work.rivals):
        if work.cards_of[i] >= size:
            able += 1
            cards += work.cards_of[i]
            total_weight += 1 - (1 + work.friend[i]) / 2 * reserve
    work.weight[size] = total_weight
    share = cards / able / work.cards if able else 0.0
    step = int(np.rint(share * STEPS))
    joker = float(work.joker)
    expected = total_weight * joker if size == 1 else 0.0
    if size == 1:
        joker = 0.0
    total = 0.0
    for i in range(RANKS):
        rank = RANKS - 1 - i
        copies = work.unseen[rank]
        chance = weights.tails[step, size, copies]
        more = total_weight * (chance + joker * (weights.tails[step, size - 1, copies] - chance))
        work.expected[size, rank] = expected + more if work.ties else expected
        work.higher[size, rank] = total
        expected += more
        total += chance
