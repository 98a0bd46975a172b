"""The possible futures of a hand, and their value."""

from __future__ import annotations

from math import exp, log

from paiju.bots.paohuzi.compiled.records import (
    AWAITED,
    EATEN,
    IS_LARGE,
    MOST_THIRDS,
    NODES,
    OWN,
    THIRD,
    THIRD_HOW,
    THIRD_HU,
    WeightsRecord,
    WorkRecord,
)
from paiju.games.paohuzi.cards import COPIES, IS_RED, KINDS, LARGE, SEATS, STOCK_SIZE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.records import (
    CLAIM,
    DRAWN,
    EXPOSED_4,
    KNOWN_BIT,
    LARGES,
    LEFT_THROWN,
    MELD_SHIFT,
    REDS,
    RUN,
    THROWN,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    locked,
    size,
)
from paiju.kernels.paohuzi.rules import IDENTICAL_AT

_QUAD_HU = 6
_HALF = 2
_CERTAIN = 0.999
_REACH = 2


@compiled
def see(state: StateRecord, sets: SetsRecord, seat: int, weights: WeightsRecord, work: WorkRecord) -> None:
    """Fill the outlook of `seat`: live copies, times, chances; beginnings are looked at when they are needed."""
    for kind in range(KINDS):
        work.live[kind] = COPIES
    _unsee(work, int(state.hand[seat]) + int(state.code[seat]))
    threat = 0.0
    for place in range(SEATS):
        at = int(state.order[place])
        if at != seat:
            for i in range(int(state.sets[at])):
                _unsee_meld(sets, work, int(state.meld[at, i]))
            threat += weights.threat * (1.0 + weights.threat_sets * int(state.sets[at]))
    for i in range(int(state.lefts)):
        work.live[int(state.left[i]) % LEFT_THROWN] -= 1
    if state.shown_held and seat != state.dealer:
        work.live[int(state.shown)] -= 1
    if state.phase == CLAIM and state.source in (DRAWN, THROWN):
        work.live[int(state.card)] -= 1
    unseen = 0
    for kind in range(KINDS):
        unseen += int(work.live[kind])
    work.unseen = max(unseen, 1)
    work.draws = STOCK_SIZE - int(state.next)
    work.no_pong, work.no_eat = int(state.no_pong[seat]), int(state.no_eat[seat])
    for node in range(NODES):
        work.survive[node] = exp(-threat * work.draws * (node + 0.5) / NODES)
    _fourths(state, seat, weights, work)
    forget(work)


@inlined
def forget(work: WorkRecord) -> None:
    """Look at all beginnings again."""
    for i in range(work.ready.size):
        work.ready[i] = 0
    for kind in range(KINDS):
        work.single[kind, NODES - 1] = -1.0


@inlined
def forfeit(sets: SetsRecord, work: WorkRecord, kind: int) -> None:
    """Forfeit the claims on a kind, and look again at the beginnings that it completes."""
    work.no_pong |= 1 << kind
    work.no_eat |= 1 << kind
    extra = int(sets.one_five_ten)
    for i in range(work.ready.size):
        if AWAITED[extra, i] >> kind & 1:
            work.ready[i] = 0


@inlined
def _unsee(work: WorkRecord, cards: int) -> None:
    for kind in range(KINDS):
        work.live[kind] -= count(cards, kind)


@inlined
def _unsee_meld(sets: SetsRecord, work: WorkRecord, meld: int) -> None:
    """Take the cards of another's set that lies open out of the live ones."""
    if meld & KNOWN_BIT:
        kind, what = meld & KNOWN_BIT - 1, meld >> MELD_SHIFT
        if kind == RUN:
            _unsee(work, int(sets.run_code[what]))
        else:
            work.live[what] -= 4 if kind >= EXPOSED_4 else 3


@inlined
def _fourths(state: StateRecord, seat: int, weights: WeightsRecord, work: WorkRecord) -> None:
    """The chance that a secret or unexposed triple becomes a quad, halfway through."""
    triples = locked(int(state.hand[seat]))
    live = 0
    for kind in range(KINDS):
        if count(triples, kind) or int(state.unexposed[seat]) >> kind & 1:
            live += int(work.live[kind])
    work.hope = _QUAD_HU * live
    work.quads = weights.quad * _by_then(live, work, _HALF)


