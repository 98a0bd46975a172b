"""Plays tried in the same imagined deals, each deal played to its end by the network on every seat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paiju.bots.asked import Numbers, network_choice
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.compiled.worlds import HiddenRecord
from paiju.bots.baohuang.net.lockstep.asking import BOTH, PLACE_POINTS, TableRecord
from paiju.bots.baohuang.net.lockstep.imagining import imagine, look_around
from paiju.bots.baohuang.net.lockstep.rounds import Lockstep
from paiju.bots.baohuang.net.network import Network
from paiju.bots.baohuang.net.reading import Question
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.records import Records, new

NEAR = 0.6
"""Turns. Asked about all plays the network wins 0.95 points a deal from the heuristic, about those so near 0.90: for half the time."""


class Playouts(Lockstep):
    """Up to `size` deals at once; `heuristic` is the one that the network is anchored at."""

    def __init__(self, network: Network, heuristic: Records[WeightsRecord], anchor: float, size: int) -> None:
        super().__init__(heuristic, size)
        self._network, self._anchor = network, anchor
        self._hidden, self._chance = new(HiddenRecord), np.ones(1, np.int64)
        self._root = new(TableRecord)

    def look(self, question: Question, rules: Records[RulesRecord]) -> None:
        """Take up the question of the seat to act: worlds agree with what that seat knows."""
        self._rules = rules
        self._root["state"], self._root["memories"], self._root["trail"] = question
        look_around(question.state, rules, question.memory, self._weights, self._hidden)

    def play(self, codes: Sequence[int], first: int, last: int, seed: int) -> Numbers:
        """The crown's place points of worlds `first` to `last` - 1 after each play, shape (worlds, plays).

        World `n` hangs on `seed` + `n` and is the same for all plays.
        """
        worlds = last - first
        imagine(
            self._tables, self._root, self._rules, self._hidden, self._chance, len(codes), first, last, seed
        )
        begun = np.tile(np.array(codes, np.int64), worlds)
        for asked, answers in self.rounds(np.full(len(begun), BOTH), begun=begun, near=NEAR):
            answers[:] = network_choice(self._network, asked, self._anchor).rows
        return self._ends(len(begun)).reshape(worlds, len(codes))

    def _ends(self, count: int) -> Numbers:
        """Points of the first deals as the search counts them: an emperor's without a guard once."""
        ends = self._tables["state"][:count]
        tables, places = np.arange(count), ends["places"]
        guards = np.where(ends["guard"] < 0, 0, PLACE_POINTS[places[tables, ends["guard"]]])
        return np.asarray(PLACE_POINTS[places[tables, ends["emperor"]]] + guards)
