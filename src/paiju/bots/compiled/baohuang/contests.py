"""The search against the heuristic on duplicate pairs: all but the thinking happens inside the kernel."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from paiju.bots.compiled.baohuang.candidates import candidates
from paiju.bots.compiled.baohuang.matches import crown_points, deal_numbered
from paiju.bots.compiled.baohuang.memory import MEMORY, begin, notice
from paiju.bots.compiled.baohuang.outlook import WORK
from paiju.bots.compiled.baohuang.parameters import weights_record
from paiju.bots.compiled.baohuang.policy import choose
from paiju.bots.compiled.baohuang.search import Budget, Search, seed_of
from paiju.bots.heuristic.parameters import DEFAULT, Parameters
from paiju.games.baohuang.options import BaohuangOptions
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.records import STATE, blank, fields, listing
from paiju.kernels.baohuang.rules import rules_record
from paiju.kernels.jit import compiled


@compiled
def set_up(s: Any, r: Any, memories: Any, number: int, deck: Any, chance: Any) -> None:
    """Deal `number` at its first lead, and two memories of it."""
    deal_numbered(s, r, number, deck, chance)
    begin(s, r, memories[0])
    begin(s, r, memories[1])


@compiled
def carry_out(s: Any, r: Any, memories: Any, weights: Any, code: int) -> None:
    """Do `code`, noticed by both players."""
    notice(s, r, memories[0], weights[0], code)
    notice(s, r, memories[1], weights[1], code)
    act(s, r, code)


@compiled
def advance(s: Any, r: Any, memories: Any, weights: Any, crown: int, k: Any, out: Any) -> int:
    """Play on until the first player has a choice; 0 once the deal is over.

    The first player has the crown's side or, where `crown` is 0, the people's; the second plays by the heuristic.
    """
    while s.turn >= 0:
        if s.crown >> s.turn & 1 == crown:
            if candidates(s, r, out) > 1:
                return 1
            carry_out(s, r, memories, weights, int(out[0]))
        else:
            carry_out(s, r, memories, weights, choose(s, r, memories[1], weights[1], k, out))
    return 0


class Contest:
    """Pairs of a searching player against the heuristic, one after the other.

    `seconds` gathers what each decision took, `asked` and `left` count decisions and those in which the search left
    the choice of its anchor.
    """

    def __init__(
        self,
        options: BaohuangOptions,
        budget: Budget,
        own: Parameters = DEFAULT,
        other: Parameters = DEFAULT,
    ) -> None:
        self.rules = rules_record(options)
        self.seconds: list[float] = []
        self.asked = self.left = 0
        self._search = Search(budget, own)
        self._weights = weights_record(own, other)
        self._state, self._memories, self._work = blank(STATE), blank(MEMORY, 2), blank(WORK)
        self._chance, self._out = np.ones(1, np.int64), listing()
        self._deck = np.zeros(fields(self.rules).deck_size, np.uint8)

    def play_pair(self, number: int) -> tuple[int, int]:
        """S of deal `number` with the searching player as the crown, and with the heuristic as the crown."""
        return self._play(number, 1), self._play(number, 0)

    def _play(self, number: int, crown: int) -> int:
        s, r = self._state[0], self.rules[0]
        set_up(s, r, self._memories, number, self._deck, self._chance)
        asked = 0
        while advance(s, r, self._memories, self._weights, crown, self._work[0], self._out):
            began = perf_counter()
            seed = seed_of(number, crown, asked)
            thought = self._search.think(self._state, self.rules, self._memories[:1], seed)
            self.seconds.append(perf_counter() - began)
            asked += 1
            self.left += thought.choice != thought.anchor
            carry_out(s, r, self._memories, self._weights, thought.choice)
        self.asked += asked
        return int(crown_points(s))
