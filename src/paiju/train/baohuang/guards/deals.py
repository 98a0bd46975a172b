"""Deals of any five players in lockstep: who plays how, and what was played."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np

from paiju.bots.baohuang import net
from paiju.bots.baohuang.compiled.matches import choose_greedy, deal_numbered
from paiju.bots.baohuang.compiled.memory import MemoryRecord, WeightsRecord, weights_of
from paiju.bots.baohuang.compiled.memory import begin as begin_memory
from paiju.bots.baohuang.compiled.memory import notice as notice_memory
from paiju.bots.baohuang.compiled.search import Budget, Search, seed_of
from paiju.bots.baohuang.heuristic.values import DEFAULT, Parameters
from paiju.bots.baohuang.net.features import (
    ACTION_SIZE,
    STATE_SIZE,
    TrailRecord,
    consider,
    preferred,
    write_question,
)
from paiju.bots.baohuang.net.features import begin as begin_trail
from paiju.bots.baohuang.net.features import notice as notice_trail
from paiju.bots.baohuang.net.guards.network import Numbers
from paiju.bots.baohuang.net.lockstep import MOST_SCORED, QuestionRecord, ScratchRecord
from paiju.bots.baohuang.net.playing import Network
from paiju.bots.baohuang.people import Habits, Person
from paiju.bots.networks import SHARES, Asked, network_choice, with_a_choice
from paiju.envs.seeds import deal_seed
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Phase, State
from paiju.kernels.baohuang.actions import NOTHING, PASS, encode
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import RulesRecord, StateRecord
from paiju.kernels.cache import CacheGroup
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, Records, below, fields, new, word

CACHE_GROUP = CacheGroup("baohuang-company", (*net.CACHE_GROUP.sources, "train/baohuang/guards/deals.py"))
WEIGHS, GRABS, PASSES, ASKS = range(4)
"""Kinds of players: by the heuristic, greedily, by passing wherever that is allowed (but for `wild`), by asking somebody else."""
LONGEST = 320
"""Actions of a deal that are played."""
_WORDS = 1 << 32


class PlayerRecord:
    """A way to play."""

    kind: int
    weights: int  # which of the heuristics
    temperature: float  # in turns, as that of `SoftmaxBot`
    wild: int  # in how many of `SHARES` questions it does anything
    feigns: int  # the number of actions of a deal for which it plays as if it were of the other side


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
        if player.temperature:
            _blur(values, count, player.temperature, table.stream)
        best = preferred(state, scratch.work, codes, values, count)
        if player.wild and below(table.stream, SHARES) < player.wild:
            best = below(table.stream, count)
    state.crown, memory.knows = crown, knows
    return count, best


@inlined
def _feign(table: TableRecord, player: PlayerRecord) -> None:
    """Let the seat to act believe that it is of the other side; an emperor stays one."""
    state, memory = table.state, table.memory
    if table.plies < player.feigns and state.turn != state.emperor:
        own = 0 if state.turn == state.guard else 1 << state.turn
        state.crown = 1 << state.emperor | own
        memory.knows = own


@inlined
def _blur(values: Floats, count: int, temperature: float, stream: Ints) -> None:
    for i in range(count):
        values[i] += temperature * -log(-log((word(stream) + 0.5) / _WORDS))


@compiled
def _carry_out(table: TableRecord, rules: RulesRecord, weights: Records[WeightsRecord], code: int) -> None:
    """Carry an action out; what it tells is counted by the first of the heuristics."""
    notice_memory(table.state, rules, table.memory, weights[0], code)
    notice_trail(table.state, table.trail, code)
    act(table.state, rules, code)
    table.codes[table.plies] = code
    table.plies += 1


# --- deals of any company, in lockstep: the players, who is asked beside them, and what was played

_ROOM = 24  # plays for each table at a time
_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play (`company.PlayerRecord`); `wild` is a share of its questions."""

    parameters: Parameters = DEFAULT
    kind: int = WEIGHS
    temperature: float = 0.0
    wild: float = 0.0
    feigns: int = 0


class Games(NamedTuple):
    """Deals from their first lead: the cards, and all actions one after the other, `ends[g]` to `ends[g + 1]` of deal `g`."""

    starts: Records[StateRecord]
    codes: Numbers
    ends: Numbers

    def take(self, order: Numbers) -> Games:
        """Some deals, in this order."""
        codes = [self.codes[self.ends[g] : self.ends[g + 1]] for g in order]
        return Games(self.starts[order], *_joined(codes))


def gather(games: Sequence[Games]) -> Games:
    """All deals, one after the other."""
    parts = [
        one.codes[first:last] for one in games for first, last in zip(one.ends, one.ends[1:], strict=False)
    ]
    starts: Any = np.concatenate([np.asarray(one.starts) for one in games])
    return Games(starts, *_joined(parts))


