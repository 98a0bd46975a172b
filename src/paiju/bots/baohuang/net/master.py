"""The strongest player of Bao Huang as a `Bot`: a search, and second thoughts where the network knows the rules."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from paiju.bots.baohuang.compiled.bot import SearchBot
from paiju.bots.baohuang.compiled.search import Budget
from paiju.bots.baohuang.net.bot import SHIPPED
from paiju.bots.baohuang.net.playing import Judge
from paiju.bots.baohuang.net.reading import question_of
from paiju.bots.baohuang.net.search import SecondBudget, SecondThoughts
from paiju.bots.baohuang.net.weights import read_weights
from paiju.bots.thoughts import Thought
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.viewing import View
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.records import Records


class MasterBot(SearchBot):
    """Thinks twice; under rules that the network was not trained on, and without weights, once with `alone`."""

    name = "master"

    def __init__(self, seed: int, budget: SecondBudget, alone: Budget, path: Path = SHIPPED) -> None:
        """`seed` decides which worlds are dealt; with `seconds` the clock has a say too."""
        super().__init__(seed, alone)
        self._budget, self._path = budget, path

    @cached_property
    def _judge(self) -> Judge | None:
        return Judge(read_weights(self._path)) if self._path.is_file() else None

    @cached_property
    def _second(self) -> SecondThoughts | None:
        return SecondThoughts(self._budget, self._judge) if self._judge else None

    def _searched(self, view: View, rules: Records[RulesRecord], seed: int) -> Thought:
        if self._judge is None or self._second is None or not self._judge.fits(view.options):
            return super()._searched(view, rules, seed)
        question = question_of(view, compile_rules(view.options), self._suspicion.odds(view))
        return self._second.think(question, rules, seed)
