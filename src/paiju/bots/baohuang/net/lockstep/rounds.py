"""Tables in lockstep as NumPy sees them: the questions of all tables at once, answered by a policy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from paiju.bots.asked import Asked, Numbers, with_a_choice
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.net.features.layout import ACTION_SIZE, STATE_SIZE
from paiju.bots.baohuang.net.lockstep.asking import (
    MOST_SCORED,
    SHARES,
    QuestionRecord,
    ScratchRecord,
    TableRecord,
    ask_all,
)
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.records import Records, new

_ROOM = 24  # plays for each table at a time; tables wait where there are more


class Lockstep:
    """`size` tables; what a subclass writes to their records is played on from there.

    `heuristic` is the one that the network is anchored at, `rival` the one that plays the other side; one record each.
    """

    def __init__(
        self,
        heuristic: Records[WeightsRecord],
        size: int,
        rival: Records[WeightsRecord] | None = None,
        rules: Records[RulesRecord] | None = None,
    ) -> None:
        self._rules = new(RulesRecord) if rules is None else rules
        self._weights = np.concatenate([heuristic, heuristic if rival is None else rival])
        self._tables, self._scratch = new(TableRecord, size), new(ScratchRecord)
        room = max(_ROOM * size, MOST_SCORED)
        self._pending = np.zeros(room, np.int64)
        self._asked = new(QuestionRecord, size)
        self._vectors = np.zeros((size, STATE_SIZE), np.uint8)
        self._actions = np.zeros((room, ACTION_SIZE), np.uint8)
        self.points: Numbers = self._tables["points"]
        """The crown's place points of each deal, once it is over."""

    def rounds(
        self, sides: Numbers, explore: float = 0.0, *, begun: Numbers | None = None, near: float = np.inf
    ) -> Iterator[tuple[Asked, Numbers]]:
        """Play to the end; each round yields what is asked, and an array to be filled with one row for each question.

        `sides` says by table whom the policy plays (`asking.BOTH` …), `explore` how often a question says which action
        must be tried. `begun` are codes of actions, one a table, that are carried out before anything is asked. Plays
        that score more than `near` turns less than the heuristic's are not asked about.
        """
        size = len(sides)
        self._tables["sides"][:size] = sides
        self._tables["explore"][:size] = round(explore * SHARES)
        going, chosen = np.arange(size), np.full(size, -1)
        if begun is not None:
            self._pending[:size] = begun
            chosen = np.arange(size)
        while len(going):
            found = ask_all(
                self._tables, self._rules, self._weights, self._scratch, going, chosen, self._pending, near, self._asked,
                self._vectors, self._actions,
            )  # fmt: skip
            going, chosen = self._asked["table"][:found].copy(), np.full(found, -1)
            ready, asked = with_a_choice(self._asked[:found], self._vectors, self._actions)
            answers = np.full(len(asked.questions), -1)
            yield asked, answers
            chosen[ready] = answers
