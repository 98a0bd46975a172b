"""The work that speed rows of a game measure: random legal play, deals included, forced passes counted."""

from __future__ import annotations

import importlib
import random
from typing import Any

from paiju.bench.measuring import Batch, Measurement, Work
from paiju.games.registry import load

_DEALS = 5
_KERNEL_DEALS = 2000
_TABLES = 1024
_STEPS = 8


def law(name: str, preset: str | None = None) -> Batch:
    """Deals in a row, each action applied by the law."""
    game = load(name)
    options = game.options({} if preset is None else {"preset": preset})
    rng = random.Random(0)

    def batch() -> Work:
        decisions = choices = 0
        carry: Any = None
        for _ in range(_DEALS):
            state = game.deal(options, rng.randbytes(32), carry)
            while actors := game.actors(state):
                actions = game.legal_actions(state, actors[0])
                count = len(actions)
                state, _ = game.apply(state, actors[0], actions[int(rng.random() * count)])
                decisions += 1
                choices += count > 1
            carry = game.carry(state)
        return Work(decisions, choices, _DEALS)

    return batch


def playouts(game: str, preset: str) -> Batch:
    """Whole deals inside the kernel."""
    run = importlib.import_module(f"paiju.kernels.{game}.bench").Playouts(preset)
    return lambda: Work(*run.run(_KERNEL_DEALS))


def steps(game: str, preset: str) -> Batch:
    """The kernel stepped from Python."""
    run = importlib.import_module(f"paiju.kernels.{game}.bench").Stepped(preset)
    return lambda: Work(*run.run(_DEALS))


def batch_rows(game: str, preset: str) -> tuple[Measurement, Measurement]:
    """The rows of the batch environment, without and with features of the legal actions."""
    return (
        Measurement(
            f"{game}.env.batch",
            f"preset {preset}, 1,024 tables with observations",
            lambda: _tables(game, preset),
            floor=6,
        ),
        Measurement(
            f"{game}.env.batch.actions",
            "the same with features of every legal action",
            lambda: _tables(game, preset, actions=True),
        ),
    )


def _tables(game: str, preset: str, *, actions: bool = False) -> Batch:
    """Tables of the batch environment in lockstep, their actions drawn by NumPy."""
    numpy: Any = importlib.import_module("numpy")
    made: Any = importlib.import_module("paiju.envs.batch").BatchEnv
    env = made(game, {"preset": preset}, batch=_TABLES, actions=actions)
    draw = numpy.random.default_rng(0).random

    def batch() -> Work:
        choices = deals = 0
        for _ in range(_STEPS):
            choices += int((env.count > 1).sum())
            env.step((draw(env.batch) * env.count).astype(numpy.int64))
            deals += int(env.done.sum())
        return Work(_STEPS * _TABLES, choices, deals)

    return batch
