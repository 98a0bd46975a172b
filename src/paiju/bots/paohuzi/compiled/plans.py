"""Every plan of a hand: walked over with a limit on its distance, each valued when it is complete."""

from __future__ import annotations

from typing import Any

from paiju.bots.paohuzi.compiled.outlook import look, look_single
from paiju.bots.paohuzi.compiled.pieces import (
    CODES,
    MANY,
    MOST_THIRDS,
    NUMBERS,
    PAIR,
    PIECE_HU,
    RUN,
    SINGLE,
    SIZES,
    SORTS,
    SPARE,
    THIRD,
    THIRD_HU,
)
from paiju.bots.paohuzi.compiled.records import EXPECTED, FAR, MOST_BEGUN
from paiju.bots.paohuzi.compiled.worth import plan_worth
from paiju.games.paohuzi.cards import KINDS
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.packing import count, holds, size

_NO_PAIR = -1
_HELD_PAIR = KINDS


@compiled
def plan(r: Any, t: Any, w: Any, k: Any, free: int) -> None:
    """Find the least distance of some loose cards and value their plans; the goal stands in `k`."""
    k.least = FAR
    k.accepts = 0
    k.value = 0.0
    for kind in range(KINDS):
        k.least_of[kind], k.accepts_of[kind], k.value_of[kind] = FAR, 0, 0.0
    k.steps = 0
    limit = 1
    while k.least == FAR and limit < MOST_BEGUN:
        _walk(r, t, w, k, free, limit, 0)
        limit += 1
    if k.least < FAR and w.slack:
        _walk(r, t, w, k, free, min(int(k.least) + int(w.slack), MOST_BEGUN - 1), int(k.least) + 1)


@compiled
def _walk(r: Any, t: Any, w: Any, k: Any, free: int, limit: int, above: int) -> None:
    """All plans up to a distance; those nearer than `above` have been met before."""
    extra = int(t.one_five_ten)
    cards = size(free)
    most = limit + cards - 3 * int(k.left) - 2 * int(k.pair) + int(k.pair)
    depth = 0
    k.rest[0], k.size[0], k.kind[0], k.cursor[0] = free, cards, _lowest(free, 0), 0
    k.runs[0] = k.run_hu[0] = k.begun[0] = k.spare[0] = k.spares[0] = 0
    k.paired[0] = _NO_PAIR
    until = int(k.steps) + int(w.nodes)
    while depth >= 0:
        rest, kind, at = int(k.rest[depth]), int(k.kind[depth]), int(k.cursor[depth])
        if rest == 0:
            _finish(r, t, w, k, depth, above)
            depth -= 1
            continue
        if at >= MANY[extra, kind] or k.steps > until:
            depth -= 1
            continue
        k.cursor[depth] = at + 1
        code = int(CODES[extra, kind, at])
        if not holds(rest, code):
            continue
        k.steps += 1
        if _push(t, w, k, depth, extra, kind, at, limit, most):
            depth += 1
            k.rest[depth] = rest - code
            k.size[depth] = k.size[depth - 1] - SIZES[extra, kind, at]
            k.kind[depth] = _lowest(rest - code, kind)
            k.cursor[depth] = at if k.kind[depth] == kind else 0


@inlined
def _lowest(cards: int, kind: int) -> int:
    """The lowest kind from `kind` on that is among some cards; `KINDS` if there is none."""
    while kind < KINDS and count(cards, kind) == 0:
        kind += 1
    return kind


@inlined
def _push(t: Any, w: Any, k: Any, depth: int, extra: int, kind: int, at: int, limit: int, most: int) -> bool:
    """Write what a piece makes of the plan so far to the next depth; false if it leads nowhere."""
    sort = int(SORTS[extra, kind, at])
    runs, begun, spares = int(k.runs[depth]), int(k.begun[depth]), int(k.spares[depth])
    paired, hu = int(k.paired[depth]), int(k.run_hu[depth])
    if sort == SPARE:
        spares += 1
        if spares > most:
            return False
    elif sort in (PAIR, SINGLE):
        if not k.pair or paired != _NO_PAIR:
            return False
        if sort == SINGLE and not look_single(w, k, kind):
            return False
        paired = _HELD_PAIR if sort == PAIR else kind
    elif sort == RUN:
        runs += 1
        hu += int(PIECE_HU[extra, kind, at])
    else:
        number = int(NUMBERS[extra, kind, at])
        if begun >= MOST_BEGUN or not look(t, w, k, number):
            return False
        k.number[begun] = number
        begun += 1
    waits = begun + int(0 <= paired < KINDS)
    wanted = int(k.left) - runs - begun
    cards = int(k.size[depth]) - int(SIZES[extra, kind, at])
    if waits > limit or wanted < 0 or cards < 3 * wanted - (limit - waits):
        return False
    k.runs[depth + 1], k.begun[depth + 1], k.spares[depth + 1] = runs, begun, spares
    k.paired[depth + 1], k.run_hu[depth + 1] = paired, hu
    k.spare[depth + 1] = int(k.spare[depth]) + (int(CODES[extra, kind, at]) if sort == SPARE else 0)
    return True


@compiled
def _finish(r: Any, t: Any, w: Any, k: Any, depth: int, above: int) -> None:
    """Take a complete plan in, if it can win and leaves a card for a discard that is due."""
    begun, paired, spare = int(k.begun[depth]), int(k.paired[depth]), int(k.spare[depth])
    single = paired if 0 <= paired < KINDS else -1
    distance = begun + int(single >= 0)
    if int(k.runs[depth]) + begun != k.left or distance < above or distance == 0:
        return
    if (k.pair and paired == _NO_PAIR) or (k.due and spare == 0):
        return
    hu = int(k.hu) + int(k.run_hu[depth])
    if hu + _most_gained(t, k, begun) + k.hope < r.min_hu:
        return
    worth, accepted = 0.0, 0
    if w.style == EXPECTED:
        worth = plan_worth(r, t, w, k, begun, single, hu, int(k.cards) - spare, int(k.runs[depth]) == 0)
    else:
        accepted = _accepted(t, k, begun, single)
    _note(k, distance, worth, accepted, spare)


@inlined
def _note(k: Any, distance: int, worth: float, accepted: int, spare: int) -> None:
    """Enter a plan for the hand, and for each card that it can spare."""
    if distance < k.least:
        k.least, k.accepts = distance, 0
    if distance == k.least:
        k.accepts |= accepted
    k.value += worth
    for kind in range(KINDS):
        if count(spare, kind):
            if distance < k.least_of[kind]:
                k.least_of[kind], k.accepts_of[kind] = distance, 0
            if distance == k.least_of[kind]:
                k.accepts_of[kind] |= accepted
            k.value_of[kind] += worth


@inlined
def _most_gained(t: Any, k: Any, begun: int) -> int:
    """The most hu that the thirds of a plan's beginnings bring."""
    extra, gained = int(t.one_five_ten), 0
    for i in range(begun):
        number, most = int(k.number[i]), 0
        for j in range(MOST_THIRDS):
            if k.share[number, j] > 0.0:
                most = max(most, int(THIRD_HU[extra, number, j]))
        gained += most
    return gained


@inlined
def _accepted(t: Any, k: Any, begun: int, single: int) -> int:
    """The kinds that bring a plan nearer, as a bit set."""
    extra = int(t.one_five_ten)
    kinds = 1 << single if single >= 0 else 0
    for i in range(begun):
        number = int(k.number[i])
        for j in range(MOST_THIRDS):
            if k.share[number, j] > 0.0:
                kinds |= 1 << int(THIRD[extra, number, j])
    return kinds
