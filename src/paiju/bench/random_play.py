"""Random legal play, the work of the speed rows: through our own verbs, through shared interfaces, and in other libraries' games.

Other libraries are never installed for this, only measured where present.
"""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from paiju.bench.measure import REFERENCE, Batch, Measurement, Work
from paiju.games.registry import load

_DEALS = 5
_KERNEL_DEALS = 2000
_TABLES = 1024
_STEPS = 8


Play = Callable[[], Iterator[int]]
"""Plays a deal and yields the number of legal actions before each decision."""


def _run(deal: Play) -> Work:
    counts = [count for _ in range(_DEALS) for count in deal()]
    return Work(len(counts), sum(count > 1 for count in counts), _DEALS)


def law(name: str, preset: str | None = None) -> Batch:
    """Deals one after another, each action applied by the rules engine."""
    game = load(name)
    options = game.options({} if preset is None else {"preset": preset})
    rng = random.Random(0)
    carry: Any = None

    def deal() -> Iterator[int]:
        nonlocal carry
        state = game.deal(options, rng.randbytes(32), carry)
        while actors := game.actors(state):
            actions = game.legal_actions(state, actors[0])
            yield len(actions)
            state, _ = game.apply(state, actors[0], actions[int(rng.random() * len(actions))])
        carry = game.carry(state)

    def batch() -> Work:
        nonlocal carry
        carry = None
        return _run(deal)

    return batch


def playouts(game: str, preset: str) -> Batch:
    """Whole deals inside the kernel."""
    kernel, _, desk = _desk(game, preset)

    def batch() -> Work:
        decisions, choices = kernel.playouts(desk, _KERNEL_DEALS)
        return Work(decisions, choices, _KERNEL_DEALS)

    return batch


def steps(game: str, preset: str) -> Batch:
    """The kernel stepped from Python, each call listing the legal actions that follow."""
    kernel, out, desk = _desk(game, preset)
    actions, draw = memoryview(out), random.Random(0).random  # quicker to read single numbers from

    def deal() -> Iterator[int]:
        count = kernel.start(desk)
        while count:
            yield count
            count = kernel.advance(desk, actions[int(draw() * count)])

    return partial(_run, deal)


def _desk(game: str, preset: str) -> tuple[Any, Any, Any]:
    """The playouts of a game's kernel, the legal actions on a desk for them, and the desk."""
    kernel: Any = importlib.import_module(f"paiju.kernels.{game}.playouts")
    desk = kernel.desk_for(load(game).options({"preset": preset}))
    return kernel, desk["out"][0], kernel.raw(desk)


def _in_lockstep(step: Callable[[], tuple[Any, Any]]) -> Batch:
    """Some steps at `_TABLES` tables; `step` takes one at each, and counts the real choices and the deals that ended."""

    def batch() -> Work:
        choices, deals = map(sum, zip(*[step() for _ in range(_STEPS)], strict=True))
        return Work(_STEPS * _TABLES, int(choices), int(deals))

    return batch


def law_rows(game: str, *presets: str) -> tuple[Measurement, ...]:
    """A row of the rules engine for each preset, the first one's without its name."""
    return tuple(
        Measurement(
            f"{game}.law.step{f'.{preset}' if preset != presets[0] else ''}",
            f"preset {preset}",
            partial(law, game, preset),
            floor=0,
        )
        for preset in presets
    )


def kernel_rows(
    game: str, preset: str, other: str, *, playout: float, step: float | None = None
) -> tuple[Measurement, ...]:
    """The rows of a kernel under a preset and of its playouts under another one; `playout` and `step` are floors."""
    return (
        Measurement(
            f"{game}.kernel.playout",
            f"preset {preset}, whole deals inside the kernel",
            partial(playouts, game, preset),
            floor=playout,
        ),
        Measurement(f"{game}.kernel.playout.{other}", f"preset {other}", partial(playouts, game, other)),
        Measurement(
            f"{game}.kernel.step",
            f"preset {preset}, one call from Python a decision",
            partial(steps, game, preset),
            floor=step,
        ),
        Measurement(
            f"{game}.env.batch",
            f"preset {preset}, 1,024 tables with observations",
            partial(_tables, game, preset),
            floor=6,
        ),
        Measurement(
            f"{game}.env.batch.actions",
            "the same with features of every legal action",
            partial(_tables, game, preset, actions=True),
        ),
    )


