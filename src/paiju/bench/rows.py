"""What `paiju bench` measures of this package: random legal play, deals included, forced passes counted."""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import paiju
from paiju.bench.measuring import Measurement, Work
from paiju.games import paohuzi
from paiju.games.paohuzi.cards import COPIES, hand_of
from paiju.games.paohuzi.hands import SETS, complete, hidden
from paiju.games.paohuzi.partitions import best_hu, special_hu
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.scoring import How
from paiju.games.paohuzi.sets import CATALOGUES, Laid

_BATCH_DEALS = 5
_BATCH_HANDS = 500
_KERNEL_DEALS = 2000
_BATCH_TABLES = 1024
_BATCH_STEPS = 8


def _law(name: str, preset: str) -> Callable[[], Work]:
    game = paiju.load(name)
    options = game.options({"preset": preset})
    rng = random.Random(0)

    def batch() -> Work:
        decisions = choices = 0
        carry: Any = None
        for _ in range(_BATCH_DEALS):
            state = game.deal(options, rng.randbytes(32), carry)
            while actors := game.actors(state):
                actions = game.legal_actions(state, actors[0])
                count = len(actions)
                state, _ = game.apply(state, actors[0], actions[int(rng.random() * count)])
                decisions += 1
                choices += count > 1
            carry = game.carry(state)
        return Work(decisions, choices, _BATCH_DEALS)

    return batch


def _evaluate() -> Callable[[], Work]:
    """Hands of seven sets, the last card drawn, each evaluated with nothing remembered of earlier ones."""
    rules = compile_rules(paohuzi.GAME.options({}))
    rng = random.Random(0)
    hands = [_seven_sets(rng) for _ in range(_BATCH_HANDS)]

    def batch() -> Work:
        for remembered in (best_hu, special_hu, hidden):
            remembered.cache_clear()
        for cards in hands:
            complete(rules, Laid(), hand_of(cards[1:]), cards[0], How(own=True))
        return Work(len(hands), len(hands), 0)

    return batch


def _seven_sets(rng: random.Random) -> list[int]:
    """The 21 cards of seven random sequences and mixed sets."""
    while True:
        cards = [card for run in rng.choices(CATALOGUES[False].runs, k=SETS) for card in run.cards]
        if max(Counter(cards).values()) <= COPIES:
            return rng.sample(cards, len(cards))


def _playouts(game: str, preset: str) -> Callable[[], Work]:
    run = importlib.import_module(f"paiju.kernels.{game}.bench").Playouts(preset)
    return lambda: Work(*run.run(_KERNEL_DEALS))


def _steps(game: str, preset: str) -> Callable[[], Work]:
    run = importlib.import_module(f"paiju.kernels.{game}.bench").Stepped(preset)
    return lambda: Work(*run.run(_BATCH_DEALS))


def _batch(game: str, preset: str, *, actions: bool = False) -> Callable[[], Work]:
    """Tables of the batch environment in lockstep, their actions drawn by NumPy."""
    numpy: Any = importlib.import_module("numpy")
    made: Any = importlib.import_module("paiju.envs.batch").BatchEnv
    env = made(game, {"preset": preset}, batch=_BATCH_TABLES, actions=actions)
    draw = numpy.random.default_rng(0).random

    def batch() -> Work:
        choices = deals = 0
        for _ in range(_BATCH_STEPS):
            choices += int((env.count > 1).sum())
            env.step((draw(env.batch) * env.count).astype(numpy.int64))
            deals += int(env.done.sum())
        return Work(_BATCH_STEPS * _BATCH_TABLES, choices, deals)

    return batch


def _decompositions() -> Callable[[], Work]:
    """The hands of `_evaluate`'s kind, each cut up and scored inside the kernel."""
    hands = importlib.import_module("paiju.kernels.paohuzi.bench").Hands()

    def batch() -> Work:
        many = hands.run()
        return Work(many, many, 0)

    return batch


LAW = (
    Measurement("baohuang.law.step", "preset pagat", lambda: _law("baohuang", "pagat"), floor=0.48),
    Measurement(
        "baohuang.law.step.moegirl", "preset moegirl", lambda: _law("baohuang", "moegirl"), floor=0.16
    ),
    Measurement("paohuzi.law.step", "preset akagiri", lambda: _law("paohuzi", "akagiri"), floor=0.10),
    Measurement("paohuzi.law.evaluate", "fresh hands of 20 cards and one drawn", _evaluate, "hands"),
)

KERNELS = (
    Measurement(
        "baohuang.kernel.playout",
        "preset pagat, whole deals inside the kernel",
        lambda: _playouts("baohuang", "pagat"),
        floor=45,
    ),
    Measurement(
        "baohuang.kernel.playout.moegirl", "preset moegirl", lambda: _playouts("baohuang", "moegirl")
    ),
    Measurement(
        "baohuang.kernel.step",
        "preset pagat, one call from Python a decision",
        lambda: _steps("baohuang", "pagat"),
        floor=4.5,
    ),
    Measurement(
        "paohuzi.kernel.playout",
        "preset akagiri, whole deals inside the kernel",
        lambda: _playouts("paohuzi", "akagiri"),
        floor=9,
    ),
    Measurement(
        "paohuzi.kernel.playout.chenzhou",
        "preset chenzhou, where discards win",
        lambda: _playouts("paohuzi", "chenzhou"),
    ),
    Measurement(
        "paohuzi.kernel.step",
        "preset akagiri, one call from Python a decision",
        lambda: _steps("paohuzi", "akagiri"),
    ),
    Measurement(
        "paohuzi.kernel.decompose",
        "fresh hands of 20 cards and one drawn that can be cut up, at most a microsecond each",
        _decompositions,
        "hands",
    ),
    Measurement(
        "baohuang.env.batch",
        "preset pagat, 1,024 tables with observations",
        lambda: _batch("baohuang", "pagat"),
        floor=6,
    ),
    Measurement(
        "baohuang.env.batch.actions",
        "the same with features of every legal action",
        lambda: _batch("baohuang", "pagat", actions=True),
    ),
    Measurement(
        "paohuzi.env.batch",
        "preset akagiri, 1,024 tables with observations",
        lambda: _batch("paohuzi", "akagiri"),
        floor=6,
    ),
    Measurement(
        "paohuzi.env.batch.actions",
        "the same with features of every legal action",
        lambda: _batch("paohuzi", "akagiri", actions=True),
    ),
)
