"""Decisions of Paohuzi, judged in the kernel: claims and discards alike."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any

import numpy as np

from paiju.analysis.review.model import Choice, Comparison, Depth
from paiju.bots.paohuzi.compiled.matches import weights
from paiju.bots.paohuzi.compiled.parameters import NUMBERS
from paiju.bots.paohuzi.compiled.reading import from_view
from paiju.bots.paohuzi.compiled.records import MOST_TRIED, SEARCH, new_work, new_works, weights_of
from paiju.bots.paohuzi.compiled.search import begin, try_out
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.viewing import View
from paiju.kernels.chance import stream
from paiju.kernels.paohuzi.adapter import compile_for
from paiju.kernels.paohuzi.coding import action_of, number_of
from paiju.kernels.paohuzi.play import new_state
from paiju.kernels.paohuzi.records import MOST_ACTIONS, new

_DOUBT = 1.0
"""Squared points that every sum of squares is given: what came out alike everywhere is not yet certain."""
_LEAST_WORLDS = 2


class JudgePlay:
    """Tries actions in deals that fit the view, everybody playing on by a quick form of the expected score."""

    def __init__(self, options: PaohuziOptions, depth: Depth) -> None:
        self._depth = depth
        self._rules, self._sets = compile_for(options)
        self._weights, self._work = weights("expected"), new_work()
        self._quick, self._guess = weights_of(NUMBERS["playout"]), weights_of(NUMBERS["guess"])
        self._others = new_works()
        self._query, self._world, self._trial = new(SEARCH), new_state(), new_state()
        self._out = np.zeros(MOST_ACTIONS, np.int64)

    def judge(self, view: View, played: Action, seed: int) -> Comparison | None:
        """The action beside the best other and the policy's; None where no deal that fits was found."""
        assert view.viewer is not None
        self._root, self._seat, self._chance = from_view(view), view.viewer, stream(seed)
        policy, count = self._begin(view, played)
        if not self._try(range(1, count), self._depth.first, count):
            return None
        gains = self._query[0]["gain"][:count]
        best = 1 + int(np.argmax(gains[1:])) if count > 1 else 0
        ahead = best > 0 and gains[best] > 0
        if not self._try({best, policy} - {0}, self._depth.second, count):
            return None
        points, error = self._points()
        return Comparison(
            points, error, self._choice(best) if ahead else None, self._choice(policy) if policy else None
        )

    def _begin(self, view: View, played: Action) -> tuple[int, int]:
        """Write the candidates, what was played first; the place of the policy's, and how many there are."""
        query = self._query
        query[0]["sizes"][: len(view.sizes)] = view.sizes
        most = min(self._depth.candidates, MOST_TRIED - 1)
        found = begin(
            self._rules, self._sets, self._root, self._seat, self._weights, self._work, query, most, self._out, self._guess,
            self._others,
        )  # fmt: skip
        ranked = [int(code) for code in query[0]["tried"][:found]]
        code = number_of(played)
        codes = [code, *(one for one in ranked if one != code)]
        query[0]["tried"][: len(codes)] = codes
        return codes.index(ranked[0]), len(codes)

    def _try(self, alive: Iterable[int], worlds: int, count: int) -> bool:
        """Play what was played and what is `alive` in so many deals; whether deals enough were found."""
        query = self._query[0]
        query["alive"][:] = 0
        query["alive"][[0, *alive]] = 1
        for name in ("gain", "square", "worlds"):
            query[name][:] = 0
        query["points"] = query["points_square"] = 0.0
        self._worlds = try_out(
            self._rules, self._sets, self._root, self._seat, self._quick, self._work, self._query, count, worlds, self._chance,
            self._world, self._trial, self._out, self._guess, self._others,
        )  # fmt: skip
        return bool(self._worlds >= _LEAST_WORLDS)

    def _points(self) -> tuple[float, float]:
        query = self._query[0]
        return self._mean_and_error(query["points"], query["points_square"])

    def _choice(self, at: int) -> Choice:
        query = self._query[0]
        return Choice(
            action_of(int(query["tried"][at])), *self._mean_and_error(query["gain"][at], query["square"][at])
        )

    def _mean_and_error(self, total: Any, square: Any) -> tuple[float, float]:
        n = self._worlds
        mean = float(total) / n
        variance = (max(0.0, float(square) - n * mean * mean) + _DOUBT) / (n - 1)
        return mean, sqrt(variance / n)
