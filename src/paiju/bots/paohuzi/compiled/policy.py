"""What the compiled players do: tile efficiency, and the score to expect.

*Efficiency* goes the shortest way to a hand with enough hu, and of equal ways that for which most cards are live. *Expected*
takes the action after which the most points are to be expected. Both win whenever they may.
"""

from __future__ import annotations

from paiju.bots.paohuzi.compiled.outlook import forget, gift, see
from paiju.bots.paohuzi.compiled.plans import plan
from paiju.bots.paohuzi.compiled.records import EXPECTED, FAR, WeightsRecord, WorkRecord
from paiju.games.paohuzi.cards import KINDS, LARGE
from paiju.games.paohuzi.hands import SETS
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.catalogue import SAME_HU
from paiju.kernels.paohuzi.claims import MAY_EAT, MAY_PONG, is_due, list_legal
from paiju.kernels.paohuzi.eating import HU, PASS, PONG, RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.melds import secret_hu
from paiju.kernels.paohuzi.packing import FIELD, ONES, count, locked, size, unit
from paiju.kernels.paohuzi.records import DISCARD, EXPOSED_3, RulesRecord, SetsRecord, StateRecord
from paiju.kernels.records import Floats, Ints

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
    many = list_legal(state, rules, sets, seat, out)
    if many == 1:
        return int(out[0])
    see(state, sets, seat, weights, work)
    if state.phase == DISCARD:
        return THROW + best_discard(state, rules, sets, seat, weights, work, int(state.hand[seat]))
    for i in range(1, many):
        if out[i] == HU:
            return HU
    best, best_value = PASS, _NO_VALUE
    for i in range(many - 1, -1, -1):  # the pass comes last, for it changes what the seat may hope for
        value = claim_value(state, rules, sets, seat, weights, work, int(out[i]))
        if value >= best_value:
            best, best_value = int(out[i]), value
    return best


@compiled
def values(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    seat: int,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
    worth: Floats,
) -> int:
    """Write the legal actions of `seat` to `out` and what each is worth to `worth`; how many there are."""
    many = list_legal(state, rules, sets, seat, out)
    see(state, sets, seat, weights, work)
    if state.phase == DISCARD:
        goal(state, rules, seat, work, int(state.hand[seat]), 0, 0, 0, 1)
        plan(rules, sets, weights, work, loose(int(state.hand[seat])))
        for i in range(many):
            worth[i] = discard_value(weights, work, int(out[i]) - THROW)
    else:
        for i in range(many - 1, -1, -1):
            worth[i] = claim_value(state, rules, sets, seat, weights, work, int(out[i]))
    return many


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
        if state.offer[seat] & (MAY_PONG | MAY_EAT):  # a refused card is smelled
            work.no_pong |= 1 << card
            work.no_eat |= 1 << card
            forget(work)
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
    """What a hand still has to form beside the sets of its seat and `laid` new ones with `hu`."""
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
    """What a hand is worth to which no discard is due."""
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
    """What a hand is worth after a discard, plans made."""
    if weights.style == EXPECTED:
        return float(work.value_of[kind] ** (1.0 / weights.together)) - gift(work, weights, kind)
    return _live(work, int(work.accepts_of[kind])) - _STEP * work.least_of[kind]


@compiled
def best_discard(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    seat: int,
    weights: WeightsRecord,
    work: WorkRecord,
    hand: int,
) -> int:
    """The card to throw from a hand with one too many; `see` has been called."""
    goal(state, rules, seat, work, hand, 0, 0, 0, 1)
    plan(rules, sets, weights, work, loose(hand))
    free = loose(hand)
    best, best_value, ties = -1, _NO_VALUE, 0
    for kind in range(KINDS):
        if count(free, kind):
            value, tied = discard_value(weights, work, kind), bonds(free, kind)
            if best < 0 or value > best_value or (value == best_value and tied < ties):
                best, best_value, ties = kind, value, tied
    return best


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
