"""Random legal play: the work that the speed rows measure, through our own verbs and through other libraries' interfaces."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

from paiju.bench.measure import Batch, Measurement, Work
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
    run = importlib.import_module(f"paiju.kernels.{game}.playouts").Playouts(preset)
    return lambda: Work(*run.run(_KERNEL_DEALS))


def steps(game: str, preset: str) -> Batch:
    """The kernel stepped from Python."""
    run = importlib.import_module(f"paiju.kernels.{game}.playouts").Stepped(preset)
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


# --- random legal play through the interfaces that several libraries share, ours behind them and theirs

Play = Callable[[], Work]
"""Plays a deal."""

TABLES = 16
"""How many tables stand in lockstep behind Gymnasium's vectors."""
_EPISODES, _EPISODE_STEPS = 5, 100


@dataclass(frozen=True, slots=True)
class Needing:
    """A row that is measured where the modules are that it needs."""

    measurement: Measurement
    needs: tuple[str, ...]

    def missing(self) -> tuple[str, ...]:
        """Modules that are not installed."""
        return tuple(name for name in self.needs if find_spec(name) is None)


def several(make: Callable[[], Play]) -> Callable[[], Batch]:
    """What makes batches of some deals; the library is imported when it is measured."""
    return lambda: partial(_run, make())


def _run(deal: Play) -> Work:
    done = [deal() for _ in range(_EPISODES)]
    return Work(*map(sum, zip(*done, strict=True)))


def spiel(name: str, *, brought_by: str = "pyspiel") -> Play:
    """A game of OpenSpiel, which a module registers, stepped from Python without observations."""
    importlib.import_module(brought_by)
    game: Any = importlib.import_module("pyspiel").load_game(name)
    draw = random.Random(0).random

    def deal() -> Work:
        decisions = choices = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
                choices += len(actions) > 1
            state.apply_action(actions[int(draw() * len(actions))])
        return Work(decisions, choices, 1)

    return deal


def agents(env: Any) -> Play:
    """An environment of PettingZoo (AEC), every agent drawing from its mask, with the observations it makes."""
    rng = random.Random(0)

    def deal() -> Work:
        decisions = choices = 0
        env.reset(seed=rng.getrandbits(31))
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            decisions += 1
            choices += len(actions) > 1
            env.step(int(actions[int(rng.random() * len(actions))]))
        return Work(decisions, choices, 1)

    return deal


def learner(env: Any) -> Play:
    """An environment of Gymnasium, drawing from the mask in the information, or from all actions where there is none."""
    rng, every = random.Random(0), range(env.action_space.n)

    def deal() -> Work:
        decisions = choices = 0
        _, info = env.reset()
        over = False
        while not over:
            actions = info["action_mask"].nonzero()[0] if "action_mask" in info else every
            decisions += 1
            choices += len(actions) > 1
            _, _, over, cut, info = env.step(int(actions[int(rng.random() * len(actions))]))
            over = over or cut
        return Work(decisions, choices, 1)

    return deal


def lockstep(env: Any) -> Batch:
    """`TABLES` such environments in Gymnasium's vector, up to the first deal that ends and on to a hundred steps."""
    rng, every = random.Random(0), range(env.single_action_space.n)
    _, info = env.reset()

    def batch() -> Work:
        nonlocal info
        steps = decisions = choices = deals = 0
        while steps < _EPISODE_STEPS or not deals:
            masks = info.get("action_mask")
            offers = [every] * TABLES if masks is None else [mask.nonzero()[0] for mask in masks]
            decisions += sum(len(actions) > 0 for actions in offers)
            choices += sum(len(actions) > 1 for actions in offers)
            chosen = [
                int(actions[int(rng.random() * len(actions))]) if len(actions) else 0 for actions in offers
            ]
            _, _, over, cut, info = env.step(chosen)
            deals += int((over | cut).sum())
            steps += 1
        return Work(decisions, choices, deals)

    return batch
