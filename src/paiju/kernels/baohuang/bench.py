"""Work to measure: random legal play, whole deals inside the kernel and stepped from Python.

A *decision* is one action, forced passes included; a *real choice* is a decision with more than one legal action.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np

from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.compiling import rules_for
from paiju.kernels.baohuang.playouts import CHOICES, DEALS, DECISIONS, TALLY, playouts
from paiju.kernels.baohuang.records import DeskRecord, StateRecord, new_actions
from paiju.kernels.baohuang.stepping import advance, start
from paiju.kernels.chance import stream
from paiju.kernels.records import fields, new, raw


class Done(NamedTuple):
    """What a run did."""

    decisions: int
    choices: int
    deals: int


class Playouts:
    """Random deals of a preset, dealt and played inside the kernel."""

    def __init__(self, preset: str, seed: object = 0) -> None:
        self.rules = rules_for(GAME.options({"preset": preset}))
        rules = fields(self.rules)
        self.deck = np.array(rules.deck[: rules.deck_size])
        self.state = new(StateRecord)
        self.out: Any = new_actions()
        self.chance = stream(seed, preset)

    def run(self, deals: int) -> Done:
        """Play so many deals in one call of the kernel."""
        tally = np.zeros(TALLY, np.int64)
        playouts(self.state, self.rules, self.deck, self.chance, deals, self.out, tally)
        return Done(int(tally[DECISIONS]), int(tally[CHOICES]), int(tally[DEALS]))


class Stepped(Playouts):
    """The same, each decision one call from Python that also lists the legal actions that follow."""

    def __init__(self, preset: str, seed: object = 0) -> None:
        super().__init__(preset, seed)
        desk = new(DeskRecord)
        desk["rules"][0] = self.rules
        self.state, self.rules, self.out = desk["state"][0], desk["rules"][0], desk["out"][0]
        self.desk = raw(desk)

    def run(self, deals: int) -> Done:
        """Deal and step so many deals."""
        desk, actions = self.desk, memoryview(self.out)  # quicker to read single numbers from
        draw = random.Random(deals).random
        decisions = choices = 0
        for _ in range(deals):
            count = start(self.state, self.rules, self.deck, self.chance, self.out)
            while count:
                if count > 1:
                    choices += 1
                    count = advance(desk, actions[int(draw() * count)])
                else:
                    count = advance(desk, actions[0])
                decisions += 1
        return Done(decisions, choices, deals)
