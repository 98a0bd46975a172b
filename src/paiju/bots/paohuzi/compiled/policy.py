"""The policies `efficiency` and `expected`: plans of a hand, and what they choose."""

from __future__ import annotations

import numpy as np

from paiju.bots.paohuzi.compiled.outlook import forfeit, gift, look, plan_worth, see
from paiju.bots.paohuzi.compiled.records import (
    ANYTHING,
    AWAITED_BY,
    BEGINNING,
    CODES,
    EXPECTED,
    FAR,
    MANY,
    MOST_BEGUN,
    MOST_PIECES,
    MOST_THIRDS,
    NUMBERS,
    PIECE_HU,
    RUN,
    SINGLE,
    SORTS,
    SPARE,
    THIRD,
    THIRD_HU,
    WeightsRecord,
    WorkRecord,
)
from paiju.games.paohuzi.cards import KINDS, LARGE
from paiju.games.paohuzi.hands import SETS
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.actions import HU, PASS, PONG, RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.claims import MAY_EAT, MAY_PONG, is_due, list_legal
from paiju.kernels.paohuzi.melds import secret_hu
from paiju.kernels.paohuzi.records import (
    DISCARD,
    EXPOSED_3,
    FIELD,
    ONES,
    SAME_HU,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    holds,
    locked,
    size,
    unit,
)
from paiju.kernels.records import Ints

# What a plan may still use is one number with a digit for each limit, so that a piece takes its cost off in one step.
# Each digit has a bit above it, which a cost that is too high takes away.
_DIGIT = 7
_TOP = 1 << _DIGIT - 1
_WAITS, _WANTED, _SPARES, _PAIRS = (1 << _DIGIT * i for i in range(4))
"""The digits: cards to wait for, sets to form, cards beyond three for each set (waited for or not), pairs beside quads."""
_FORMED = (_TOP - 1) * (_WANTED + _PAIRS)
_FIXED = _TOP * (_WANTED + _PAIRS)
_ALLOWED = _FIXED + _TOP * (_WAITS + _SPARES)
_NEVER = (_TOP - 1) * _WANTED
"""The cost of a piece that no card completes."""
_NONE = -1 << 20
_COST_OF_SORT = (_WANTED, _WANTED + _WAITS, _PAIRS + _SPARES, _PAIRS + _SPARES + _WAITS, _SPARES)
_COSTS = np.array(_COST_OF_SORT)[SORTS]


@compiled
def plan(rules: RulesRecord, sets: SetsRecord, weights: WeightsRecord, work: WorkRecord, free: int) -> None:
    """Find the least distance of some loose cards and value their plans; the goal has been set."""
    work.least = FAR
    work.accepts = 0
    work.value = 0.0
    for kind in range(KINDS):
        work.least_of[kind], work.accepts_of[kind], work.value_of[kind] = FAR, 0, 0.0
    limit = max(1, int(work.left) - _lay_out(sets, work, free))
    more = free > 0
    while work.least == FAR and more and limit < MOST_BEGUN:
        more = _walk(rules, sets, weights, work, free, limit, 1)
        limit += 1
    if work.least < FAR and weights.slack:
        limit = min(int(work.least) + int(weights.slack), MOST_BEGUN - 1)
        _walk(rules, sets, weights, work, free, limit, int(work.least) + 1)


@inlined
def _lay_out(sets: SetsRecord, work: WorkRecord, free: int) -> int:
    """List the pieces that lie in some cards; a bound on the runs at once: a third of the cards that are part of any run."""
    extra, cover, many, live = int(sets.one_five_ten), 0, 0, ANYTHING
    for kind in range(KINDS):
        live |= int(work.live[kind] > 0) << kind
    for kind in range(KINDS):
        work.first[kind] = many
        if count(free, kind):
            first = kind * MOST_PIECES
            for piece in range(first, first + int(MANY[extra, kind])):
                code = int(CODES[extra, piece])
                held = int(holds(free, code))
                work.piece[many], work.code[many] = piece, code
                work.cost[many] = _COSTS[extra, piece] if AWAITED_BY[extra, piece] & live else _NEVER
                many += held
                cover |= code & -(held & int(SORTS[extra, piece] == RUN))
    work.first[KINDS] = many
    cards = 0
    for kind in range(KINDS):
        cards += count(free, kind) & -int(count(cover, kind) > 0)
    return cards // 3


