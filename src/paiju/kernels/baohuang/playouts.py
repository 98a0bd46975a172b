"""Random legal play for those who measure or compare: deals inside the kernel, and decisions one by one from Python."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import BaohuangOptions
from paiju.kernels.baohuang.batch import FEATURES, FIELDS, ScratchRecord, TableRecord, describe
from paiju.kernels.baohuang.batch import advance as advance_tables
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.listing import answers, count_all, list_all, play_at
from paiju.kernels.baohuang.play import act, answer, close, play
from paiju.kernels.baohuang.records import MOST_CARDS, MOST_LISTED, RulesRecord, StateRecord
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints, Records, below, fields, layout, new, raw, stream
from paiju.kernels.warm_up import Step


class DeskRecord:
    """A deal with all that it takes to deal and play on. Functions get it as bytes (`records.raw`), which cost half the time that records take."""

    state: Annotated[Records[StateRecord], StateRecord, 1]
    rules: Annotated[Records[RulesRecord], RulesRecord, 1]
    chance: Annotated[Ints, np.int64, 1]
    cards: Annotated[Ints, np.uint8, MOST_CARDS]
    out: Annotated[Ints, np.int64, MOST_LISTED]  # the legal actions


DESK = layout(DeskRecord)


def desk_for(options: BaohuangOptions, seed: object = 0) -> Records[DeskRecord]:
    """A desk before its first deal."""
    desk = new(DeskRecord)
    desk["rules"][0], desk["chance"][0] = rules_for(options), stream(seed)
    desk["cards"][0] = desk["rules"]["deck"][0, 0]
    return desk


@compiled
def start(desk: npt.NDArray[np.uint8]) -> int:
    """Deal; how many legal actions the first seat has."""
    at = desk.view(DESK)[0]
    deal(at.state[0], at.rules[0], at.cards, at.chance)
    return list_all(at.state[0], at.rules[0], at.out)


@compiled
def advance(desk: npt.NDArray[np.uint8], action: int) -> int:
    """Carry a legal action out; how many follow, 0 where the deal is over. Nothing is refused."""
    at = desk.view(DESK)[0]
    act(at.state[0], at.rules[0], action)
    return list_all(at.state[0], at.rules[0], at.out) if at.state[0].turn >= 0 else 0


@compiled
def playout(
    state: Records[StateRecord], rules: Records[RulesRecord], chance: Ints, out: Ints
) -> tuple[int, int]:
    """Play a deal to its end at random, each legal action as likely as any other.

    Returns the decisions, and those with more than one legal action.
    """
    decisions = choices = 0
    quiet = not (rules[0].defers or rules[0].gets_stuck)
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
    return decisions, choices


@inlined
def _forced(state: StateRecord) -> int:
    """The number of seats that may still answer and can only pass."""
    passes = 0
    seat = state.turn
    while seat != state.owner:
        passes += 1 - ((state.gone | state.barred) >> seat & 1)
        seat = seat + 1 if seat < SEATS - 1 else 0
    return passes


@compiled
def playouts(desk: npt.NDArray[np.uint8], deals: int) -> tuple[int, int]:
    """Deal and play some deals; their decisions, and those with more than one legal action."""
    at = desk.view(DESK)[0]
    decisions = choices = 0
    for _ in range(deals):
        deal(at.state[0], at.rules[0], at.cards, at.chance)
        some, real = playout(at.state, at.rules, at.chance, at.out)
        decisions += some
        choices += real
    return decisions, choices


# --- what `paiju warmup` compiles

_ROOM = 2000


def _playouts() -> None:
    made = desk_for(GAME.options({"preset": "pagat"}))
    desk = raw(made)
    playouts(desk, 1)
    start(desk)
    advance(desk, int(made["out"][0, 0]))


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


STEPS: tuple[Step, ...] = (("Bao Huang, playouts", _playouts), ("Bao Huang, batches", _batch))
