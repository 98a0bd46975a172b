"""One question put to the network: the plays worth a thought, scored by the heuristic, and all vectors."""

from __future__ import annotations

from paiju.bots.baohuang.compiled.candidates import candidates, finishing
from paiju.bots.baohuang.compiled.memory import MemoryRecord
from paiju.bots.baohuang.compiled.outlook import WorkRecord
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.compiled.scoring import pass_score, play_score
from paiju.bots.baohuang.compiled.seeing import see
from paiju.bots.baohuang.net.features.action import write_action
from paiju.bots.baohuang.net.features.state import write_state
from paiju.bots.baohuang.net.features.trail import TrailRecord
from paiju.kernels.baohuang.coding import DEFER, NOTHING, PASS
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.records import RulesRecord, StateRecord
from paiju.kernels.jit import compiled
from paiju.kernels.records import Floats, Grid, Ints, Records


@compiled
def consider(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    codes: Ints,
    values: Floats,
) -> int:
    """Write what is worth a thought to `codes`, the heuristic's scores to `values`; returns how many there are.

    Where there is nothing to think about (one play, or the hand can be emptied) that play alone is `codes[0]`.
    """
    bare = answers(state, rules)
    count = candidates(state, rules, codes)
    if count == 1:
        return 1
    whole = finishing(state, codes, bare, count)
    if whole != NOTHING:
        codes[0] = whole
        return 1
    see(state, rules, memory, weights, work)
    count = min(count, values.size)
    for i in range(count):
        values[i] = (
            pass_score(state, weights, work)
            if i < bare
            else play_score(state, rules, weights, work, int(codes[i]))
        )
    return count


@compiled
def preferred(state: StateRecord, work: WorkRecord, codes: Ints, values: Floats, count: int) -> int:
    """The index of the heuristic's choice among some that `consider` scored."""
    best = 0
    for i in range(1, count):
        if values[i] > values[best] and codes[i] != DEFER:
            best = i
    if codes[best] == PASS and codes[1] == DEFER and work.friendship[state.owner] < 1:
        return 1
    return best


@compiled
def write_question(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, trail: TrailRecord, weights: WeightsRecord, work: WorkRecord, codes: Ints, values: Floats, count: int, best: int, vector: Ints,
    plays: Grid[int],
) -> None:  # fmt: skip
    """Write the vectors of a question: the state's, and one row for each of `count` plays."""
    write_state(state, rules, memory, trail, weights, work, vector)
    for i in range(count):
        gap = max(0.0, values[best] - values[i])
        write_action(state, rules, weights, work, int(codes[i]), gap, 1 if i == best else 0, plays[i])


@compiled
def question(
    state: Records[StateRecord], rules: Records[RulesRecord], memory: Records[MemoryRecord], trail: Records[TrailRecord], weights: Records[WeightsRecord], work: Records[WorkRecord], codes: Ints, values: Floats, vector: Ints,
    plays: Grid[int], best: Ints,
) -> int:  # fmt: skip
    """`consider` and `write_question` for arrays of one record each; the index of the heuristic's choice to `best[0]`.

    Returns how many plays there are; where it is 1 no vectors are written.
    """
    count = consider(state[0], rules[0], memory[0], weights[0], work[0], codes, values)
    best[0] = 0
    if count > 1:
        best[0] = preferred(state[0], work[0], codes, values, count)
        write_question(
            state[0],
            rules[0],
            memory[0],
            trail[0],
            weights[0],
            work[0],
            codes,
            values,
            count,
            int(best[0]),
            vector,
            plays,
        )
    return count