@compiled
def _walk(
    rules: RulesRecord,
    sets: SetsRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    free: int,
    limit: int,
    above: int,
) -> bool:
    """All plans up to a distance, in a number of steps; those nearer than `above` have been met before.

    Whether the walk to a farther distance is another one.
    """
    left, pair = int(work.left), int(work.pair)
    spares = size(free) - 3 * left + limit - pair
    if left < 0 or spares < 0:
        return left >= 0
    more, depth, steps, rest, kind = False, 0, 0, free, _lowest(free, 0)
    room = _ALLOWED + limit * _WAITS + left * _WANTED + spares * _SPARES + pair * _PAIRS
    at, behind = int(work.first[kind]), int(work.first[kind + 1])
    while steps <= weights.nodes:
        if at == behind:
            if depth == 0:
                break
            depth -= 1
            rest, room, kind = int(work.rest[depth]), int(work.room[depth]), int(work.kind[depth])
            at, behind = int(work.cursor[depth]) + 1, int(work.first[kind + 1])
            continue
        while not holds(rest, int(work.code[at])):  # the last one, a spare card, is there
            at += 1
        steps += 1
        then, after = room - int(work.cost[at]), rest - int(work.code[at])
        work.cursor[depth] = at
        if then & _ALLOWED != _ALLOWED:
            more = more or then & _FIXED == _FIXED
            at += 1
        elif after == 0:
            waits = limit - (then & _TOP - 1)
            if then & _FORMED == 0 and waits >= above:
                _finish(rules, sets, weights, work, depth, waits)
            at += 1
        else:
            work.rest[depth], work.room[depth], work.kind[depth] = rest, room, kind
            depth += 1
            rest, room = after, then
            if count(rest, kind) == 0:
                kind = _lowest(rest, kind)
                at, behind = int(work.first[kind]), int(work.first[kind + 1])
    return more


@inlined
def _lowest(cards: int, kind: int) -> int:
    """The lowest kind from `kind` on that is among some cards."""
    while count(cards, kind) == 0:
        kind += 1
    return kind


@compiled
def _finish(
    rules: RulesRecord, sets: SetsRecord, weights: WeightsRecord, work: WorkRecord, depth: int, distance: int
) -> None:
    """Take a complete plan in, if it can win and leaves a card for a discard that is due."""
    extra = int(sets.one_five_ten)
    begun, runs, spare, single, hu = 0, 0, 0, -1, int(work.hu)
    for at in range(depth + 1):
        piece = int(work.piece[int(work.cursor[at])])
        sort = int(SORTS[extra, piece])
        if sort == RUN:
            runs += 1
            hu += int(PIECE_HU[extra, piece])
        elif sort == BEGINNING:
            work.number[begun] = NUMBERS[extra, piece]
            begun += 1
        elif sort == SINGLE:
            single = piece // MOST_PIECES
        elif sort == SPARE:
            spare += int(CODES[extra, piece])
    gained = _most_gained(sets, weights, work, begun)
    if (work.due and spare == 0) or hu + gained + work.hope < rules.min_hu:
        return
    worth, accepted = 0.0, 0
    if weights.style == EXPECTED:
        worth = plan_worth(rules, sets, weights, work, begun, single, hu, int(work.cards) - spare, runs == 0)
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
def _most_gained(sets: SetsRecord, weights: WeightsRecord, work: WorkRecord, begun: int) -> int:
    """The most hu that the thirds of a plan's beginnings bring; `_NONE` if one has no third."""
    extra, gained = int(sets.one_five_ten), 0
    for i in range(begun):
        number, most = int(work.number[i]), 0
        if not look(sets, weights, work, number):
            return _NONE
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


# --- what the compiled players do: tile efficiency, and the score to expect

_RUN = (1 << RUN_BITS) - 1
_PAIR = 2
_NO_VALUE = -1e9
_STEP = 1000.0
_COPY, _NEIGHBOUR = 4, 2


@compiled
def choose(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    seat: int,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
) -> int:
    """The action of `seat`, one of its legal ones; `out` is scratch for these."""
    many, best = consider(state, rules, sets, seat, out), 0
    if many > 1:
        values(state, rules, sets, seat, weights, work, out, many)
        best = preferred(state, seat, out, many, work)
    return int(out[best])


@compiled
def consider(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, codes: Ints) -> int:
    """Write the legal actions of `seat` to `codes`; how many there are.

    Where there is nothing to think about (one action, or a win) that one alone is `codes[0]`.
    """
    many = list_legal(state, rules, sets, seat, codes)
    for i in range(1, many):
        if codes[i] == HU and state.phase != DISCARD:
            codes[0] = HU
            return 1
    return many


@compiled
def values(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    seat: int,
    weights: WeightsRecord,
    work: WorkRecord,
    codes: Ints,
    many: int,
) -> None:
    """Write what each of `many` legal actions of `seat` is worth to `work.worth`; with a discard due the plans of the hand are in `work` then."""
    see(state, sets, seat, weights, work)
    if state.phase == DISCARD:
        goal(state, rules, seat, work, int(state.hand[seat]), 0, 0, 0, 1)
        plan(rules, sets, weights, work, loose(int(state.hand[seat])))
        for i in range(many):
            work.worth[i] = discard_value(weights, work, int(codes[i]) - THROW)
    else:
        for i in range(many - 1, -1, -1):  # the pass comes last, for it changes what the seat may hope for
            work.worth[i] = claim_value(state, rules, sets, seat, weights, work, int(codes[i]))


