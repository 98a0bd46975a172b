"""What `paiju warmup` compiles for Paohuzi."""

from __future__ import annotations

import numpy as np

from paiju.kernels.paohuzi.bench import Hands, Playouts, Stepped
from paiju.kernels.paohuzi.play import actor, clone, legal, new_state, offers, renew
from paiju.kernels.warming import Step


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


def _playouts() -> None:
    Playouts().run(1)


STEPS: tuple[Step, ...] = (
    ("Paohuzi, hands", _hands),
    ("Paohuzi, steps", _steps),
    ("Paohuzi, lists and copies", _others),
    ("Paohuzi, playouts", _playouts),
)
