"""Random legal play inside the kernel and stepped from Python, and the work that measures it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import CARDS, hand_of
from paiju.games.paohuzi.hands import SETS
from paiju.games.paohuzi.melds import CATALOGUES
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.batch import FEATURES, FIELDS, TableRecord, describe
from paiju.kernels.paohuzi.batch import advance as advance_tables
from paiju.kernels.paohuzi.claims import actor_of, list_legal, win_all
from paiju.kernels.paohuzi.records import (
    MOST_ACTIONS,
    MOST_SEATS,
    OVER,
    DeskRecord,
    RulesRecord,
    SetsRecord,
    StateRecord,
    new_actions,
    pack,
)
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.paohuzi.step import act, actor, advance, clone, deal, legal, offers, prepare, renew
from paiju.kernels.paohuzi.turns import begin, carry, shuffle, start
from paiju.kernels.records import Ints, Records, below, new, raw, stream
from paiju.kernels.warm_up import Step

DEALS, DECISIONS, CHOICES, RETURNS = range(4)
TALLY = RETURNS + MOST_SEATS
"""How many numbers `playouts` takes and returns: the names above say which."""


@compiled
def playout(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    chance: Ints,
    out: Ints,
) -> tuple[int, int]:
    """Play a deal to its end at random, each legal action as likely as any other.

    Returns the decisions, and those with more than one legal action.
    """
    decisions = choices = 0
    while state[0].phase != OVER:
        seat = actor_of(state[0])
        many = list_legal(state[0], rules[0], sets[0], seat, out)
        decisions += 1
        choices += int(many > 1)
        act(state[0], rules[0], sets[0], seat, int(out[below(chance, many)]))
    return decisions, choices


@compiled
def playouts(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    chance: Ints,
    wall: Ints,
    out: Ints,
    tally: Ints,
) -> None:
    """Deal and play as many deals of a match as `tally[DEALS]` says, at random.

    Adds to the other entries of `tally` what was played: decisions, real choices, and from `RETURNS` on the
    returns by seat.
    """
    for _ in range(tally[DEALS]):
        shuffle(chance, wall)
        carry(state[0], rules[0], chance)
        begin(state[0], rules[0], wall)
        start(state[0], rules[0], sets[0])
        decisions, choices = playout(state, rules, sets, chance, out)
        tally[DECISIONS] += decisions
        tally[CHOICES] += choices
        for seat in range(MOST_SEATS):
            tally[RETURNS + seat] += state[0].returns[seat]


# --- work to measure: random legal play, whole deals inside the kernel and stepped from Python, and hands cut up

_HANDS = 1 << 12
_TRIPLE = 3


class Done(NamedTuple):
    """The decisions, real choices and deals of a run."""

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
        """Play a number of deals in one call of the kernel."""
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
        """Deal and step a number of deals."""
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


# --- what `paiju warmup` compiles

_ROOM = 2000


def _hands() -> None:
    Hands(count=1).run()


def _steps() -> None:
    Stepped().run(1)


def _others() -> None:
    """What adapters and searches call."""
    made = Playouts()
    renew(made.state)
    clone(new(StateRecord), made.state)
    for listed in (legal, offers):
        listed(made.state, made.rules, made.sets, actor(made.state), np.zeros_like(made.out))


def _batch() -> None:
    """What the batch environment calls, with room for observations at one place."""
    run = Playouts()
    tables, where = new(TableRecord), np.zeros(FIELDS, np.int64)
    advance_tables(tables, run.rules, run.sets, np.array([-1]), 0, 1, 1, where, np.zeros((1, _ROOM), np.int8))
    features = np.zeros((MOST_ACTIONS, len(FEATURES)), np.int8)
    describe(tables, np.zeros(2, np.int64), 0, 1, new_actions(), features)


def _playouts() -> None:
    Playouts().run(1)


STEPS: tuple[Step, ...] = (
    ("Paohuzi, hands", _hands),
    ("Paohuzi, steps", _steps),
    ("Paohuzi, lists and copies", _others),
    ("Paohuzi, playouts", _playouts),
    ("Paohuzi, batches", _batch),
)
