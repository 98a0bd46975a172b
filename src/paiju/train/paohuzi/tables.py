"""Tables of Paohuzi that play the numbered deals of a run in lockstep, compiled, and the samples they hand over."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.anchored import TRIED, next_rival
from paiju.bots.networks import SHARES, Lockstep, Numbers
from paiju.bots.paohuzi import net
from paiju.bots.paohuzi.compiled.matches import kernel_rules, play_on, weights
from paiju.bots.paohuzi.compiled.policy import choose, consider
from paiju.bots.paohuzi.compiled.records import PARAMETERS, WeightsRecord, WorkRecord, weights_of
from paiju.bots.paohuzi.net.features import ACTION_SIZE, OTHERS, STATE_SIZE, write_question
from paiju.bots.paohuzi.net.network import PLAN
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import CARDS, KINDS
from paiju.kernels.cache import CacheGroup
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.actions import THROW
from paiju.kernels.paohuzi.claims import actor_of
from paiju.kernels.paohuzi.records import (
    CLAIM,
    LEFT_SEAT,
    LEFT_THROWN,
    MOST_ACTIONS,
    MOST_SEATS,
    OVER,
    THROWN,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    size,
)
from paiju.kernels.paohuzi.turns import act, begin, shuffle, start
from paiju.kernels.records import Floats, Grid, Ints, Records, below, new, numbered
from paiju.train.selfplay import tried

CACHE_GROUP = CacheGroup("paohuzi-selfplay", (*net.CACHE_GROUP.sources, "train/paohuzi/tables.py"))
NO_TAKER = 255
"""In place of who took a thrown card: nothing was thrown."""
MOST_ASKED = 160
"""Questions of a deal at most; at later ones the policy decides."""
POLICY, QUICK = (
    0,
    1,
)  # the policy that the network is anchored at and plays against; the one that plays trials to their ends
_NOBODY, _NEXT, _SECOND = range(3)


class QuestionRecord:
    """A question that waits for its answer."""

    table: int
    seat: int
    number: int  # of the question at its table
    first: int  # where its actions begin among all that are asked now
    count: int
    best: int  # the policy's choice, counted from `first`
    explore: int  # an action to be tried whatever it is worth, -1: none
    hands: Annotated[Ints, np.int64, 2]  # of the two seats after it


class TableRecord:
    """A table: its deal, and what became of the cards that were thrown."""

    state: StateRecord
    stream: Annotated[Ints, np.int64, 1]
    wall: Annotated[Ints, np.int64, CARDS]
    whom: int  # a bit for each seat that the network plays; the policy plays the others
    explore: int  # in how many of `SHARES` questions an action is named that must be tried
    asked: int
    thrown: (
        int  # the question that was answered with a throw of which it is not known yet who takes it, -1: none
    )
    thrower: int
    kind: int
    lefts: int  # cards that nobody used, before it
    owned: int  # copies of it on the table of the next seat, before it
    takers: Annotated[Ints, np.uint8, MOST_ASKED]  # by question: `Shard.takers`


class ScratchRecord:
    """Scratch space that the tables use in turn."""

    work: WorkRecord
    state: Annotated[Records[StateRecord], StateRecord, 1]
    codes: Annotated[Ints, np.int64, MOST_ACTIONS]
    sizes: Annotated[Ints, np.int64, MOST_SEATS]


@compiled
def deal_all(
    tables: Records[TableRecord], rules: Records[RulesRecord], sets: Records[SetsRecord], numbers: Ints
) -> None:
    """Deal each table's number; the dealer is drawn by lot."""
    for at in range(len(tables)):
        table = tables[at]
        state = table.state
        numbered(table.stream, int(numbers[at]))
        shuffle(table.stream, table.wall)
        state.dealer, state.streak, state.draws = below(table.stream, int(rules[0].seats)), 1, 0
        begin(state, rules[0], table.wall)
        start(state, rules[0], sets[0])
        table.asked, table.thrown = 0, -1
        for i in range(MOST_ASKED):
            table.takers[i] = NO_TAKER


