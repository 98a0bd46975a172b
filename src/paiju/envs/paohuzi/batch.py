"""The kernel of Paohuzi behind `batch` and the vector environment. Importing this loads numba."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from paiju.bots.paohuzi.compiled.matches import choose_greedy, decide
from paiju.bots.paohuzi.compiled.matches import weights as weights_of
from paiju.bots.paohuzi.compiled.records import WeightsRecord, WorkRecord
from paiju.bots.paohuzi.greedy import GreedyBot
from paiju.core.options import Raw
from paiju.envs import warm_up
from paiju.envs.batch import Lists, Seen, write_end
from paiju.envs.fields import DEAL, DRAWN, GREEDY, RANDOM, SELF, STAY, Span, Vector, places
from paiju.envs.paohuzi import LAYOUT, PaohuziSpace, space
from paiju.envs.play import GREEDIEST, ROOM, Kernel
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import SEATS
from paiju.games.paohuzi.notation import action_text
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import State
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi import batch as batching
from paiju.kernels.paohuzi import records
from paiju.kernels.paohuzi.actions import EAT, PASS, RUN_BITS, VERB, VERB_BITS, decode
from paiju.kernels.paohuzi.adapter import from_law
from paiju.kernels.paohuzi.claims import actor_of, answered, list_legal
from paiju.kernels.paohuzi.records import (
    ALL_RUNS,
    CLAIM,
    DISCARD,
    MOST_ACTIONS,
    MOST_SEATS,
    NOBODY,
    OVER,
    OWN,
    PAO,
    SHOWN,
    THROWN,
    RulesRecord,
    SetsRecord,
    StateRecord,
)
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.paohuzi.turns import act, begin, settle, shuffle, start
from paiju.kernels.records import Ints, Records, below, layout, new, numbered, raw


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

    def action(self, code: int) -> Action:
        """The action of a number."""
        return decode(code)

    def text(self, code: int) -> str:
        """An action's number in notation."""
        return action_text(self.action(code))


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


def eats_of(steps: PaohuziSpace) -> Any:
    """The step of each run, `int64`; -1 where the options have none."""
    return np.array([steps.runs.get(run.cards, -1) for run in ALL_RUNS], np.int64)


@compiled
def step_of(code: int, depth: int, eats: Ints) -> int:
    """The step at a place of an action's path, -1 behind its end."""
    verb = code & VERB
    if verb != EAT:
        return verb if depth == 0 else -1
    run = code >> VERB_BITS + RUN_BITS * depth & (1 << RUN_BITS) - 1
    return int(eats[run - 1]) if run else -1


@compiled
def narrow(codes: Ints, many: int, depth: int, eats: Ints, wanted: int) -> int:
    """Drop the actions that do not go on with a step; how many are left."""
    left = 0
    for i in range(many):
        code = int(codes[i])
        if step_of(code, depth, eats) == wanted:
            codes[left] = code
            left += 1
    return left


class Game(NamedTuple):
    """The parts of a step that are the same at all tables."""

    rules: Records[RulesRecord]
    sets: Records[SetsRecord]
    weights: Records[WeightsRecord]
    work: Records[WorkRecord]
    where: Ints
    eats: Ints
    many: int  # how far the number of a table's next deal is from that of its last
    policy: int  # of the opponents
    seat: int  # of the learner; DRAWN takes another one in each deal
    again: int  # whether to deal where a deal is over; else the table has no actions then


@inlined
def _take(table: batching.TableRecord, learner: LearnerRecord, game: Game, wanted: int) -> bool:
    """Take a step; whether that made an action, which is done."""
    table.count = narrow(table.actions, table.count, learner.depth, game.eats, wanted)
    learner.depth += 1
    code = int(table.actions[0])
    if step_of(code, learner.depth, game.eats) >= 0:
        return False
    act(table.state, game.rules[0], game.sets[0], table.seat, code)
    return True


@compiled
def _deal(table: batching.TableRecord, learner: LearnerRecord, game: Game) -> None:
    """The deal of the table's number."""
    state, stream, rules = table.state, table.stream, game.rules[0]
    numbered(stream, table.number)
    numbered(learner.chance, OPPONENTS + table.number)
    shuffle(stream, table.wall)
    state.dealer, state.streak, state.draws = below(stream, int(rules.seats)), 1, 0
    begin(state, rules, table.wall)
    start(state, rules, game.sets[0])
    learner.seat = below(learner.chance, int(rules.seats)) if game.seat == DRAWN else game.seat
    learner.dealt = 1


@inlined
def _answer(table: batching.TableRecord, learner: LearnerRecord, game: Game) -> None:
    """Act for an opponent."""
    state, rules, sets, out = table.state, game.rules[0], game.sets[0], table.actions
    seat = actor_of(state)
    if game.policy == RANDOM:
        code = int(out[below(learner.chance, list_legal(state, rules, sets, seat, out))])
    else:
        code = decide(state, rules, sets, seat, game.weights[0], game.work[0], out)
    act(state, rules, sets, seat, code)


