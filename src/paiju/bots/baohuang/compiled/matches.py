"""Duplicate pairs inside the kernel: every deal is played twice with sides swapped, as `paiju.arena.baohuang.duplicate` does.

Deal `number` is drawn from the stream of that number and dealt again from it until it has a guard. S of a play is the
sum of the place points (+4, +2, 0, -2, -4) of emperor and guard; the margin of a pair is (S with A as the crown - S
with B as the crown) / 2, in points per deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.greedy import choose_greedy
from paiju.bots.baohuang.compiled.memory import MEMORY, begin, notice
from paiju.bots.baohuang.compiled.outlook import WORK
from paiju.bots.baohuang.compiled.parameters import weights_record
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters
from paiju.core.errors import UsageError
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import State
from paiju.kernels.baohuang.adapter import from_law, to_law
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.records import STATE, blank, fields, listing
from paiju.kernels.baohuang.rules import rules_record
from paiju.kernels.chance import numbered
from paiju.kernels.jit import compiled, inlined

_FIRST_POINTS, _STEP = 6, 2  # place 1 is worth 4, each place further 2 less


@compiled
def deal_numbered(s: Any, r: Any, number: int, deck: Any, chance: Any) -> None:
    """Make `s` the first lead of deal `number`, which has a guard; `deck` and `chance` are scratch."""
    numbered(chance, number)
    for i in range(r.deck_size):
        deck[i] = r.deck[i]
    deal(s, r, deck, chance)
    while s.guard < 0:
        deal(s, r, deck, chance)


@inlined
def crown_points(s: Any) -> int:
    """S of a deal that is over."""
    points = 0
    for seat in range(SEATS):
        if s.crown >> seat & 1:
            points += _FIRST_POINTS - _STEP * s.places[seat]
    return points


@compiled
def play_sides(s: Any, r: Any, memories: Any, weights: Any, crown: int, k: Any, out: Any) -> int:
    """Play a deal from its first lead, weights `crown` for emperor and guard, the other two's for the people; S.

    `memories` and `weights` have two records each: what a player makes of what he saw hangs on his weights.
    """
    begin(s, r, memories[0])
    begin(s, r, memories[1])
    while s.turn >= 0:
        side = crown if s.crown >> s.turn & 1 else 1 - crown
        code = choose(s, r, memories[side], weights[side], k, out)
        notice(s, r, memories[0], weights[0], code)
        notice(s, r, memories[1], weights[1], code)
        act(s, r, code)
    return crown_points(s)


@compiled
def play_styles(state: Any, rules: Any, memory: Any, weights: Any, work: Any, greedy: int, out: Any) -> None:
    """Play a deal from its first lead, the seats in the bit set `greedy` by `choose_greedy`, the others by `weights`.

    All arguments but `greedy` and `out` have one record each.
    """
    s, r, m, w, k = state[0], rules[0], memory[0], weights[0], work[0]
    begin(s, r, m)
    while s.turn >= 0:
        code = choose_greedy(s, r, out) if greedy >> s.turn & 1 else choose(s, r, m, w, k, out)
        notice(s, r, m, w, code)
        act(s, r, code)


@compiled
def play_pairs(
    state: Any, rules: Any, memories: Any, weights: Any, work: Any, first: int, deck: Any, chance: Any,
    out: Any, results: Any,
) -> None:  # fmt: skip
    """Play the pairs of deals `first` and following; `results` gets S with A and S with B as the crown, (pairs, 2)."""
    s, r, k = state[0], rules[0], work[0]
    for i in range(results.shape[0]):
        for crown in range(2):
            deal_numbered(s, r, first + i, deck, chance)
            results[i, crown] = play_sides(s, r, memories, weights, crown, k, out)


class Matches:
    """Pairs of two sets of parameters under one set of options; one after the other, on one core."""

    def __init__(self, options: BaohuangOptions) -> None:
        """The buffers of a match.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        self.rules = rules_record(options)
        r = fields(self.rules)
        self._deck = np.array(r.deck[: r.deck_size])
        self._state, self._memories, self._work = blank(STATE), blank(MEMORY, 2), blank(WORK)
        self._chance, self._out = np.ones(1, np.int64), listing()

    def play(self, a: Parameters, b: Parameters, numbers: range) -> Any:
        """S with A and with B as the crown, by pair, shape (pairs, 2), `int64`; deals by number."""
        results = np.zeros((len(numbers), 2), np.int64)
        play_pairs(
            self._state, self.rules, self._memories, weights_record(a, b), self._work, numbers.start, self._deck,
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
        rules = rules_record(options)
    except UsageError:
        return None
    weights = weights_record(DEFAULT)
    greedy = sum(1 << seat for seat, name in enumerate(names) if name == "greedy")
    memory, work, out = blank(MEMORY), blank(WORK), listing()

    def finish(state: State) -> State:
        record = from_law(state)
        play_styles(record, rules, memory, weights, work, greedy, out)
        return to_law(record, state)

    return finish


def margins(results: Any) -> Any:
    """The margins of pairs for A, points per deal, shape (pairs,)."""
    return (results[:, 0] - results[:, 1]) / 2


def mean_and_error(values: Any) -> tuple[float, float]:
    """The mean of some numbers and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))
