"""Expert iteration on paired advantages: at some questions of self-play several plays are carried out in the same deal.

The heuristic plays each to its end, so that all luck but that of the play itself cancels out. One deal says little, but
its hidden cards are what they would be at such a question, as no guess at them could be, and it costs so little that
there can be millions. What the network learns of them is the mean over all deals that look alike to the player.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

_SEEDS = 1 << 40


class Advantages(NamedTuple):
    """What trials found, one row for each question.

    `states` and `actions` are vectors of the game's layout, the heuristic's play first and then `rivals` others;
    `gains` (`float16`) are points of the acting side over the heuristic's play, NaN where there are fewer rivals.
    """

    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    gains: npt.NDArray[np.float16]


def blank_advantages(rows: int, rivals: int, state: int, action: int) -> Advantages:
    """So many rows with nothing found, for vectors of these sizes."""
    return Advantages(
        np.zeros((rows, state), np.uint8),
        np.zeros((rows, 1 + rivals, action), np.uint8),
        np.full((rows, rivals), np.nan, np.float16),
    )


class Questions(Protocol):
    """What is asked in a round: records, state vectors, and the vectors of all plays."""

    @property
    def questions(self) -> Any:
        """Records of one question each."""
        ...

    @property
    def states(self) -> npt.NDArray[np.uint8]:
        """One row for each question."""
        ...

    @property
    def actions(self) -> npt.NDArray[np.uint8]:
        """The plays of all questions."""
        ...


class Tables(Protocol):
    """Tables that can carry plays out to the end of their deals."""

    def try_rivals(self, questions: Any, values: Any, most: int, stream: Any) -> tuple[Any, Any]:
        """Rows of what was tried at each question, the heuristic's play first, and what the others gain."""
        ...


class Trials:
    """Tries rivals at a share of the questions of some tables; `chance` alone decides which ones."""

    def __init__(self, share: float, none: Advantages, chance: Any) -> None:
        """`none` are no rows of the game's advantages, with room for as many rivals as are tried."""
        self._share, self._chance = share, chance
        self._rivals, self._sizes = none.gains.shape[1], (none.states.shape[1], none.actions.shape[2])
        self._stream = np.full(1, chance.integers(1, _SEEDS))
        self._found = [none]

    def hear(self, tables: Tables, asked: Questions, values: Any) -> None:
        """Try rivals at some questions of a round before they are answered; `values` say which plays look best."""
        picked = np.flatnonzero(self._chance.random(len(asked.questions)) < self._share)
        made = blank_advantages(len(picked), self._rivals, *self._sizes)
        rows, gains = tables.try_rivals(asked.questions[picked], values, self._rivals, self._stream)
        made.states[:], made.gains[:] = asked.states[picked], gains
        made.actions[rows >= 0] = asked.actions[rows[rows >= 0]]
        self._found.append(made)

    def found(self) -> Advantages:
        """Everything found so far, in the order of the questions."""
        return Advantages(*map(np.concatenate, zip(*self._found, strict=True)))
