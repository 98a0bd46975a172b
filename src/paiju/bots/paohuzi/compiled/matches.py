"""Whole deals and duplicate walls inside the kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from paiju.bots.paohuzi.compiled.greedy import choose_greedy
from paiju.bots.paohuzi.compiled.parameters import NUMBERS
from paiju.bots.paohuzi.compiled.policy import choose
from paiju.bots.paohuzi.compiled.records import new_work, weights_of
from paiju.core.errors import UsageError
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import State
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import compile_for, from_law, to_law
from paiju.kernels.paohuzi.claims import actor_of
from paiju.kernels.paohuzi.play import act
from paiju.kernels.paohuzi.records import MOST_ACTIONS, OVER, Records

GREEDY = -1
"""The style of the greedy player, which has no other numbers."""


@compiled
def decide(r: Any, t: Any, s: Any, seat: int, w: Any, k: Any, out: Any) -> int:
    """The action of a seat that plays by `w`."""
    if w.style == GREEDY:
        return choose_greedy(r, t, s, seat, out)
    return choose(r, t, s, seat, w, k, out)


@compiled
def play(rules: Any, sets: Any, state: Any, a: Any, b: Any, mine: int, work: Any, out: Any) -> int:
    """Play a deal to its end; the seats in the bit set `mine` play by `a`, the others by `b`. Returns the decisions."""
    s, decisions = state[0], 0
    while s.phase != OVER:
        seat = actor_of(s)
        if mine >> seat & 1:
            action = decide(rules[0], sets[0], s, seat, a[0], work[0], out)
        else:
            action = decide(rules[0], sets[0], s, seat, b[0], work[0], out)
        act(rules[0], sets[0], s, seat, action)
        decisions += 1
    return decisions


@lru_cache(maxsize=16)
def weights(name: str) -> Records:
    """The weights of a compiled player by its name; shared, and never changed."""
    return weights_of({"style": GREEDY} if name == "greedy" else NUMBERS[name])


def finisher(options: PaohuziOptions, names: tuple[str, ...]) -> Callable[[State], State] | None:
    """What plays a deal of the law to its end with these bots by seat (`arena.finishing`)."""
    kinds = sorted(set(names))
    if len(kinds) > 2 or not all(name == "greedy" or name in NUMBERS for name in kinds):  # noqa: PLR2004
        return None
    try:
        rules, sets = compile_for(options)
    except UsageError:
        return None
    a, b = weights(kinds[0]), weights(kinds[-1])
    mine = sum(1 << seat for seat, name in enumerate(names) if name == kinds[0])

    def finish(state: State) -> State:
        records = from_law(state)
        play(rules, sets, records, a, b, mine, new_work(), np.zeros(MOST_ACTIONS, np.int64))
        return to_law(records, options, state.start.opening)

    return finish
