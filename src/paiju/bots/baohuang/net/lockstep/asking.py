"""Many tables in lockstep, compiled: each is played up to its next real question to the network.

What happens at a table depends on its cards and on what was chosen there, never on the other tables.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.bots.baohuang.compiled.memory import MemoryRecord
from paiju.bots.baohuang.compiled.memory import notice as notice_memory
from paiju.bots.baohuang.compiled.outlook import WorkRecord
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.net.features.asking import consider, preferred, write_question
from paiju.bots.baohuang.net.features.trail import TrailRecord
from paiju.bots.baohuang.net.features.trail import notice as notice_trail
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.records import MOST_LISTED, RulesRecord, StateRecord
from paiju.kernels.chance import below
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, Records

CROWN, PEOPLE = 1, 2
BOTH = CROWN | PEOPLE
NETWORK, RIVAL = 0, 1
PLAYERS = 2
"""Whose heuristic and memory: the network's own, and the one it plays against."""
SHARES = 1 << 20
"""Chances are given as whole numbers of these parts."""
NO_GUARD = 255
"""In place of a guard's seat: there is none, or the viewer is the guard."""
MOST_SCORED = 4096
"""Plays of a question that are looked at."""
PLACE_POINTS = np.array([0, 4, 2, 0, -2, -4])


class QuestionRecord:
    """A question that waits for its answer."""

    table: int
    seat: int
    first: int  # where its actions begin among all that are asked now
    count: int
    best: int  # the heuristic's choice, counted from `first`
    explore: int  # an action to be tried whatever it is worth, -1: none
    side: int  # 1 crown, -1 people
    guard: int  # seats from the viewer to the guard, less 1, or `HiddenRecord`
    ply: int


class TableRecord:
    """A table: its deal, what both players remember of it, and what the network is asked there."""

    state: StateRecord
    memories: Annotated[Records[MemoryRecord], MemoryRecord, PLAYERS]
    trail: TrailRecord
    stream: Annotated[Ints, np.int64, 1]
    sides: int  # whom the network plays: `CROWN`, `PEOPLE`, `BOTH`; the rival's heuristic plays the others
    explore: int  # in how many of `SHARES` questions an action is named that must be tried
    points: int  # the crown's place points, once the deal is over


class ScratchRecord:
    """What is needed at one table after the other."""

    work: WorkRecord
    state: Annotated[Records[StateRecord], StateRecord, 1]
    memory: Annotated[Records[MemoryRecord], MemoryRecord, 1]
    codes: Annotated[Ints, np.int64, MOST_LISTED]
    values: Annotated[Floats, np.float64, MOST_SCORED]


@compiled
def ask_all(
    tables: Records[TableRecord],
    rules: Records[RulesRecord],
    weights: Records[WeightsRecord],
    scratch: Records[ScratchRecord],
    going: Ints,
    chosen: Ints,
    pending: Ints,
    near: float,
    asked: Records[QuestionRecord],
    vectors: Grid[int],
    actions: Grid[int],
) -> int:
    """Carry `chosen` out at the tables `going` and play each on to its next question; how many questions there are.

    `chosen` are rows of `pending` (codes of all actions asked before), -1 at a table that was just dealt. The network
    is asked about plays whose scores are at most `near` turns behind the heuristic's. What is written: `asked`, `vectors`
    and `actions` of the questions, their codes in `pending`, and the points of deals that ended. Where `actions` has no
    room left for a table, it waits: its question comes with count 0.
    """
    s = scratch[0]
    codes, values = s.codes, s.values
    for i in range(len(going)):
        if chosen[i] >= 0:
            _carry_out(tables[going[i]], rules[0], weights, int(pending[chosen[i]]))
    found = row = 0
    for i in range(len(going)):
        table = tables[going[i]]
        state, trail = table.state, table.trail
        count, best = _play_on(table, rules[0], weights, s, near)
        if not count:
            table.points = crown_points(state)
            continue
        question = asked[found]
        found += 1
        question.table, question.first, question.count, question.best = going[i], row, count, best
        if row + count > len(actions):
            question.count = 0
            continue
        vector, plays = vectors[found - 1], actions[row : row + count]
        memory, weight = table.memories[NETWORK], weights[NETWORK]
        write_question(
            state, rules[0], memory, trail, weight, s.work, codes, values, count, best, vector, plays
        )
        for j in range(count):
            pending[row + j] = codes[j]
        row += count
        question.seat, question.ply = state.turn, trail.plies
        question.side = 1 if state.crown >> state.turn & 1 else -1
        guard = (state.guard - state.turn - 1) % SEATS
        question.guard = NO_GUARD if state.guard < 0 or guard == SEATS - 1 else guard
        question.explore = -1
        if table.explore and below(table.stream, SHARES) < table.explore:
            question.explore = below(table.stream, count)
    return found


@compiled
def _play_on(
    table: TableRecord,
    rules: RulesRecord,
    weights: Records[WeightsRecord],
    scratch: ScratchRecord,
    near: float,
) -> tuple[int, int]:
    """Play forced moves and the rival's side up to a question: how many plays, the heuristic's; (0, 0) at the end."""
    state, work, codes, values = table.state, scratch.work, scratch.codes, scratch.values
    while state.turn >= 0:
        asked = table.sides & (CROWN if state.crown >> state.turn & 1 else PEOPLE)
        player = NETWORK if asked else RIVAL
        count = consider(state, rules, table.memories[player], weights[player], work, codes, values)
        best = preferred(state, work, codes, values, count) if count > 1 else 0
        if asked and count > 1:
            count, best = _nearest(codes, values, count, best, near)
        if asked and count > 1:
            return count, best
        _carry_out(table, rules, weights, int(codes[best]))
    return 0, 0


@inlined
def _nearest(codes: Ints, values: Floats, count: int, best: int, near: float) -> tuple[int, int]:
    """Keep the plays that score at most `near` less than the best: how many are left, and which is the best of them."""
    least, kept, now = values[best] - near, 0, 0
    for i in range(count):
        if values[i] >= least or i == best:
            if i == best:
                now = kept
            codes[kept], values[kept] = codes[i], values[i]
            kept += 1
    return kept, now


@compiled
def _carry_out(table: TableRecord, rules: RulesRecord, weights: Records[WeightsRecord], code: int) -> None:
    """Carry an action out, all memories noticing it."""
    for player in range(PLAYERS):
        notice_memory(table.state, rules, table.memories[player], weights[player], code)
    notice_trail(table.state, table.trail, code)
    act(table.state, rules, code)


@inlined
def crown_points(state: StateRecord) -> int:
    """Place points of the emperor and the guard; an emperor's without a guard count twice."""
    total = PLACE_POINTS[state.places[state.emperor]]
    return int(total + (PLACE_POINTS[state.places[state.guard]] if state.guard >= 0 else total))
