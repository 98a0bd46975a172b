"""Features of actions, and a whole question as numbers."""

from __future__ import annotations

from paiju.bots.networks import starts
from paiju.bots.paohuzi.compiled.outlook import see
from paiju.bots.paohuzi.compiled.policy import bonds, claim_value, discard_value, goal, loose, plan
from paiju.bots.paohuzi.compiled.records import WeightsRecord, WorkRecord
from paiju.bots.paohuzi.net.features.state import (
    ACTION,
    DISTANCES,
    GAP_UNIT,
    as_points,
    place_of,
    write_state,
)
from paiju.games.paohuzi.cards import IS_RED, KINDS, LARGE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.actions import HU, PASS, PONG, RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.claims import list_legal
from paiju.kernels.paohuzi.records import (
    DISCARD,
    EXPOSED_3,
    LEFT_SEAT,
    LEFT_THROWN,
    REDS,
    SAME_HU,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    size,
)
from paiju.kernels.records import Floats, Grid, Ints, Records

(
    _VERB, _CARD, _COPIES, _LIVE, _NEAR, _PILED, _RED, _LAID, _GAINED, _SETS, _DUE, _HU, _WANTED, _REDS, _LEAST, _WORTH, GAP,
    BEST,
) = starts(ACTION)[:-1]  # fmt: skip
_REDDISH = tuple(map(int, IS_RED))
_PASSED, _PONGED, _ATE, _THREW = range(4)
_RUN = (1 << RUN_BITS) - 1
_MOST = 255
_TRIPLE = 3
_REACH = 2


@compiled
def write_throw(state: StateRecord, seat: int, work: WorkRecord, kind: int, worth: float, out: Ints) -> None:
    """Write the vector of throwing a card; the plans of the hand are made."""
    _begin(state, seat, work, _THREW, int(work.least_of[kind]), worth, out)
    out[_CARD + kind] = 1
    out[_COPIES] = count(int(state.hand[seat]), kind)
    out[_LIVE + max(0, int(work.live[kind]))] = 1
    number = kind % LARGE
    near = 0
    for other in range(KINDS):
        away = abs(other % LARGE - number)
        if other != kind and (away == 0 or (away <= _REACH and other // LARGE == kind // LARGE)):
            near += int(work.live[other])
    out[_NEAR] = near
    for i in range(int(state.lefts)):
        left = int(state.left[i])
        if left % LEFT_THROWN == kind:
            out[_PILED + place_of(state, seat, left // LEFT_SEAT)] += 1
    out[_RED] = _REDDISH[kind]
    out[_REDS] -= _REDDISH[kind]


@compiled
def write_claim(
    state: StateRecord, sets: SetsRecord, seat: int, work: WorkRecord, action: int, worth: float, out: Ints
) -> None:
    """Write the vector of an answer to an open card, whose worth has just been worked out."""
    verb, card = action & VERB, int(state.card)
    did = _PASSED if verb == PASS else _PONGED if verb == PONG else _ATE
    _begin(state, seat, work, did, int(work.least), worth, out)
    out[_DUE] = work.due
    if verb == PONG:
        out[_LAID + card] = _TRIPLE
        out[_GAINED] = SAME_HU[EXPOSED_3][int(card >= LARGE)]
        out[_SETS] = 1
    elif verb != PASS:
        codes = action >> VERB_BITS
        while codes:
            run = (codes & _RUN) - 1
            code = int(sets.run_code[run])
            for kind in range(KINDS):
                out[_LAID + kind] += count(code, kind)
            out[_GAINED] += sets.run_hu[run]
            out[_SETS] += 1
            codes >>= RUN_BITS


@inlined
def _begin(
    state: StateRecord, seat: int, work: WorkRecord, did: int, least: int, worth: float, out: Ints
) -> None:
    """What all actions have in common."""
    for i in range(out.size):
        out[i] = 0
    out[_VERB + did] = 1
    out[_HU] = work.hu
    out[_WANTED] = max(0, int(work.left))
    out[_REDS] = size(int(work.cards) & REDS)
    out[_LEAST + min(max(least, 1), DISTANCES) - 1] = 1
    out[_WORTH] = as_points(worth)


@inlined
def write_preference(best: float, worth: float, chosen: int, out: Ints) -> None:
    """Write how an action compares to the policy's choice."""
    out[GAP] = int(min((best - worth) * GAP_UNIT, float(_MOST)))
    out[BEST] = chosen


# --- one question put to the network: the legal actions, what the policy `expected` thinks of each, and all vectors


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
def write_question(
    state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, sizes: Ints, weights: WeightsRecord, work: WorkRecord, codes: Ints, many: int, worth: Floats, vector: Ints,
    plays: Grid[int],
) -> int:  # fmt: skip
    """Write what each of `many` actions is worth to the policy, and the vectors; the index of the policy's choice."""
    see(state, sets, seat, weights, work)
    throws = state.phase == DISCARD
    if throws:
        goal(state, rules, seat, work, int(state.hand[seat]), 0, 0, 0, 1)
        plan(rules, sets, weights, work, loose(int(state.hand[seat])))
        for i in range(many):
            kind = int(codes[i]) - THROW
            worth[i] = discard_value(weights, work, kind)
            write_throw(state, seat, work, kind, worth[i], plays[i])
    else:  # the pass comes last, for it changes what the seat may hope for
        for i in range(many - 1, -1, -1):
            worth[i] = claim_value(state, rules, sets, seat, weights, work, int(codes[i]))
            write_claim(state, sets, seat, work, int(codes[i]), worth[i], plays[i])
    best = _preferred(loose(int(state.hand[seat])) if throws else -1, codes, many, worth)
    for i in range(many):
        write_preference(worth[best], worth[i], int(i == best), plays[i])
    write_state(state, rules, sets, seat, sizes, worth[best], work, vector)
    return best


@inlined
def _preferred(free: int, codes: Ints, many: int, worth: Floats) -> int:
    """The index of the policy's choice: the first of the best, or the loosest of the best cards among `free` ones."""
    best, ties = 0, 0
    for i in range(many):
        tied = bonds(free, int(codes[i]) - THROW) if free >= 0 else 0
        if i == 0 or worth[i] > worth[best] or (free >= 0 and worth[i] == worth[best] and tied < ties):
            best, ties = i, tied
    return best


@compiled
def question(
    state: Records[StateRecord], rules: Records[RulesRecord], sets: Records[SetsRecord], seat: int, sizes: Ints, weights: Records[WeightsRecord], work: Records[WorkRecord], codes: Ints, worth: Floats, vector: Ints,
    plays: Grid[int],
    best: Ints,
) -> int:  # fmt: skip
    """`consider` and `write_question` for arrays of one record each; the index of the policy's choice to `best[0]`.

    Returns how many actions there are; where it is 1 no vectors are written.
    """
    many = consider(state[0], rules[0], sets[0], seat, codes)
    best[0] = 0
    if many > 1:
        best[0] = write_question(
            state[0], rules[0], sets[0], seat, sizes, weights[0], work[0], codes, many, worth, vector, plays
        )
    return many
