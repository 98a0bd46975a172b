"""Deals played to their end with all cards open, by several players of nearly the same mind."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.compiled.matches import crown_points
from paiju.bots.baohuang.compiled.memory import MemoryRecord, notice
from paiju.bots.baohuang.compiled.outlook import WorkRecord
from paiju.bots.baohuang.compiled.parameters import WeightsRecord, weights_of
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.compiled.reading import memory_of
from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters
from paiju.bots.baohuang.heuristic.suspicion import Suspicion
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import State
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.compiling import rules_for
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.records import RulesRecord, StateRecord, new_actions
from paiju.kernels.jit import compiled
from paiju.kernels.records import Floats, Ints, Records, new

_SPREAD = 0.2
_MOODS = (
    "height",
    "small",
    "big",
    "split",
    "doubt",
    "joker_use",
    "lead_control",
    "follow_control",
    "danger",
    "showing",
)
"""The heuristic leaves nothing to chance: without some spread, one card more or less would turn a whole deal over."""


@compiled
def settle(
    states: Records[StateRecord],
    rules: Records[RulesRecord],
    memories: Records[MemoryRecord],
    weights: Records[WeightsRecord],
    work: Records[WorkRecord],
    out: Ints,
    returns: Floats,
) -> int:
    """Play `states[0]` to its end once by each of `weights`; adds up `returns` by seat, and returns the sum of S.

    `states` and `memories` have two records; the first of each stays as it is.
    """
    points = 0
    state, memory = states[1], memories[1]
    for i in range(len(weights)):
        states[1] = states[0]
        memories[1] = memories[0]
        while state.turn >= 0:
            code = choose(state, rules[0], memory, weights[i], work[0], out)
            notice(state, rules[0], memory, weights[i], code)
            act(state, rules[0], code)
        for seat in range(SEATS):
            returns[seat] += state.returns[seat]
        points += crown_points(state)
    return points


class Settler:
    """Plays states of the law to their end; one object serves one thread."""

    def __init__(self, options: BaohuangOptions, players: int) -> None:
        """`players` heuristics of slightly different minds, the first one the heuristic itself.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        self.rules = rules_for(options)
        self.players = players
        self._weights = weights_of(*moods(players))
        self._states, self._memories = new(StateRecord, 2), new(MemoryRecord, 2)
        self._work, self._out = new(WorkRecord), new_actions()

    def returns(self, state: State) -> tuple[float, ...]:
        """Mean returns by seat of a state of the playing phase."""
        return tuple(float(one) / self.players for one in self._settle(state, self._weights)[0])

    def crown_points(self, state: State) -> int:
        """S when the heuristic plays on from a state of the playing phase."""
        return self._settle(state, self._weights[:1])[1]

    def _settle(self, state: State, weights: Records[WeightsRecord]) -> tuple[npt.NDArray[np.float64], int]:
        self._states[0] = from_law(state)[0]
        view = GAME.view(state, None)
        self._memories[0] = memory_of(view, state.rules, Suspicion(DEFAULT).odds(view))[0]
        if len(state.roles.guards) == 1:
            self._memories["knows"][0] = 1 << state.roles.guards[0]
        returns = np.zeros(SEATS)
        points = settle(self._states, self.rules, self._memories, weights, self._work, self._out, returns)
        return returns, int(points)


@lru_cache
def moods(players: int) -> tuple[Parameters, ...]:
    """Always the same players: the heuristic, then others whose judgement is off by a fifth here and there."""
    rng = Random(0)
    others = [
        replace(DEFAULT, **{name: getattr(DEFAULT, name) * rng.lognormvariate(0, _SPREAD) for name in _MOODS})
        for _ in range(players - 1)
    ]
    return (DEFAULT, *others)
