"""The kernel of Bao Huang behind `batch` and the vector environment. Importing this loads numba."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from paiju.bots.baohuang.compiled.matches import choose_greedy
from paiju.bots.baohuang.compiled.memory import (
    MemoryRecord,
    WeightsRecord,
    WorkRecord,
    begin,
    notice,
    weights_of,
)
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.greedy import GreedyBot
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.core.options import Raw
from paiju.envs import warm_up
from paiju.envs.baohuang import ANSWERS, LAYOUT, BaohuangSpace, encode, space
from paiju.envs.batch import Lists, Seen, write_end
from paiju.envs.fields import DEAL, DRAWN, GREEDY, HEURISTIC, SELF, STAY, Span, Vector, places
from paiju.envs.play import GREEDIEST, ROOM, Kernel
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import LAOWANG, SEATS, hand_of
from paiju.games.baohuang.notation import action_text
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Phase, State
from paiju.kernels.baohuang import actions, records
from paiju.kernels.baohuang import batch as batching
from paiju.kernels.baohuang.actions import (
    DEFER,
    PASS,
    cards_in,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
    suit_of_four,
)
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.listing import answers, count_all, list_all, play_at
from paiju.kernels.baohuang.records import (
    HANDS,
    MOST_LISTED,
    MOST_OF_RANK,
    NO_RANK,
    RANKS,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Grid, Ints, Records, below, layout, new, numbered, raw


class Tables:
    """Bao Huang's playing phase at `batch` tables."""

    FEATURES: ClassVar[tuple[str, ...]] = batching.FEATURES

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        self.options = GAME.options(given)
        self.seats = SEATS
        self._rules = rules_for(self.options)
        self.tables = new(batching.TableRecord, batch)
        self._scratch = [new(batching.ScratchRecord) for _ in range(threads)]
        self._where = places(LAYOUT, batching.FIELDS)
        self._shows = int(self.options.show_hand_counts)
        self.state_bytes = layout(records.StateRecord).itemsize + layout(batching.TrackRecord).itemsize

    def advance(self, env: Any, thread: int, span: Span, chosen: Any) -> None:
        """One action at each table of a span."""
        batching.advance(
            self.tables, self._rules, self._scratch[thread], chosen, *span, env.batch, self._shows, self._where,
            env.observation,
        )  # fmt: skip

    def describe(self, env: Any, thread: int, span: Span) -> None:
        """The actions of each table of a span."""
        batching.describe(
            self.tables, self._rules, self._scratch[thread], env.offsets, *span, env.codes, env.features
        )

    def action(self, code: int) -> Action:
        """The action of a number."""
        return actions.decode(code)

    def text(self, code: int) -> str:
        """An action's number in notation."""
        return action_text(self.action(code), suited=self.options.suited)


# --- one learner a table against opponents inside the kernel


class LearnerRecord:
    """The learner of a table, and the chance and memory of its opponents."""

    seat: int  # of the learner; SELF where it plays them all
    acted: int  # the seat that decided last
    dealt: int  # whether a deal was begun
    chance: Annotated[Ints, np.int64, 1]
    memory: MemoryRecord


@lru_cache(maxsize=4)
def steps_of(options: BaohuangOptions) -> tuple[Any, Any]:
    """The steps of plays, `int32`: by rank, copies, filling twos and jokers; and of bombs, by rank and suit (-1: none)."""
    steps: BaohuangSpace = space(options)
    fills = 1 + max((filled for _, _, filled, _ in steps.sets), default=0)
    plays = np.full((NO_RANK + 1, MOST_OF_RANK + 1, fills, HANDS), -1, np.int32)
    for (rank, copies, filled, held), step in steps.sets.items():
        plays[rank, copies, filled, records.number(held)] = step
    bombs = np.full((RANKS, 4), -1, np.int32)
    for kind, step in steps.bombs.items():
        bombs[kind >> 2, kind & 3] = step
    return plays, bombs


@compiled
def step_of(code: int, plays: Any, bombs: Grid[int]) -> int:
    """The step of an action of the kernel."""
    if code <= DEFER:
        return code
    rank, held, naturals, fills = rank_of(code), jokers_of(code), naturals_of(code), fills_of(code)
    if held == 0 and fills == 0 and rank < NO_RANK:
        suit = suit_of_four(naturals)
        if suit >= 0 and bombs[rank, suit] >= 0:
            return int(bombs[rank, suit])
    return int(plays[rank, cards_in(naturals), cards_in(fills), held])


class Game(NamedTuple):
    """The parts of a step that are the same at all tables."""

    rules: Records[RulesRecord]
    scratch: Records[batching.ScratchRecord]
    weights: Records[WeightsRecord]
    work: Records[WorkRecord]
    where: Ints
    shows: int
    plays: Any
    bombs: Grid[int]
    many: int  # how far the number of a table's next deal is from that of its last
    policy: int  # of the opponents
    seat: int  # of the learner; DRAWN takes another one in each deal
    again: int  # whether to deal where a deal is over; else the table has no actions then


