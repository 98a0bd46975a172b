"""Tuning the heuristic of Bao Huang by evolution, every match inside the kernel.

A generation draws parameters around a mean and plays each of them against the *incumbent* on the same duplicate
pairs; the better half moves the mean and the widths (a CMA-ES with a diagonal matrix, by the package `cma`).
Now and then the mean itself meets the incumbent on fresh pairs, and takes its place where it is better by
two standard errors. All deals come from the training range, each generation's from its own part of it.

A run lives in one folder: `tuning.json` is written after each generation and is all that is needed to go on,
`parameters.json` holds the incumbent. Both are replaced as a whole, so that a kill loses one generation at most.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paiju.arena.figures import mean_of
from paiju.bots.baohuang.compiled.matches import crown_points
from paiju.bots.baohuang.compiled.memory import (
    PLAYING,
    MemoryRecord,
    WeightsRecord,
    WorkRecord,
    notice,
    weights_of,
)
from paiju.bots.baohuang.compiled.memory import begin as begin_memory
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.parameters import DEFAULT, Parameters, fingerprint
from paiju.core.files import malformed, read_json, ready_folder, write_whole
from paiju.envs.seeds import TRAINING
from paiju.games.baohuang import GAME
from paiju.games.baohuang.options import BaohuangOptions
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import RulesRecord, StateRecord, new_actions
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import compiled
from paiju.kernels.records import Grid, Ints, Records, fields, new, numbered

Vector = npt.NDArray[np.float64]

STATE_FILE, RESULT_FILE = "tuning.json", "parameters.json"
_LEAST_SCALE = 0.1
_CERTAIN = 2.0
_MOST_BYTES = 16 << 20


# --- the tuned numbers as a vector

TUNED: tuple[str, ...] = tuple(name for name in PLAYING if name not in ("evidence", "bomb", "bomb_stands"))
"""The parameters of a vector: without the odds of `evidence`, which are counted, and without bombs, which few rules have."""

_SIZES = {"turn": 6, "control": 6}
_FAR = 20.0
_CHANCE = (0.01, 1.0)
_RANGES: dict[str, tuple[float, float]] = {
    "doubt": (0.0, _FAR),
    "friend_beats": _CHANCE,
    "joker_use": (0.0, 4.0),
    "lone_small_doubt": (0.0, _FAR),
    "small_stands": _CHANCE,
    "near": (2.0, 40.0),
    "suspicion": (0.0, _FAR),
    "solo": (0.0, 0.9),
}
BOUNDS: Vector = np.repeat(
    [_RANGES.get(name, (-_FAR, _FAR)) for name in TUNED], [_SIZES.get(name, 1) for name in TUNED], axis=0
).T
"""The lowest and the highest vector that make sense: chances are chances, hands near their end have two cards at least."""


def vector(parameters: Parameters) -> Vector:
    """The tuned numbers one after the other, shape (38,), `float64`."""
    return np.hstack([getattr(parameters, name) for name in TUNED])


def parameters_of(values: Vector, base: Parameters) -> Parameters:
    """`base` with its tuned numbers replaced by those of a vector."""
    changed: dict[str, Any] = {}
    at = 0
    for name in TUNED:
        size = _SIZES.get(name, 1)
        numbers = values[at : at + size].tolist()
        changed[name] = tuple(numbers) if name in _SIZES else numbers[0]
        at += size
    return replace(base, **changed)


# --- duplicate pairs inside the kernel: every deal is played twice with sides swapped, as `paiju.arena.baohuang` does


@compiled
def deal_numbered(state: StateRecord, rules: RulesRecord, number: int, deck: Ints, chance: Ints) -> None:
    """Deal number `number` up to its first lead; it has a guard. `deck` and `chance` are scratch."""
    numbered(chance, number)
    for i in range(rules.deck_size):
        deck[i] = rules.deck[i]
    deal(state, rules, deck, chance)
    while state.guard < 0:
        deal(state, rules, deck, chance)


@compiled
def play_sides(
    state: StateRecord,
    rules: RulesRecord,
    memories: Records[MemoryRecord],
    weights: Records[WeightsRecord],
    crown: int,
    work: WorkRecord,
    out: Ints,
) -> int:
    """Play a deal from its first lead, weights `crown` for emperor and guard, the other two's for the people; S.

    `memories` and `weights` have two records each: what a player concludes depends on the player's weights.
    """
    begin_memory(state, rules, memories[0])
    begin_memory(state, rules, memories[1])
    while state.turn >= 0:
        side = crown if state.crown >> state.turn & 1 else 1 - crown
        code = choose(state, rules, memories[side], weights[side], work, out)
        notice(state, rules, memories[0], weights[0], code)
        notice(state, rules, memories[1], weights[1], code)
        act(state, rules, code)
    return crown_points(state)


@compiled
def play_pairs(
    state: Records[StateRecord], rules: Records[RulesRecord], memories: Records[MemoryRecord], weights: Records[WeightsRecord], work: Records[WorkRecord], first: int, deck: Ints, chance: Ints,
    out: Ints, results: Grid[int],
) -> None:  # fmt: skip
    """Play the pairs of deals `first` and following; `results` gets S with A and S with B as the crown, (pairs, 2)."""
    for i in range(results.shape[0]):
        for crown in range(2):
            deal_numbered(state[0], rules[0], first + i, deck, chance)
            results[i, crown] = play_sides(state[0], rules[0], memories, weights, crown, work[0], out)


class Matches:
    """Pairs of two sets of parameters under one set of options; one after the other, on one core."""

    def __init__(self, options: BaohuangOptions) -> None:
        """The buffers of a match."""
        self.rules = rules_for(options)
        r = fields(self.rules)
        self._deck = np.array(r.deck[: r.deck_size])
        self._state, self._memories, self._work = new(StateRecord), new(MemoryRecord, 2), new(WorkRecord)
        self._chance, self._out = np.ones(1, np.int64), new_actions()

    def play(self, a: Parameters, b: Parameters, numbers: range) -> npt.NDArray[np.int64]:
        """S with A and with B as the crown, by pair, shape (pairs, 2), `int64`; deals by number."""
        results = np.zeros((len(numbers), 2), np.int64)
        play_pairs(
            self._state, self.rules, self._memories, weights_of(a, b), self._work, numbers.start, self._deck,
            self._chance, self._out, results,
        )  # fmt: skip
        return results


def margins(results: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The margins of pairs for A, points per deal, shape (pairs,)."""
    return (results[:, 0] - results[:, 1]) / 2


