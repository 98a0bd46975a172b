"""Expert iteration: at some questions of self-play a search tells what each play gains over the heuristic's.

The playouts of all plays run in the same worlds, so that a gain is known far better than what either play is worth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.compiled.baohuang.search import Budget, Search
from paiju.bots.heuristic.parameters import Parameters
from paiju.bots.net.features.layout import ACTION_SIZE, STATE_SIZE
from paiju.train.tables import Asked, Tables

_SEED_BITS, _WORLD_BITS = 40, 20


class Advantages(NamedTuple):
    """What searches found, one row for each play beside the heuristic's.

    `states`, `actions` and `anchors` (the heuristic's play) are vectors of `bots.net.features.layout`; `gains` (`float16`)
    are points of the acting side over the heuristic's play.
    """

    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    anchors: npt.NDArray[np.uint8]
    gains: npt.NDArray[np.float16]


def blank_advantages(rows: int) -> Advantages:
    """So many rows of zeros."""
    return Advantages(
        np.zeros((rows, STATE_SIZE), np.uint8),
        np.zeros((rows, ACTION_SIZE), np.uint8),
        np.zeros((rows, ACTION_SIZE), np.uint8),
        np.zeros(rows, np.float16),
    )


class Adviser:
    """Searches a share of the questions of some tables; which ones, and in which worlds, `chance` decides alone."""

    def __init__(self, parameters: Parameters, rules: Any, share: float, worlds: int, chance: Any) -> None:
        self._search = Search(Budget(worlds=worlds), parameters)
        self._rules, self._share, self._chance = rules, share, chance
        self._found: list[Advantages] = []

    def hear(self, tables: Tables, asked: Asked) -> None:
        """Search some of the questions of a round, before they are answered."""
        picked = np.flatnonzero(self._chance.random(len(asked.questions)) < self._share)
        for i, seed in zip(picked, self._chance.integers(0, 1 << _SEED_BITS, len(picked)), strict=True):
            self._found.append(self._advantages(tables, asked, int(i), int(seed) << _WORLD_BITS))

    def _advantages(self, tables: Tables, asked: Asked, i: int, seed: int) -> Advantages:
        question = asked.questions[i]
        state, memory, codes = tables.asked_about(question)
        thought = self._search.think(state, self._rules, memory, seed)
        rows = {int(code): int(question["first"]) + row for row, code in enumerate(codes)}
        known = [rival for rival in thought.rivals if rival.code in rows and rival.worlds > 0]
        if thought.anchor not in rows:  # a pass that the network is only asked about as a deferral
            known = []
        made = blank_advantages(len(known))
        made.states[:] = asked.states[i]
        if known:
            made.anchors[:] = asked.actions[rows[thought.anchor]]
            made.actions[:] = asked.actions[[rows[rival.code] for rival in known]]
            made.gains[:] = [rival.gain for rival in known]
        return made

    def found(self) -> Advantages:
        """Everything found so far, in the order of the questions."""
        return Advantages(*map(np.concatenate, zip(blank_advantages(0), *self._found, strict=True)))