@inlined
def _by_then(copies: float, work: WorkRecord, node: int) -> float:
    """The chance that one of some copies comes up to a time."""
    rate = min(copies / work.unseen, _CERTAIN)
    return 1.0 - exp(log(1.0 - rate) * work.draws * node / NODES)


NEAR, WEIGHED = 1, 2
"""How far a beginning is worked out: by which cards it is completed, and how likely that is by when."""


@compiled
def look(sets: SetsRecord, weights: WeightsRecord, work: WorkRecord, number: int) -> bool:
    """Work out which cards complete a beginning, once; false if there is none."""
    if work.ready[number]:
        return work.ready[number] > 0
    extra = int(sets.one_five_ten)
    reached = copies = 0.0
    for i in range(MOST_THIRDS):
        third = int(THIRD[extra, number, i])
        work.share[number, i] = 0.0
        if third < 0:
            continue
        how = int(THIRD_HOW[extra, number, i])
        live = float(work.live[third])
        if how == EATEN:
            reach = weights.barred if work.no_eat >> third & 1 else weights.eat
            part = live * reach
            copies += live
        else:
            barred = work.no_pong >> third & 1
            reach, own = (weights.barred, 1.0) if barred else (weights.pong, weights.own)
            part = live * reach * (own if how == OWN else 1.0 - own)
            copies += live if how == OWN else 0.0
        work.share[number, i] = part
        reached += part
    if reached <= 0.0:
        work.ready[number] = -1
        return False
    work.ready[number] = NEAR
    for i in range(MOST_THIRDS):
        work.share[number, i] /= reached
    work.reached[number], work.winning[number] = reached, max(reached, weights.win * copies)
    return True


@inlined
def weigh(work: WorkRecord, number: int) -> None:
    """Work out the chances of a beginning that `look` has seen, once: few of those are part of a complete plan."""
    if work.ready[number] == WEIGHED:
        return
    work.ready[number] = WEIGHED
    step = log(1.0 - min(work.reached[number] / work.unseen, _CERTAIN)) * work.draws / NODES
    last = log(1.0 - min(work.winning[number] / work.unseen, _CERTAIN)) * work.draws / NODES
    missed, missed_last = exp(step), exp(last)
    kept = kept_last = 1.0
    for node in range(NODES):
        kept *= missed
        kept_last *= missed_last
        work.chance[number, node] = 1.0 - kept
        work.last[number, node] = 1.0 - kept_last


@inlined
def weigh_single(weights: WeightsRecord, work: WorkRecord, kind: int) -> None:
    """Work out the chances that the winning card pairs a card, once."""
    if work.single[kind, NODES - 1] < 0.0:
        for node in range(NODES):
            work.single[kind, node] = _by_then(weights.win * work.live[kind], work, node + 1)


@inlined
def near(work: WorkRecord, kind: int) -> int:
    """Live copies of the kinds that can be in a run with a card."""
    copies, number, suit = 0, kind % LARGE, kind - kind % LARGE
    for other in range(max(0, number - _REACH), min(LARGE, number + _REACH + 1)):
        copies += int(work.live[suit + other])
    return copies - int(work.live[kind]) + int(work.live[(kind + LARGE) % KINDS])


@inlined
def gift(work: WorkRecord, weights: WeightsRecord, kind: int) -> float:
    """Points that a discard gives away: a Pong to anyone, a run to the right neighbour."""
    live = int(work.live[kind])
    pong = 0.0 if live < 2 else 0.5 if live == 2 else 1.0  # noqa: PLR2004 - two copies in one hand
    return weights.give_pong * pong + weights.give_eat * near(work, kind) / (COPIES * 5)


# --- what a plan is worth: the chance that it wins before the others do, times the score to expect then

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
    for i in range(begun):
        weigh(work, int(work.number[i]))
    if single >= 0:
        weigh_single(weights, work, single)
    chance = _chance(work, begun, single)
    if chance < _TINY:
        return 0.0
    score = _score(rules, sets, weights, work, begun, single, hu, cards, alike)
    return exp(weights.together * log(chance * score + _TINY))


@inlined
def _chance(work: WorkRecord, begun: int, single: int) -> float:
    """The chance that all sets are completed before someone else wins."""
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
