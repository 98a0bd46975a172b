"""The questions of many tables at once, and which plays a policy answers them with."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.towers import Towers

Numbers = npt.NDArray[np.int64]


class Asked(NamedTuple):
    """Questions of one round: records, state vectors, rows of play vectors.

    Of a record `first` and `count` say which rows are its plays, `best` which of them the heuristic chooses, and `explore` which must
    be tried (-1: none).
    """

    questions: Any
    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]

    def only(self, which: npt.NDArray[np.bool_]) -> tuple[Asked, Numbers]:
        """Some of the questions by themselves, and where their rows of plays are among all."""
        questions = self.questions[which]
        counts, firsts = questions["count"], questions["first"]
        begins = np.cumsum(counts) - counts
        rows = np.arange(int(counts.sum())) + np.repeat(firsts - begins, counts)
        questions["first"] = begins
        return Asked(questions, self.states[which], self.actions[rows]), rows


def with_a_choice(
    questions: Any, states: npt.NDArray[np.uint8], actions: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.bool_], Asked]:
    """Which questions found have something to choose, and these; `actions` may have more rows than belong to them."""
    ready: npt.NDArray[np.bool_] = questions["count"] > 0
    chosen = questions[ready]
    return ready, Asked(chosen, states[: len(questions)][ready], actions[: int(chosen["count"].sum())])


class Chosen(NamedTuple):
    """Rows of what is played; what the plays are worth that would be if nothing were explored; what all are worth."""

    rows: Numbers
    worth: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]


def network_choice(network: Towers, asked: Asked, anchor: float) -> Chosen:
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


def heuristic_choice(asked: Asked) -> Numbers:
    """Rows of the heuristic's choices, exploration kept."""
    questions = asked.questions
    tried = np.where(questions["explore"] >= 0, questions["explore"], questions["best"])
    return np.asarray(questions["first"] + tried)
