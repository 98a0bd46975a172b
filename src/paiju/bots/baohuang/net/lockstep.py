"""Many sampled deals in lockstep, so that the network answers all their questions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from paiju.bots import networks
from paiju.bots.baohuang.compiled.matches import crown_points
from paiju.bots.baohuang.compiled.memory import MOST_WEIGHED, MemoryRecord, WeightsRecord, WorkRecord
from paiju.bots.baohuang.compiled.memory import notice as notice_memory
from paiju.bots.baohuang.compiled.policy import consider, preferred
from paiju.bots.baohuang.compiled.sampling import HiddenRecord, deal_hidden, look
from paiju.bots.baohuang.net.features import TrailRecord, write_question
from paiju.bots.baohuang.net.features import notice as notice_trail
from paiju.bots.baohuang.net.network import PLAN, Network, Question
from paiju.bots.networks import SHARES, Numbers, network_choice
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import MOST_LISTED, RulesRecord, StateRecord
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, Records, below, new, numbered

CROWN, PEOPLE = 1, 2
BOTH = CROWN | PEOPLE
NETWORK, RIVAL = 0, 1
PLAYERS = 2
"""Whose heuristic and memory: the network's own, and the one it plays against."""
NO_GUARD = 255
"""In place of a guard's seat: there is none, or the viewer is the guard."""


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
    whom: int  # what the network plays: `CROWN`, `PEOPLE`, `BOTH`; the rival's heuristic plays the others
    explore: int  # in how many of `SHARES` questions an action is named that must be tried
    points: int  # the crown's place points, once the deal is over


class ScratchRecord:
    """Scratch space that the tables use in turn."""

    work: WorkRecord
    state: Annotated[Records[StateRecord], StateRecord, 1]
    memory: Annotated[Records[MemoryRecord], MemoryRecord, 1]
    codes: Annotated[Ints, np.int64, MOST_LISTED]


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
    is asked about plays whose scores are at most `near` turns behind the heuristic's. The arrays written: `asked`, `vectors`
    and `actions` of the questions, their codes in `pending`, and the points of deals that ended. Where `actions` has no
    room left for a table, it waits: its question comes with count 0.
    """
    s = scratch[0]
    codes = s.codes
    for i in range(len(going)):
        if chosen[i] >= 0:
            _carry_out(tables[going[i]], rules[0], weights, int(pending[chosen[i]]))
    found = row = 0
    for i in range(len(going)):
        table = tables[going[i]]
        state, trail = table.state, table.trail
        count, best = _play_on(table, rules[0], weights, s, near)
        if not count:
            table.points = pair_points(state)
            continue
        question = asked[found]
        found += 1
        question.table, question.first, question.count, question.best = going[i], row, count, best
        if row + count > len(actions):
            question.count = 0
            continue
        vector, plays = vectors[found - 1], actions[row : row + count]
        memory, weight = table.memories[NETWORK], weights[NETWORK]
        write_question(state, rules[0], memory, trail, weight, s.work, codes, count, best, vector, plays)
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
    state, work, codes = table.state, scratch.work, scratch.codes
    while state.turn >= 0:
        asked = table.whom & (CROWN if state.crown >> state.turn & 1 else PEOPLE)
        player = NETWORK if asked else RIVAL
        count = consider(state, rules, table.memories[player], weights[player], work, codes)
        best = preferred(state, work, codes, count) if count > 1 else 0
        if asked and count > 1:
            count, best = _nearest(codes, work.worth, count, best, near)
        if asked and count > 1:
            return count, best
        _carry_out(table, rules, weights, int(codes[best]))
    return 0, 0


@inlined
def _nearest(codes: Ints, worth: Floats, count: int, best: int, near: float) -> tuple[int, int]:
    """Keep the plays that score at most `near` less than the best: how many are left, and which is the best of them."""
    least, kept, now = worth[best] - near, 0, 0
    for i in range(count):
        if worth[i] >= least or i == best:
            if i == best:
                now = kept
            codes[kept], worth[kept] = codes[i], worth[i]
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
def pair_points(state: StateRecord) -> int:
    """Place points of the emperor and the guard; an emperor's without a guard count twice."""
    return int(crown_points(state) * (1 if state.guard >= 0 else 2))


