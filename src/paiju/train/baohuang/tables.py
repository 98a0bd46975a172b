"""Tables that play the numbered deals of a run in lockstep, compiled, and the samples they hand over."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.anchored import TRIED, next_rival
from paiju.bots.baohuang.compiled.memory import WeightsRecord
from paiju.bots.baohuang.compiled.memory import begin as begin_memory
from paiju.bots.baohuang.compiled.search import play_after
from paiju.bots.baohuang.net.features import ACTION_SIZE, STATE_SIZE
from paiju.bots.baohuang.net.features import begin as begin_trail
from paiju.bots.baohuang.net.lockstep import (
    BOTH,
    CROWN,
    NETWORK,
    PEOPLE,
    PLAYERS,
    Lockstep,
    QuestionRecord,
    ScratchRecord,
    TableRecord,
    pair_points,
)
from paiju.bots.networks import SHARES, Numbers
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.jit import compiled
from paiju.kernels.records import Floats, Grid, Ints, Records, below, fields, numbered
from paiju.train.selfplay import tried


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
            values[row] = TRIED
            row = next_rival(question, values, stream, n + 1, most)
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
    play_after(state, rules, scratch.memory[0], weights, scratch.work, code, scratch.codes)
    return pair_points(state)


# --- what self-play of Bao Huang hands over: samples of some deals, compact


class Shard(NamedTuple):
    """Samples, one row each: `states` and `actions` as `bots.baohuang.net.features` says.

    * `points` (`int8`): the place points of the acting side at the end;
    * `targets` (`float16`): the value that the play is trained towards (`selfplay.targets_of`);
    * `guards` (`uint8`): the guard's seat counted from the viewer, 255 where it is known;
    * `plies` (`uint8`): the actions before, at most 255.
    """

    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int8]
    targets: npt.NDArray[np.float16]
    guards: npt.NDArray[np.uint8]
    plies: npt.NDArray[np.uint8]


def blank_samples(rows: int) -> Shard:
    """`rows` rows of zeros."""
    return Shard(
        np.zeros((rows, STATE_SIZE), np.uint8),
        np.zeros((rows, ACTION_SIZE), np.uint8),
        np.zeros(rows, np.int8),
        np.zeros(rows, np.float16),
        np.zeros(rows, np.uint8),
        np.zeros(rows, np.uint8),
    )


# --- tables that play the numbered deals of a run in lockstep, and try plays in them


class Tables(Lockstep):
    """Tables that play the deals of some numbers; `solos` is the share of deals without a guard that are kept."""

    everybody = BOTH

    def __init__(
        self,
        rules: Records[RulesRecord],
        heuristic: Records[WeightsRecord],
        numbers: Numbers,
        *,
        rival: Records[WeightsRecord] | None = None,
        solos: float = 0.0,
    ) -> None:
        super().__init__(heuristic, len(numbers), rival, rules)
        deck = np.zeros(int(fields(rules).deck_size), np.uint8)
        deal_all(self._tables, rules, numbers, round(solos * SHARES), deck)

    def own(self, questions: Records[QuestionRecord], whom: Numbers) -> npt.NDArray[np.bool_]:
        """Which questions are those of the side that plays at their tables."""
        own: npt.NDArray[np.bool_] = (
            np.where(questions["side"] > 0, CROWN, PEOPLE) == whom[questions["table"]]
        )
        return own

    def ends(self, questions: Records[QuestionRecord]) -> Numbers:
        """Place points of the sides that were asked."""
        points: Numbers = self.points[questions["table"]] * questions["side"]
        return points

    def try_rivals(
        self, questions: Records[QuestionRecord], values: npt.NDArray[np.float32], most: int, stream: Numbers
    ) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """Carry plays out at questions that wait for their answers (`selfplay.Tables`)."""
        run = partial(
            try_rivals, self._tables, self._rules, self._weights, self._scratch, questions, self._pending,
            values.copy(), stream,
        )  # fmt: skip
        return tried(run, len(questions), most)
