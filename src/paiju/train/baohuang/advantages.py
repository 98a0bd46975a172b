"""Expert iteration on paired advantages: at some questions of self-play several plays are carried out in the same deal.

The heuristic plays each to its end, so that all luck but that of the play itself cancels out. One deal says little, but
its hidden cards are what they would be at such a question, as no guess at them could be, and it costs so little that
there can be millions. What the network learns of them is the mean over all deals that look alike to the player.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.net.features.layout import ACTION_SIZE, STATE_SIZE
from paiju.bots.baohuang.net.lockstep.rounds import Asked
from paiju.train.baohuang.tables import Tables

_SEEDS = 1 << 40


class Advantages(NamedTuple):
    """What trials found, one row for each question.

    `states` and `actions` are vectors of `bots.baohuang.net.features.layout`, the heuristic's play first and then `rivals` others;
    `gains` (`float16`) are points of the acting side over the heuristic's play, NaN where there are fewer rivals.
    """

    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    gains: npt.NDArray[np.float16]


def blank_advantages(rows: int, rivals: int) -> Advantages:
    """So many rows with nothing found."""
    return Advantages(
        np.zeros((rows, STATE_SIZE), np.uint8),
        np.zeros((rows, 1 + rivals, ACTION_SIZE), np.uint8),
        np.full((rows, rivals), np.nan, np.float16),
    )


class Trials:
    """Tries rivals at a share of the questions of some tables; `chance` alone decides which ones."""

    def __init__(self, share: float, rivals: int, chance: Any) -> None:
        self._share, self._rivals, self._chance = share, rivals, chance
        self._stream = np.full(1, chance.integers(1, _SEEDS))
        self._found: list[Advantages] = []

    def hear(self, tables: Tables, asked: Asked, values: Any) -> None:
        """Try rivals at some questions of a round before they are answered; `values` say which plays look best."""
        picked = np.flatnonzero(self._chance.random(len(asked.questions)) < self._share)
        made = blank_advantages(len(picked), self._rivals)
        rows, gains = tables.try_rivals(asked.questions[picked], values, self._rivals, self._stream)
        made.states[:], made.gains[:] = asked.states[picked], gains
        made.actions[rows >= 0] = asked.actions[rows[rows >= 0]]
        self._found.append(made)

    def found(self) -> Advantages:
        """Everything found so far, in the order of the questions."""
        none = blank_advantages(0, self._rivals)
        return Advantages(*map(np.concatenate, zip(none, *self._found, strict=True)))