@inlined
def _go_on(table: batching.TableRecord, learner: LearnerRecord, game: Game, wanted: int) -> None:
    """Take the learner's step (or DEAL), and play the opponents up to its next question.

    Deals in which the learner decides nothing are passed over.
    """
    state = table.state
    table.done = 0
    fresh = wanted == DEAL
    if fresh:
        table.number += game.many * learner.dealt
        _deal(table, learner, game)
    else:
        learner.acted = table.seat
        if not _take(table, learner, game, wanted):
            return
    learner.depth = 0
    while state.phase == OVER or learner.seat not in (SELF, actor_of(state)):
        if state.phase != OVER:
            _answer(table, learner, game)
            continue
        if not fresh:
            table.done = 1
            for i in range(MOST_SEATS):
                table.returns[i] = state.returns[i]
            if not game.again:
                break
            fresh = True
        table.number += game.many
        _deal(table, learner, game)
    table.seat, table.count = -1, 0
    if state.phase != OVER:
        table.seat = actor_of(state)
        table.count = list_legal(state, game.rules[0], game.sets[0], table.seat, table.actions)


@compiled
def advance(
    tables: Records[batching.TableRecord], learners: Records[LearnerRecord], game: Game, chosen: Ints, first: int, _then: Lists, now: Lists, seen: Seen,
) -> int:  # fmt: skip
    """Take at each table from `first` on the step `chosen` (or DEAL, or STAY), which becomes STAY, and write what its learner sees then.

    The table that finds no room for its legal steps, -1 once all have been written; where a deal is over there are zeros.
    """
    for at in range(first, len(tables)):
        table, learner, wanted = tables[at], learners[at], int(chosen[at])
        if wanted != STAY:
            _go_on(table, learner, game, wanted)
            chosen[at] = STAY
        row = int(now.offsets[at])
        if row + table.count > len(now.legal):
            return at
        if table.count:
            batching.observe(table.state, game.rules[0], table.seat, game.where, seen.observation[at])
        else:
            seen.observation[at, :] = 0
        for i in range(table.count):
            step = step_of(int(table.actions[i]), learner.depth, game.eats)
            if not seen.mask[at, step]:
                now.legal[row] = step
                seen.mask[at, step] = 1
                row += 1
        now.offsets[at + 1] = row
        write_end(table, learner.acted, seen, at)
    return -1


class Learners(Tables):
    """Paohuzi for one learner a table."""

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        super().__init__(given, batch, threads)
        self.learners = new(LearnerRecord, batch)
        self._eats = eats_of(space(self.options))
        self._work = [new(WorkRecord) for _ in range(threads)]

    advance_on = staticmethod(advance)

    def game(self, thread: int, policy: int, seat: int, again: int) -> Game:
        """The parts of a step that are the same at the tables of a thread."""
        weights = weights_of("greedy" if policy == GREEDY else "guess")
        work, many = self._work[thread], len(self.tables)
        return Game(
            self._rules, self._sets, weights, work, self._where, self._eats, many, policy, seat, again
        )


# --- one deal stepped from Python, every open card a moment of its own, as `PaohuziPace` has it


class MomentRecord:
    """A deal, who is asked at this moment in order, what those before answered, and the actions that the next may take."""

    state: StateRecord
    queue: Annotated[Ints, np.int64, MOST_SEATS]
    given: Annotated[Ints, np.int64, MOST_SEATS]
    waits: int  # how many are asked
    at: int  # which of them is next
    depth: int  # steps that it has taken of an action of several
    count: int  # of the actions
    actions: Annotated[Ints, np.int64, MOST_ACTIONS]


MOMENT, RULES, SETS = layout(MomentRecord), layout(RulesRecord), layout(SetsRecord)


@compiled
def ask(moment: MomentRecord, rules: RulesRecord, sets: SetsRecord) -> None:
    """Fill the queue: for an open card with all that may ever claim such a card, from the seat that has it on."""
    state = moment.state
    moment.at = moment.waits = 0
    if state.phase == DISCARD or (state.phase == CLAIM and state.source in (OWN, PAO)):
        moment.queue[0] = state.turn if state.phase == DISCARD else state.seat
        moment.waits = 1
    elif state.phase == CLAIM:
        seat = int(state.seat)
        many = 1 if state.source == SHOWN and rules.shown_asks == 1 else SEATS
        for place in range(many):
            if place or state.source != THROWN:
                moment.queue[moment.waits] = seat
                moment.waits += 1
            seat = int(state.right[seat])
    question(moment, rules, sets)


@compiled
def question(moment: MomentRecord, rules: RulesRecord, sets: SetsRecord) -> None:
    """The actions of the seat that is next; a pass for one without a claim."""
    moment.depth = moment.count = 0
    if moment.at < moment.waits:
        moment.count = list_legal(moment.state, rules, sets, moment.queue[moment.at], moment.actions)
        if moment.count == 0:
            moment.actions[0], moment.count = PASS, 1


@compiled
def begin_asking(rules: Any, sets: Any, deal: Any) -> int:
    """Ask at the moment of the record; the first seat."""
    moment = deal.view(MOMENT)[0]
    ask(moment, rules.view(RULES)[0], sets.view(SETS)[0])
    return next_seat(moment)


