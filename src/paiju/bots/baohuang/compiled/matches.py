"""Deals played to the end inside the kernel by compiled bots, with the same results as outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.compiled.memory import (
    BIGS,
    SMALLS,
    MemoryRecord,
    WeightsRecord,
    WorkRecord,
    begin,
    memory_of,
    notice,
    weights_of,
)
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.parameters import DEFAULT, Parameters
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import BLACK_RANK, LAOWANG_RANK, RED_RANK, SEATS, TWO
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import State
from paiju.kernels.baohuang.actions import (
    cards_in,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
    size_of,
)
from paiju.kernels.baohuang.adapter import end_of, from_law
from paiju.kernels.baohuang.listing import answers, list_all
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import (
    BY_KIND,
    KINDS_OF_JOKER,
    NO_RANK,
    RulesRecord,
    StateRecord,
    new_actions,
)
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Ints, Records, new

_NOT_OUT = 1 << 30
_JOKER, _SPLIT, _RANK = 1 << 20, 1 << 16, 1 << 10  # an answer's costs, the gravest first
_LONGEST = _RANK - 1


@compiled
def choose_greedy(state: StateRecord, rules: RulesRecord, out: Ints) -> int:
    """The code of what the seat to act does; `out` is scratch for codes (`records.new_actions()`)."""
    bare = answers(state, rules)
    count = min(list_all(state, rules, out), out.size)
    best, least = int(out[0]), 1 << 62
    for i in range(bare, count):
        cost = _cost(state, int(out[i]))
        if cost < least:
            best, least = int(out[i]), cost
    return best


@inlined
def _cost(state: StateRecord, code: int) -> int:
    """Jokers stay at home, ranks together, low before high; as a lead many before few."""
    rank, held, size = rank_of(code), jokers_of(code), size_of(code)
    naturals, fills = cards_in(naturals_of(code)), cards_in(fills_of(code))
    cost = _JOKER * (SMALLS[held] + 2 * BIGS[held])
    if rank == NO_RANK:
        cost += _RANK * _rank_of(held)
    else:
        cost += _RANK * rank
        cost += _SPLIT * (naturals < state.counts[state.turn, rank])
        cost += _SPLIT * (0 < fills < state.counts[state.turn, TWO])
    if not state.has_top:
        cost += _LONGEST - size
    if size != state.sizes[state.turn]:
        cost += _NOT_OUT
    return int(cost)


@inlined
def _rank_of(held: int) -> int:
    """The lowest rank among jokers alone."""
    if SMALLS[held]:
        return BLACK_RANK
    return RED_RANK if BIGS[held] > BY_KIND[held, KINDS_OF_JOKER - 1] else LAOWANG_RANK


# --- whole deals inside the kernel

_FIRST_POINTS, _STEP = 6, 2  # place 1 is worth 4, each place further 2 less


@inlined
def crown_points(state: StateRecord) -> int:
    """S of a deal that is over."""
    points = 0
    for seat in range(SEATS):
        if state.crown >> seat & 1:
            points += _FIRST_POINTS - _STEP * state.places[seat]
    return points


@compiled
def play_on(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
) -> int:
    """S of a deal that the heuristic plays to its end for all seats."""
    while state.turn >= 0:
        code = choose(state, rules, memory, weights, work, out)
        notice(state, rules, memory, weights, code)
        act(state, rules, code)
    return int(crown_points(state))


@compiled
def play_styles(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    memory: Records[MemoryRecord],
    weights: Records[WeightsRecord],
    work: Records[WorkRecord],
    greedy: int,
    out: Ints,
) -> None:
    """Play a deal from its first lead, the seats in the bit set `greedy` by `choose_greedy`, the others by `weights`.

    All arguments but `greedy` and `out` have one record each.
    """
    begin(state[0], rules[0], memory[0])
    while state[0].turn >= 0:
        code = (
            choose_greedy(state[0], rules[0], out)
            if greedy >> state[0].turn & 1
            else choose(state[0], rules[0], memory[0], weights[0], work[0], out)
        )
        notice(state[0], rules[0], memory[0], weights[0], code)
        act(state[0], rules[0], code)


def finisher(options: BaohuangOptions, names: tuple[str, ...]) -> Callable[[State], State] | None:
    """A function that plays a state of the rules engine to the end of its deal with these bots by seat (`arena.match`).

    It takes states at their first lead in which nobody declared, revolted or usurped anything, and returns them with the result.
    """
    if not {*names} <= {"greedy", "heuristic"}:
        return None
    rules, weights = rules_for(options), weights_of(DEFAULT)
    greedy = sum(1 << seat for seat, name in enumerate(names) if name == "greedy")
    memory, work, out = new(MemoryRecord), new(WorkRecord), new_actions()

    def finish(state: State) -> State:
        record = from_law(state)
        play_styles(record, rules, memory, weights, work, greedy, out)
        return end_of(record, state)

    return finish


# --- deals played to their end with all cards open, by several players of nearly the same mind

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
    for i in range(len(weights)):
        states[1] = states[0]
        memories[1] = memories[0]
        points += play_on(states[1], rules[0], memories[1], weights[i], work[0], out)
        for seat in range(SEATS):
            returns[seat] += states[1].returns[seat]
    return points


class Settler:
    """Plays states of the rules engine to the end of their deals; one object serves one thread."""

    def __init__(self, options: BaohuangOptions, players: int) -> None:
        """`players` heuristics of slightly different minds, the first one the heuristic itself."""
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
        self._memories[0] = memory_of(view, state.rules, DEFAULT)[0]
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
