"""Speed rows: random legal play, deals included, forced passes counted as decisions.

A *decision* is one action applied; a *real choice* is a decision with more than one legal action.
"""

from __future__ import annotations

import gc
import importlib
import platform
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import paiju
from paiju import kernels
from paiju.games import paohuzi
from paiju.games.paohuzi.cards import COPIES, hand_of
from paiju.games.paohuzi.hands import SETS, complete, hidden
from paiju.games.paohuzi.partitions import best_hu, special_hu
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.scoring import How
from paiju.games.paohuzi.sets import CATALOGUES, Laid

RUNS = 5
_BATCH_DEALS = 5
_BATCH_HANDS = 500
_KERNEL_DEALS = 2000


class Work(NamedTuple):
    """What a batch did."""

    decisions: int
    choices: int
    deals: int


@dataclass(frozen=True, slots=True)
class Measurement:
    """A row to be measured: each call of the made function plays some deals."""

    name: str
    note: str
    make: Callable[[], Callable[[], Work]]
    unit: str = "decisions"


@dataclass(frozen=True, slots=True)
class Row:
    """A measured row; rates are medians of five runs."""

    name: str
    per_s: float
    unit: str
    choices_per_s: float
    deals_per_s: float
    note: str


def plan(*, peers: bool) -> tuple[Measurement, ...]:
    """The rows that can be measured here; with `peers` also those of installed peers."""
    rows = [
        Measurement("baohuang.law.step", "preset pagat, floor 100,000", lambda: _law("baohuang", "pagat")),
        Measurement(
            "baohuang.law.step.moegirl", "preset moegirl, no floor", lambda: _law("baohuang", "moegirl")
        ),
        Measurement("paohuzi.law.step", "preset akagiri, floor 30,000", lambda: _law("paohuzi", "akagiri")),
        Measurement(
            "paohuzi.law.evaluate", "fresh hands of 20 cards and one drawn, floor 20,000", _evaluate, "hands"
        ),
    ]
    if not kernels.missing():
        rows += KERNELS
    if peers:
        rows += [m for module, m in PEERS.items() if find_spec(module) is not None]
    return tuple(rows)


def left_out() -> tuple[str, ...]:
    """Rows that cannot be measured here, each with what is missing."""
    names = " and ".join(kernels.missing())
    return tuple(f"{row.name} needs {names}: pip install 'paiju[fast]'" for row in KERNELS) if names else ()


def missing_peers() -> tuple[str, ...]:
    """Peers that are not installed here."""
    return tuple(module for module in PEERS if find_spec(module) is None)


def measure(measurement: Measurement, seconds: float) -> Row:
    """Median rates over five runs of `seconds` each, after one more to warm up."""
    batch = measurement.make()
    _run(batch, seconds)
    gc.collect()
    gc.freeze()  # what earlier rows left in memory must not weigh on this one
    runs = [_run(batch, seconds) for _ in range(RUNS)]
    rates = [statistics.median(run[i] for run in runs) for i in range(3)]
    return Row(measurement.name, rates[0], measurement.unit, rates[1], rates[2], measurement.note)


def _run(batch: Callable[[], Work], seconds: float) -> tuple[float, float, float]:
    start = time.perf_counter()
    done = Work(0, 0, 0)
    while (elapsed := time.perf_counter() - start) < seconds:
        done = Work(*map(sum, zip(done, batch(), strict=True)))
    return done.decisions / elapsed, done.choices / elapsed, done.deals / elapsed


def report(rows: Iterable[Row]) -> dict[str, Any]:
    """The rows and the machine as JSON."""
    return {"machine": machine(), "rows": [asdict(row) for row in rows]}


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


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


def _decompositions() -> Callable[[], Work]:
    """The hands of `_evaluate`'s kind, each cut up and scored inside the kernel."""
    hands = importlib.import_module("paiju.kernels.paohuzi.bench").Hands()

    def batch() -> Work:
        many = hands.run()
        return Work(many, many, 0)

    return batch


KERNELS = [
    Measurement(
        "baohuang.kernel.playout",
        "preset pagat, whole deals inside the kernel, floor 20,000,000",
        lambda: _playouts("baohuang", "pagat"),
    ),
    Measurement(
        "baohuang.kernel.playout.moegirl",
        "preset moegirl, no floor",
        lambda: _playouts("baohuang", "moegirl"),
    ),
    Measurement(
        "baohuang.kernel.step",
        "preset pagat, one call from Python a decision, floor 1,000,000",
        lambda: _steps("baohuang", "pagat"),
    ),
    Measurement(
        "paohuzi.kernel.playout",
        "preset akagiri, whole deals inside the kernel, floor 3,000,000",
        lambda: _playouts("paohuzi", "akagiri"),
    ),
    Measurement(
        "paohuzi.kernel.playout.chenzhou",
        "preset chenzhou, where discards win, no floor",
        lambda: _playouts("paohuzi", "chenzhou"),
    ),
    Measurement(
        "paohuzi.kernel.step",
        "preset akagiri, one call from Python a decision, no floor",
        lambda: _steps("paohuzi", "akagiri"),
    ),
    Measurement(
        "paohuzi.kernel.decompose",
        "fresh hands of 20 cards and one drawn that can be cut up, floor 1,000,000",
        _decompositions,
        "hands",
    ),
]


def _rlcard() -> Callable[[], Work]:
    env: Any = importlib.import_module("rlcard").make("doudizhu", config={"seed": 0})
    rng = random.Random(0)

    def batch() -> Work:
        decisions = choices = 0
        for _ in range(_BATCH_DEALS):
            state, _ = env.reset()
            while not env.is_over():
                actions: Sequence[int] = list(state["legal_actions"])
                state, _ = env.step(actions[int(rng.random() * len(actions))])
                decisions += 1
                choices += len(actions) > 1
        return Work(decisions, choices, _BATCH_DEALS)

    return batch


PEERS = {"rlcard": Measurement("peer.rlcard.doudizhu", "RLCard dou dizhu, env.step", _rlcard)}
