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
_BATCH_TABLES = 1024
_BATCH_STEPS = 8


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
        rows += [peer.measurement for peer in PEERS if not peer.missing()]
    return tuple(rows)


def left_out() -> tuple[str, ...]:
    """Rows that cannot be measured here, each with what is missing."""
    names = " and ".join(kernels.missing())
    return tuple(f"{row.name} needs {names}: pip install 'paiju[fast]'" for row in KERNELS) if names else ()


def missing_peers() -> tuple[str, ...]:
    """Peers that are not installed here."""
    return tuple(
        f"{peer.measurement.name} needs {', '.join(peer.missing())}" for peer in PEERS if peer.missing()
    )


def ratios(rows: Sequence[Row]) -> tuple[str, ...]:
    """How each peer that was measured compares with the row of ours that is driven in the same way."""
    rate = {row.name: row.per_s for row in rows}
    return tuple(
        f"{ours} / {peer.measurement.name}: {rate[ours] / rate[peer.measurement.name]:.2f}"
        for peer in PEERS
        for ours in peer.beside
        if ours in rate and peer.measurement.name in rate
    )


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
    Measurement(
        "baohuang.env.batch",
        "preset pagat, 1,024 tables with observations, floor 1,000,000",
        lambda: _batch("baohuang", "pagat"),
    ),
    Measurement(
        "baohuang.env.batch.actions",
        "the same with features of every legal action, no floor",
        lambda: _batch("baohuang", "pagat", actions=True),
    ),
    Measurement(
        "paohuzi.env.batch",
        "preset akagiri, 1,024 tables with observations, floor 1,000,000",
        lambda: _batch("paohuzi", "akagiri"),
    ),
    Measurement(
        "paohuzi.env.batch.actions",
        "the same with features of every legal action, no floor",
        lambda: _batch("paohuzi", "akagiri", actions=True),
    ),
]


@dataclass(frozen=True, slots=True)
class Peer:
    """A row of another library: the modules it needs, and our rows that are driven in the same way."""

    measurement: Measurement
    needs: tuple[str, ...]
    beside: tuple[str, ...]

    def missing(self) -> tuple[str, ...]:
        """Modules that are not installed."""
        return tuple(name for name in self.needs if find_spec(name) is None)


def _peer(name: str) -> Callable[[], Callable[[], Work]]:
    """What makes a peer's batch; its library is imported when it is measured."""
    return lambda: _deals_of(name)


def _deals_of(name: str) -> Callable[[], Work]:
    """The batch of a function of `peers` that plays one deal and returns its decisions and real choices."""
    deal: Callable[[], tuple[int, int]] = getattr(importlib.import_module("paiju.analysis.peers"), name)()

    def batch() -> Work:
        done = [deal() for _ in range(_BATCH_DEALS)]
        return Work(sum(d for d, _ in done), sum(c for _, c in done), len(done))

    return batch


_STEPPED = ("baohuang.kernel.step", "paohuzi.kernel.step")
PEERS = (
    Peer(
        Measurement("peer.open_spiel.dou_dizhu", "OpenSpiel (C++), stepped from Python", _peer("open_spiel")),
        ("pyspiel",),
        _STEPPED,
    ),
    Peer(
        Measurement("peer.open_spiel.gin_rummy", "OpenSpiel (C++), stepped from Python", _peer("gin_rummy")),
        ("pyspiel",),
        _STEPPED,
    ),
    Peer(
        Measurement("peer.rlcard.doudizhu", "RLCard, env.step with observations", _peer("rlcard")),
        ("rlcard",),
        ("baohuang.env.batch", "baohuang.law.step"),
    ),
    Peer(
        Measurement("peer.pettingzoo.holdem", "PettingZoo, AEC with observations", _peer("pettingzoo")),
        ("pettingzoo", "rlcard", "pygame"),
        ("paohuzi.env.batch", "paohuzi.law.step"),
    ),
    Peer(
        Measurement("peer.pokerkit.holdem", "PokerKit, no-limit hold'em of six", _peer("pokerkit")),
        ("pokerkit",),
        ("baohuang.law.step", "paohuzi.law.step"),
    ),
)
"""Other libraries' games, random legal play; they are not installed, only measured where they are."""
