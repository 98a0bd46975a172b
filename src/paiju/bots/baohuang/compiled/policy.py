"""The heuristic's playing phase compiled: the same plays as `bots.baohuang.heuristic.bot.HeuristicBot`, action for action.

Of the hidden hands nothing is read but the own one and the others' sizes.
"""

from __future__ import annotations

from paiju.bots.baohuang.compiled.candidates import candidates, finishing
from paiju.bots.baohuang.compiled.memory import MemoryRecord
from paiju.bots.baohuang.compiled.outlook import WorkRecord
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.compiled.scoring import pass_score, play_score
from paiju.bots.baohuang.compiled.seeing import see
from paiju.kernels.baohuang.coding import DEFER, NOTHING, PASS
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.quick import list_all
from paiju.kernels.baohuang.records import RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import size_of
from paiju.kernels.jit import compiled
from paiju.kernels.records import Floats, Ints

FINISHES = 100.0
"""The score that `scores` gives to laying the whole hand."""


@compiled
def choose(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
) -> int:
    """The code of what the seat to act does; `out` is scratch for codes (`records.new_actions()`)."""
    bare = answers(state, rules)
    count = candidates(state, rules, out)
    if count == 1:
        return int(out[0])
    whole = finishing(state, out, bare, count)
    if whole != NOTHING:
        return whole
    see(state, rules, memory, weights, work)
    best, best_score = int(out[0]), pass_score(state, weights, work) if bare else -1e300
    for i in range(bare, count):
        score = play_score(state, rules, weights, work, int(out[i]))
        if score > best_score:
            best, best_score = int(out[i]), score
    if best == PASS and bare > 1 and work.friendship[state.owner] < 1:
        return DEFER
    return best


@compiled
def scores(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
    values: Floats,
) -> int:
    """Score every legal action of the seat to act: codes to `out` in the law's order, scores (in turns) to `values`.

    Returns how many there are; no more than `values` holds are scored. A deferral scores as a pass does, a play that
    empties the hand `FINISHES`. Leads that `choose` never thinks of (split ranks with jokers) are scored like others.
    """
    bare = answers(state, rules)
    count = min(list_all(state, rules, out), values.size)
    see(state, rules, memory, weights, work)
    for i in range(count):
        code = int(out[i])
        if i < bare:
            values[i] = pass_score(state, weights, work)
        elif size_of(code) == state.sizes[state.turn]:
            values[i] = FINISHES
        else:
            values[i] = play_score(state, rules, weights, work, code)
    return count
