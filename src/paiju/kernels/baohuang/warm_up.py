"""What `paiju warmup` compiles for Bao Huang."""

from __future__ import annotations

import numpy as np

from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.batch import FEATURES, FIELDS, ScratchRecord, TableRecord, advance, describe
from paiju.kernels.baohuang.playouts import Playouts, Stepped
from paiju.kernels.baohuang.records import StateRecord
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.baohuang.step import clone, legal
from paiju.kernels.records import fields, new
from paiju.kernels.warm_up import Step

_ROOM = 2000


def _step() -> None:
    run = Stepped("pagat")
    run.run(1)
    legal(run.state, run.rules, run.out)
    clone(new(StateRecord), run.state)


def _batch() -> None:
    """What the batch environment calls, with room for observations at one place."""
    rules, tables, scratch = (
        rules_for(GAME.options({"preset": "pagat"})),
        new(TableRecord),
        new(ScratchRecord),
    )
    where = np.zeros(FIELDS, np.int64)
    advance(tables, rules, scratch, np.array([-1]), 0, 1, 1, 1, where, np.zeros((1, _ROOM), np.int8))
    rows = fields(tables).count
    features = np.zeros((rows, len(FEATURES)), np.int8)
    describe(tables, rules, scratch, np.zeros(2, np.int64), 0, 1, np.zeros(rows, np.int64), features)


STEPS: tuple[Step, ...] = (
    ("Bao Huang, steps", _step),
    ("Bao Huang, playouts", lambda: Playouts("pagat").run(1)),
    ("Bao Huang, batches", _batch),
)
