"""Pairs of the compiled heuristic from deals that the rules engine dealt."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.memory import MemoryRecord, WorkRecord, weights_of
from paiju.kernels.baohuang.records import StateRecord, new_actions
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import compiled
from paiju.kernels.records import new
from paiju.train.baohuang.tune import play_sides


@compiled
def play_given(
    starts: Any, state: Any, rules: Any, memories: Any, weights: Any, work: Any, out: Any, results: Any
) -> None:
    """`results` gets S with A and S with B as the crown from given states at their first lead, (pairs, 2)."""
    r, k = rules[0], work[0]
    for i in range(starts.size):
        for crown in range(2):
            state[0] = starts[i]
            results[i, crown] = play_sides(state[0], r, memories, weights, crown, k, out)


def play_from(options, a, b, starts):
    """S with A and with B as the crown by pair, from records of `StateRecord` in which nobody declared anything."""
    results = np.zeros((starts.size, 2), np.int64)
    memories, weights, work = new(MemoryRecord, 2), weights_of(a, b), new(WorkRecord)
    play_given(starts, new(StateRecord), rules_for(options), memories, weights, work, new_actions(), results)
    return results