# --- the evolution


@dataclass(frozen=True, slots=True)
class Plan:
    """How a run is done: the rules, children of a generation, the first width (relative), pairs, and chance."""

    preset: str = "pagat"
    children: int = 12
    width: float = 0.04
    screening: int = 1500
    confirming: int = 4000
    confirm_every: int = 4
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Accepted:
    """A new incumbent: when, by how many points per deal over the one before it, and its fingerprint."""

    generation: int
    margin: float
    error: float
    fingerprint: str


@dataclass(slots=True)
class Progress:
    """Everything a run must remember: what each child of each generation lost, and the incumbents, as values."""

    plan: Plan
    losses: list[list[float]]
    width: float
    incumbent: list[float]
    accepted: list[Accepted] = field(default_factory=list)

    @property
    def generation(self) -> int:
        """How many generations there have been."""
        return len(self.losses)


Report = Callable[[Progress, float], None]
"""Is told of each generation: the run so far, and the mean margin of the better half."""


def begin(plan: Plan) -> Progress:
    """A run that starts at the default parameters."""
    return Progress(plan, [], plan.width, vector(DEFAULT).tolist())


def tune(folder: Path, plan: Plan, generations: int, report: Report) -> Progress:
    """Go on with the run in `folder`, or begin one, until it has `generations` of them.

    A run that is there keeps the plan it began with.
    """
    ready_folder(folder)
    progress = load(folder) or begin(plan)
    matches = Matches(GAME.options({"preset": progress.plan.preset}))
    strategy = _strategy(progress)
    while progress.generation < generations:
        gain = _generation(progress, strategy, matches)
        if progress.generation % progress.plan.confirm_every == 0:
            _confirm(progress, strategy.mean, matches)
        save(folder, progress)
        report(progress, gain)
    return progress


