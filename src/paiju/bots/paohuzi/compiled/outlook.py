"""What a seat can expect of the cards that it has not seen."""

from __future__ import annotations

from math import exp, log

from paiju.bots.paohuzi.compiled.pieces import EATEN, MOST_THIRDS, OWN, THIRD, THIRD_HOW
from paiju.bots.paohuzi.compiled.records import NODES, WeightsRecord, WorkRecord
from paiju.games.paohuzi.cards import COPIES, KINDS, SEATS, STOCK_SIZE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.packing import count, locked
from paiju.kernels.paohuzi.records import (
    CLAIM,
    DRAWN,
    EXPOSED_4,
    KNOWN_BIT,
    LEFT_THROWN,
    MELD_SHIFT,
    RUN,
    THROWN,
    SetsRecord,
    StateRecord,
)

_QUAD_HU = 6
_HALF = 2
_CERTAIN = 0.999


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
    """Look at all beginnings anew, after a change of what is smelled."""
    for i in range(work.ready.size):
        work.ready[i] = 0
    for kind in range(KINDS):
        work.single[kind, NODES - 1] = -1.0


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


@compiled
def look(sets: SetsRecord, weights: WeightsRecord, work: WorkRecord, number: int) -> bool:
    """Work out the chances of a beginning, once; false if no card completes it."""
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
    work.ready[number] = 1
    for i in range(MOST_THIRDS):
        work.share[number, i] /= reached
    step = log(1.0 - min(reached / work.unseen, _CERTAIN)) * work.draws / NODES
    last = log(1.0 - min(max(reached, weights.win * copies) / work.unseen, _CERTAIN)) * work.draws / NODES
    missed, missed_last = exp(step), exp(last)
    kept = kept_last = 1.0
    for node in range(NODES):
        kept *= missed
        kept_last *= missed_last
        work.chance[number, node] = 1.0 - kept
        work.last[number, node] = 1.0 - kept_last
    return True


@compiled
def look_single(weights: WeightsRecord, work: WorkRecord, kind: int) -> bool:
    """Work out the chances that the winning card pairs a card, once; false if none is left."""
    if work.single[kind, NODES - 1] < 0.0:
        for node in range(NODES):
            work.single[kind, node] = _by_then(weights.win * work.live[kind], work, node + 1)
    return work.live[kind] > 0


@inlined
def gift(work: WorkRecord, weights: WeightsRecord, kind: int) -> float:
    """Points that a discard gives away: a Pong to anybody, a run to the right neighbour."""
    live = int(work.live[kind])
    pong = 0.0 if live < 2 else 0.5 if live == 2 else 1.0  # noqa: PLR2004 - two copies in one hand
    number = kind % 10
    near = 0
    for other in range(KINDS):
        away = abs(other % 10 - number)
        if other != kind and (away == 0 or (away < 3 and other // 10 == kind // 10)):  # noqa: PLR2004 - a run
            near += int(work.live[other])
    return weights.give_pong * pong + weights.give_eat * near / (COPIES * 5)