# --- plays set out in sampled deals, compiled: one table for each play in each deal


@compiled
def sample(
    tables: Records[TableRecord],
    root: Records[TableRecord],
    rules: Records[RulesRecord],
    hidden: Records[HiddenRecord],
    chance: Ints,
    plays: int,
    first: int,
    last: int,
    seed: int,
) -> None:
    """Sample deals `first` to `last` - 1 of the question at the table `root`, each at `plays` tables next to each other.

    Deal `n` depends on `seed` + `n` alone.
    """
    for number in range(first, last):
        start = (number - first) * plays
        table = tables[start]
        numbered(chance, seed + number)
        tables[start] = root[0]
        deal_hidden(table.state, rules[0], root[0].memories[0], hidden[0], chance)
        if table.state.guard >= 0:
            for player in range(PLAYERS):
                table.memories[player].knows = 1 << table.state.guard
        for at in range(start + 1, start + plays):
            tables[at] = table


# --- tables in lockstep as NumPy sees them: the questions of all tables at once, answered by a policy

_ROOM = 24  # plays for each table at a time; tables wait where there are more


class Lockstep(networks.Lockstep):
    """`size` tables; what a subclass writes to their records is played on from there.

    `heuristic` is the one that the network is anchored at, `rival` the one that plays the other side; one record each. Plays
    that score more than `near` turns less than the heuristic's are not asked about.
    """

    near = np.inf

    def __init__(
        self,
        heuristic: Records[WeightsRecord],
        size: int,
        rival: Records[WeightsRecord] | None = None,
        rules: Records[RulesRecord] | None = None,
    ) -> None:
        super().__init__(
            new(TableRecord, size), new(QuestionRecord, size), PLAN, max(_ROOM * size, MOST_WEIGHED)
        )
        self._rules = new(RulesRecord) if rules is None else rules
        self._weights = np.concatenate([heuristic, heuristic if rival is None else rival])
        self._scratch = new(ScratchRecord)
        self.points: Numbers = self._tables["points"]
        """The crown's place points of each deal, once it is over."""

    def _ask(self, going: Numbers, chosen: Numbers) -> int:
        return ask_all(
            self._tables, self._rules, self._weights, self._scratch, going, chosen, self._pending, self.near,
            self._questions, self._vectors, self._actions,
        )  # fmt: skip


# --- plays tried in the same sampled deals, each deal played to its end by the network on every seat

NEAR = 0.6
"""Turns. Asked about all plays the network wins 0.95 points a deal from the heuristic, about those so near 0.90: for half the time."""


class Playouts(Lockstep):
    """Up to `size` deals at once; `heuristic` is the one that the network is anchored at."""

    near = NEAR

    def __init__(self, network: Network, heuristic: Records[WeightsRecord], anchor: float, size: int) -> None:
        super().__init__(heuristic, size)
        self._network, self._anchor = network, anchor
        self._hidden, self._chance = new(HiddenRecord), np.ones(1, np.int64)
        self._root = new(TableRecord)

    def look(self, question: Question, rules: Records[RulesRecord]) -> None:
        """Take up the question of the seat to act: deals agree with what that seat knows."""
        self._rules = rules
        self._root["state"], self._root["memories"], self._root["trail"] = question
        look(question.state[0], rules[0], question.memory[0], self._weights[0], self._hidden[0])

    def play(self, codes: Sequence[int], first: int, last: int, seed: int) -> Numbers:
        """The crown's place points of deals `first` to `last` - 1 after each play, shape (deals, plays).

        Deal `n` depends on `seed` + `n` and is the same for all plays.
        """
        deals = last - first
        sample(
            self._tables, self._root, self._rules, self._hidden, self._chance, len(codes), first, last, seed
        )
        begun = np.tile(np.array(codes, np.int64), deals)
        for asked, answers in self.rounds(np.full(len(begun), BOTH), begun=begun):
            answers[:] = network_choice(self._network, asked, self._anchor).rows
        return self._ends(len(begun)).reshape(deals, len(codes))

    def _ends(self, count: int) -> Numbers:
        """Points of the first deals as the search counts them: an emperor's without a guard once."""
        ends = self._tables[:count]
        return np.asarray(np.where(ends["state"]["guard"] < 0, ends["points"] // 2, ends["points"]))
