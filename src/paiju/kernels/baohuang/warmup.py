"""What `paiju warmup` compiles for Bao Huang."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.kernels.baohuang.batching import FEATURES, advance, describe
from paiju.kernels.baohuang.bench import Playouts, Stepped
from paiju.kernels.baohuang.observing import FIELDS, TRACK
from paiju.kernels.baohuang.records import SEATS, STATE, blank
from paiju.kernels.baohuang.stepping import clone, legal
from paiju.kernels.warming import Step

_ROOM = 2000


def _step() -> None:
    run = Stepped("pagat")
    run.run(1)
    legal(run.state, run.rules, run.out)
    clone(blank(STATE), run.state)


def _batch() -> None:
    """What the batch environment calls, with room for observations at one place."""
    run = Stepped("pagat")
    states, numbers, seats, counts = blank(STATE), _one(), _one(), _one()
    where, done = np.zeros(FIELDS, np.int64), np.zeros(1, np.bool_)
    advance(
        run.rules, states, blank(TRACK), np.ones((1, 1), np.int64), numbers, 1, run.deck, _one() - 1, 0, 1, 1, where,
        run.out, seats, counts, done, np.zeros((1, SEATS), np.int64), np.zeros((1, _ROOM), np.int8),
    )  # fmt: skip
    rows = int(counts[0])
    features = np.zeros((rows, len(FEATURES)), np.int8)
    describe(run.rules, states, np.zeros(2, np.int64), 0, 1, run.out, np.zeros(rows, np.int64), features)


def _one() -> Any:
    return np.zeros(1, np.int64)


STEPS: tuple[Step, ...] = (
    ("Bao Huang, steps", _step),
    ("Bao Huang, playouts", lambda: Playouts("pagat").run(1)),
    ("Bao Huang, batches", _batch),
)
