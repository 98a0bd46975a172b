"""Games of other libraries, played at random; they are not installed, only measured where they are.

Each function makes what plays a deal, or a few steps of many deals, and returns what was done.
"""

from __future__ import annotations

import importlib
import random
import warnings
from typing import Any

from paiju.bench.measure import Batch, Measurement, Work
from paiju.bench.random_play import TABLES, Needing, Play, agents, learner, lockstep, several, spiel

_TABLES, _STEPS = 1024, 8


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
        return agents(importlib.import_module("pettingzoo.classic.texas_holdem_no_limit_v6").env())


def blackjack() -> Play:
    """Gymnasium's blackjack: Python, one player against a dealer."""
    return learner(importlib.import_module("gymnasium").make("Blackjack-v1"))


def blackjacks() -> Batch:
    """Several of them in lockstep."""
    return lockstep(importlib.import_module("gymnasium").make_vec("Blackjack-v1", TABLES, "sync"))


def pokerkit() -> Play:
    """PokerKit's no-limit hold'em: check or call, fold, or the smallest raise, each as likely as the others."""
    module: Any = importlib.import_module("pokerkit")
    automatic = tuple(module.Automation)
    rng = random.Random(0)

    def deal() -> Work:
        decisions = choices = 0
        state = module.NoLimitTexasHoldem.create_state(automatic, True, 0, (1, 2), 2, (200,) * 6, 6)  # noqa: FBT003 - the library's order
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

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]  # the library has no types, where it is at all
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


REFERENCE = Needing(
    Measurement(
        "peer.open_spiel.dou_dizhu",
        "OpenSpiel (C++), stepped from Python",
        several(lambda: spiel("dou_dizhu")),
    ),
    ("pyspiel",),
)
"""What our floors are ratios to."""
PEERS = (
    REFERENCE,
    Needing(
        Measurement(
            "peer.open_spiel.gin_rummy",
            "OpenSpiel (C++), stepped from Python",
            several(lambda: spiel("gin_rummy")),
        ),
        ("pyspiel",),
    ),
    Needing(
        Measurement(
            "peer.open_spiel.dominoes",
            "OpenSpiel, a game in Python",
            several(lambda: spiel("python_block_dominoes", brought_by="open_spiel.python.games")),
        ),
        ("pyspiel", "open_spiel"),
    ),
    Needing(
        Measurement("peer.gymnasium.blackjack", "Gymnasium, a game in Python", several(blackjack)),
        ("gymnasium",),
    ),
    Needing(
        Measurement("peer.gymnasium.blackjack.vector", f"the same, {TABLES} tables in lockstep", blackjacks),
        ("gymnasium",),
    ),
    Needing(
        Measurement("peer.rlcard.doudizhu", "RLCard, env.step with observations", several(rlcard)),
        ("rlcard",),
    ),
    Needing(
        Measurement("peer.pettingzoo.holdem", "PettingZoo, AEC with observations", several(pettingzoo)),
        ("pettingzoo", "rlcard", "pygame"),
    ),
    Needing(
        Measurement("peer.pokerkit.holdem", "PokerKit, no-limit hold'em of six", several(pokerkit)),
        ("pokerkit",),
    ),
    Needing(
        Measurement(
            "peer.riichienv.mahjong", "RiichiEnv (Rust), four seats, with observations", several(riichienv)
        ),
        ("riichienv",),
    ),
    Needing(
        Measurement("peer.pgx.sparrow_mahjong", "Pgx (JAX) on the CPU, 1,024 tables with observations", pgx),
        ("pgx", "jax"),
    ),
)