def _tables(game: str, preset: str, *, actions: bool = False) -> Batch:
    """Tables of the batch environment in lockstep, their actions drawn by NumPy."""
    numpy: Any = importlib.import_module("numpy")
    made: Any = importlib.import_module("paiju.envs.batch").BatchEnv
    env = made(game, {"preset": preset}, batch=_TABLES, actions=actions)
    draw = numpy.random.default_rng(0).random

    def step() -> tuple[Any, Any]:
        choices = (env.count > 1).sum()
        env.step((draw(env.batch) * env.count).astype(numpy.int64))
        return choices, env.done.sum()

    return _in_lockstep(step)


def vectors(game: str, opponents: str) -> Batch:
    """Tables of Gymnasium's vector environment inside the kernels, with observations and masks."""
    numpy: Any = importlib.import_module("numpy")
    made: Any = importlib.import_module("paiju.envs.gymnasium_env").KernelVectorEnv
    env = made(_TABLES, game=game, opponents=opponents, autoreset_mode="SameStep")
    draw = numpy.random.default_rng(0).random
    env.reset(seed=0)

    def step() -> tuple[Any, Any]:
        offsets = env.offsets
        counts = numpy.diff(offsets)
        places = offsets[:-1] + (draw(_TABLES) * counts).astype(numpy.int64)
        _, _, over, _, _ = env.step(env.legal[places])
        return (counts > 1).sum(), over.sum()

    return _in_lockstep(step)


# --- random legal play through the interfaces that several libraries share, ours behind them and theirs

TABLES = 16
"""How many tables of a peer run in lockstep behind Gymnasium's vectors."""
_EPISODE_STEPS = 100
RLCARD, DOMINOES = "peer.rlcard.doudizhu", "peer.open_spiel.dominoes"
"""The rows that floors behind shared interfaces are ratios to."""


def several(make: Callable[[], Play]) -> Callable[[], Batch]:
    """A function that makes batches of some deals; the library is imported only when measured."""
    return lambda: partial(_run, make())


def spiel(name: str, *, brought_by: str = "pyspiel") -> Play:
    """A game of OpenSpiel, which a module registers, stepped from Python without observations."""
    importlib.import_module(brought_by)
    game: Any = importlib.import_module("pyspiel").load_game(name)
    draw = random.Random(0).random

    def deal() -> Iterator[int]:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                yield len(actions)
            state.apply_action(actions[int(draw() * len(actions))])

    return deal


def agents(env: Any) -> Play:
    """An environment of PettingZoo (AEC), every agent drawing from its mask, with the observations it makes."""
    rng = random.Random(0)

    def deal() -> Iterator[int]:
        env.reset(seed=rng.getrandbits(31))
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            actions = (observation["action_mask"] != 0).nonzero()[0]
            yield len(actions)
            env.step(int(actions[int(rng.random() * len(actions))]))

    return deal


def learner(env: Any) -> Play:
    """An environment of Gymnasium, drawing from the mask in the information, or from all actions where there is none."""
    rng, every = random.Random(0), range(env.action_space.n)

    def deal() -> Iterator[int]:
        _, info = env.reset()
        over = False
        while not over:
            actions = (info["action_mask"] != 0).nonzero()[0] if "action_mask" in info else every
            yield len(actions)
            _, _, over, cut, info = env.step(int(actions[int(rng.random() * len(actions))]))
            over = over or cut

    return deal


def lockstep(env: Any) -> Batch:
    """`TABLES` such environments in Gymnasium's vector, up to the end of a first deal, and for at least a hundred steps."""
    rng, every = random.Random(0), range(env.single_action_space.n)
    _, info = env.reset()

    def batch() -> Work:
        nonlocal info
        steps = decisions = choices = deals = 0
        while steps < _EPISODE_STEPS or not deals:
            masks = info.get("action_mask")
            offers = [every] * TABLES if masks is None else [(mask != 0).nonzero()[0] for mask in masks]
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


# --- games of other libraries


