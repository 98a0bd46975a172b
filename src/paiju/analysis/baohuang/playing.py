"""Decisions of the playing phase, judged in the kernel."""

from __future__ import annotations

import random
from collections.abc import Sequence

from paiju.analysis.baohuang.two_guards import SLOWER, TwoGuards
from paiju.analysis.review.model import Choice, Comparison, Depth, Marks
from paiju.analysis.review.trials import Trials
from paiju.bots.anchored import MOST_TRIED
from paiju.bots.baohuang.compiled.parameters import weights_of
from paiju.bots.baohuang.compiled.playouts import SearchRecord, begin_search, try_candidates, try_in
from paiju.bots.baohuang.compiled.reading import memory_of
from paiju.bots.baohuang.heuristic.parameters import DEFAULT
from paiju.bots.baohuang.heuristic.suspicion import Suspicion
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.quick import quick_deal
from paiju.games.baohuang.viewing import View
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.coding import decode, encode
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.records import Records, fields, new

_WORLD_BITS = 20


class JudgePlay:
    """Tries plays in deals that fit the view, everybody playing on like the heuristic."""

    def __init__(self, rules: Records[RulesRecord], depth: Depth, marks: Marks) -> None:
        self._rules, self._depth, self._marks = rules, depth, marks
        self._weights, self._suspicion = weights_of(DEFAULT), Suspicion(DEFAULT)
        self._search = new(SearchRecord)
        self._tried = fields(self._search)
        self._trials = Trials(self._tried, self._play, decode)
        self._pairs: TwoGuards | None = None
        self._first = self._dealt = 0  # the number of a question's first deal, and how many have been dealt

    def judge(self, view: View, actions: Sequence[Action], played: Action, seed: int) -> Comparison | None:
        """The play beside the best other and the heuristic's."""
        policy, count = self._begin(view, played, seed)
        return self._trials.compare(count, policy, self._depth_of(view), self._marks)

    def beside(
        self, view: View, actions: Sequence[Action], anchor: Action, seed: int, worlds: int
    ) -> list[Choice] | None:
        """All other actions beside one of them, in so many deals."""
        self._begin(view, anchor, seed)
        others = [action for action in actions if action != anchor]
        codes = [encode(action) for action in (anchor, *others)]
        self._tried.codes[: len(codes)] = codes
        return self._trials.beside(len(codes), worlds)

    def _depth_of(self, view: View) -> Depth:
        """Where there may be two guards deals come slowly: fewer of them then, as before play."""
        return self._depth.fewer(SLOWER * self._depth.before) if view.pair else self._depth

    def _begin(self, view: View, played: Action, seed: int) -> tuple[int, int]:
        """Write the candidates, what was played first; the place of the heuristic's, and how many there are.

        Of the hidden hands only the cards of all of them together count, so one of the deals that fit the view will do.
        """
        self._first, self._dealt = seed << _WORLD_BITS, 0
        state = quick_deal(view, random.Random(seed))
        odds = self._suspicion.odds(view)
        memory = memory_of(view, state.rules, odds)
        self._pairs = TwoGuards(view, odds) if view.pair else None
        most = self._depth.candidates
        found = begin_search(self._search, from_law(state), self._rules, memory, self._weights, most)
        ranked = [int(code) for code in self._tried.codes[:found]]
        code = encode(played)
        codes = [code, *(one for one in ranked if one != code)][:MOST_TRIED]
        self._tried.codes[: len(codes)] = codes
        return codes.index(ranked[0]), len(codes)

    def _play(self, worlds: int) -> int:
        """Play what is alive in so many more deals, none of which was dealt before."""
        first, self._dealt = self._first + self._dealt, self._dealt + worlds
        if self._pairs is None:
            return try_candidates(
                self._search, self._rules, self._weights, worlds, first - int(self._tried.worlds[0])
            )
        for number in range(first, first + worlds):
            try_in(self._search, self._rules, self._weights, from_law(self._pairs.deal(number)))
        return worlds
