"""What the anchored search (`bots.anchored`) does in Bao Huang: plays tried in deals that the heuristic plays on."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from time import perf_counter

from paiju.bots.anchored import Doubling, Rule, doubtful_error, search
from paiju.bots.baohuang.compiled.memory import MemoryRecord
from paiju.bots.baohuang.compiled.parameters import weights_of
from paiju.bots.baohuang.compiled.playouts import SearchRecord, begin_search, try_candidates
from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters
from paiju.bots.thoughts import Thought
from paiju.kernels.baohuang.records import RulesRecord, StateRecord
from paiju.kernels.records import Records, fields, new

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

    def rule(self) -> Rule:
        """The rule of this game with this budget.

        Dropping the worse half whatever the distance is quicker, but loses a quarter of the gain: with few worlds
        the best is often not ahead.
        """
        return Rule(
            Doubling(self.worlds), "best", doubtful_error, self.drop, self.sure, self.z, seconds=self.seconds
        )


class Search:
    """Searches one question after the other; one object serves one thread."""

    def __init__(self, budget: Budget, parameters: Parameters = DEFAULT) -> None:
        self.budget = budget
        self.weights = weights_of(parameters)
        self._rule = budget.rule()
        self._search = new(SearchRecord)

    def think(
        self,
        state: Records[StateRecord],
        rules: Records[RulesRecord],
        memory: Records[MemoryRecord],
        seed: int,
    ) -> Thought:
        """Search the question of the seat to act; `seed` (below 2**60) decides which worlds are dealt.

        `state`, `rules` and `memory` are arrays of one record; of the hands hidden from that seat only the cards of all
        of them together count.
        """
        began = perf_counter()
        found = begin_search(self._search, state, rules, memory, self.weights, self.budget.candidates)

        def play(worlds: int) -> int:
            return try_candidates(self._search, rules, self.weights, worlds, seed)

        return search(fields(self._search), found, play, self._rule, began)


def seed_of(*parts: object) -> int:
    """A seed for one question; the worlds of different questions have nothing in common."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return (int.from_bytes(digest[:8], "big") & (1 << _SEED_BITS) - 1) << _WORLD_BITS
