"""What `paiju warmup` compiles for Paohuzi."""

from __future__ import annotations

import numpy as np

from paiju.kernels.paohuzi.batch import FEATURES, FIELDS, TableRecord, advance, describe
from paiju.kernels.paohuzi.playouts import Hands, Playouts, Stepped
from paiju.kernels.paohuzi.records import MOST_ACTIONS, StateRecord, new_actions
from paiju.kernels.paohuzi.step import actor, clone, legal, offers, renew
from paiju.kernels.records import new
from paiju.kernels.warm_up import Step

_ROOM = 2000


def _hands() -> None:
    Hands(count=1).run()


def _steps() -> None:
    Stepped().run(1)


def _others() -> None:
    """What adapters and searches call."""
    made = Playouts()
    renew(made.state)
    clone(new(StateRecord), made.state)
    for listed in (legal, offers):
        listed(made.state, made.rules, made.sets, actor(made.state), np.zeros_like(made.out))


def _batch() -> None:
    """What the batch environment calls, with room for observations at one place."""
    run = Playouts()
    tables, where = new(TableRecord), np.zeros(FIELDS, np.int64)
    advance(tables, run.rules, run.sets, np.array([-1]), 0, 1, 1, where, np.zeros((1, _ROOM), np.int8))
    features = np.zeros((MOST_ACTIONS, len(FEATURES)), np.int8)
    describe(tables, np.zeros(2, np.int64), 0, 1, new_actions(), features)


def _playouts() -> None:
    Playouts().run(1)


STEPS: tuple[Step, ...] = (
    ("Paohuzi, hands", _hands),
    ("Paohuzi, steps", _steps),
    ("Paohuzi, lists and copies", _others),
    ("Paohuzi, playouts", _playouts),
    ("Paohuzi, batches", _batch),
)
