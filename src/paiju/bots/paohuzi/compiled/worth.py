"""What a plan is worth: the chance that it wins before the others do, times the score to expect then."""

from __future__ import annotations

from math import exp, log
from typing import Any

from paiju.bots.paohuzi.compiled.pieces import EATEN, IS_LARGE, MOST_THIRDS, THIRD, THIRD_HOW, THIRD_HU
from paiju.bots.paohuzi.compiled.records import NODES
from paiju.games.paohuzi.cards import IS_RED
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.packing import LARGES, REDS, size
from paiju.kernels.paohuzi.rules import IDENTICAL_AT

_REDS = tuple(map(int, IS_RED))
_OWN_SHARE = 1 / 3
_PAYERS = 2.0
_QUAD_GAIN = 4
_TINY = 1e-9


@compiled
def plan_worth(
    r: Any, t: Any, w: Any, k: Any, begun: int, single: int, hu: int, cards: int, alike: bool
) -> float:
    """Points to expect of a plan, to the power `together`, so that the powers of several plans add up."""
    chance = _chance(k, begun, single)
    if chance < _TINY:
        return 0.0
    score = _score(r, t, w, k, begun, single, hu, cards, alike)
    return exp(w.together * log(chance * score + _TINY))


@inlined
def _chance(k: Any, begun: int, single: int) -> float:
    """The chance that all sets are completed before somebody else wins."""
    best, gain = -1, 1.0
    if single < 0:
        for i in range(begun):
            number = int(k.number[i])
            more = k.last[number, 1] / k.chance[number, 1]
            if best < 0 or more > gain:
                best, gain = i, more
    chance = before = 0.0
    for node in range(NODES):
        reached = k.single[single, node] if single >= 0 else 1.0
        for i in range(begun):
            number = int(k.number[i])
            reached *= k.last[number, node] if i == best else k.chance[number, node]
        chance += (reached - before) * k.survive[node]
        before = reached
    return chance


@inlined
def _score(
    r: Any, t: Any, w: Any, k: Any, begun: int, single: int, hu: int, cards: int, alike: bool
) -> float:
    """Points to expect of a win, over all combinations of the thirds that may come."""
    extra = int(t.one_five_ten)
    reds, larges, many = size(cards & REDS), size(cards & LARGES), size(cards)
    many += begun
    if single >= 0:
        reds += _REDS[single]
        larges += int(IS_LARGE[single])
        many += 1
    whole = alike and k.alike > 0
    for i in range(begun):
        k.turn[i] = 0
    total = 0.0
    at = 0
    while at >= 0:
        chance, hu_now, reds_now, larges_now, same = 1.0, hu, reds, larges, whole
        for i in range(begun):
            number, j = int(k.number[i]), int(k.turn[i])
            chance *= k.share[number, j]
            third = max(0, int(THIRD[extra, number, j]))
            hu_now += int(THIRD_HU[extra, number, j])
            reds_now += _REDS[third]
            larges_now += int(IS_LARGE[third])
            same = same and THIRD_HOW[extra, number, j] != EATEN
        if chance > 0.0:
            points = _points(r, hu_now, reds_now, larges_now, many - larges_now, same)
            if k.quads > 0.0:
                more = _points(r, hu_now + _QUAD_GAIN, reds_now, larges_now, many - larges_now, same)
                points += k.quads * (more - points)
            total += chance * (points + (w.base if points > 0.0 else 0.0))
        at = begun - 1
        while at >= 0:
            k.turn[at] += 1
            if k.turn[at] < MOST_THIRDS and THIRD[extra, int(k.number[at]), int(k.turn[at])] >= 0:
                break
            k.turn[at] = 0
            at -= 1
    return _PAYERS * total


@inlined
def _points(r: Any, hu: int, reds: int, larges: int, smalls: int, same: bool) -> float:
    """The final score of a combination, an own draw a third of the time; 0 under the minimum (PZ M21, 3.7)."""
    if hu < r.min_hu:
        return 0.0
    alike = IDENTICAL_AT if same else 0
    one, two, three = int(r.times[0, reds + alike]), int(r.times[1, larges]), int(r.times[2, smalls])
    multiplier = max(one, two, three) if r.highest else one + two + three
    if hu < r.plain_min_hu and multiplier == 0:
        return 0.0
    bottom = (1.0 - _OWN_SHARE) * r.bottom_of[hu] + _OWN_SHARE * r.own_bottom_of[hu]
    bottom += int(r.points[0, reds + alike]) + int(r.points[1, larges]) + int(r.points[2, smalls])
    final = bottom * max(multiplier, 1)
    return min(final, float(r.cap)) if r.cap else final
