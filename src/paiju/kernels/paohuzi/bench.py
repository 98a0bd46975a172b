"""Work to measure: random legal play, whole deals inside the kernel and stepped from Python, and hands cut up.

A *decision* is one action; a *real choice* is a decision with more than one legal action.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import CARDS, hand_of
from paiju.games.paohuzi.hands import SETS
from paiju.games.paohuzi.sets import CATALOGUES
from paiju.kernels.chance import stream
from paiju.kernels.paohuzi.compiling import rules_for, sets_for
from paiju.kernels.paohuzi.packing import pack
from paiju.kernels.paohuzi.playouts import CHOICES, DEALS, DECISIONS, TALLY, playouts
from paiju.kernels.paohuzi.records import DeskRecord, StateRecord, new_actions
from paiju.kernels.paohuzi.stepping import advance, deal, prepare
from paiju.kernels.paohuzi.winning import win_all
from paiju.kernels.records import new, raw

_HANDS = 1 << 12
_TRIPLE = 3


class Done(NamedTuple):
    """What a run did."""

    decisions: int
    choices: int
    deals: int


class Playouts:
    """Random deals of a preset, a match without end, dealt and played inside the kernel."""

    def __init__(self, preset: str = "akagiri", seed: object = 0) -> None:
        self.rules, self.sets = (
            rules_for(GAME.options({"preset": preset})),
            sets_for(GAME.options({"preset": preset})),
        )
        self.state, self.chance = new(StateRecord), stream(seed, preset)
        self.wall: Any = np.zeros(CARDS, np.int64)
        self.out: Any = new_actions()

    def run(self, deals: int) -> Done:
        """Play so many deals in one call of the kernel."""
        tally = np.zeros(TALLY, np.int64)
        tally[DEALS] = deals
        playouts(self.state, self.rules, self.sets, self.chance, self.wall, self.out, tally)
        return Done(int(tally[DECISIONS]), int(tally[CHOICES]), deals)


class Stepped(Playouts):
    """The same, each decision one call from Python that also lists the legal actions that follow."""

    def __init__(self, preset: str = "akagiri", seed: object = 0) -> None:
        super().__init__(preset, seed)
        desk = new(DeskRecord)
        desk["rules"][0], desk["sets"][0] = self.rules, self.sets
        self.rules, self.sets = desk["rules"][0], desk["sets"][0]
        self.state, self.out = desk["state"][0], desk["out"][0]
        self.desk = raw(desk)

    def run(self, deals: int) -> Done:
        """Deal and step so many deals."""
        desk, actions = self.desk, memoryview(self.out)  # quicker to read single numbers from
        draw = random.Random(deals).random
        decisions = choices = 0
        for _ in range(deals):
            prepare(self.state, self.rules, self.chance, self.wall)
            many = deal(self.state, self.rules, self.sets, self.wall, self.out)
            while many:
                choices += many > 1
                many = advance(desk, actions[int(draw() * many)])
                decisions += 1
        return Done(decisions, choices, deals)


class Hands:
    """Hands of seven random sequences and mixed sets, twenty loose cards and the one that is drawn."""

    def __init__(self, preset: str = "akagiri", seed: int = 0, count: int = _HANDS) -> None:
        self.rules, self.sets = (
            rules_for(GAME.options({"preset": preset})),
            sets_for(GAME.options({"preset": preset})),
        )
        rng = random.Random(seed)
        dealt = [_seven_sets(rng) for _ in range(count)]
        self.hands = np.array([pack(hand_of(cards[1:])) for cards in dealt], np.int64)
        self.cards = np.array([cards[0] for cards in dealt], np.int64)
        self.hu, self.final = np.zeros(count, np.int64), np.zeros(count, np.int64)

    def run(self) -> int:
        """Evaluate every hand once, nothing remembered of another; how many there are."""
        win_all(self.rules, self.sets, self.hands, self.cards, self.hu, self.final)
        return len(self.cards)


def _seven_sets(rng: random.Random) -> list[int]:
    """The 21 cards of seven random sequences and mixed sets, the first one drawn; no other makes a triple."""
    while True:
        cards = [card for run in rng.choices(CATALOGUES[False].runs, k=SETS) for card in run.cards]
        cards = rng.sample(cards, len(cards))
        if max(Counter(cards[1:]).values()) < _TRIPLE:
            return cards
