"""Decisions of the playing phase, judged in the kernel."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

import numpy as np

from paiju.analysis.review.model import Choice, Comparison, Depth
from paiju.bots.baohuang.compiled.memory import MEMORY
from paiju.bots.baohuang.compiled.outlook import WORK
from paiju.bots.baohuang.compiled.parameters import weights_record
from paiju.bots.baohuang.compiled.playouts import LATE, rank_candidates, try_candidates
from paiju.bots.baohuang.compiled.reading import memory_of
from paiju.bots.baohuang.compiled.worlds import HIDDEN, look
from paiju.bots.baohuang.heuristic.parameters import DEFAULT
from paiju.bots.baohuang.heuristic.suspicion import Suspicion
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.viewing import View
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.codes import decode, encode
from paiju.kernels.baohuang.records import STATE, blank, listing

_WORLD_BITS = 20
_DOUBT = 1.0
"""Squared points that every sum of squares is given: what came out alike everywhere is not yet certain."""


class JudgePlay:
    """Tries plays in deals that fit the view, everybody playing on like the heuristic."""

    def __init__(self, rules: Any, depth: Depth) -> None:
        self._rules, self._depth = rules, depth
        self._weights, self._suspicion = weights_record(DEFAULT), Suspicion(DEFAULT)
        self._states, self._memories = blank(STATE, 3), blank(MEMORY, 2)
        self._work, self._hidden, self._chance = blank(WORK), blank(HIDDEN), np.ones(1, np.int64)
        self._out = listing()
        self._values = np.zeros(self._out.size)
        self._ranked = np.zeros(depth.candidates * LATE, np.int64)
        size = self._ranked.size + 1
        self._codes, self._alive = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._sums, self._squares = np.zeros(size), np.zeros(size)

    def judge(self, view: View, actions: Sequence[Action], played: Action, seed: int) -> Comparison | None:
        """The play beside the best other and the heuristic's; None after a call with two cards, which has no form here."""
        if view.pair:
            return None
        policy, count = self._begin(view, played, seed)
        first, second = self._depth.first, self._depth.second
        self._try(range(1, count), 0, first, seed)
        best = 1 + int(np.argmax(self._sums[1:count])) if count > 1 else 0
        ahead = best > 0 and self._sums[best] > 0
        self._try({best, policy} - {0}, first, second, seed)
        points, error = self._mean_and_error(0)
        return Comparison(
            points, error, self._choice(best) if ahead else None, self._choice(policy) if policy else None
        )

    def _begin(self, view: View, played: Action, seed: int) -> tuple[int, int]:
        """Write the candidates, what was played first; the place of the heuristic's, and how many there are.

        Of the hidden hands only the cards of all of them together count, so one of the deals that fit the view will do.
        """
        state = GAME.complete(view, random.Random(seed))
        self._states[0] = from_law(state)[0]
        self._memories[0] = memory_of(view, state.rules, self._suspicion.odds(view))[0]
        s, r, m, w, k = self._states[0], self._rules[0], self._memories[0], self._weights[0], self._work[0]
        found = rank_candidates(s, r, m, w, k, self._out, self._values, self._ranked)
        look(s, r, m, w, self._hidden[0])
        ranked = [int(code) for code in self._ranked[:found]]
        code = encode(played)
        codes = [code, *(one for one in ranked if one != code)]
        self._codes[: len(codes)] = codes
        return codes.index(ranked[0]), len(codes)

    def _try(self, alive: Iterable[int], first: int, worlds: int, seed: int) -> None:
        """Play what was played and what is `alive` in so many deals, from number `first` on."""
        self._alive[:] = 0
        self._alive[[0, *alive]] = 1
        self._sums[:] = self._squares[:] = 0
        self._worlds = worlds
        try_candidates(
            self._states, self._rules, self._memories, self._weights, self._work, self._hidden, self._chance, self._codes,
            self._alive, first, first + worlds, seed << _WORLD_BITS, self._sums, self._squares, self._out,
        )  # fmt: skip

    def _choice(self, at: int) -> Choice:
        return Choice(decode(int(self._codes[at])), *self._mean_and_error(at))

    def _mean_and_error(self, at: int) -> tuple[float, float]:
        n = self._worlds
        mean = float(self._sums[at]) / n
        variance = (max(0.0, float(self._squares[at]) - n * mean * mean) + _DOUBT) / (n - 1)
        return mean, sqrt(variance / n)