def rlcard() -> Play:
    """RLCard's dou dizhu: Python, with the observations it always makes."""
    env: Any = importlib.import_module("rlcard").make("doudizhu", config={"seed": 0})
    draw = random.Random(0).random

    def deal() -> Iterator[int]:
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draw() * len(actions))])
            yield len(actions)

    return deal


def pettingzoo() -> Play:
    """PettingZoo's no-limit hold'em of two (RLCard's, behind the AEC interface)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer versions warn about this call
        return agents(importlib.import_module("pettingzoo.classic.texas_holdem_no_limit_v6").env())


def blackjack() -> Play:
    """Gymnasium's blackjack: Python, one player against a dealer."""
    return learner(importlib.import_module("gymnasium").make("Blackjack-v1"))


def blackjacks() -> Batch:
    """Several tables of Gymnasium's blackjack in lockstep."""
    return lockstep(importlib.import_module("gymnasium").make_vec("Blackjack-v1", TABLES, "sync"))


def pokerkit() -> Play:
    """PokerKit's no-limit hold'em: check or call, fold, or the smallest raise, each as likely as the others."""
    module: Any = importlib.import_module("pokerkit")
    automatic = tuple(module.Automation)
    rng = random.Random(0)

    def deal() -> Iterator[int]:
        state = module.NoLimitTexasHoldem.create_state(automatic, True, 0, (1, 2), 2, (200,) * 6, 6)  # noqa: FBT003 - the library's order
        while state.status:
            ways = [state.check_or_call] if state.can_check_or_call() else []
            if state.can_fold():
                ways.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                ways.append(state.complete_bet_or_raise_to)
            yield len(ways)
            rng.choice(ways)()

    return deal


def riichienv() -> Play:
    """RiichiEnv's mahjong of four: written in Rust, stepped from Python, with observations; one hand is a deal."""
    env: Any = importlib.import_module("riichienv").RiichiEnv()
    rng = random.Random(0)

    def deal() -> Iterator[int]:
        seen = env.reset()
        while not env.done():
            offers = {seat: observation.legal_actions() for seat, observation in seen.items()}
            yield from map(len, offers.values())
            seen = env.step({seat: rng.choice(legal) for seat, legal in offers.items()})

    return deal


def pgx() -> Batch:
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

    def step() -> tuple[Any, Any]:
        nonlocal state, key
        state, key, choices, over = steps(state, key)
        return choices, over

    return _in_lockstep(step)


PEERS = (
    Measurement(
        REFERENCE, "OpenSpiel (C++), stepped from Python", several(lambda: spiel("dou_dizhu")), needs=("pyspiel",)
    ),
    Measurement(
        "peer.open_spiel.gin_rummy", "OpenSpiel (C++), stepped from Python", several(lambda: spiel("gin_rummy")), needs=("pyspiel",)
    ),
    Measurement(
        DOMINOES, "OpenSpiel, a game in Python",
        several(lambda: spiel("python_block_dominoes", brought_by="open_spiel.python.games")), needs=("pyspiel", "open_spiel"),
    ),
    Measurement("peer.gymnasium.blackjack", "Gymnasium, a game in Python", several(blackjack), needs=("gymnasium",)),
    Measurement("peer.gymnasium.blackjack.vector", f"the same, {TABLES} tables in lockstep", blackjacks, needs=("gymnasium",)),
    Measurement(RLCARD, "RLCard, env.step with observations", several(rlcard), needs=("rlcard",)),
    Measurement(
        "peer.pettingzoo.holdem", "PettingZoo, AEC with observations", several(pettingzoo), needs=("pettingzoo", "rlcard", "pygame")
    ),
    Measurement("peer.pokerkit.holdem", "PokerKit, no-limit hold'em of six", several(pokerkit), needs=("pokerkit",)),
    Measurement(
        "peer.riichienv.mahjong", "RiichiEnv (Rust), four seats, with observations", several(riichienv), needs=("riichienv",)
    ),
    Measurement(
        "peer.pgx.sparrow_mahjong", "Pgx (JAX) on the CPU, 1,024 tables with observations", pgx, needs=("pgx", "jax")
    ),
)  # fmt: skip
