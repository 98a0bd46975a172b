"""The search as a `Bot`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from paiju.bots.baohuang.compiled.reading import memory_of
from paiju.bots.baohuang.compiled.search import Budget, Search, seed_of
from paiju.bots.baohuang.heuristic.bot import HeuristicBot
from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters
from paiju.bots.baohuang.heuristic.suspicion import Suspicion
from paiju.bots.thoughts import Thought
from paiju.core.errors import UsageError
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.quick import quick_deal
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.viewing import View
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.coding import decode
from paiju.kernels.baohuang.compiling import rules_for
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.records import Records

NODES = Budget()
"""What a bot thinks with unless it is told otherwise: the same seed and views give the same plays."""


class SearchBot:
    """Plays what `Search` finds; before play, and where the kernel has no form, what the heuristic does.

    The kernel has none for options it does not know, and the search none for a call with two cards.
    """

    name = "search"

    def __init__(self, seed: int, budget: Budget = NODES, parameters: Parameters = DEFAULT) -> None:
        """`seed` decides which worlds are dealt; with `budget.seconds` the clock has a say too."""
        self._seed = seed
        self._heuristic = HeuristicBot(seed, parameters)
        self._suspicion = Suspicion(parameters)
        self._search = Search(budget, parameters)
        self._rules: tuple[BaohuangOptions, Records[RulesRecord] | None] | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The searched play."""
        thought = self.think(view, actions)
        if thought is not None:
            action = decode(thought.choice)
            if action in actions:
                return action
        return self._heuristic.choose(view, actions)

    def think(self, view: View, actions: Sequence[Action]) -> Thought | None:
        """What the search found, for hints; None where nothing is searched."""
        if view.phase is not Phase.PLAY or len(actions) == 1 or view.pair or view.viewer is None:
            return None
        rules = self._rules_of(view.options)
        if rules is None:
            return None
        return self._searched(
            view, rules, seed_of(self._seed, view.viewer, len(view.tricks), len(view.trick))
        )

    def _searched(self, view: View, rules: Records[RulesRecord], seed: int) -> Thought:
        state = quick_deal(view, random.Random(seed))
        memory = memory_of(view, state.rules, self._suspicion.odds(view))
        return self._search.think(from_law(state), rules, memory, seed)

    def _rules_of(self, options: BaohuangOptions) -> Records[RulesRecord] | None:
        """The kernel's rules, None where it has no form for them."""
        if self._rules is None or self._rules[0] is not options:
            try:
                self._rules = options, rules_for(options)
            except UsageError:
                self._rules = options, None
        return self._rules[1]