@inlined
def preferred(state: StateRecord, seat: int, codes: Ints, many: int, work: WorkRecord) -> int:
    """The index of the best of `many` actions: the first one, or of cards to throw the loosest."""
    free = loose(int(state.hand[seat]))
    worth = work.worth
    best, ties = 0, 0
    for i in range(many):
        tied = bonds(free, int(codes[i]) - THROW) if state.phase == DISCARD else 0
        if i == 0 or worth[i] > worth[best] or (worth[i] == worth[best] and tied < ties):
            best, ties = i, tied
    return best


@compiled
def claim_value(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    seat: int,
    weights: WeightsRecord,
    work: WorkRecord,
    action: int,
) -> float:
    """What the seat stands to win after an answer to an open card, its best discard included.

    `see` has been called; after a pass it must be called again.
    """
    card, hand, verb = int(state.card), int(state.hand[seat]), action & VERB
    if verb == PASS:
        if state.offer[seat] & (MAY_PONG | MAY_EAT):  # a refused card is forfeited
            forfeit(sets, work, card)
        goal(state, rules, seat, work, hand, 0, 0, 0, 0)
        plan(rules, sets, weights, work, loose(hand))
        return _state_value(weights, work) - (weights.refusal if weights.style == EXPECTED else 0.0)
    if verb == PONG:
        hand -= _PAIR * unit(card)
        hu, laid, runs = SAME_HU[EXPOSED_3][int(card >= LARGE)], 1, 0
    else:
        hu = laid = 0
        hand += unit(card)
        codes = action >> VERB_BITS
        while codes:
            number = (codes & _RUN) - 1
            hand -= int(sets.run_code[number])
            hu += int(sets.run_hu[number])
            laid += 1
            codes >>= RUN_BITS
        runs = laid
    due = is_due(rules, int(state.owned[seat]) + 1, int(state.quads[seat]))
    goal(state, rules, seat, work, hand, hu, laid, runs, due)
    work.cards += int(state.hand[seat]) - hand + unit(card)
    if due:
        return _after_discard(state, rules, sets, weights, work, hand)
    plan(rules, sets, weights, work, loose(hand))
    return _state_value(weights, work)


@inlined
def loose(hand: int) -> int:
    """The cards of a hand that are not locked up in secret sets."""
    return hand & ~(FIELD * locked(hand))


@inlined
def goal(
    state: StateRecord,
    rules: RulesRecord,
    seat: int,
    work: WorkRecord,
    hand: int,
    hu: int,
    laid: int,
    runs: int,
    due: int,
) -> None:
    """The sets that a hand must still form beside those of its seat and `laid` new ones with `hu`."""
    lock = locked(hand)
    fours = hand >> 2 & ONES
    pair = int(state.quads[seat] > 0 or fours != 0)
    work.pair = pair
    work.left = SETS - int(state.sets[seat]) - laid - size(lock) - pair
    work.hu = int(state.hu[seat]) + hu + secret_hu(lock, fours)
    work.cards = hand + int(state.code[seat])
    work.alike = int(int(state.runs[seat]) + runs == 0)
    work.due = due


@inlined
def _state_value(weights: WeightsRecord, work: WorkRecord) -> float:
    """The value of a hand that owes no discard."""
    if work.least == FAR:
        return 0.0 if weights.style == EXPECTED else -_STEP * FAR
    if weights.style == EXPECTED:
        return float(work.value ** (1.0 / weights.together))
    return _live(work, int(work.accepts)) - _STEP * work.least


@inlined
def _live(work: WorkRecord, kinds: int) -> float:
    """How many live copies some kinds have."""
    copies = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            copies += int(work.live[kind])
    return float(copies)


@inlined
def discard_value(weights: WeightsRecord, work: WorkRecord, kind: int) -> float:
    """The value of a hand after a discard, once plans are made."""
    if weights.style == EXPECTED:
        return float(work.value_of[kind] ** (1.0 / weights.together)) - gift(work, weights, kind)
    return _live(work, int(work.accepts_of[kind])) - _STEP * work.least_of[kind]


@compiled
def _after_discard(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    hand: int,
) -> float:
    """The worth of a hand after its best discard; the goal has been set."""
    plan(rules, sets, weights, work, loose(hand))
    free = loose(hand)
    best = _NO_VALUE
    for kind in range(KINDS):
        if count(free, kind):
            best = max(best, discard_value(weights, work, kind))
    return best


@inlined
def bonds(free: int, kind: int) -> int:
    """How much a card has to do with the others: among equals the loosest is thrown."""
    number, suit = kind % LARGE, kind - kind % LARGE
    ties = _COPY * (count(free, kind) - 1) + _NEIGHBOUR * count(free, (kind + LARGE) % KINDS)
    for near in range(max(0, number - 2), min(LARGE, number + 3)):
        if near != number and count(free, suit + near):
            ties += 1
    return ties
