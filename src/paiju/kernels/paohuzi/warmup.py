"""What `paiju warmup` compiles for Paohuzi."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.games.paohuzi.cards import CARDS
from paiju.kernels.paohuzi.batching import FEATURES, advance, describe
from paiju.kernels.paohuzi.bench import Hands, Playouts, Stepped
from paiju.kernels.paohuzi.observing import FIELDS
from paiju.kernels.paohuzi.play import actor, clone, legal, new_state, offers, renew
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS
from paiju.kernels.warming import Step

_ROOM = 2000


def _hands() -> None:
    Hands().run()


def _steps() -> None:
    Stepped().run(1)


def _others() -> None:
    """What adapters and searches call."""
    made = Playouts()
    renew(made.state)
    clone(made.state, new_state())
    for listed in (legal, offers):
        listed(made.rules, made.sets, made.state, actor(made.state), np.zeros_like(made.out))


def _batch() -> None:
    """What the batch environment calls, with room for observations at one place."""
    run = Playouts()
    actions, counts = np.zeros((1, MOST_ACTIONS), np.int64), _one()
    where, done = np.zeros(FIELDS, np.int64), np.zeros(1, np.bool_)
    advance(
        run.rules, run.sets, new_state(), np.ones((1, 1), np.int64), _one(), 1, np.zeros((1, CARDS), np.int64),
        _one() - 1, 0, 1, where, actions, _one(), counts, done, np.zeros((1, MOST_SEATS), np.int64),
        np.zeros((1, _ROOM), np.int8),
    )  # fmt: skip
    features = np.zeros((MOST_ACTIONS, len(FEATURES)), np.int8)
    describe(actions, counts, np.zeros(2, np.int64), 0, 1, np.zeros(MOST_ACTIONS, np.int64), features)


def _one() -> Any:
    return np.zeros(1, np.int64)


def _playouts() -> None:
    Playouts().run(1)


STEPS: tuple[Step, ...] = (
    ("Paohuzi, hands", _hands),
    ("Paohuzi, steps", _steps),
    ("Paohuzi, lists and copies", _others),
    ("Paohuzi, playouts", _playouts),
    ("Paohuzi, batches", _batch),
)
