"""Tables in lockstep as NumPy sees them: the questions of all tables at once, answered by a policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.compiled.memory import MEMORY
from paiju.bots.baohuang.compiled.outlook import WORK
from paiju.bots.baohuang.net.features.layout import ACTION_SIZE, STATE_SIZE
from paiju.bots.baohuang.net.features.trail import TRAIL
from paiju.bots.baohuang.net.lockstep.asking import PLAYERS, QUESTION, SHARES, ask_all
from paiju.bots.baohuang.net.network import Network
from paiju.kernels.baohuang.records import STATE, blank, listing

_ROOM = 24  # plays for each table at a time; tables wait where there are more
_MOST_SCORED = 4096

Numbers = npt.NDArray[np.int64]


class Asked(NamedTuple):
    """Questions of one round: records, state vectors, rows of play vectors (`first` to `first + count` each)."""

    questions: Any
    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]


class Lockstep:
    """`size` tables; what a subclass writes to their records is played on from there.

    `heuristic` (a `WEIGHTS` record of shape (1,)) is the one that the network is anchored at, `rival` the one that
    plays the other side. `rules` is a `RULES` record.
    """

    def __init__(self, rules: Any, heuristic: Any, size: int, rival: Any = None) -> None:
        self._rules = rules
        self._weights = np.concatenate([heuristic, heuristic if rival is None else rival])
        self._states, self._trails = blank(STATE, size), blank(TRAIL, size)
        self._memories = blank(MEMORY, PLAYERS * size).reshape(size, PLAYERS)
        self._streams = np.ones((size, 1), np.int64)
        self._work = blank(WORK)
        self._codes, self._values = listing(), np.zeros(_MOST_SCORED)
        room = max(_ROOM * size, _MOST_SCORED)
        self._pending = np.zeros(room, np.int64)
        self._asked = blank(QUESTION, size)
        self._vectors = np.zeros((size, STATE_SIZE), np.uint8)
        self._actions = np.zeros((room, ACTION_SIZE), np.uint8)
        self.points = np.zeros(size, np.int64)
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
        tables, chosen = np.arange(size), np.full(size, -1)
        if begun is not None:
            self._pending[:size] = begun
            chosen = np.arange(size)
        shares = np.full(size, round(explore * SHARES))
        while len(tables):
            found = ask_all(
                self._rules, self._states, self._memories, self._trails, self._streams, self._weights, self._work,
                sides, tables, chosen, self._pending, shares, self._codes, self._values, self._asked, self._vectors,
                self._actions, self.points, near,
            )  # fmt: skip
            questions = self._asked[:found]
            tables, chosen = questions["table"].copy(), np.full(found, -1)
            ready = questions["count"] > 0
            questions = questions[ready]
            rows = int(questions["count"].sum())
            answers = np.full(len(questions), -1)
            yield Asked(questions, self._vectors[:found][ready], self._actions[:rows]), answers
            chosen[ready] = answers


class Chosen(NamedTuple):
    """Rows of what is played; what the plays are worth that would be if nothing were explored; what all are worth."""

    rows: Numbers
    worth: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]


def network_choice(network: Network, asked: Asked, anchor: float) -> Chosen:
    """The plays worth most, where they are worth `anchor` more than the heuristic's; exploration kept."""
    questions = asked.questions
    first = questions["first"]
    if not len(first):
        return Chosen(np.zeros(0, np.int64), np.zeros(0, np.float32), np.zeros(0, np.float32))
    values = network.values(asked.states, asked.actions, questions["count"])
    highest = np.maximum.reduceat(values, first)
    owner = np.repeat(np.arange(len(first)), questions["count"])
    top = np.flatnonzero(values == highest[owner])
    best = top[np.searchsorted(owner[top], np.arange(len(first)))]
    preferred = first + questions["best"]
    chosen = np.where(highest > values[preferred] + anchor, best, preferred)
    rows = np.where(questions["explore"] >= 0, first + questions["explore"], chosen)
    return Chosen(rows, values[chosen], values)
