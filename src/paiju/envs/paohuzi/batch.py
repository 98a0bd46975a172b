"""The kernel of Paohuzi behind `batch` and the vector environment. Importing this loads numba."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import numpy as np

from paiju.bots.paohuzi.compiled.matches import decide
from paiju.bots.paohuzi.compiled.matches import weights as weights_of
from paiju.bots.paohuzi.compiled.records import WeightsRecord, WorkRecord
from paiju.core.options import Raw
from paiju.envs.fields import DEAL, DRAWN, GREEDY, RANDOM, SELF, STAY, Span, places
from paiju.envs.paohuzi import LAYOUT, space
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.notation import action_text
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi import batch as batching
from paiju.kernels.paohuzi import records
from paiju.kernels.paohuzi.actions import EAT, RUN_BITS, VERB, VERB_BITS, decode
from paiju.kernels.paohuzi.claims import actor_of, list_legal
from paiju.kernels.paohuzi.records import ALL_RUNS, MOST_SEATS, OVER, RulesRecord, SetsRecord, StateRecord
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.paohuzi.step import act
from paiju.kernels.paohuzi.turns import begin, shuffle, start
from paiju.kernels.records import Grid, Ints, Records, below, layout, new, numbered


class Tables:
    """Paohuzi at `batch` tables."""

    FEATURES: ClassVar[tuple[str, ...]] = batching.FEATURES

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        self.options = GAME.options(given)
        self.seats = int(self.options.seats)
        self._rules, self._sets = rules_for(self.options), sets_for(self.options)
        self.tables = new(batching.TableRecord, batch)
        self._where = places(LAYOUT, batching.FIELDS)
        self.state_bytes = layout(records.StateRecord).itemsize

    def advance(self, env: Any, thread: int, span: Span, chosen: Any) -> None:
        """One action at each table of a span."""
        batching.advance(
            self.tables, self._rules, self._sets, chosen, *span, env.batch, self._where, env.observation
        )

    def describe(self, env: Any, thread: int, span: Span) -> None:
        """The actions of each table of a span."""
        batching.describe(self.tables, env.offsets, *span, env.codes, env.features)

    def text(self, code: int) -> str:
        """An action's number in notation."""
        return action_text(decode(code))


# --- one learner a table against opponents inside the kernel


class LearnerRecord:
    """The learner of a table, and the chance and memory of its opponents."""

    seat: int  # of the learner; SELF where it plays them all
    acted: int  # the seat that decided last
    dealt: int  # whether a deal was begun
    depth: int  # steps that the learner has taken of an action of several
    chance: Annotated[Ints, np.int64, 1]


OPPONENTS = 1 << 61
"""Where the numbers of the opponents' chance begin; deals have smaller ones."""


@compiled
def step_of(code: int, depth: int, eats: Ints) -> int:
    """The step at a place of an action's path, -1 behind its end."""
    verb = code & VERB
    if verb != EAT:
        return verb if depth == 0 else -1
    run = code >> VERB_BITS + RUN_BITS * depth & (1 << RUN_BITS) - 1
    return int(eats[run - 1]) if run else -1


@compiled
def _take(
    table: batching.TableRecord,
    learner: LearnerRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    eats: Ints,
    wanted: int,
) -> bool:
    """Take a step: the actions that do not go on with it are dropped. Whether that made an action, which is done."""
    left = 0
    for i in range(table.count):
        code = int(table.actions[i])
        if step_of(code, learner.depth, eats) == wanted:
            table.actions[left] = code
            left += 1
    table.count = left
    learner.depth += 1
    code = int(table.actions[0])
    if step_of(code, learner.depth, eats) >= 0:
        return False
    act(table.state, rules, sets, table.seat, code)
    return True


@compiled
def _deal(
    table: batching.TableRecord, learner: LearnerRecord, rules: RulesRecord, sets: SetsRecord, seat: int
) -> None:
    """The deal of the table's number; `seat` DRAWN takes another seat in each."""
    state, stream = table.state, table.stream
    numbered(stream, table.number)
    numbered(learner.chance, OPPONENTS + table.number)
    shuffle(stream, table.wall)
    state.dealer, state.streak, state.draws = below(stream, int(rules.seats)), 1, 0
    begin(state, rules, table.wall)
    start(state, rules, sets)
    learner.seat = below(learner.chance, int(rules.seats)) if seat == DRAWN else seat
    learner.dealt = 1


