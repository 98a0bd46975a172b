"""One question put to the network: the legal actions, what the policy `expected` thinks of each, and all vectors."""

from __future__ import annotations

from paiju.bots.paohuzi.compiled.outlook import see
from paiju.bots.paohuzi.compiled.plans import plan
from paiju.bots.paohuzi.compiled.policy import bonds, claim_value, discard_value, goal, loose
from paiju.bots.paohuzi.compiled.records import WeightsRecord, WorkRecord
from paiju.bots.paohuzi.net.features.action import write_claim, write_preference, write_throw
from paiju.bots.paohuzi.net.features.state import write_state
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.claims import list_legal
from paiju.kernels.paohuzi.eating import HU, THROW
from paiju.kernels.paohuzi.records import DISCARD, RulesRecord, SetsRecord, StateRecord
from paiju.kernels.records import Floats, Grid, Ints, Records


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