def incumbent_of(progress: Progress) -> Parameters:
    """The parameters that a run holds to be best."""
    return parameters_of(np.array(progress.incumbent), DEFAULT)


def save(folder: Path, progress: Progress) -> None:
    """Write a run and its incumbent."""
    parameters = incumbent_of(progress)
    _write(folder / STATE_FILE, asdict(progress))
    _write(
        folder / RESULT_FILE,
        {"fingerprint": fingerprint(parameters), "parameters": asdict(parameters), "tuned": list(TUNED)},
    )


def load(folder: Path) -> Progress | None:
    """The run in a folder, None if there is none.

    Raises:
        UsageError: file.unreadable, file.too_large, file.syntax.
    """
    path = folder / STATE_FILE
    if not path.is_file():
        return None
    data = read_json(path, _MOST_BYTES)
    try:
        data["plan"] = Plan(**data["plan"])
        data["accepted"] = [Accepted(**entry) for entry in data["accepted"]]
        return Progress(**data)
    except (KeyError, TypeError):
        raise malformed(str(path), "no run of this version") from None


def _write(path: Path, data: Any) -> None:
    write_whole(path, json.dumps(data, indent=1).encode())


def _scales() -> Any:
    """The unit of each number: its default size, and not too small."""
    return np.maximum(np.abs(vector(DEFAULT)), _LEAST_SCALE)


def _bounded(scaled: Any) -> Any:
    """The values of a scaled vector, kept where they mean something."""
    low, high = BOUNDS
    return np.clip(np.asarray(scaled) * _scales(), low, high)


def _numbers(progress: Progress, offset: int, count: int) -> range:
    """Deals of this generation's own part of the training range."""
    plan = progress.plan
    part = plan.screening + plan.confirming
    parts = len(TRAINING) // part
    first = TRAINING.start + (plan.seed * 100_003 + progress.generation) % parts * part + offset
    return range(first, first + count)


def _generation(progress: Progress, strategy: Any, matches: Matches) -> float:
    """One generation; returns what the better half gained on the incumbent, on average."""
    plan = progress.plan
    numbers = _numbers(progress, 0, plan.screening)
    incumbent = incumbent_of(progress)
    children = strategy.ask()
    losses = [
        -float(margins(matches.play(_parameters(child), incumbent, numbers)).mean()) for child in children
    ]
    strategy.tell(children, losses)
    progress.losses.append(losses)
    progress.width = float(strategy.sigma)
    return -float(np.mean(sorted(losses)[: plan.children // 2]))


def _parameters(scaled: Any) -> Parameters:
    return parameters_of(_bounded(scaled), DEFAULT)


def _strategy(progress: Progress) -> Any:
    """The evolution as it stands after the generations of a run: its chance and their losses make it again."""
    plan = progress.plan
    rng = np.random.default_rng(plan.seed)
    settings = {
        "popsize": plan.children, "CMA_diagonal": True, "randn": lambda *shape: rng.standard_normal(shape),
        "seed": float("nan"), "verbose": -9,
    }  # fmt: skip
    strategy = _cma().CMAEvolutionStrategy((vector(DEFAULT) / _scales()).tolist(), plan.width, settings)
    for losses in progress.losses:
        strategy.tell(strategy.ask(), losses)
    return strategy


def _cma() -> Any:
    """The package, which warns of what it would draw with."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module("cma")


def _confirm(progress: Progress, mean: Any, matches: Matches) -> None:
    """Let the mean take the incumbent's place if it is better on fresh pairs."""
    plan = progress.plan
    candidate = _parameters(mean)
    numbers = _numbers(progress, plan.screening, plan.confirming)
    margin = mean_of(margins(matches.play(candidate, incumbent_of(progress), numbers)).tolist())
    if margin.value > _CERTAIN * margin.se:
        progress.incumbent = vector(candidate).tolist()
        progress.accepted.append(
            Accepted(progress.generation, margin.value, margin.se, fingerprint(candidate))
        )


def report_lines(progress: Progress) -> Sequence[str]:
    """The incumbents of a run, one a line."""
    return [
        f"generation {entry.generation}: {entry.margin:+.3f} ± {entry.error:.3f} over the one before, {entry.fingerprint}"
        for entry in progress.accepted
    ]
