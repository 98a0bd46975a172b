"""The guard's network with NumPy: what events say is added up seat by seat, then seats are compared, then it doubts.

Each event goes through `read` and `tell`, and what comes out is added up over the events of a seat. Then `weigh` and
`score` give each seat a number from its sum, the sum of the other seats, its scene, theirs, and the table's. How far those
numbers are to be trusted says `doubt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from paiju.bots.baohuang.net.features.layout import OTHERS
from paiju.bots.baohuang.net.guards.doubt import SHAPES as DOUBT
from paiju.bots.baohuang.net.guards.doubt import Clues, clues_of, doubted, log_odds
from paiju.bots.baohuang.net.guards.expecting import SHAPES as EXPECTATION
from paiju.bots.baohuang.net.guards.expecting import TALLIES, tallied
from paiju.bots.baohuang.net.guards.layout import (
    EVENT,
    EVENT_SIZE,
    SCENE,
    SEAT_SIZE,
    TABLE_SIZE,
    Array,
    Bytes,
    Flags,
    Numbers,
)
from paiju.bots.blas import one_thread
from paiju.bots.towers import affine

OWN, REST = 4, 8
"""What sums are divided by: a seat's own, that of the others."""


def belief_shapes(read: int, tell: int, weigh: int) -> dict[str, tuple[int, ...]]:
    """The shapes of the weights that scores are made with, for some widths."""
    sizes = {
        "read": (EVENT_SIZE, read),
        "tell": (read, tell),
        "weigh": (2 * tell + 2 * SEAT_SIZE + TABLE_SIZE, weigh),
        "score": (weigh, 1),
    }
    made: dict[str, tuple[int, ...]] = {}
    for name, (inputs, outputs) in sizes.items():
        made |= {f"{name}.weight": (inputs, outputs), f"{name}.bias": (outputs,)}
    return made


def shapes(read: int, tell: int, weigh: int) -> dict[str, tuple[int, ...]]:
    """The shapes of all weights."""
    return belief_shapes(read, tell, weigh) | EXPECTATION | DOUBT


class Questions(NamedTuple):
    """Who is the guard? Asked after the events `since` to `until` of a deal (rows, of each question).

    `scenes` is what the table showed, a row each; `possible` are the seats that may be the guard, shape (questions, 4).
    """

    since: Numbers
    until: Numbers
    scenes: Bytes
    possible: Flags


class GuardNetwork:
    """The network ready to be asked; it keeps its own copies of `weights`. `suspicion` is that of its heuristic."""

    def __init__(self, weights: Mapping[str, Array], suspicion: float) -> None:
        factor, zero = affine(EVENT)
        assert not zero.any()
        self._weights = {name: array.copy() for name, array in weights.items()}
        self._reading = np.ascontiguousarray(weights["read.weight"] * factor[:, None])
        self._factor = affine(SCENE)[0]
        self._suspicion = suspicion

    def chances(self, events: Bytes, seats: Numbers, asked: Questions) -> Array:
        """Chances to be the guard of the four seats after the emperor, shape (questions, 4); nothing for those not possible.

        `events` are rows of one deal or some, `seats` whose they are (0 to 3).
        """
        with one_thread():
            return doubted(self._weights, self.clues(events, seats, asked))

    def clues(self, events: Bytes, seats: Numbers, asked: Questions) -> Clues:
        """What doubt is made of, at the same questions."""
        w = self._weights
        read = np.maximum(events.astype(np.float32) @ self._reading + w["read.bias"], 0)
        told = np.concatenate([read @ w["tell.weight"] + w["tell.bias"], tallied(w, events)], 1)
        sums, tallies = np.split(_added(told, seats, asked), [-TALLIES], 2)
        shown = asked.scenes * self._factor
        odds = log_odds(asked.scenes, self._suspicion)
        return clues_of(self._scores(sums, shown), odds, tallies, shown, asked.possible)

    def _scores(self, sums: Array, shown: Array) -> Array:
        w = self._weights
        own = shown[:, : OTHERS * SEAT_SIZE].reshape(-1, OTHERS, SEAT_SIZE)
        table = shown[:, None, OTHERS * SEAT_SIZE :].repeat(OTHERS, 1)
        others = sums.sum(1, keepdims=True) - sums
        rows = np.concatenate([sums / OWN, others / REST, own, own.sum(1, keepdims=True) - own, table], 2)
        hidden = np.maximum(rows @ w["weigh.weight"] + w["weigh.bias"], 0)
        return np.asarray((hidden @ w["score.weight"])[..., 0], np.float32)


def _added(told: Array, seats: Numbers, asked: Questions) -> Array:
    """What the events of each question tell, added up seat by seat, shape (questions, 4, numbers)."""
    rows = np.zeros((len(told) + 1, OTHERS, told.shape[1]))
    rows[np.arange(len(told)) + 1, seats] = told
    sums = rows.cumsum(0)
    return np.asarray(sums[asked.until] - sums[asked.since], np.float32)