@compiled
def _do(table: batching.TableRecord, learner: LearnerRecord, rules: RulesRecord, weights: WeightsRecord, policy: int, code: int) -> None:  # fmt: skip
    if policy == HEURISTIC:
        notice(table.state, rules, learner.memory, weights, code)
    batching.carry_out(table.state, rules, table.track, code)


@inlined
def _answer(state: StateRecord, learner: LearnerRecord, game: Game) -> int:
    """The action of an opponent."""
    rules, out = game.rules[0], game.scratch[0].out
    if game.policy == HEURISTIC:
        return choose(state, rules, learner.memory, game.weights[0], game.work[0], out)
    if game.policy == GREEDY:
        return choose_greedy(state, rules, out)
    bare = answers(state, rules)
    index = below(learner.chance, bare + count_all(state, rules, out))
    return PASS + index if index < bare else play_at(state, rules, index - bare, out)


@compiled
def _deal(table: batching.TableRecord, learner: LearnerRecord, game: Game) -> None:
    """The deal of the table's number."""
    rules, deck = game.rules[0], game.scratch[0].deck
    numbered(table.stream, table.number)
    numbered(learner.chance, OPPONENTS + table.number)
    for i in range(rules.deck_size):
        deck[i] = rules.deck[i]
    deal(table.state, rules, deck, table.stream)
    batching.begin_track(table.state, rules, table.track)
    if game.policy == HEURISTIC:
        begin(table.state, rules, learner.memory)
    learner.seat = below(learner.chance, SEATS) if game.seat == DRAWN else game.seat
    learner.dealt = 1


OPPONENTS = 1 << 61
"""Where the numbers of the opponents' chance begin; deals have smaller ones."""


@inlined
def _go_on(table: batching.TableRecord, learner: LearnerRecord, game: Game, wanted: int) -> None:
    """Take the learner's action (or DEAL), and play the opponents up to its next question.

    Deals in which the learner decides nothing are passed over.
    """
    state = table.state
    table.done = 0
    fresh = wanted == DEAL
    if fresh:
        table.number += game.many * learner.dealt
        _deal(table, learner, game)
    else:
        learner.acted = state.turn
        _do(table, learner, game.rules[0], game.weights[0], game.policy, wanted)
    while state.turn < 0 or learner.seat not in (SELF, state.turn):
        if state.turn >= 0:
            code = _answer(state, learner, game)
            _do(table, learner, game.rules[0], game.weights[0], game.policy, code)
            continue
        if not fresh:
            table.done = 1
            for i in range(SEATS):
                table.returns[i] = state.returns[i]
            if not game.again:
                break
            fresh = True
        table.number += game.many
        _deal(table, learner, game)
    table.seat = state.turn


@compiled
def advance(
    tables: Records[batching.TableRecord], learners: Records[LearnerRecord], game: Game, chosen: Ints, first: int, then: Lists, now: Lists,
    seen: Seen,
) -> int:  # fmt: skip
    """Take at each table from `first` on the step `chosen` (or DEAL, or STAY), which becomes STAY, and write what its learner sees then.

    The table that finds no room for its legal steps, -1 once all have been written; where a deal is over there are zeros.
    """
    rules, out = game.rules[0], game.scratch[0].out
    for at in range(first, len(tables)):
        table, learner, wanted = tables[at], learners[at], int(chosen[at])
        if wanted != STAY:
            if wanted != DEAL:
                place = int(then.offsets[at])
                while then.legal[place] != wanted:
                    place += 1
                wanted = int(then.codes[place])
            _go_on(table, learner, game, wanted)
            chosen[at] = STAY
        row = int(now.offsets[at])
        table.count = min(list_all(table.state, rules, out), len(out)) if table.seat >= 0 else 0
        if row + table.count > len(now.legal):
            return at
        if table.count:
            batching.observe(table.state, rules, table.track, game.shows, game.where, seen.observation[at])
        else:
            seen.observation[at, :] = 0
        for i in range(table.count):
            step = step_of(int(out[i]), game.plays, game.bombs)
            now.codes[row], now.legal[row] = out[i], step
            seen.mask[at, step] = 1
            row += 1
        now.offsets[at + 1] = row
        write_end(table, learner.acted, seen, at)
    return -1