@inlined
def next_seat(moment: MomentRecord) -> int:
    """The seat to act, -1 at the end."""
    return int(moment.queue[moment.at]) if moment.waits else NOBODY


@compiled
def count_actions(deal: Any) -> int:
    """The number of actions that the seat to act has."""
    return int(deal.view(MOMENT)[0].count)


@compiled
def list_steps(eats: Ints, deal: Any, room: Any) -> int:
    """Write the legal steps to `room`, ascending; how many there are."""
    moment, lists = deal.view(MOMENT)[0], room.view(ROOM)[0]
    count = 0
    for i in range(moment.count):
        step, at = step_of(int(moment.actions[i]), moment.depth, eats), count
        while at > 0 and lists.steps[at - 1] >= step:
            at -= 1
        if at == count or lists.steps[at] != step:
            for later in range(count, at, -1):
                lists.steps[later] = lists.steps[later - 1]
            lists.steps[at] = step
            count += 1
    for i in range(count):
        lists.codes[i] = lists.steps[i]
    return count


@compiled
def take_step(rules: Any, sets: Any, eats: Ints, deal: Any, wanted: int) -> int:
    """Take a step, and once all have answered go on to the next moment; the seat to act then."""
    moment, law, catalogue = deal.view(MOMENT)[0], rules.view(RULES)[0], sets.view(SETS)[0]
    moment.count = narrow(moment.actions, moment.count, moment.depth, eats, wanted)
    moment.depth += 1
    if step_of(int(moment.actions[0]), moment.depth, eats) < 0:
        give(moment, law, catalogue, int(moment.actions[0]))
    return next_seat(moment)


@compiled
def answer_index(rules: Any, sets: Any, deal: Any, room: Any, index: int) -> tuple[int, int, int]:
    """Carry out the action at an index, that of the greedy bot for `GREEDIEST`; its code, who acts then, and among how many."""
    moment, law, catalogue = deal.view(MOMENT)[0], rules.view(RULES)[0], sets.view(SETS)[0]
    code = int(moment.actions[max(index, 0)])
    if index == GREEDIEST and moment.count > 1:
        seat = int(moment.queue[moment.at])
        code = choose_greedy(moment.state, law, catalogue, seat, room.view(ROOM)[0].out)
    give(moment, law, catalogue, code)
    return code, next_seat(moment), int(moment.count)


@compiled
def give(moment: MomentRecord, rules: RulesRecord, sets: SetsRecord, code: int) -> None:
    """Note the answer of the seat to act; the next one is asked, or the next moment comes once all have answered."""
    moment.given[moment.at] = code
    moment.at += 1
    if moment.at == moment.waits:
        go_on(moment, rules, sets)
    else:
        question(moment, rules, sets)


@compiled
def go_on(moment: MomentRecord, rules: RulesRecord, sets: SetsRecord) -> None:
    """The next moment; answers that an earlier one outranks count for nothing (PZ 8.3)."""
    state = moment.state
    if state.phase == DISCARD:
        act(state, rules, sets, moment.queue[0], moment.given[0])
    else:
        for i in range(moment.waits):
            if state.asked >> moment.queue[i] & 1:
                answered(state, moment.queue[i], moment.given[i])
        settle(state, rules, sets)
    ask(moment, rules, sets)


@compiled
def observe_moment(rules: Any, where: Ints, deal: Any, me: int, out: Ints) -> None:
    """Write what seat `me` may know."""
    batching.observe(deal.view(MOMENT)[0].state, rules.view(RULES)[0], me, where, out)


def kernel_of(options: PaohuziOptions) -> Kernel:
    """Paohuzi under one option set.

    Raises:
        UsageError: usage.kernel_option, for options that the kernel does not play.
    """
    rules, sets = raw(rules_for(options)), raw(sets_for(options))
    eats, where = eats_of(space(options)), places(LAYOUT, batching.FIELDS)

    def path(code: int) -> tuple[int, ...]:
        steps = (step_of(code, depth, eats) for depth in range(MOST_EATEN))
        return tuple(step for step in steps if step >= 0)

    return Kernel(
        greedy=GreedyBot,
        begin=_begin,
        first=lambda state, seat: _NONE,
        turn=partial(begin_asking, rules, sets),
        steps=partial(list_steps, eats),
        take=partial(take_step, rules, sets, eats),
        observe=lambda deal, me, first, out: observe_moment(rules, where, deal, me, out),
        count=lambda deal, room: count_actions(deal),
        answer=partial(answer_index, rules, sets),
        path=path,
    )


def _begin(state: State) -> Any:
    """The record of a state of the rules that waits at an open card, or for a discard."""
    deal: Any = new(MomentRecord)
    deal["state"] = from_law(state)
    deal["state"]["pauses"] = 1
    return deal


_NONE: Vector = np.zeros(0, np.int8)
"""What a seat knew when the record was made: the record has all that is seen."""
MOST_EATEN = 4
"""No action has more steps."""


STEPS = warm_up.steps("paohuzi")
