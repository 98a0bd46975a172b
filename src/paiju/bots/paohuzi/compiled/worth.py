"""What a plan is worth: the chance that it wins before the others do, times the score to expect then."""

from __future__ import annotations

from math import exp, log

from paiju.bots.paohuzi.compiled.pieces import EATEN, IS_LARGE, MOST_THIRDS, THIRD, THIRD_HOW, THIRD_HU
from paiju.bots.paohuzi.compiled.records import NODES, WeightsRecord, WorkRecord
from paiju.games.paohuzi.cards import IS_RED
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.compiling import IDENTICAL_AT
from paiju.kernels.paohuzi.packing import LARGES, REDS, size
from paiju.kernels.paohuzi.records import RulesRecord, SetsRecord

_REDS = tuple(map(int, IS_RED))
_OWN_SHARE = 1 / 3
_PAYERS = 2.0
_QUAD_GAIN = 4
_TINY = 1e-9


@compiled
def plan_worth(
    rules: RulesRecord,
    sets: SetsRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    begun: int,
    single: int,
    hu: int,
    cards: int,
    alike: bool,
) -> float:
    """Points to expect of a plan, to the power `together`, so that the powers of several plans add up."""
    chance = _chance(work, begun, single)
    if chance < _TINY:
        return 0.0
    score = _score(rules, sets, weights, work, begun, single, hu, cards, alike)
    return exp(weights.together * log(chance * score + _TINY))


@inlined
def _chance(work: WorkRecord, begun: int, single: int) -> float:
    """The chance that all sets are completed before somebody else wins."""
    best, gain = -1, 1.0
    if single < 0:
        for i in range(begun):
            number = int(work.number[i])
            more = work.last[number, 1] / work.chance[number, 1]
            if best < 0 or more > gain:
                best, gain = i, more
    chance = before = 0.0
    for node in range(NODES):
        reached = work.single[single, node] if single >= 0 else 1.0
        for i in range(begun):
            number = int(work.number[i])
            reached *= work.last[number, node] if i == best else work.chance[number, node]
        chance += (reached - before) * work.survive[node]
        before = reached
    return chance


@inlined
def _score(
    rules: RulesRecord,
    sets: SetsRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    begun: int,
    single: int,
    hu: int,
    cards: int,
    alike: bool,
) -> float:
    """Points to expect of a win, over all combinations of the thirds that may come."""
    extra = int(sets.one_five_ten)
    reds, larges, many = size(cards & REDS), size(cards & LARGES), size(cards)
    many += begun
    if single >= 0:
        reds += _REDS[single]
        larges += int(IS_LARGE[single])
        many += 1
    whole = alike and work.alike > 0
    for i in range(begun):
        work.turn[i] = 0
    total = 0.0
    at = 0
    while at >= 0:
        chance, hu_now, reds_now, larges_now, same = 1.0, hu, reds, larges, whole
        for i in range(begun):
            number, j = int(work.number[i]), int(work.turn[i])
            chance *= work.share[number, j]
            third = max(0, int(THIRD[extra, number, j]))
            hu_now += int(THIRD_HU[extra, number, j])
            reds_now += _REDS[third]
            larges_now += int(IS_LARGE[third])
            same = same and THIRD_HOW[extra, number, j] != EATEN
        if chance > 0.0:
            points = _points(rules, hu_now, reds_now, larges_now, many - larges_now, same)
            if work.quads > 0.0:
                more = _points(rules, hu_now + _QUAD_GAIN, reds_now, larges_now, many - larges_now, same)
                points += work.quads * (more - points)
            total += chance * (points + (weights.base if points > 0.0 else 0.0))
        at = begun - 1
        while at >= 0:
            work.turn[at] += 1
            if work.turn[at] < MOST_THIRDS and THIRD[extra, int(work.number[at]), int(work.turn[at])] >= 0:
                break
            work.turn[at] = 0
            at -= 1
    return _PAYERS * total


@inlined
def _points(rules: RulesRecord, hu: int, reds: int, larges: int, smalls: int, same: bool) -> float:
    """The final score of a combination, an own draw a third of the time; 0 under the minimum (PZ M21, 3.7)."""
    if hu < rules.min_hu:
        return 0.0
    alike = IDENTICAL_AT if same else 0
    one, two, three = (
        int(rules.times[0, reds + alike]),
        int(rules.times[1, larges]),
        int(rules.times[2, smalls]),
    )
    multiplier = max(one, two, three) if rules.highest else one + two + three
    if hu < rules.plain_min_hu and multiplier == 0:
        return 0.0
    bottom = (1.0 - _OWN_SHARE) * rules.bottom_of[hu] + _OWN_SHARE * rules.own_bottom_of[hu]
    bottom += int(rules.points[0, reds + alike]) + int(rules.points[1, larges]) + int(rules.points[2, smalls])
    final = bottom * max(multiplier, 1)
    return min(final, float(rules.cap)) if rules.cap else final
