"""Duplicate walls of numbered deals inside the kernel: thousands of them, where the arena's take minutes."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.paohuzi.compiled.matches import play
from paiju.bots.paohuzi.compiled.records import new_work
from paiju.kernels.chance import below, numbered
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import compile_for
from paiju.kernels.paohuzi.play import begin, new_state, shuffle
from paiju.kernels.paohuzi.records import MOST_ACTIONS
from paiju.kernels.paohuzi.turns import start


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


def margins_of(options, a, b, first, walls):
    """The margins of `walls` numbered walls from `first` on for weights `a` against `b`, as an array."""
    rules, sets = compile_for(options)
    margins = np.zeros(walls)
    play_walls(
        rules, sets, new_state(), a, b, first, margins, np.ones(1, np.int64), np.zeros(80, np.int64), new_work(),
        np.zeros(MOST_ACTIONS, np.int64),
    )  # fmt: skip
    return margins
