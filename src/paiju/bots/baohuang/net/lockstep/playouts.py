"""Plays tried in the same imagined deals, each deal played to its end by the network on every seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.worlds import HIDDEN
from paiju.bots.baohuang.net.lockstep.asking import BOTH, PLACE_POINTS
from paiju.bots.baohuang.net.lockstep.imagining import imagine, look_around
from paiju.bots.baohuang.net.lockstep.rounds import Lockstep, Numbers, network_choice
from paiju.bots.baohuang.net.network import Network
from paiju.bots.baohuang.net.reading import Records
from paiju.kernels.baohuang.records import blank

NEAR = 0.6
"""Turns. Asked about all plays the network wins 0.95 points a deal from the heuristic, about those so near 0.90: for half the time."""


class Playouts(Lockstep):
    """Up to `size` deals at once; `heuristic` is a `WEIGHTS` record of shape (1,) that the network is anchored at."""

    def __init__(self, network: Network, heuristic: Any, anchor: float, size: int) -> None:
        super().__init__(None, heuristic, size)
        self._network, self._anchor = network, anchor
        self._hidden, self._chance = blank(HIDDEN), np.ones(1, np.int64)
        self._question: Records | None = None

    def look(self, question: Records, rules: Any) -> None:
        """Take up the question of the seat to act: worlds agree with what that seat knows."""
        self._question, self._rules = question, rules
        look_around(question.state, rules, question.memory, self._weights, self._hidden)

    def play(self, codes: Sequence[int], first: int, last: int, seed: int) -> Numbers:
        """The crown's place points of worlds `first` to `last` - 1 after each play, shape (worlds, plays).

        World `n` hangs on `seed` + `n` and is the same for all plays.
        """
        question, worlds = self._question, last - first
        assert question is not None
        imagine(
            self._states, self._memories, self._trails, question.state, self._rules, question.memory, question.trail,
            self._hidden, self._chance, len(codes), first, last, seed,
        )  # fmt: skip
        begun = np.tile(np.array(codes, np.int64), worlds)
        for asked, answers in self.rounds(np.full(len(begun), BOTH), begun=begun, near=NEAR):
            answers[:] = network_choice(self._network, asked, self._anchor).rows
        return self._ends(len(begun)).reshape(worlds, len(codes))

    def _ends(self, count: int) -> Numbers:
        """Points of the first deals as the search counts them: an emperor's without a guard once."""
        ends = self._states[:count]
        tables, places = np.arange(count), ends["places"]
        guards = np.where(ends["guard"] < 0, 0, PLACE_POINTS[places[tables, ends["guard"]]])
        return np.asarray(PLACE_POINTS[places[tables, ends["emperor"]]] + guards)
