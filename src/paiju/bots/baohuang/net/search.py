"""Search with the network's policy, and `master`, which plays by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.compiled.search import Budget, Search, SearchBot
from paiju.bots.baohuang.net import SHIPPED
from paiju.bots.baohuang.net.lockstep import Playouts
from paiju.bots.baohuang.net.network import Judge, Question, question_of, read_weights
from paiju.bots.base import Thought
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import Records, fields

_FRESH = 1 << 19  # deals of second thoughts are others than those of the first
_SPREAD_WEIGHT = 8  # playouts that the usual spread of gains counts for

FIRST = Budget(deals=300, candidates=6)
"""The first thought. Twice as many deals would tell little more of what the network's playouts find."""


@dataclass(frozen=True, slots=True)
class Prior:
    """The expected gain of a play before its playouts: mean `searched` times the search's gain and `valued` times the network's.

    Measured in 730 questions of the network's own play: the gains that 300 playouts found of 1,200 rivals, regressed on both.
    `spread` is the standard deviation that is left, `noise` that of a single playout's gain, both in points.
    """

    searched: float = 0.57
    valued: float = 0.46
    spread: float = 0.3
    noise: float = 2.75


@dataclass(frozen=True, slots=True)
class SecondBudget:
    """How long to think twice: up to `deals` for up to `candidates` plays, `batch` deals between two decisions.

    Plays are tried that are expected to be at most `near` spreads of the prior behind the best, and dropped when they are
    `drop` standard deviations of belief behind. With `seconds` for both thoughts together the clock has a say (None: never).
    """

    deals: int = 256
    candidates: int = 3
    batch: int = 64
    near: float = 2.0
    drop: float = 2.0
    seconds: float | None = None
    first: Budget = FIRST
    prior: Prior = Prior()


class SecondThoughts:
    """Searches one question after the other; one object serves one thread."""

    def __init__(self, budget: SecondBudget, judge: Judge) -> None:
        self.budget = budget
        self._search = Search(budget.first)
        self.judge = judge
        self._playouts = Playouts(
            judge.network, self._search.weights, judge.anchor, budget.batch * (budget.candidates + 1)
        )

    def think(self, question: Question, rules: Records[RulesRecord], seed: int) -> Thought:
        """Search the question of the seat to act, whose options the network fits; `seed` is that of `Search.think`.

        All but the choice of what is returned is what the first search found.
        """
        began = perf_counter()
        thought = self._search.think(question.state, rules, question.memory, seed)
        if not thought.rivals:
            return thought
        codes, points, preferred = self.judge.ask(question, rules)
        if len(codes) == 1:
            return thought
        valued = {code: float(value - points[preferred]) for code, value in zip(codes, points, strict=True)}
        expected = expectations(thought, valued, self.budget.prior)
        plays = self._worth_trying(thought, expected)
        if len(plays) > 1:
            self._playouts.look(question, rules)
            contest = Contest(plays, [expected[code] for code in plays], self.budget)
            record = fields(question.state)
            side = 1 if int(record.crown) >> int(record.turn) & 1 else -1
            self._play(contest, side, seed, began)
            plays = [contest.leader]
        return replace(thought, choice=plays[0])

    def _worth_trying(self, thought: Thought, expected: Mapping[int, float]) -> list[int]:
        """The plays that may be best, best first; the search's own choice is always among them."""
        budget = self.budget
        ranked = sorted(expected, key=lambda code: -expected[code])[: budget.candidates]
        least = expected[ranked[0]] - budget.near * budget.prior.spread
        plays = [code for code in ranked if expected[code] >= least]
        return plays if thought.choice in plays else [*plays, thought.choice]

    def _play(self, contest: Contest, side: int, seed: int, began: float) -> None:
        """Play deals until one play is left, all deals were played or time is over."""
        budget = self.budget
        for first in range(0, budget.deals, budget.batch):
            last = min(first + budget.batch, budget.deals)
            contest.hear(side * self._playouts.play(contest.plays, first, last, seed + _FRESH))
            late = budget.seconds is not None and perf_counter() - began > budget.seconds
            if len(contest.plays) == 1 or late:
                return


def expectations(thought: Thought, valued: Mapping[int, float], prior: Prior) -> dict[int, float]:
    """What each play gains above the heuristic's, as search and network together say.

    A play that only one of the two has looked at was not good enough for the other: its word counts as that of the worst.
    """
    searched = {thought.anchor: 0.0, **{rival.code: rival.gain for rival in thought.rivals}}
    low, poor = min(searched.values()), min(valued.values())
    return {
        code: prior.searched * searched.get(code, low) + prior.valued * valued.get(code, poor)
        for code in {**searched, **valued}
    }


class Contest:
    """Beliefs about a few plays, by what was expected of them and by their playouts in the same deals."""

    def __init__(self, plays: Sequence[int], expected: Sequence[float], budget: SecondBudget) -> None:
        """`expected` are points that the `plays` gain, best first, above anything that is the same for all."""
        self.plays = list(plays)
        self.leader = self.plays[0]
        self._expected = dict(zip(plays, expected, strict=True))
        self._heard: dict[int, list[Any]] = {code: [] for code in plays}
        self._budget = budget

    def hear(self, points: npt.NDArray[np.int64]) -> None:
        """Take in deals, shape (deals, plays that are left): choose the leader again, drop what is too far behind."""
        for at, code in enumerate(self.plays):
            self._heard[code].append(points[:, at])
        heard = {code: np.concatenate(self._heard[code]) for code in self.plays}
        self.leader = max(self.plays, key=lambda code: self._belief(heard, code, self.plays[0])[0])
        beliefs = {code: self._belief(heard, code, self.leader) for code in self.plays}
        self.plays = [
            code
            for code, (mean, error) in beliefs.items()
            if code == self.leader or mean + self._budget.drop * error > 0
        ]

    def _belief(self, heard: Mapping[int, Any], code: int, other: int) -> tuple[float, float]:
        """Mean and standard deviation of what `code` is worth more than `other`."""
        prior = self._budget.prior
        gains = heard[code] - heard[other]
        count = len(gains)
        squares = gains.var() * count + _SPREAD_WEIGHT * prior.noise**2
        chance = squares / (count + _SPREAD_WEIGHT) / count
        weight = prior.spread**2 / (prior.spread**2 + chance)
        expected = self._expected[code] - self._expected[other]
        return float((1 - weight) * expected + weight * gains.mean()), sqrt(weight * chance)


# --- the strongest player of Bao Huang as a `Bot`: a search, and second thoughts where the network knows the rules


class MasterBot(SearchBot):
    """Thinks twice; under rules that the network was not trained on, and without weights, once with `alone`."""

    name = "master"

    def __init__(self, seed: int, budget: SecondBudget, alone: Budget, path: Path = SHIPPED) -> None:
        """`seed` decides which deals are sampled; with `seconds` the clock has a say too."""
        super().__init__(seed, alone)
        self._budget, self._path = budget, path

    @cached_property
    def _second(self) -> SecondThoughts | None:
        return SecondThoughts(self._budget, Judge(read_weights(self._path))) if self._path.is_file() else None

    def _searched(self, view: View, seed: int) -> Thought:
        if self._second is None or not self._second.judge.fits(view.options):
            return super()._searched(view, seed)
        question = question_of(view, compile_rules(view.options))
        return self._second.think(question, rules_for(view.options), seed)
