"""Games of other libraries, played at random; they are not installed, only measured where they are.

Each function makes what plays a deal, or a few steps of many deals, and returns what was done.
"""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

from paiju.bench.measuring import Measurement, Work

Play = Callable[[], Work]
_DEALS = 5
_TABLES, _STEPS = 1024, 8


def _spiel(name: str) -> Play:
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


def open_spiel() -> Play:
    """OpenSpiel's dou dizhu: written in C++, stepped from Python, without observations."""
    return _spiel("dou_dizhu")


def gin_rummy() -> Play:
    """OpenSpiel's gin rummy, in the same way."""
    return _spiel("gin_rummy")


def rlcard() -> Play:
    """RLCard's dou dizhu: Python, with the observations it always makes."""
    env: Any = importlib.import_module("rlcard").make("doudizhu", config={"seed": 0})
    draw = random.Random(0).random

    def deal() -> Work:
        decisions = choices = 0
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draw() * len(actions))])
            decisions += 1
            choices += len(actions) > 1
        return Work(decisions, choices, 1)

    return deal


def pettingzoo() -> Play:
    """PettingZoo's no-limit hold'em of two (RLCard's, behind the AEC interface)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer versions want to be asked for it in another way
        env: Any = importlib.import_module("pettingzoo.classic.texas_holdem_no_limit_v6").env()
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


def pokerkit() -> Play:
    """PokerKit's no-limit hold'em: check or call, fold, or the smallest raise, each as likely as the others."""
    module: Any = importlib.import_module("pokerkit")
    automatic = tuple(module.Automation)
    rng = random.Random(0)

    def deal() -> Work:
        decisions = choices = 0
        state = module.NoLimitTexasHoldem.create_state(automatic, True, 0, (1, 2), 2, (200,) * 6, 6)  # noqa: FBT003
        while state.status:
            ways = [state.check_or_call] if state.can_check_or_call() else []
            if state.can_fold():
                ways.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                ways.append(state.complete_bet_or_raise_to)
            decisions += 1
            choices += len(ways) > 1
            rng.choice(ways)()
        return Work(decisions, choices, 1)

    return deal


def riichienv() -> Play:
    """RiichiEnv's mahjong of four: written in Rust, stepped from Python, with observations; one hand is a deal."""
    env: Any = importlib.import_module("riichienv").RiichiEnv()
    rng = random.Random(0)

    def deal() -> Work:
        decisions = choices = 0
        seen = env.reset()
        while not env.done():
            offers = {seat: observation.legal_actions() for seat, observation in seen.items()}
            decisions += len(offers)
            choices += sum(len(legal) > 1 for legal in offers.values())
            seen = env.step({seat: rng.choice(legal) for seat, legal in offers.items()})
        return Work(decisions, choices, 1)

    return deal


def pgx() -> Play:
    """Pgx's sparrow mahjong: JAX, as many tables in lockstep as in our batches, with observations and auto-reset."""
    jax: Any = importlib.import_module("jax")
    game: Any = importlib.import_module("pgx").make("sparrow_mahjong")
    reset_after = importlib.import_module("pgx.experimental").auto_reset(game.step, game.init)
    split, numbers = jax.random.split, jax.numpy

    def choose(key: Any, legal: Any) -> Any:
        return jax.random.categorical(key, numbers.where(legal, 0.0, -numbers.inf))

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def steps(state: Any, key: Any) -> Any:
        key, draw, restart = split(key, 3)
        legal = state.legal_action_mask
        actions = jax.vmap(choose)(split(draw, _TABLES), legal)
        state = jax.vmap(reset_after)(state, actions, split(restart, _TABLES))
        return state, key, (legal.sum(-1) > 1).sum(), state.terminated.sum()

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(game.init))(split(key, _TABLES))

    def batch() -> Work:
        nonlocal state, key
        choices = deals = 0
        for _ in range(_STEPS):
            state, key, chosen, over = steps(state, key)
            choices += int(chosen)
            deals += int(over)
        return Work(_STEPS * _TABLES, choices, deals)

    return batch


@dataclass(frozen=True, slots=True)
class Peer:
    """A row of another library and the modules it needs."""

    measurement: Measurement
    needs: tuple[str, ...]

    def missing(self) -> tuple[str, ...]:
        """Modules that are not installed."""
        return tuple(name for name in self.needs if find_spec(name) is None)


def _several(make: Callable[[], Play]) -> Callable[[], Play]:
    """What makes batches of some deals; the library is imported when it is measured."""
    return lambda: partial(_run, make())


def _run(deal: Play) -> Work:
    done = [deal() for _ in range(_DEALS)]
    return Work(*map(sum, zip(*done, strict=True)))


REFERENCE = Peer(
    Measurement("peer.open_spiel.dou_dizhu", "OpenSpiel (C++), stepped from Python", _several(open_spiel)),
    ("pyspiel",),
)
"""What our floors are ratios to."""
PEERS = (
    REFERENCE,
    Peer(
        Measurement("peer.open_spiel.gin_rummy", "OpenSpiel (C++), stepped from Python", _several(gin_rummy)),
        ("pyspiel",),
    ),
    Peer(
        Measurement("peer.rlcard.doudizhu", "RLCard, env.step with observations", _several(rlcard)),
        ("rlcard",),
    ),
    Peer(
        Measurement("peer.pettingzoo.holdem", "PettingZoo, AEC with observations", _several(pettingzoo)),
        ("pettingzoo", "rlcard", "pygame"),
    ),
    Peer(
        Measurement("peer.pokerkit.holdem", "PokerKit, no-limit hold'em of six", _several(pokerkit)),
        ("pokerkit",),
    ),
    Peer(
        Measurement(
            "peer.riichienv.mahjong", "RiichiEnv (Rust), four seats, with observations", _several(riichienv)
        ),
        ("riichienv",),
    ),
    Peer(
        Measurement("peer.pgx.sparrow_mahjong", "Pgx (JAX) on the CPU, 1,024 tables with observations", pgx),
        ("pgx", "jax"),
    ),
)
