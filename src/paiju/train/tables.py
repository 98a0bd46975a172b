"""Tables that play the numbered deals of a run in lockstep, and try plays in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.memory import MEMORY
from paiju.bots.baohuang.net.lockstep.asking import SHARES
from paiju.bots.baohuang.net.lockstep.rounds import Asked, Lockstep, Numbers
from paiju.kernels.baohuang.records import STATE, blank, fields
from paiju.train.lockstep import deal_all, try_rivals


class Tables(Lockstep):
    """Tables that play the deals of some numbers; `solos` is the share of deals without a guard that are kept."""

    def __init__(
        self, rules: Any, heuristic: Any, numbers: Numbers, *, rival: Any = None, solos: float = 0.0
    ) -> None:
        super().__init__(rules, heuristic, len(numbers), rival)
        self._trial = blank(STATE), blank(MEMORY)
        deck = np.zeros(int(fields(rules).deck_size), np.uint8)
        deal_all(
            rules,
            self._states,
            self._memories,
            self._trails,
            self._streams,
            numbers,
            round(solos * SHARES),
            deck,
        )

    def try_rivals(self, questions: Any, values: Any, most: int, stream: Any) -> tuple[Numbers, Any]:
        """Carry plays out at questions that wait for their answers, each to the deal's end by the heuristic.

        Tried are the heuristic's play and `most` others: those with the highest `values` (one for each row of what was
        asked) and one by chance. Returns their rows, shape (questions, 1 + `most`), -1 where there are fewer; and what
        the others gain, shape (questions, `most`), NaN where there are fewer.
        """
        rows = np.full((len(questions), 1 + most), -1)
        gains = np.full((len(questions), most), np.nan)
        try_rivals(
            self._rules, self._states, self._memories, self._weights, self._work, questions, self._pending,
            values.copy(), stream, self._trial, self._codes, rows, gains,
        )  # fmt: skip
        return rows, gains


def heuristic_choice(asked: Asked) -> Numbers:
    """Rows of the heuristic's choices, exploration kept."""
    questions = asked.questions
    tried = np.where(questions["explore"] >= 0, questions["explore"], questions["best"])
    return np.asarray(questions["first"] + tried)
