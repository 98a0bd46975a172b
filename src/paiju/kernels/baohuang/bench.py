"""Work to measure: random legal play, whole deals inside the kernel and stepped from Python.

A *decision* is one action, forced passes included; a *real choice* is a decision with more than one legal action.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.playouts import CHOICES, DEALS, DECISIONS, TALLY, playouts
from paiju.kernels.baohuang.records import STATE, blank, fields, listing
from paiju.kernels.baohuang.rules import rules_record
from paiju.kernels.baohuang.stepping import start, step
from paiju.kernels.chance import stream


class Done(NamedTuple):
    """What a run did."""

    decisions: int
    choices: int
    deals: int


class Playouts:
    """Random deals of a preset, dealt and played inside the kernel."""

    def __init__(self, preset: str, seed: object = 0) -> None:
        self.rules = rules_record(GAME.options({"preset": preset}))
        rules = fields(self.rules)
        self.deck = np.array(rules.deck[: rules.deck_size])
        self.state, self.out = blank(STATE), listing()
        self.chance = stream(seed, preset)

    def run(self, deals: int) -> Done:
        """Play so many deals in one call of the kernel."""
        tally = np.zeros(TALLY, np.int64)
        playouts(self.state, self.rules, self.deck, self.chance, deals, self.out, tally)
        return Done(int(tally[DECISIONS]), int(tally[CHOICES]), int(tally[DEALS]))


class Stepped(Playouts):
    """The same, each decision one call from Python that also lists the legal actions that follow."""

    def run(self, deals: int) -> Done:
        """Deal and step so many deals."""
        state, rules, out = self.state, self.rules, self.out
        actions = memoryview(out)  # quicker to read single numbers from
        draw = random.Random(deals).random
        decisions = choices = 0
        for _ in range(deals):
            count = start(state, rules, self.deck, self.chance, out)
            while count:
                if count > 1:
                    choices += 1
                    count = step(state, rules, actions[int(draw() * count)], out)
                else:
                    count = step(state, rules, actions[0], out)
                decisions += 1
        return Done(decisions, choices, deals)
