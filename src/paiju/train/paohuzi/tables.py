"""Tables of Paohuzi that play the numbered deals of a run in lockstep, and try actions in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from paiju.bots.asked import Asked, Numbers, with_a_choice
from paiju.bots.paohuzi.compiled.matches import weights
from paiju.bots.paohuzi.compiled.parameters import NUMBERS
from paiju.bots.paohuzi.compiled.records import weights_of
from paiju.bots.paohuzi.net.features.layout import ACTION_SIZE, STATE_SIZE
from paiju.bots.paohuzi.net.network import Network
from paiju.games.paohuzi import GAME
from paiju.kernels.paohuzi.compiling import rules_for, sets_for
from paiju.kernels.paohuzi.records import MOST_ACTIONS
from paiju.kernels.records import new
from paiju.train import opponents
from paiju.train.opponents import Facing, Opponent
from paiju.train.paohuzi.lockstep import (
    SHARES,
    QuestionRecord,
    ScratchRecord,
    TableRecord,
    ask_all,
    deal_all,
    try_rivals,
)

_ROOM = 12  # actions for each table at a time; tables wait where there are more
ALL_SEATS = 7


class Tables:
    """Tables that play the deals of some numbers."""

    def __init__(self, options: Mapping[str, Any], numbers: Numbers) -> None:
        made = GAME.options(dict(options))
        self._laws = rules_for(made), sets_for(made)
        self._weights = np.concatenate([weights("expected"), weights_of(NUMBERS["playout"])])
        size = len(numbers)
        self._tables, self._scratch = new(TableRecord, size), new(ScratchRecord)
        room = max(_ROOM * size, MOST_ACTIONS)
        self._pending = np.zeros(room, np.int64)
        self._asked = new(QuestionRecord, size)
        self._vectors = np.zeros((size, STATE_SIZE), np.uint8)
        self._actions = np.zeros((room, ACTION_SIZE), np.uint8)
        deal_all(self._tables, *self._laws, numbers)

    @property
    def returns(self) -> Numbers:
        """What each seat got at each table, shape (tables, seats)."""
        return np.asarray(self._tables["state"]["returns"])

    @property
    def takers(self) -> npt.NDArray[np.uint8]:
        """Who took the thrown cards, by table and question."""
        return self._tables["takers"]

    def rounds(self, mine: Numbers, explore: float = 0.0) -> Iterator[tuple[Asked, Numbers]]:
        """Play to the end; each round yields what is asked, and an array to be filled with one row for each question.

        `mine` says by table which seats the network plays, as bits; `explore` how often a question says which action must be
        tried.
        """
        size = len(mine)
        self._tables["mine"] = mine
        self._tables["explore"] = round(explore * SHARES)
        going, chosen = np.arange(size), np.full(size, -1)
        while len(going):
            found = ask_all(
                self._tables, *self._laws, self._weights, self._scratch, going, chosen, self._pending, self._asked,
                self._vectors, self._actions,
            )  # fmt: skip
            going, chosen = self._asked["table"][:found].copy(), np.full(found, -1)
            ready, asked = with_a_choice(self._asked[:found], self._vectors, self._actions)
            answers = np.full(len(asked.questions), -1)
            yield asked, answers
            chosen[ready] = answers

    def try_rivals(
        self, questions: Any, values: npt.NDArray[np.float32], most: int, stream: Numbers
    ) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """Carry actions out at questions that wait for their answers, each to the deal's end by the quick policy.

        Tried are the policy's action and `most` others: those with the highest `values` (one for each row of what was
        asked) and one by chance. Returns their rows, shape (questions, 1 + `most`), -1 where there are fewer; and what
        the others gain, shape (questions, `most`), NaN where there are fewer.
        """
        rows = np.full((len(questions), 1 + most), -1)
        gains = np.full((len(questions), most), np.nan)
        try_rivals(
            self._tables, *self._laws, self._weights, self._scratch, questions, self._pending, values.copy(), stream,
            rows, gains,
        )  # fmt: skip
        return rows, gains


def facing(tables: Tables, opponent: Opponent | None) -> opponents.Tables:
    """The tables as the learner meets them, where somebody else plays the seats that it is not asked about."""
    if opponent is None or opponent.weights is None:
        return tables
    return Facing(tables, Network(opponent.weights), opponent.anchor, ALL_SEATS, _own)


def _own(questions: Any, mine: Numbers) -> npt.NDArray[np.bool_]:
    """Which questions are those of the seats that play at their tables."""
    own: npt.NDArray[np.bool_] = mine[questions["table"]] >> questions["seat"] & 1 > 0
    return own