class Learners(Tables):
    """Bao Huang for one learner a table."""

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        super().__init__(given, batch, threads)
        self.learners = new(LearnerRecord, batch)
        self._steps = steps_of(self.options)
        self._weights, self._work = weights_of(DEFAULT), [new(WorkRecord) for _ in range(threads)]

    advance_on = staticmethod(advance)

    def game(self, thread: int, policy: int, seat: int, again: int) -> Game:
        """The parts of a step that are the same at the tables of a thread."""
        records = self._rules, self._scratch[thread], self._weights, self._work[thread]
        return Game(*records, self._where, self._shows, *self._steps, len(self.tables), policy, seat, again)


# --- one deal stepped from Python: the playing phase of whatever the rules have dealt and settled before it


class PlayRecord:
    """A deal in its playing phase, and what was played."""

    state: StateRecord
    track: batching.TrackRecord


PLAY, RULES = layout(PlayRecord), layout(RulesRecord)


@compiled
def list_steps(rules: Any, plays: Any, bombs: Grid[int], deal: Any, room: Any) -> int:
    """Write the legal actions to `room`, by ascending steps; how many there are."""
    state, law, lists = deal.view(PLAY)[0].state, rules.view(RULES)[0], room.view(ROOM)[0]
    count = min(list_all(state, law, lists.out), MOST_LISTED)
    for i in range(count):
        code = int(lists.out[i])
        step, at = step_of(code, plays, bombs), i
        while at > 0 and lists.steps[at - 1] > step:
            lists.steps[at], lists.codes[at] = lists.steps[at - 1], lists.codes[at - 1]
            at -= 1
        lists.steps[at], lists.codes[at] = step, code
    return count


@compiled
def take_action(rules: Any, deal: Any, code: int) -> int:
    """Carry an action out; the seat that decides then."""
    table = deal.view(PLAY)[0]
    batching.carry_out(table.state, rules.view(RULES)[0], table.track, code)
    return int(table.state.turn)


@compiled
def observe_play(rules: Any, shows: int, where: Ints, deal: Any, me: int, first: Ints, out: Ints) -> None:
    """Write what seat `me` may know to `out`; `first` is what it knew when play began."""
    table = deal.view(PLAY)[0]
    batching.observe_since(table.state, rules.view(RULES)[0], table.track, me, shows, where, first, out)


@compiled
def count_actions(rules: Any, deal: Any, room: Any) -> int:
    """The number of actions."""
    state, law = deal.view(PLAY)[0].state, rules.view(RULES)[0]
    return answers(state, law) + count_all(state, law, room.view(ROOM)[0].out)


@compiled
def answer_index(rules: Any, deal: Any, room: Any, index: int) -> tuple[int, int, int]:
    """Carry out the action at an index, that of the greedy bot for `GREEDIEST`; its code, who decides then, and among how many."""
    state, law, out = deal.view(PLAY)[0].state, rules.view(RULES)[0], room.view(ROOM)[0].out
    if index == GREEDIEST:
        code = choose_greedy(state, law, out)
    else:
        bare = answers(state, law)
        code = PASS + index if index < bare else play_at(state, law, index - bare, out)
    turn = take_action(rules, deal, code)
    return code, turn, count_actions(rules, deal, room) if turn >= 0 else 0


def kernel_of(options: BaohuangOptions) -> Kernel:
    """The playing phase of Bao Huang under one option set.

    Raises:
        UsageError: usage.kernel_option, for options that the kernel does not play.
    """
    rules, (plays, bombs) = raw(rules_for(options)), steps_of(options)
    where, shows = places(LAYOUT, batching.FIELDS), int(options.show_hand_counts)
    return Kernel(
        greedy=GreedyBot,
        begin=_begin,
        first=_first,
        turn=lambda deal: int(deal.view(PLAY)["state"]["turn"][0]),
        steps=partial(list_steps, rules, plays, bombs),
        take=partial(take_action, rules),
        observe=partial(observe_play, rules, shows, where),
        count=partial(count_actions, rules),
        answer=partial(answer_index, rules),
        path=lambda code: (step_of(code, plays, bombs),),
    )


def _begin(state: State) -> Any:
    """The record of a state of the rules, None before play begins."""
    if state.phase is not Phase.PLAY:
        return None
    deal: Any = new(PlayRecord)
    deal["state"] = from_law(state)
    deal["track"]["played"] = state.played
    for seat, cards, verb in state.trick:
        deal["track"]["answered"][0, seat] = ANSWERS.index(verb)
        deal["track"]["laid"][0, seat] = hand_of(cards)
    return deal


def _first(state: State, seat: int) -> Vector:
    """The seat's observation, and as known also the known cards that were laid since."""
    first = encode(GAME.view(state, seat))
    played = np.array(state.played, np.int8)
    if state.roles.called >= 0:
        played[:, state.roles.called] += played[:, LAOWANG]
    at = LAYOUT.start["known"]
    first[at : at + played.size] += np.roll(played, -seat, axis=0).ravel()
    return first


STEPS = warm_up.steps("baohuang")
