"""Random legal play for those who measure or compare: deals inside the kernel, and decisions one by one from Python; hands cut up."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import CARDS
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import renew
from paiju.kernels.paohuzi.batch import FEATURES, FIELDS, TableRecord, describe
from paiju.kernels.paohuzi.batch import advance as advance_tables
from paiju.kernels.paohuzi.claims import actor_of, complete, list_legal
from paiju.kernels.paohuzi.records import (
    MOST_ACTIONS,
    OVER,
    RulesRecord,
    SetsRecord,
    StateRecord,
    new_actions,
)
from paiju.kernels.paohuzi.rules import OWN, rules_for, sets_for
from paiju.kernels.paohuzi.turns import act, begin, carry, shuffle
from paiju.kernels.paohuzi.turns import start as begin_play
from paiju.kernels.records import Ints, Records, below, layout, new, raw, stream
from paiju.kernels.warm_up import Step


class DeskRecord:
    """A deal with all that it takes to deal and play on. Functions get it as bytes (`records.raw`), which cost half the time that records take."""

    state: Annotated[Records[StateRecord], StateRecord, 1]
    rules: Annotated[Records[RulesRecord], RulesRecord, 1]
    sets: Annotated[Records[SetsRecord], SetsRecord, 1]
    chance: Annotated[Ints, np.int64, 1]
    cards: Annotated[Ints, np.int64, CARDS]
    out: Annotated[Ints, np.int64, MOST_ACTIONS]  # the legal actions of who must decide


DESK = layout(DeskRecord)


def desk_for(options: PaohuziOptions, seed: object = 0) -> Records[DeskRecord]:
    """A desk before the first deal of a match."""
    desk = new(DeskRecord)
    desk["rules"][0], desk["sets"][0] = rules_for(options), sets_for(options)
    desk["chance"][0] = stream(seed)
    return desk


@compiled
def deal(desk: npt.NDArray[np.uint8]) -> None:
    """The next deal of the match, up to its first decision."""
    at = desk.view(DESK)[0]
    shuffle(at.chance, at.cards)
    carry(at.state[0], at.rules[0], at.chance)
    begin(at.state[0], at.rules[0], at.cards)
    begin_play(at.state[0], at.rules[0], at.sets[0])


@compiled
def start(desk: npt.NDArray[np.uint8]) -> int:
    """Deal; how many legal actions the first seat to decide has, 0 where the deal is over at once."""
    deal(desk)
    at = desk.view(DESK)[0]
    return list_legal(at.state[0], at.rules[0], at.sets[0], actor_of(at.state[0]), at.out)


@compiled
def advance(desk: npt.NDArray[np.uint8], action: int) -> int:
    """Do a legal action of who must decide; how many follow, 0 where the deal is over. Nothing is refused."""
    at = desk.view(DESK)[0]
    act(at.state[0], at.rules[0], at.sets[0], actor_of(at.state[0]), action)
    return list_legal(at.state[0], at.rules[0], at.sets[0], actor_of(at.state[0]), at.out)


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
def playouts(desk: npt.NDArray[np.uint8], deals: int) -> tuple[int, int]:
    """Deal and play some deals of a match; their decisions, and those with more than one legal action."""
    at = desk.view(DESK)[0]
    decisions = choices = 0
    for _ in range(deals):
        deal(desk)
        some, real = playout(at.state, at.rules, at.sets, at.chance, at.out)
        decisions += some
        choices += real
    return decisions, choices


@compiled
def win_all(
    rules: Records[RulesRecord], sets: Records[SetsRecord], hands: Ints, cards: Ints, hu: Ints, final: Ints
) -> None:
    """Score many hands with nothing on the table; about 0.15 µs for a hand of twenty cards that can be cut up.

    Args:
        rules: one record.
        sets: one record.
        hands: packed hands, shape (n,), `int64`.
        cards: the card that each of them draws, shape (n,).
        hu: written: the hu of each, -1 where the hand is not won.
        final: written: the final score of each.
    """
    for at in range(len(hands)):
        won = complete(rules[0], sets[0], (0, 0, 0, 0, 0), int(hands[at]), int(cards[at]), OWN, 0)
        hu[at], final[at] = won[0], won[3]


# --- what `paiju warmup` compiles

_ROOM = 2000


def _playouts() -> None:
    made = desk_for(GAME.options({}))
    desk = raw(made)
    playouts(desk, 1)
    start(desk)
    advance(desk, int(made["out"][0, 0]))


def _others() -> None:
    """What adapters call, and hands."""
    renew(new(StateRecord))
    options, hands = GAME.options({}), np.zeros((4, 1), np.int64)
    win_all(rules_for(options), sets_for(options), *hands)


def _batch() -> None:
    """What the batch environment calls, with room for observations at one place."""
    options, tables, where = GAME.options({}), new(TableRecord), np.zeros(FIELDS, np.int64)
    rules, sets, places = rules_for(options), sets_for(options), np.zeros((1, _ROOM), np.int8)
    advance_tables(tables, rules, sets, np.array([-1]), 0, 1, 1, where, places)
    features = np.zeros((MOST_ACTIONS, len(FEATURES)), np.int8)
    describe(tables, np.zeros(2, np.int64), 0, 1, new_actions(), features)


STEPS: tuple[Step, ...] = (
    ("Paohuzi, playouts", _playouts),
    ("Paohuzi, hands", _others),
    ("Paohuzi, batches", _batch),
)
