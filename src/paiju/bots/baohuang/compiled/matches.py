"""Duplicate pairs inside the kernel: every deal is played twice with sides swapped, as `paiju.arena.baohuang.duplicate` does.

Deal `number` is drawn from the stream of that number and dealt again from it until it has a guard. S of a play is the
sum of the place points (+4, +2, 0, -2, -4) of emperor and guard; the margin of a pair is (S with A as the crown - S
with B as the crown) / 2, in points per deal.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.compiled.greedy import choose_greedy
from paiju.bots.baohuang.compiled.memory import MemoryRecord, begin, notice
from paiju.bots.baohuang.compiled.outlook import WorkRecord
from paiju.bots.baohuang.compiled.parameters import WeightsRecord, weights_of
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters
from paiju.core.errors import UsageError
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import State
from paiju.kernels.baohuang.adapter import from_law, to_law
from paiju.kernels.baohuang.compiling import rules_for
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.records import RulesRecord, StateRecord, new_actions
from paiju.kernels.chance import numbered
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Grid, Ints, Records, fields, new

_FIRST_POINTS, _STEP = 6, 2  # place 1 is worth 4, each place further 2 less


@compiled
def deal_numbered(state: StateRecord, rules: RulesRecord, number: int, deck: Ints, chance: Ints) -> None:
    """Deal number `number` up to its first lead; it has a guard. `deck` and `chance` are scratch."""
    numbered(chance, number)
    for i in range(rules.deck_size):
        deck[i] = rules.deck[i]
    deal(state, rules, deck, chance)
    while state.guard < 0:
        deal(state, rules, deck, chance)


@inlined
def crown_points(state: StateRecord) -> int:
    """S of a deal that is over."""
    points = 0
    for seat in range(SEATS):
        if state.crown >> seat & 1:
            points += _FIRST_POINTS - _STEP * state.places[seat]
    return points


@compiled
def play_sides(
    state: StateRecord,
    rules: RulesRecord,
    memories: Records[MemoryRecord],
    weights: Records[WeightsRecord],
    crown: int,
    work: WorkRecord,
    out: Ints,
) -> int:
    """Play a deal from its first lead, weights `crown` for emperor and guard, the other two's for the people; S.

    `memories` and `weights` have two records each: what a player makes of what he saw hangs on his weights.
    """
    begin(state, rules, memories[0])
    begin(state, rules, memories[1])
    while state.turn >= 0:
        side = crown if state.crown >> state.turn & 1 else 1 - crown
        code = choose(state, rules, memories[side], weights[side], work, out)
        notice(state, rules, memories[0], weights[0], code)
        notice(state, rules, memories[1], weights[1], code)
        act(state, rules, code)
    return crown_points(state)


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


@compiled
def play_pairs(
    state: Records[StateRecord], rules: Records[RulesRecord], memories: Records[MemoryRecord], weights: Records[WeightsRecord], work: Records[WorkRecord], first: int, deck: Ints, chance: Ints,
    out: Ints, results: Grid[int],
) -> None:  # fmt: skip
    """Play the pairs of deals `first` and following; `results` gets S with A and S with B as the crown, (pairs, 2)."""
    for i in range(results.shape[0]):
        for crown in range(2):
            deal_numbered(state[0], rules[0], first + i, deck, chance)
            results[i, crown] = play_sides(state[0], rules[0], memories, weights, crown, work[0], out)


class Matches:
    """Pairs of two sets of parameters under one set of options; one after the other, on one core."""

    def __init__(self, options: BaohuangOptions) -> None:
        """The buffers of a match.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        self.rules = rules_for(options)
        r = fields(self.rules)
        self._deck = np.array(r.deck[: r.deck_size])
        self._state, self._memories, self._work = new(StateRecord), new(MemoryRecord, 2), new(WorkRecord)
        self._chance, self._out = np.ones(1, np.int64), new_actions()

    def play(self, a: Parameters, b: Parameters, numbers: range) -> npt.NDArray[np.int64]:
        """S with A and with B as the crown, by pair, shape (pairs, 2), `int64`; deals by number."""
        results = np.zeros((len(numbers), 2), np.int64)
        play_pairs(
            self._state, self.rules, self._memories, weights_of(a, b), self._work, numbers.start, self._deck,
            self._chance, self._out, results,
        )  # fmt: skip
        return results


def finisher(options: BaohuangOptions, names: tuple[str, ...]) -> Callable[[State], State] | None:
    """What plays a deal of the law to its end with these bots by seat (`arena.finishing`).

    It takes states at their first lead in which nobody declared, revolted or usurped anything.
    """
    if not {*names} <= {"greedy", "heuristic"}:
        return None
    try:
        rules = rules_for(options)
    except UsageError:
        return None
    weights = weights_of(DEFAULT)
    greedy = sum(1 << seat for seat, name in enumerate(names) if name == "greedy")
    memory, work, out = new(MemoryRecord), new(WorkRecord), new_actions()

    def finish(state: State) -> State:
        record = from_law(state)
        play_styles(record, rules, memory, weights, work, greedy, out)
        return to_law(record, state)

    return finish


def margins(results: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The margins of pairs for A, points per deal, shape (pairs,)."""
    return (results[:, 0] - results[:, 1]) / 2


def mean_and_error(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """The mean of some numbers and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))
