"""One question put to the network: the plays worth a thought, scored by the heuristic, and all vectors."""

from __future__ import annotations

from typing import Any

from paiju.bots.baohuang.compiled.candidates import candidates, finishing
from paiju.bots.baohuang.compiled.scoring import pass_score, play_score
from paiju.bots.baohuang.compiled.seeing import see
from paiju.bots.baohuang.net.features.action import write_action
from paiju.bots.baohuang.net.features.state import write_state
from paiju.kernels.baohuang.codes import DEFER, NOTHING, PASS
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.jit import compiled


@compiled
def consider(s: Any, r: Any, m: Any, w: Any, k: Any, codes: Any, values: Any) -> int:
    """Write what is worth a thought to `codes`, the heuristic's scores to `values`; returns how many there are.

    Where there is nothing to think about (one play, or the hand can be emptied) that play alone is `codes[0]`.
    """
    bare = answers(s, r)
    count = candidates(s, r, codes)
    if count == 1:
        return 1
    whole = finishing(s, codes, bare, count)
    if whole != NOTHING:
        codes[0] = whole
        return 1
    see(s, r, m, w, k)
    count = min(count, values.size)
    for i in range(count):
        values[i] = pass_score(s, w, k) if i < bare else play_score(s, r, w, k, int(codes[i]))
    return count


@compiled
def preferred(s: Any, k: Any, codes: Any, values: Any, count: int) -> int:
    """The index of the heuristic's choice among some that `consider` scored."""
    best = 0
    for i in range(1, count):
        if values[i] > values[best] and codes[i] != DEFER:
            best = i
    if codes[best] == PASS and codes[1] == DEFER and k.friendship[s.owner] < 1:
        return 1
    return best


@compiled
def write_question(
    s: Any, r: Any, m: Any, t: Any, w: Any, k: Any, codes: Any, values: Any, count: int, best: int, state: Any,
    actions: Any,
) -> None:  # fmt: skip
    """Write the vectors of a question: the state's, and one row for each of `count` plays."""
    write_state(s, r, m, t, w, k, state)
    for i in range(count):
        gap = max(0.0, values[best] - values[i])
        write_action(s, r, w, k, int(codes[i]), gap, 1 if i == best else 0, actions[i])


@compiled
def question(
    state: Any, rules: Any, memory: Any, trail: Any, weights: Any, work: Any, codes: Any, values: Any, vector: Any,
    plays: Any, best: Any,
) -> int:  # fmt: skip
    """`consider` and `write_question` for arrays of one record each; the index of the heuristic's choice to `best[0]`.

    Returns how many plays there are; where it is 1 no vectors are written.
    """
    s, r, m, w, k = state[0], rules[0], memory[0], weights[0], work[0]
    count = consider(s, r, m, w, k, codes, values)
    best[0] = 0
    if count > 1:
        best[0] = preferred(s, k, codes, values, count)
        write_question(s, r, m, trail[0], w, k, codes, values, count, int(best[0]), vector, plays)
    return count
