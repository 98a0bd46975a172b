"""Whole deals and duplicate walls inside the kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from paiju.bots.compiled.paohuzi.greedy import choose_greedy
from paiju.bots.compiled.paohuzi.parameters import NUMBERS
from paiju.bots.compiled.paohuzi.policy import choose
from paiju.bots.compiled.paohuzi.records import new_work, weights_of
from paiju.core.errors import UsageError
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import State
from paiju.kernels.chance import below, numbered
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import compile_for, from_law, to_law
from paiju.kernels.paohuzi.claims import actor_of
from paiju.kernels.paohuzi.play import act, begin, new_state, shuffle
from paiju.kernels.paohuzi.records import MOST_ACTIONS, OVER, Records
from paiju.kernels.paohuzi.turns import start

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


@compiled
def play_walls(
    rules: Any, sets: Any, state: Any, a: Any, b: Any, first: int, margins: Any, chance: Any, wall: Any, work: Any,
    out: Any,
) -> int:  # fmt: skip
    """Duplicate walls as `arena.paohuzi.walls` plays them, wall `first + i` of the kernel's numbered deals for `margins[i]`.

    Writes the margin of each wall for `a`; returns the decisions.
    """
    s, decisions = state[0], 0
    for i in range(margins.size):
        numbered(chance, first + i)
        shuffle(chance, wall)
        dealer = below(chance, int(rules[0].seats))
        total = 0
        for half in range(2):
            for place in range(3):
                s.dealer, s.streak, s.draws = dealer, 1, 0
                begin(rules[0], s, wall)
                lone = int(s.order[place])
                start(rules[0], sets[0], s)
                mine = 1 << lone if half == 0 else 15 & ~(1 << lone)
                decisions += play(rules, sets, state, a, b, mine, work, out)
                total += int(s.returns[lone]) if half == 0 else -int(s.returns[lone])
        margins[i] = total / 6.0
    return decisions


def margins_of(options: PaohuziOptions, a: Records, b: Records, first: int, walls: int) -> Any:
    """The margins of `walls` numbered walls from `first` on for weights `a` against `b`, as an array."""
    rules, sets = compile_for(options)
    margins = np.zeros(walls)
    play_walls(
        rules, sets, new_state(), a, b, first, margins, np.ones(1, np.int64), np.zeros(80, np.int64), new_work(),
        np.zeros(MOST_ACTIONS, np.int64),
    )  # fmt: skip
    return margins


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
