"""Random legal play inside the kernel and stepped from Python, and the work that measures it."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np

from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.batch import FEATURES, FIELDS, ScratchRecord, TableRecord, describe
from paiju.kernels.baohuang.batch import advance as advance_tables
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.listing import answers, count_all, play_at
from paiju.kernels.baohuang.play import answer, close, play
from paiju.kernels.baohuang.records import DeskRecord, RulesRecord, StateRecord, new_actions
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.baohuang.step import advance, clone, legal, start
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints, Records, below, fields, new, raw, stream
from paiju.kernels.warm_up import Step

DECISIONS, CHOICES, DEALS = 0, 1, 2
TALLY = 3


@compiled
def playouts(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    deck: Ints,
    chance: Ints,
    deals: int,
    out: Ints,
    tally: Ints,
) -> None:
    """Deal and play `deals` deals one after the other in `state`; with 0, play the deal that is there to its end.

    `tally` counts decisions, those with more than one legal action, and deals.
    """
    decisions = choices = 0
    quiet = not (rules[0].defers or rules[0].gets_stuck)
    for number in range(max(deals, 1)):
        if number < deals:
            deal(state[0], rules[0], deck, chance)
        while state[0].turn >= 0:
            if state[0].closed and quiet:
                decisions += _forced(state[0])
                close(state[0])
                continue
            passes = answers(state[0], rules[0])
            total = passes + count_all(state[0], rules[0], out)
            decisions += 1
            index = 0
            if total > 1:
                choices += 1
                index = below(chance, total)
            if index >= passes:
                play(state[0], rules[0], play_at(state[0], rules[0], index - passes, out))
            else:
                answer(state[0], rules[0], index)
    tally[DECISIONS] += decisions
    tally[CHOICES] += choices
    tally[DEALS] += deals


@inlined
def _forced(state: StateRecord) -> int:
    """The number of seats that may still answer and can only pass."""
    passes = 0
    seat = state.turn
    while seat != state.owner:
        passes += 1 - ((state.gone | state.barred) >> seat & 1)
        seat = seat + 1 if seat < SEATS - 1 else 0
    return passes


# --- work to measure: random legal play, whole deals inside the kernel and stepped from Python


class Done(NamedTuple):
    """The decisions, real choices and deals of a run."""

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
        """Play a number of deals in one call of the kernel."""
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
        """Deal and step a number of deals."""
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


# --- what `paiju warmup` compiles

_ROOM = 2000


def _step() -> None:
    run = Stepped("pagat")
    run.run(1)
    legal(run.state, run.rules, run.out)
    clone(new(StateRecord), run.state)


def _batch() -> None:
    """What the batch environment calls, with room for observations at one place."""
    rules, tables, scratch = (
        rules_for(GAME.options({"preset": "pagat"})),
        new(TableRecord),
        new(ScratchRecord),
    )
    where = np.zeros(FIELDS, np.int64)
    advance_tables(tables, rules, scratch, np.array([-1]), 0, 1, 1, 1, where, np.zeros((1, _ROOM), np.int8))
    rows = fields(tables).count
    features = np.zeros((rows, len(FEATURES)), np.int8)
    describe(tables, rules, scratch, np.zeros(2, np.int64), 0, 1, np.zeros(rows, np.int64), features)


STEPS: tuple[Step, ...] = (
    ("Bao Huang, steps", _step),
    ("Bao Huang, playouts", lambda: Playouts("pagat").run(1)),
    ("Bao Huang, batches", _batch),
)