def _joined(codes: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    ends = np.cumsum([0, *map(len, codes)])
    return (np.concatenate(codes) if codes else np.zeros(0, np.int64)), ends


class Mind(Protocol):
    """Who answers for seats that ask: the codes of what they do."""

    def answer(self, asked: Asked, tables: Records[TableRecord], codes: Numbers) -> Numbers:
        """`codes` are those of all plays asked about."""
        ...


class NetworkMind:
    """A network, anchored at the heuristic."""

    def __init__(self, network: Network, anchor: float) -> None:
        self._network, self._anchor = network, anchor

    def answer(self, asked: Asked, tables: Records[TableRecord], codes: Numbers) -> Numbers:
        """The plays worth most."""
        return codes[network_choice(self._network, asked, self._anchor).rows]


class SearchMind:
    """A search by a fixed number of deals."""

    def __init__(self, rules: Records[RulesRecord], deals: int) -> None:
        self._search, self._rules = Search(Budget(deals=deals)), rules

    def answer(self, asked: Asked, tables: Records[TableRecord], codes: Numbers) -> Numbers:
        """One question after the other."""
        made = np.zeros(len(asked.questions), np.int64)
        for i, at in enumerate(asked.questions["table"].tolist()):
            state, memory = tables["state"][at : at + 1].copy(), tables["memory"][at : at + 1].copy()
            seed = seed_of("company", at, int(tables["plies"][at]), int(tables["stream"][at, 0]))
            made[i] = self._search.think(state, self._rules, memory, seed).choice
        return made


Lineup = Callable[[Records[StateRecord], np.random.Generator], Numbers]
"""Which style plays which seat of some deals, shape (deals, 5)."""


class MixedTables:
    """Players who play numbered deals with one another."""

    def __init__(
        self, rules: Records[RulesRecord], styles: Sequence[Style], mind: Mind | None = None
    ) -> None:
        self._rules, self._mind = rules, mind
        self._players = new(PlayerRecord, len(styles))
        for name in ("kind", "temperature", "feigns"):
            self._players[name] = [getattr(style, name) for style in styles]
        self._players["wild"] = [round(style.wild * SHARES) for style in styles]
        self._players["weights"] = np.arange(len(styles)) + 1
        self._weights = weights_of(DEFAULT, *(style.parameters for style in styles))
        self._asks = any(style.kind == ASKS for style in styles)
        assert self._asks == (mind is not None)

    def play(self, numbers: Numbers, lineup: Lineup, seed: int, most: int = LONGEST) -> Games:
        """Play deals up to `most` actions; the same numbers and seed give the same games."""
        chance = np.random.default_rng(seed)
        return gather(
            [
                self._play(numbers[first : first + _AT_ONCE], lineup, chance, most)
                for first in range(0, len(numbers), _AT_ONCE)
            ]
        )

    def _play(self, numbers: Numbers, lineup: Lineup, chance: np.random.Generator, most: int) -> Games:
        size = len(numbers)
        tables, scratch = new(TableRecord, size), new(ScratchRecord)
        deal_tables(tables, self._rules, numbers, np.zeros(int(fields(self._rules).deck_size), np.uint8))
        starts: Any = tables["state"].copy()
        tables["seats"] = lineup(starts, chance)
        room = max(_ROOM * size, MOST_SCORED) if self._asks else 1
        asked, pending = new(QuestionRecord, size), np.zeros(room, np.int64)
        vectors = np.zeros((size if self._asks else 1, STATE_SIZE), np.uint8)
        actions = np.zeros((room, ACTION_SIZE), np.uint8)
        going, chosen = np.arange(size), np.full(size, NOTHING)
        while len(going):
            found = go_on(
                tables, self._rules, self._players, self._weights, scratch, going, chosen, most, asked, pending, vectors,
                actions,
            )  # fmt: skip
            questions = asked[:found]
            going, chosen = questions["table"].copy(), np.full(found, NOTHING)
            if self._mind is not None and found:
                ready, put = with_a_choice(questions, vectors, actions)
                chosen[ready] = self._mind.answer(put, tables, pending)
        played = [codes[:plies] for codes, plies in zip(tables["codes"], tables["plies"], strict=True)]
        return Games(starts, *_joined([row.copy() for row in played]))


# --- deals of people with habits, played by the rules engine: they see a view and nothing else, so no kernel plays them

_TRIES = 1 << 10


class Table(NamedTuple):
    """A population of people: one of these habits for all that is drawn for each deal, or each seat's own."""

    name: str
    habits: tuple[Habits, ...]
    alike: bool = False

    def play(self, options: BaohuangOptions, numbers: Numbers, seed: int, most: int = LONGEST) -> Games:
        """Play deals of some numbers up to where the guard is revealed; all phases before take their first action."""
        return gather([self._play(options, int(number), seed, most) for number in numbers])

    def _play(self, options: BaohuangOptions, number: int, seed: int, most: int) -> Games:
        state = start_of(options, number)
        record = from_law(state)
        codes: list[int] = []
        chance = random.Random(f"{seed}/{number}")
        drawn = [chance.choice(self.habits) for _ in range(SEATS)]
        players = [Person(chance.getrandbits(32), drawn[0 if self.alike else seat]) for seat in range(SEATS)]
        while state.queue and not state.roles.shown and len(codes) < most:
            seat = state.queue[0]
            legal = GAME.legal_actions(state, seat)
            action = players[seat].choose(GAME.view(state, seat), legal) if len(legal) > 1 else legal[0]
            codes.append(encode(action))
            state, _ = GAME.apply(state, seat, action)
        return Games(record, np.array(codes, np.int64), np.array([0, len(codes)]))


def start_of(options: BaohuangOptions, number: int) -> State:
    """The first deal from a number on that has one guard, at its first lead."""
    for at in range(_TRIES):
        state = GAME.deal(options, deal_seed(number * _TRIES + at))
        while state.queue and state.phase is not Phase.PLAY:
            seat = state.queue[0]
            state, _ = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0])
        if state.phase is Phase.PLAY and len(state.roles.guards) == 1 and not state.roles.shown:
            return state
    raise AssertionError("no deal with a guard")
