"""Duplicate walls of numbered deals inside the kernel: thousands of them, where the arena's take minutes."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.paohuzi.compiled.matches import play_on
from paiju.bots.paohuzi.compiled.records import WorkRecord
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.records import StateRecord, new_actions
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.paohuzi.turns import begin, shuffle, start
from paiju.kernels.records import below, new, numbered


@compiled
def play_walls(
    rules: Any, sets: Any, state: Any, a: Any, b: Any, first: int, margins: Any, chance: Any, wall: Any, work: Any,
    out: Any,
) -> None:  # fmt: skip
    """Duplicate walls as `arena.paohuzi.walls` plays them, wall `first + i` of the kernel's numbered deals for `margins[i]`.

    Writes the margin of each wall for `a`.
    """
    s = state[0]
    for i in range(margins.size):
        numbered(chance, first + i)
        shuffle(chance, wall)
        dealer = below(chance, int(rules[0].seats))
        total = 0
        for half in range(2):
            for place in range(3):
                s.dealer, s.streak, s.draws = dealer, 1, 0
                begin(s, rules[0], wall)
                lone = int(s.order[place])
                start(s, rules[0], sets[0])
                mine = 1 << lone if half == 0 else 15 & ~(1 << lone)
                play_on(state[0], rules[0], sets[0], a[0], b[0], mine, work[0], out)
                total += int(s.returns[lone]) if half == 0 else -int(s.returns[lone])
        margins[i] = total / 6.0


def margins_of(options, a, b, first, walls):
    """The margins of `walls` numbered walls from `first` on for weights `a` against `b`, as an array."""
    rules, sets = rules_for(options), sets_for(options)
    margins = np.zeros(walls)
    play_walls(
        rules, sets, new(StateRecord), a, b, first, margins, np.ones(1, np.int64), np.zeros(80, np.int64), new(WorkRecord),
        new_actions(),
    )  # fmt: skip
    return margins
