"""Plays set out in imagined deals, compiled: one table for each play in each deal."""

from __future__ import annotations

from typing import Any

from paiju.bots.baohuang.compiled.worlds import deal_world, look
from paiju.bots.baohuang.net.lockstep.asking import PLAYERS
from paiju.kernels.chance import numbered
from paiju.kernels.jit import compiled


@compiled
def look_around(state: Any, rules: Any, memory: Any, weights: Any, hidden: Any) -> None:
    """`worlds.look` for arrays of one record each."""
    look(state[0], rules[0], memory[0], weights[0], hidden[0])


@compiled
def imagine(
    states: Any, memories: Any, trails: Any, state: Any, rules: Any, memory: Any, trail: Any, hidden: Any,
    chance: Any, plays: int, first: int, last: int, seed: int,
) -> None:  # fmt: skip
    """Deal worlds `first` to `last` - 1, each at `plays` tables next to each other; world `n` hangs on `seed` + `n` alone."""
    r, h = rules[0], hidden[0]
    for number in range(first, last):
        start = (number - first) * plays
        numbered(chance, seed + number)
        states[start] = state[0]
        deal_world(states[start], r, memory[0], h, chance)
        for at in range(start, start + plays):
            if at > start:
                states[at] = states[start]
            trails[at] = trail[0]
            for player in range(PLAYERS):
                memories[at, player] = memory[0]
                if states[at].guard >= 0:
                    memories[at, player].knows = 1 << states[at].guard
