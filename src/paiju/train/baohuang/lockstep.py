"""Deals of a run, and trials at its questions, compiled.

Deal `n` is drawn from a stream of its own and so is the chance at its table.
"""

from __future__ import annotations

import numpy as np

from paiju.bots.baohuang import net
from paiju.bots.baohuang.compiled.memory import begin as begin_memory
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.compiled.playouts import play_on
from paiju.bots.baohuang.net.features.trail import begin as begin_trail
from paiju.bots.baohuang.net.lockstep.asking import (
    NETWORK,
    PLAYERS,
    SHARES,
    QuestionRecord,
    ScratchRecord,
    TableRecord,
    crown_points,
)
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.chance import below, numbered
from paiju.kernels.folder import Family
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, Records

FAMILY = Family("baohuang-selfplay", (*net.FAMILY.sources, "train/baohuang/lockstep.py"))
_TRIED = -np.inf
"""In place of the value of a play that was tried."""


@compiled
def deal_all(
    tables: Records[TableRecord], rules: Records[RulesRecord], numbers: Ints, solos: int, deck: Ints
) -> None:
    """Deal each table's number; deals without a guard are kept `solos` times in `SHARES`, and dealt again else."""
    for at in range(len(tables)):
        table = tables[at]
        state = table.state
        numbered(table.stream, int(numbers[at]))
        while True:
            for i in range(rules[0].deck_size):
                deck[i] = rules[0].deck[i]
            deal(state, rules[0], deck, table.stream)
            if state.guard >= 0 or below(table.stream, SHARES) < solos:
                break
        for player in range(PLAYERS):
            begin_memory(state, rules[0], table.memories[player])
        begin_trail(table.trail)


@compiled
def try_rivals(
    tables: Records[TableRecord],
    rules: Records[RulesRecord],
    weights: Records[WeightsRecord],
    scratch: Records[ScratchRecord],
    questions: Records[QuestionRecord],
    pending: Ints,
    values: Floats,
    stream: Ints,
    rows: Grid[int],
    gains: Grid[float],
) -> None:
    """Try plays of some questions, each to the end of its deal by the heuristic; see `Tables.try_rivals`.

    `values` of what was tried are lost.
    """
    weight, most = weights[NETWORK], gains.shape[1]
    for i in range(len(questions)):
        question = questions[i]
        table = tables[question.table]
        row = question.first + question.best
        anchor = _outcome(table, rules[0], weight, scratch[0], int(pending[row]))
        rows[i, 0] = row
        for n in range(min(most, question.count - 1)):
            values[row] = _TRIED
            row = _by_chance(question, n + 1, values, stream) if n == most - 1 else _highest(question, values)
            outcome = _outcome(table, rules[0], weight, scratch[0], int(pending[row]))
            gains[i, n] = question.side * (outcome - anchor)
            rows[i, n + 1] = row


@compiled
def _outcome(
    table: TableRecord, rules: RulesRecord, weights: WeightsRecord, scratch: ScratchRecord, code: int
) -> int:
    """The crown's points if the seat to act does `code` and the heuristic plays on; the deal itself stays."""
    scratch.state[0], scratch.memory[0] = table.state, table.memories[NETWORK]
    state = scratch.state[0]
    play_on(state, rules, scratch.memory[0], weights, scratch.work, code, scratch.codes)
    return int(crown_points(state))


@inlined
def _highest(question: QuestionRecord, values: Floats) -> int:
    """The row of the play worth most."""
    best = question.first
    for row in range(question.first, question.first + question.count):
        if values[row] > values[best]:
            best = row
    return int(best)


@inlined
def _by_chance(question: QuestionRecord, tried: int, values: Floats, stream: Ints) -> int:
    """The row of any play that was not tried, where so many were."""
    row, left = question.first, below(stream, question.count - tried)
    while values[row] == _TRIED or left:
        left -= values[row] != _TRIED
        row += 1
    return int(row)
