"""Every plan of a hand: walked over with a limit on its distance, each valued when it is complete."""

from __future__ import annotations

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
from paiju.bots.paohuzi.compiled.records import EXPECTED, FAR, MOST_BEGUN, WeightsRecord, WorkRecord
from paiju.bots.paohuzi.compiled.worth import plan_worth
from paiju.games.paohuzi.cards import KINDS
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.packing import count, holds, size
from paiju.kernels.paohuzi.records import RulesRecord, SetsRecord

_NO_PAIR = -1
_HELD_PAIR = KINDS


@compiled
def plan(rules: RulesRecord, sets: SetsRecord, weights: WeightsRecord, work: WorkRecord, free: int) -> None:
    """Find the least distance of some loose cards and value their plans; the goal has been set."""
    work.least = FAR
    work.accepts = 0
    work.value = 0.0
    for kind in range(KINDS):
        work.least_of[kind], work.accepts_of[kind], work.value_of[kind] = FAR, 0, 0.0
    work.steps = 0
    limit = 1
    while work.least == FAR and limit < MOST_BEGUN:
        _walk(rules, sets, weights, work, free, limit, 0)
        limit += 1
    if work.least < FAR and weights.slack:
        _walk(
            rules,
            sets,
            weights,
            work,
            free,
            min(int(work.least) + int(weights.slack), MOST_BEGUN - 1),
            int(work.least) + 1,
        )


@compiled
def _walk(
    rules: RulesRecord,
    sets: SetsRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    free: int,
    limit: int,
    above: int,
) -> None:
    """All plans up to a distance; those nearer than `above` have been met before."""
    extra = int(sets.one_five_ten)
    cards = size(free)
    most = limit + cards - 3 * int(work.left) - 2 * int(work.pair) + int(work.pair)
    depth = 0
    work.rest[0], work.size[0], work.kind[0], work.cursor[0] = free, cards, _lowest(free, 0), 0
    work.runs[0] = work.run_hu[0] = work.begun[0] = work.spare[0] = work.spares[0] = 0
    work.paired[0] = _NO_PAIR
    until = int(work.steps) + int(weights.nodes)
    while depth >= 0:
        rest, kind, at = int(work.rest[depth]), int(work.kind[depth]), int(work.cursor[depth])
        if rest == 0:
            _finish(rules, sets, weights, work, depth, above)
            depth -= 1
            continue
        if at >= MANY[extra, kind] or work.steps > until:
            depth -= 1
            continue
        work.cursor[depth] = at + 1
        code = int(CODES[extra, kind, at])
        if not holds(rest, code):
            continue
        work.steps += 1
        if _push(sets, weights, work, depth, extra, kind, at, limit, most):
            depth += 1
            work.rest[depth] = rest - code
            work.size[depth] = work.size[depth - 1] - SIZES[extra, kind, at]
            work.kind[depth] = _lowest(rest - code, kind)
            work.cursor[depth] = at if work.kind[depth] == kind else 0


@inlined
def _lowest(cards: int, kind: int) -> int:
    """The lowest kind from `kind` on that is among some cards; `KINDS` if there is none."""
    while kind < KINDS and count(cards, kind) == 0:
        kind += 1
    return kind


@inlined
def _push(
    sets: SetsRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    depth: int,
    extra: int,
    kind: int,
    at: int,
    limit: int,
    most: int,
) -> bool:
    """Write what a piece makes of the plan so far to the next depth; false if it leads nowhere."""
    sort = int(SORTS[extra, kind, at])
    runs, begun, spares = int(work.runs[depth]), int(work.begun[depth]), int(work.spares[depth])
    paired, hu = int(work.paired[depth]), int(work.run_hu[depth])
    if sort == SPARE:
        spares += 1
        if spares > most:
            return False
    elif sort in (PAIR, SINGLE):
        if not work.pair or paired != _NO_PAIR:
            return False
        if sort == SINGLE and not look_single(weights, work, kind):
            return False
        paired = _HELD_PAIR if sort == PAIR else kind
    elif sort == RUN:
        runs += 1
        hu += int(PIECE_HU[extra, kind, at])
    else:
        number = int(NUMBERS[extra, kind, at])
        if begun >= MOST_BEGUN or not look(sets, weights, work, number):
            return False
        work.number[begun] = number
        begun += 1
    waits = begun + int(0 <= paired < KINDS)
    wanted = int(work.left) - runs - begun
    cards = int(work.size[depth]) - int(SIZES[extra, kind, at])
    if waits > limit or wanted < 0 or cards < 3 * wanted - (limit - waits):
        return False
    work.runs[depth + 1], work.begun[depth + 1], work.spares[depth + 1] = runs, begun, spares
    work.paired[depth + 1], work.run_hu[depth + 1] = paired, hu
    work.spare[depth + 1] = int(work.spare[depth]) + (int(CODES[extra, kind, at]) if sort == SPARE else 0)
    return True


@compiled
def _finish(
    rules: RulesRecord, sets: SetsRecord, weights: WeightsRecord, work: WorkRecord, depth: int, above: int
) -> None:
    """Take a complete plan in, if it can win and leaves a card for a discard that is due."""
    begun, paired, spare = int(work.begun[depth]), int(work.paired[depth]), int(work.spare[depth])
    single = paired if 0 <= paired < KINDS else -1
    distance = begun + int(single >= 0)
    if int(work.runs[depth]) + begun != work.left or distance < above or distance == 0:
        return
    if (work.pair and paired == _NO_PAIR) or (work.due and spare == 0):
        return
    hu = int(work.hu) + int(work.run_hu[depth])
    if hu + _most_gained(sets, work, begun) + work.hope < rules.min_hu:
        return
    worth, accepted = 0.0, 0
    if weights.style == EXPECTED:
        worth = plan_worth(
            rules, sets, weights, work, begun, single, hu, int(work.cards) - spare, int(work.runs[depth]) == 0
        )
    else:
        accepted = _accepted(sets, work, begun, single)
    _note(work, distance, worth, accepted, spare)


@inlined
def _note(work: WorkRecord, distance: int, worth: float, accepted: int, spare: int) -> None:
    """Enter a plan for the hand, and for each card that it can spare."""
    if distance < work.least:
        work.least, work.accepts = distance, 0
    if distance == work.least:
        work.accepts |= accepted
    work.value += worth
    for kind in range(KINDS):
        if count(spare, kind):
            if distance < work.least_of[kind]:
                work.least_of[kind], work.accepts_of[kind] = distance, 0
            if distance == work.least_of[kind]:
                work.accepts_of[kind] |= accepted
            work.value_of[kind] += worth


@inlined
def _most_gained(sets: SetsRecord, work: WorkRecord, begun: int) -> int:
    """The most hu that the thirds of a plan's beginnings bring."""
    extra, gained = int(sets.one_five_ten), 0
    for i in range(begun):
        number, most = int(work.number[i]), 0
        for j in range(MOST_THIRDS):
            if work.share[number, j] > 0.0:
                most = max(most, int(THIRD_HU[extra, number, j]))
        gained += most
    return gained


@inlined
def _accepted(sets: SetsRecord, work: WorkRecord, begun: int, single: int) -> int:
    """The kinds that bring a plan nearer, as a bit set."""
    extra = int(sets.one_five_ten)
    kinds = 1 << single if single >= 0 else 0
    for i in range(begun):
        number = int(work.number[i])
        for j in range(MOST_THIRDS):
            if work.share[number, j] > 0.0:
                kinds |= 1 << int(THIRD[extra, number, j])
    return kinds
