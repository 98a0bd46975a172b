"""Search by playouts, anchored at the heuristic: its choice is left only where the gain is sure enough.

The candidates are tried in the same hidden deals (`worlds`), so that luck cancels out, and each is played to its end
by the heuristic. The number of worlds doubles from stage to stage. After each, those are dropped that are too far
behind the best choice so far, and thinking ends as soon as nothing is left to decide. (Dropping the worse half
whatever the distance is quicker, but loses a quarter of the gain: with few worlds the best is often not ahead.) In the
end the best rival is taken if its mean gain exceeds `z` standard errors.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.memory import MEMORY
from paiju.bots.baohuang.compiled.outlook import WORK
from paiju.bots.baohuang.compiled.parameters import weights_record
from paiju.bots.baohuang.compiled.playouts import LATE, rank_candidates, try_candidates
from paiju.bots.baohuang.compiled.worlds import HIDDEN, look
from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters
from paiju.bots.thoughts import Rival, Thought
from paiju.kernels.baohuang.records import STATE, blank, listing

_FEWEST = 20  # worlds before anything is decided
_AT_ONCE = 8  # worlds between two looks at the clock
_DOUBT = (
    1.0  # squared points that every sum of squares is given: gains that are all alike are not yet certain
)
_SEED_BITS = 40
_WORLD_BITS = 20


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: `worlds` at most, fewer where `seconds` are over (None: the result is always the same).

    `candidates` are tried at most, three times as many for a lead with few cards left, where playouts are short.
    `z` is how many standard errors of gain it takes to leave the heuristic's choice, `drop` how many behind the best a
    rival is given up, `sure` how many above the heuristic's choice end the search.
    """

    worlds: int = 60
    candidates: int = 8
    z: float = 1.0
    drop: float = 1.5
    sure: float = 3.0
    seconds: float | None = None


class Search:
    """Searches one question after the other; one object serves one thread."""

    def __init__(self, budget: Budget, parameters: Parameters = DEFAULT) -> None:
        self.budget = budget
        self.weights = weights_record(parameters)
        size = budget.candidates * LATE
        self._states, self._memories = blank(STATE, 3), blank(MEMORY, 2)
        self._work, self._hidden, self._chance = blank(WORK), blank(HIDDEN), np.ones(1, np.int64)
        self._out = listing()
        self._values = np.zeros(self._out.size)
        self._codes, self._alive = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._sums, self._squares = np.zeros(size), np.zeros(size)

    def think(self, state: Any, rules: Any, memory: Any, seed: int) -> Thought:
        """Search the question of the seat to act; `seed` (below 2**60) decides which worlds are dealt.

        `state`, `rules` and `memory` are arrays of one record; of the hands hidden from that seat only the cards of all
        of them together count.
        """
        began = perf_counter()
        self._states[0], self._memories[0] = state[0], memory[0]
        s, r, m, w, k = self._states[0], rules[0], self._memories[0], self.weights[0], self._work[0]
        count = rank_candidates(s, r, m, w, k, self._out, self._values, self._codes)
        self._alive[:] = 0
        self._alive[:count] = 1
        self._sums[:] = self._squares[:] = 0
        worlds = 0
        tried = np.zeros(self._codes.size, np.int64)
        if count > 1:
            look(s, r, m, w, self._hidden[0])
            for goal in _goals(self.budget.worlds):
                worlds, in_time = self._extend(rules, worlds, goal, seed, began)
                tried[self._alive > 0] = worlds
                if not in_time or self._is_decided(worlds):
                    break
        return self._conclude(count, tried, worlds)

    def _extend(self, rules: Any, worlds: int, goal: int, seed: int, began: float) -> tuple[int, bool]:
        """Try what is alive in more worlds, up to `goal`; how many there are now, and whether there is time left."""
        while worlds < goal:
            last = min(goal, worlds + _AT_ONCE) if self.budget.seconds is not None else goal
            try_candidates(
                self._states, rules, self._memories, self.weights, self._work, self._hidden, self._chance, self._codes,
                self._alive, worlds, last, seed, self._sums, self._squares, self._out,
            )  # fmt: skip
            worlds = last
            if self.budget.seconds is not None and perf_counter() - began > self.budget.seconds:
                return worlds, False
        return worlds, True

    def _is_decided(self, worlds: int) -> bool:
        """Drop rivals that are behind the best choice so far, the anchor included; whether nothing is left to decide."""
        budget = self.budget
        rivals = [c for c in range(1, self._codes.size) if self._alive[c]]
        found = {c: _gain(self._sums[c], self._squares[c], worlds) for c in rivals}
        best = max(rivals, key=lambda c: found[c][0])
        least = max(0.0, found[best][0])
        left = [c for c in rivals if found[c][0] + budget.drop * found[c][1] > least]
        self._alive[1:] = 0
        self._alive[left] = 1
        return not left or (left == [best] and found[best][0] > budget.sure * found[best][1])

    def _conclude(self, count: int, tried: Any, worlds: int) -> Thought:
        codes = [int(code) for code in self._codes[:count]]
        rivals = []
        for c in range(1, count):
            gain, error = _gain(self._sums[c], self._squares[c], int(tried[c]))
            rivals.append(Rival(codes[c], gain, error, int(tried[c])))
        sure = [
            rivals[c - 1]
            for c in range(1, count)
            if self._alive[c] and rivals[c - 1].gain > self.budget.z * rivals[c - 1].error
        ]
        best = max(sure, key=lambda rival: rival.gain, default=None)
        points, error = _gain(self._sums[0], self._squares[0], worlds)
        return Thought(best.code if best else codes[0], codes[0], points, error, tuple(rivals), worlds)


def _goals(worlds: int) -> list[int]:
    """How many worlds there are after each stage: the last has them all, each before it half as many."""
    goals = [worlds]
    while goals[0] >= 2 * _FEWEST:
        goals.insert(0, goals[0] // 2)
    return goals


def _gain(total: float, squares: float, worlds: int) -> tuple[float, float]:
    """Mean and standard error of gains; nothing is sure of fewer than two worlds."""
    if worlds <= 1:
        return 0.0, float("inf")
    mean = total / worlds
    variance = (max(0.0, squares - worlds * mean * mean) + _DOUBT) / (worlds - 1)
    return mean, sqrt(variance / worlds)


def seed_of(*parts: object) -> int:
    """A seed for one question; the worlds of different questions have nothing in common."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return (int.from_bytes(digest[:8], "big") & (1 << _SEED_BITS) - 1) << _WORLD_BITS
