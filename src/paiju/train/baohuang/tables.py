"""Tables that play the numbered deals of a run in lockstep, and try plays in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from paiju.bots.asked import Numbers
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.net.lockstep.asking import BOTH, CROWN, PEOPLE, SHARES, QuestionRecord
from paiju.bots.baohuang.net.lockstep.rounds import Lockstep
from paiju.bots.baohuang.net.network import Network
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.records import Records, fields
from paiju.train import opponents
from paiju.train.baohuang.lockstep import deal_all, try_rivals
from paiju.train.opponents import Facing, Opponent


class Tables(Lockstep):
    """Tables that play the deals of some numbers; `solos` is the share of deals without a guard that are kept."""

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

    def try_rivals(
        self, questions: Records[QuestionRecord], values: npt.NDArray[np.float32], most: int, stream: Numbers
    ) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """Carry plays out at questions that wait for their answers, each to the deal's end by the heuristic.

        Tried are the heuristic's play and `most` others: those with the highest `values` (one for each row of what was
        asked) and one by chance. Returns their rows, shape (questions, 1 + `most`), -1 where there are fewer; and what
        the others gain, shape (questions, `most`), NaN where there are fewer.
        """
        rows = np.full((len(questions), 1 + most), -1)
        gains = np.full((len(questions), most), np.nan)
        try_rivals(
            self._tables, self._rules, self._weights, self._scratch, questions, self._pending, values.copy(), stream,
            rows, gains,
        )  # fmt: skip
        return rows, gains


def facing(tables: Tables, opponent: Opponent | None) -> opponents.Tables:
    """The tables as the learner meets them, where somebody else plays the sides that it is not asked about."""
    if opponent is None or opponent.weights is None:
        return tables
    return Facing(tables, Network(opponent.weights), opponent.anchor, BOTH, _own)


def _own(questions: Any, sides: Numbers) -> npt.NDArray[np.bool_]:
    """Which questions are those of the side that plays at their tables."""
    own: npt.NDArray[np.bool_] = np.where(questions["side"] > 0, CROWN, PEOPLE) == sides[questions["table"]]
    return own
