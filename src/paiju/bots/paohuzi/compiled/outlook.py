"""What a seat can expect of the cards that it has not seen."""

from __future__ import annotations

from math import exp, log
from typing import Any

from paiju.bots.paohuzi.compiled.pieces import EATEN, MOST_THIRDS, OWN, THIRD, THIRD_HOW
from paiju.bots.paohuzi.compiled.records import NODES
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
)

_QUAD_HU = 6
_HALF = 2
_CERTAIN = 0.999


@compiled
def see(t: Any, s: Any, seat: int, w: Any, k: Any) -> None:
    """Fill the outlook of `seat`: live copies, times, chances; beginnings are looked at when they are needed."""
    for kind in range(KINDS):
        k.live[kind] = COPIES
    _unsee(k, int(s.hand[seat]) + int(s.code[seat]))
    threat = 0.0
    for place in range(SEATS):
        at = int(s.order[place])
        if at != seat:
            for i in range(int(s.sets[at])):
                _unsee_meld(t, k, int(s.meld[at, i]))
            threat += w.threat * (1.0 + w.threat_sets * int(s.sets[at]))
    for i in range(int(s.lefts)):
        k.live[int(s.left[i]) % LEFT_THROWN] -= 1
    if s.shown_held and seat != s.dealer:
        k.live[int(s.shown)] -= 1
    if s.phase == CLAIM and s.source in (DRAWN, THROWN):
        k.live[int(s.card)] -= 1
    unseen = 0
    for kind in range(KINDS):
        unseen += int(k.live[kind])
    k.unseen = max(unseen, 1)
    k.draws = STOCK_SIZE - int(s.next)
    k.no_pong, k.no_eat = int(s.no_pong[seat]), int(s.no_eat[seat])
    for node in range(NODES):
        k.survive[node] = exp(-threat * k.draws * (node + 0.5) / NODES)
    _fourths(s, seat, w, k)
    forget(k)


@inlined
def forget(k: Any) -> None:
    """Look at all beginnings anew, after a change of what is smelled."""
    for i in range(k.ready.size):
        k.ready[i] = 0
    for kind in range(KINDS):
        k.single[kind, NODES - 1] = -1.0


@inlined
def _unsee(k: Any, cards: int) -> None:
    for kind in range(KINDS):
        k.live[kind] -= count(cards, kind)


@inlined
def _unsee_meld(t: Any, k: Any, meld: int) -> None:
    """Take the cards of another's set that lies open out of the live ones."""
    if meld & KNOWN_BIT:
        kind, what = meld & KNOWN_BIT - 1, meld >> MELD_SHIFT
        if kind == RUN:
            _unsee(k, int(t.run_code[what]))
        else:
            k.live[what] -= 4 if kind >= EXPOSED_4 else 3


@inlined
def _fourths(s: Any, seat: int, w: Any, k: Any) -> None:
    """The chance that a secret or unexposed triple becomes a quad, halfway through."""
    triples = locked(int(s.hand[seat]))
    live = 0
    for kind in range(KINDS):
        if count(triples, kind) or int(s.unexposed[seat]) >> kind & 1:
            live += int(k.live[kind])
    k.hope = _QUAD_HU * live
    k.quads = w.quad * _by_then(live, k, _HALF)


@inlined
def _by_then(copies: float, k: Any, node: int) -> float:
    """The chance that one of some copies comes up to a time."""
    rate = min(copies / k.unseen, _CERTAIN)
    return 1.0 - exp(log(1.0 - rate) * k.draws * node / NODES)


@compiled
def look(t: Any, w: Any, k: Any, number: int) -> bool:
    """Work out the chances of a beginning, once; false if no card completes it."""
    if k.ready[number]:
        return k.ready[number] > 0
    extra = int(t.one_five_ten)
    reached = copies = 0.0
    for i in range(MOST_THIRDS):
        third = int(THIRD[extra, number, i])
        k.share[number, i] = 0.0
        if third < 0:
            continue
        how = int(THIRD_HOW[extra, number, i])
        live = float(k.live[third])
        if how == EATEN:
            reach = w.barred if k.no_eat >> third & 1 else w.eat
            part = live * reach
            copies += live
        else:
            barred = k.no_pong >> third & 1
            reach, own = (w.barred, 1.0) if barred else (w.pong, w.own)
            part = live * reach * (own if how == OWN else 1.0 - own)
            copies += live if how == OWN else 0.0
        k.share[number, i] = part
        reached += part
    if reached <= 0.0:
        k.ready[number] = -1
        return False
    k.ready[number] = 1
    for i in range(MOST_THIRDS):
        k.share[number, i] /= reached
    step = log(1.0 - min(reached / k.unseen, _CERTAIN)) * k.draws / NODES
    last = log(1.0 - min(max(reached, w.win * copies) / k.unseen, _CERTAIN)) * k.draws / NODES
    missed, missed_last = exp(step), exp(last)
    kept = kept_last = 1.0
    for node in range(NODES):
        kept *= missed
        kept_last *= missed_last
        k.chance[number, node] = 1.0 - kept
        k.last[number, node] = 1.0 - kept_last
    return True


@compiled
def look_single(w: Any, k: Any, kind: int) -> bool:
    """Work out the chances that the winning card pairs a card, once; false if none is left."""
    if k.single[kind, NODES - 1] < 0.0:
        for node in range(NODES):
            k.single[kind, node] = _by_then(w.win * k.live[kind], k, node + 1)
    return k.live[kind] > 0


@inlined
def gift(k: Any, w: Any, kind: int) -> float:
    """Points that a discard gives away: a Pong to anybody, a run to the right neighbour."""
    live = int(k.live[kind])
    pong = 0.0 if live < 2 else 0.5 if live == 2 else 1.0  # noqa: PLR2004 - two copies in one hand
    number = kind % 10
    near = 0
    for other in range(KINDS):
        away = abs(other % 10 - number)
        if other != kind and (away == 0 or (away < 3 and other // 10 == kind // 10)):  # noqa: PLR2004 - a run
            near += int(k.live[other])
    return w.give_pong * pong + w.give_eat * near / (COPIES * 5)
