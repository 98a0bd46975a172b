"""Deals that any five players play, compiled: who plays how, up to where the guard shows himself, every action written down."""

from __future__ import annotations

from math import log
from typing import Annotated

import numpy as np

from paiju.bots.baohuang import net
from paiju.bots.baohuang.compiled.greedy import choose_greedy
from paiju.bots.baohuang.compiled.matches import deal_numbered
from paiju.bots.baohuang.compiled.memory import MemoryRecord
from paiju.bots.baohuang.compiled.memory import begin as begin_memory
from paiju.bots.baohuang.compiled.memory import notice as notice_memory
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.net.features.asking import consider, preferred, write_question
from paiju.bots.baohuang.net.features.trail import TrailRecord
from paiju.bots.baohuang.net.features.trail import begin as begin_trail
from paiju.bots.baohuang.net.features.trail import notice as notice_trail
from paiju.bots.baohuang.net.lockstep.asking import MOST_SCORED, SHARES, QuestionRecord, ScratchRecord
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.coding import NOTHING, PASS
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.records import RulesRecord, StateRecord
from paiju.kernels.chance import below, word
from paiju.kernels.folder import Family
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, Records

FAMILY = Family("baohuang-company", (*net.FAMILY.sources, "train/baohuang/guards/company.py"))
WEIGHS, GRABS, PASSES, ASKS = range(4)
"""Kinds of players: by the heuristic, greedily, by passing wherever that is allowed (but for `wild`), by asking somebody else."""
LONGEST = 320
"""Actions of a deal that are played."""
_WORDS = 1 << 32


class PlayerRecord:
    """A way to play."""

    kind: int
    weights: int  # which of the heuristics
    warmth: float  # in turns, as that of `WarmBot`
    wild: int  # in how many of `SHARES` questions it does anything
    feigns: int  # for so many actions of a deal it plays as if it were of the other side


class TableRecord:
    """A deal that is played."""

    state: StateRecord
    memory: MemoryRecord
    trail: TrailRecord
    stream: Annotated[Ints, np.int64, 1]
    seats: Annotated[Ints, np.int64, SEATS]  # the way to play of each
    plies: int
    codes: Annotated[Ints, np.int64, LONGEST]


@compiled
def deal_tables(tables: Records[TableRecord], rules: Records[RulesRecord], numbers: Ints, deck: Ints) -> None:
    """Deal each table's number."""
    for at in range(len(numbers)):
        table = tables[at]
        deal_numbered(table.state, rules[0], int(numbers[at]), deck, table.stream)
        begin_memory(table.state, rules[0], table.memory)
        begin_trail(table.trail)
        table.plies = 0


@compiled
def go_on(
    tables: Records[TableRecord],
    rules: Records[RulesRecord],
    players: Records[PlayerRecord],
    weights: Records[WeightsRecord],
    scratch: Records[ScratchRecord],
    going: Ints,
    chosen: Ints,
    most: int,
    asked: Records[QuestionRecord],
    pending: Ints,
    vectors: Grid[int],
    actions: Grid[int],
) -> int:
    """Carry the codes `chosen` out at the tables `going` (`NOTHING`: none) and play each on; how many questions there are.

    A table is played for `most` actions. Questions are written as in `lockstep.asking.ask_all`: one with count 0 waits.
    """
    s = scratch[0]
    codes, values = s.codes, s.values
    found = row = 0
    for i in range(len(going)):
        table = tables[going[i]]
        if chosen[i] != NOTHING:
            _carry_out(table, rules[0], weights, int(chosen[i]))
        count, best = _play_on(table, rules[0], players, weights, s, most)
        if not count:
            continue
        question = asked[found]
        question.table, question.first, question.count, question.best = going[i], row, 0, best
        question.explore = -1
        if row + min(count, MOST_SCORED) <= len(actions):
            state, memory = table.state, table.memory
            player = players[table.seats[state.turn]]
            crown, knows = state.crown, memory.knows
            _feign(table, player)
            count = consider(state, rules[0], memory, weights[player.weights], s.work, codes, values)
            question.count = count
            write_question(
                state, rules[0], memory, table.trail, weights[player.weights], s.work, codes, values, count, best,
                vectors[found], actions[row : row + count],
            )  # fmt: skip
            state.crown, memory.knows = crown, knows
            for j in range(count):
                pending[row + j] = codes[j]
            row += count
        found += 1
    return found


@compiled
def _play_on(
    table: TableRecord,
    rules: RulesRecord,
    players: Records[PlayerRecord],
    weights: Records[WeightsRecord],
    scratch: ScratchRecord,
    most: int,
) -> tuple[int, int]:
    """Play up to a question for somebody else: how many plays, and the heuristic's; (0, 0) at the end."""
    state = table.state
    while state.turn >= 0 and not state.shown and table.plies < most:
        player = players[table.seats[state.turn]]
        if player.kind == GRABS:
            code = choose_greedy(state, rules, scratch.codes)
        elif player.kind == PASSES and answers(state, rules) and below(table.stream, SHARES) >= player.wild:
            code = PASS
        else:
            count, best = _weigh(table, rules, player, weights[player.weights], scratch)
            if count > 1 and player.kind == ASKS:
                return count, best
            code = int(scratch.codes[best])
        _carry_out(table, rules, weights, code)
    return 0, 0


@compiled
def _weigh(
    table: TableRecord,
    rules: RulesRecord,
    player: PlayerRecord,
    weights: WeightsRecord,
    scratch: ScratchRecord,
) -> tuple[int, int]:
    """What is worth a thought, to `scratch.codes`: how many plays, and which is taken."""
    state, memory, codes, values = table.state, table.memory, scratch.codes, scratch.values
    crown, knows = state.crown, memory.knows
    _feign(table, player)
    count = consider(state, rules, memory, weights, scratch.work, codes, values)
    best = 0
    if count > 1:
        if player.warmth:
            _blur(values, count, player.warmth, table.stream)
        best = preferred(state, scratch.work, codes, values, count)
        if player.wild and below(table.stream, SHARES) < player.wild:
            best = below(table.stream, count)
    state.crown, memory.knows = crown, knows
    return count, best


@inlined
def _feign(table: TableRecord, player: PlayerRecord) -> None:
    """Let the seat to act believe that it is of the other side; the emperor is what he is."""
    state, memory = table.state, table.memory
    if table.plies < player.feigns and state.turn != state.emperor:
        own = 0 if state.turn == state.guard else 1 << state.turn
        state.crown = 1 << state.emperor | own
        memory.knows = own


@inlined
def _blur(values: Floats, count: int, warmth: float, stream: Ints) -> None:
    for i in range(count):
        values[i] += warmth * -log(-log((word(stream) + 0.5) / _WORDS))


@compiled
def _carry_out(table: TableRecord, rules: RulesRecord, weights: Records[WeightsRecord], code: int) -> None:
    """Carry an action out; what it tells is counted by the first of the heuristics."""
    notice_memory(table.state, rules, table.memory, weights[0], code)
    notice_trail(table.state, table.trail, code)
    act(table.state, rules, code)
    table.codes[table.plies] = code
    table.plies += 1
