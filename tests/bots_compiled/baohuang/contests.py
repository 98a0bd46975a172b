"""Duplicate pairs of players that search or play by the heuristic: all but the thinking happens inside the kernel."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.matches import crown_points
from paiju.bots.baohuang.compiled.memory import MemoryRecord, WorkRecord, begin, notice, weights_of
from paiju.bots.baohuang.compiled.policy import candidates, choose
from paiju.bots.baohuang.compiled.search import Budget, Search, seed_of
from paiju.bots.baohuang.parameters import DEFAULT, Parameters
from paiju.games.baohuang.options import BaohuangOptions
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import StateRecord, new_actions
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import compiled
from paiju.kernels.records import fields, new
from paiju.train.baohuang.tune import deal_numbered


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
def advance(s: Any, r: Any, memories: Any, weights: Any, crown: int, searching: int, k: Any, out: Any) -> int:
    """Play on until a player in the bit set `searching` has a choice: their number; -1 once the deal is over.

    Player `crown`, 0 or 1, has emperor and guard, the other one the people.
    """
    while s.turn >= 0:
        player = crown if s.crown >> s.turn & 1 else 1 - crown
        if not searching >> player & 1:
            carry_out(s, r, memories, weights, choose(s, r, memories[player], weights[player], k, out))
        elif candidates(s, r, out) > 1:
            return player
        else:
            carry_out(s, r, memories, weights, int(out[0]))
    return -1


@dataclass(slots=True)
class Player:
    """Who plays a contest: the heuristic with some parameters, or, with a budget, the search that is anchored at it.

    `seconds` gathers what each decision took, `left` counts those in which the search left the choice of its anchor.
    """

    budget: Budget | None = None
    parameters: Parameters = DEFAULT
    seconds: list[float] = field(default_factory=list, init=False)
    left: int = field(default=0, init=False)


class Contest:
    """Pairs of a first player against a second one, one pair after the other."""

    def __init__(self, options: BaohuangOptions, first: Player, second: Player) -> None:
        """The buffers of a contest."""
        self.rules = rules_for(options)
        self.players = first, second
        self._searches = [
            Search(player.budget, player.parameters) if player.budget else None for player in self.players
        ]
        self._searching = sum(1 << i for i, search in enumerate(self._searches) if search)
        self._weights = weights_of(first.parameters, second.parameters)
        self._state, self._memories, self._work = new(StateRecord), new(MemoryRecord, 2), new(WorkRecord)
        self._chance, self._out = np.ones(1, np.int64), new_actions()
        self._deck = np.zeros(fields(self.rules).deck_size, np.uint8)

    def play_pair(self, number: int) -> tuple[int, int]:
        """S of deal `number` with the first player as the crown, and with the second one."""
        return self._play(number, 0), self._play(number, 1)

    def _play(self, number: int, crown: int) -> int:
        s, r, k = self._state[0], self.rules[0], self._work[0]
        set_up(s, r, self._memories, number, self._deck, self._chance)
        questions = 0
        while True:
            at = advance(s, r, self._memories, self._weights, crown, self._searching, k, self._out)
            if at < 0:
                return int(crown_points(s))
            code = self._decide(at, seed_of(number, crown, at, questions))
            carry_out(s, r, self._memories, self._weights, code)
            questions += 1

    def _decide(self, at: int, seed: int) -> int:
        search, player = self._searches[at], self.players[at]
        assert search is not None
        began = perf_counter()
        thought = search.think(self._state, self.rules, self._memories[at : at + 1], seed)
        player.seconds.append(perf_counter() - began)
        player.left += thought.choice != thought.anchor
        return thought.choice