@compiled
def _is_passed_over(state: StateRecord, learner: LearnerRecord, fresh: int) -> bool:
    """Whether this moment asks the learner nothing: an opponent's, or the end of a deal in which it decided nothing."""
    if state.phase == OVER:
        return fresh > 0
    return learner.seat not in (SELF, actor_of(state))


@compiled
def _answer(
    table: batching.TableRecord, learner: LearnerRecord, rules: RulesRecord, sets: SetsRecord, weights: WeightsRecord,
    work: WorkRecord, policy: int,
) -> None:  # fmt: skip
    """Act for an opponent, by a policy."""
    state, out = table.state, table.actions
    seat = actor_of(state)
    if policy == RANDOM:
        many = list_legal(state, rules, sets, seat, out)
        act(state, rules, sets, seat, int(out[below(learner.chance, many)]))
    else:
        act(state, rules, sets, seat, decide(state, rules, sets, seat, weights, work, out))


@compiled
def play_on(
    tables: Records[batching.TableRecord], learners: Records[LearnerRecord], rules: Records[RulesRecord],
    sets: Records[SetsRecord], weights: Records[WeightsRecord], work: Records[WorkRecord], policy: int, seat: int, eats: Ints,
    chosen: Ints,
) -> None:  # fmt: skip
    """Take at each table the step `chosen` (or DEAL, or STAY), and play the opponents up to the learner's next question.

    Deals in which the learner decides nothing are passed over. A table whose deal is over has no actions.
    """
    for at in range(len(tables)):
        table, learner = tables[at], learners[at]
        state, wanted = table.state, int(chosen[at])
        if wanted == STAY:
            continue
        table.done = 0
        fresh = int(wanted == DEAL)
        if fresh:
            table.number += len(tables) * learner.dealt
            _deal(table, learner, rules[0], sets[0], seat)
        else:
            learner.acted = table.seat
            if not _take(table, learner, rules[0], sets[0], eats, wanted):
                continue
        learner.depth = 0
        while _is_passed_over(state, learner, fresh):
            if state.phase == OVER:
                table.number += len(tables)
                _deal(table, learner, rules[0], sets[0], seat)
            else:
                _answer(table, learner, rules[0], sets[0], weights[0], work[0], policy)
        table.count = 0
        if state.phase == OVER:
            table.done, table.seat = 1, -1
            for i in range(MOST_SEATS):
                table.returns[i] = state.returns[i]
        else:
            table.seat = actor_of(state)
            table.count = list_legal(state, rules[0], sets[0], table.seat, table.actions)


@compiled
def present(
    tables: Records[batching.TableRecord], learners: Records[LearnerRecord], rules: Records[RulesRecord], where: Ints,
    eats: Ints, observations: Grid[int], offsets: Ints, legal: Ints, mask: Grid[int],
) -> None:  # fmt: skip
    """Write what each learner may know, and its legal steps from `offsets` on; where a deal is over there are zeros."""
    row = 0
    for at in range(len(tables)):
        table = tables[at]
        offsets[at] = row
        if table.count == 0:
            for i in range(observations.shape[1]):
                observations[at, i] = 0
            continue
        batching.observe(table.state, rules[0], table.seat, where, observations[at])
        for i in range(table.count):
            step = step_of(int(table.actions[i]), learners[at].depth, eats)
            if not mask[at, step]:
                legal[row] = step
                mask[at, step] = 1
                row += 1
    offsets[len(tables)] = row


class Learners(Tables):
    """Paohuzi for one learner a table."""

    def __init__(self, given: Mapping[str, Raw], batch: int) -> None:
        super().__init__(given, batch, 1)
        self.space = space(self.options)
        self.learners = new(LearnerRecord, batch)
        self._eats = np.array([self.space.runs.get(run.cards, -1) for run in ALL_RUNS], np.int64)
        self._work = new(WorkRecord)

    def play_on(self, policy: int, seat: int, chosen: Any, now: Any) -> None:
        """One step at each table, and the opponents' answers."""
        play_on(
            self.tables, self.learners, self._rules, self._sets, weights_of("greedy" if policy == GREEDY else "guess"),
            self._work, policy, seat, self._eats, chosen,
        )  # fmt: skip

    def present(self, then: Any) -> None:
        """Fill the arrays that the learners see."""
        present(
            self.tables, self.learners, self._rules, self._where, self._eats, then.observation, then.offsets, then.legal,
            then.mask,
        )  # fmt: skip