@compiled
def ask_all(
    tables: Records[TableRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    weights: Records[WeightsRecord],
    scratch: Records[ScratchRecord],
    going: Ints,
    chosen: Ints,
    pending: Ints,
    asked: Records[QuestionRecord],
    vectors: Grid[int],
    actions: Grid[int],
) -> int:
    """Carry `chosen` out at the tables `going` and play each on to its next question; how many questions there are.

    `chosen` are rows of `pending` (codes of all actions asked before), -1 at a table that has not been asked. The arrays written:
    `asked`, `vectors` and `actions` of the questions, and their codes in `pending`. Where `actions` has no room left for a table,
    it waits: its question comes with count 0.
    """
    s = scratch[0]
    for i in range(len(going)):
        if chosen[i] >= 0:
            _answer(tables[going[i]], rules[0], sets[0], int(pending[chosen[i]]))
    found = row = 0
    for i in range(len(going)):
        table = tables[going[i]]
        state = table.state
        many = _play_on(table, rules[0], sets[0], weights[POLICY], s)
        if not many:
            continue
        question = asked[found]
        found += 1
        question.table, question.first, question.count = going[i], row, many
        if row + many > len(actions):
            question.count = 0
            continue
        seat = actor_of(state)
        for at in range(MOST_SEATS):
            s.sizes[at] = size(int(state.hand[at]))
        question.best = write_question(
            state, rules[0], sets[0], seat, s.sizes, weights[POLICY], s.work, s.codes, many,
            vectors[found - 1], actions[row : row + many],
        )  # fmt: skip
        for j in range(many):
            pending[row + j] = s.codes[j]
        row += many
        _note(table, question, seat, many)
    return found


@inlined
def _note(table: TableRecord, question: QuestionRecord, seat: int, many: int) -> None:
    """Note what a question is about, and whether an action must be tried."""
    state = table.state
    question.seat, question.number = seat, table.asked
    table.asked += 1
    following = int(state.right[seat])
    question.hands[0] = state.hand[following]
    question.hands[1] = state.hand[int(state.right[following])]
    question.explore = -1
    if table.explore and below(table.stream, SHARES) < table.explore:
        question.explore = below(table.stream, many)


@compiled
def _play_on(
    table: TableRecord, rules: RulesRecord, sets: SetsRecord, weights: WeightsRecord, scratch: ScratchRecord
) -> int:
    """Play forced actions and the policy's seats up to a question: how many actions it has, 0 at the end of the deal."""
    state, codes = table.state, scratch.codes
    while state.phase != OVER:
        seat = actor_of(state)
        if table.whom >> seat & 1 and table.asked < MOST_ASKED:
            many = consider(state, rules, sets, seat, codes)
            if many > 1:
                return many
            action = int(codes[0])
        else:
            action = choose(state, rules, sets, seat, weights, scratch.work, codes)
        _carry_out(table, rules, sets, seat, action)
    return 0


@inlined
def _answer(table: TableRecord, rules: RulesRecord, sets: SetsRecord, action: int) -> None:
    """Carry the answer to a table's last question out."""
    state = table.state
    seat = actor_of(state)
    if state.phase != CLAIM:
        kind = action - THROW
        table.thrown, table.thrower, table.kind = table.asked - 1, seat, kind
        table.lefts, table.owned = int(state.lefts), count(int(state.code[int(state.right[seat])]), kind)
    _carry_out(table, rules, sets, seat, action)


@compiled
def _carry_out(table: TableRecord, rules: RulesRecord, sets: SetsRecord, seat: int, action: int) -> None:
    """Carry an action out, and note who took the card that was thrown last, once that is known."""
    state = table.state
    act(state, rules, sets, seat, action)
    if table.thrown < 0 or _is_open(table):
        return
    following, lefts = int(state.right[table.thrower]), int(table.lefts)
    left = int(table.kind) + LEFT_THROWN + LEFT_SEAT * int(table.thrower)
    if state.lefts > lefts and state.left[lefts] == left:
        taker = _NOBODY
    elif count(int(state.code[following]), int(table.kind)) > table.owned or state.winner == following:
        taker = _NEXT
    else:
        taker = _SECOND
    table.takers[int(table.thrown)] = taker
    table.thrown = -1


@inlined
def _is_open(table: TableRecord) -> bool:
    """Whether others are still asked about the card that was thrown last."""
    state = table.state
    return state.phase == CLAIM and state.source == THROWN and state.lefts == table.lefts


@compiled
def try_rivals(
    tables: Records[TableRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    weights: Records[WeightsRecord],
    scratch: Records[ScratchRecord],
    questions: Records[QuestionRecord],
    pending: Ints,
    values: Floats,
    stream: Ints,
    rows: Grid[int],
    gains: Grid[float],
) -> None:
    """Try actions of some questions, each to the end of its deal by the quick policy; see `Tables.try_rivals`.

    `values` of what was tried are lost.
    """
    most = gains.shape[1]
    for i in range(len(questions)):
        question = questions[i]
        state, seat = tables[question.table].state, int(question.seat)
        row = int(question.first + question.best)
        anchor = _outcome(state, rules[0], sets[0], weights[QUICK], scratch[0], seat, int(pending[row]))
        rows[i, 0] = row
        for n in range(min(most, question.count - 1)):
            values[row] = TRIED
            row = next_rival(question, values, stream, n + 1, most)
            outcome = _outcome(state, rules[0], sets[0], weights[QUICK], scratch[0], seat, int(pending[row]))
            gains[i, n] = outcome - anchor
            rows[i, n + 1] = row


@compiled
def _outcome(
    state: StateRecord, rules: RulesRecord, sets: SetsRecord, weights: WeightsRecord, scratch: ScratchRecord, seat: int,
    action: int,
) -> int:  # fmt: skip
    """The points of a seat if it takes an action and the quick policy plays on; the deal itself stays."""
    scratch.state[0] = state
    trial = scratch.state[0]
    act(trial, rules, sets, seat, action)
    play_on(trial, rules, sets, weights, weights, 0, scratch.work, scratch.codes)
    return int(trial.returns[seat])


# --- what self-play of Paohuzi hands over: samples of some deals, compact


class Shard(NamedTuple):
    """Samples, one row each: `states` and `actions` as `bots.paohuzi.net.features` says.

    * `points` (`int16`): the seat's points at the end;
    * `targets` (`float16`): the value that the action is trained towards (`selfplay.targets_of`);
    * `takers` (`uint8`): the seat that took a thrown card (0 nobody, 1 the next, 2 the one after, 255: nothing was thrown);
    * `hands` (`uint8`): the copies of each kind in the hands of the two seats after the viewer.
    """

    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int16]
    targets: npt.NDArray[np.float16]
    takers: npt.NDArray[np.uint8]
    hands: npt.NDArray[np.uint8]


def blank_samples(rows: int) -> Shard:
    """`rows` rows of zeros."""
    return Shard(
        np.zeros((rows, STATE_SIZE), np.uint8),
        np.zeros((rows, ACTION_SIZE), np.uint8),
        np.zeros(rows, np.int16),
        np.zeros(rows, np.float16),
        np.zeros(rows, np.uint8),
        np.zeros((rows, OTHERS * KINDS), np.uint8),
    )


# --- tables of Paohuzi that play the numbered deals of a run in lockstep, and try actions in them

_ROOM = 12  # actions for each table at a time; tables wait where there are more
MOST_POINTS = 60
"""Points of a deal, and gains of a trial, are cut here: few deals carry more, and what they come to hangs on little."""


class Tables(Lockstep):
    """Tables that play the deals of some numbers; `whom` of `rounds` are seats as bits."""

    everybody = 7

    def __init__(self, options: Mapping[str, Any], numbers: Numbers) -> None:
        self._rules = kernel_rules(GAME.options(dict(options)))
        self._weights = np.concatenate([weights("expected"), weights_of(PARAMETERS["playout"])])
        self._scratch, size = new(ScratchRecord), len(numbers)
        super().__init__(
            new(TableRecord, size), new(QuestionRecord, size), PLAN, max(_ROOM * size, MOST_ACTIONS)
        )
        deal_all(self._tables, *self._rules, numbers)

    @property
    def returns(self) -> Numbers:
        """What each seat got at each table, shape (tables, seats)."""
        return np.asarray(self._tables["state"]["returns"])

    @property
    def takers(self) -> npt.NDArray[np.uint8]:
        """The takers of the thrown cards, by table and question."""
        return np.asarray(self._tables["takers"])

    def own(self, questions: Records[QuestionRecord], whom: Numbers) -> npt.NDArray[np.bool_]:
        """Which questions are those of the seats that play at their tables."""
        own: npt.NDArray[np.bool_] = whom[questions["table"]] >> questions["seat"] & 1 > 0
        return own

    def ends(self, questions: Records[QuestionRecord]) -> Numbers:
        """What the seats that were asked got, cut at `MOST_POINTS`."""
        returns = self.returns[questions["table"], questions["seat"]]
        return np.asarray(np.clip(returns, -MOST_POINTS, MOST_POINTS))

    def _ask(self, going: Numbers, chosen: Numbers) -> int:
        return ask_all(
            self._tables, *self._rules, self._weights, self._scratch, going, chosen, self._pending, self._questions,
            self._vectors, self._actions,
        )  # fmt: skip

    def try_rivals(
        self, questions: Records[QuestionRecord], values: npt.NDArray[np.float32], most: int, stream: Numbers
    ) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """Carry actions out at questions that wait for their answers (`selfplay.Tables`), the quick policy playing on."""
        run = partial(
            try_rivals, self._tables, *self._rules, self._weights, self._scratch, questions, self._pending,
            values.copy(), stream,
        )  # fmt: skip
        return tried(run, len(questions), most)
