"""Measuring: timed batches of work, medians over five runs, and the machine they ran on.

A *decision* is one action applied; a *real choice* is a decision with more than one legal action. Machines differ by a
factor of three from day to day, so a *floor* is no rate but a ratio to a reference: another library's work, run in turn
with ours.
"""

from __future__ import annotations

import gc
import platform
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, cast

from paiju.games import registry

RUNS = 5
REFERENCE = "peer.open_spiel.dou_dizhu"
"""The row that a floor is a ratio to unless it names another."""
_LOOP = 1_000_000


class Work(NamedTuple):
    """The counts of a batch."""

    decisions: int
    choices: int
    deals: int


Batch = Callable[[], Work]
"""Does a batch of work and counts it."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A row to measure, where the modules that it `needs` are installed: each call of the made function plays some deals.

    `floor` is the least ratio to the rate of the row `against`, 0 where none is promised, None where no ratio is measured either.
    """

    name: str
    note: str
    make: Callable[[], Batch]
    unit: str = "decisions"
    floor: float | None = None
    against: str = REFERENCE
    needs: tuple[str, ...] = ()

    def missing(self) -> tuple[str, ...]:
        """The modules that are not installed."""
        return tuple(name for name in self.needs if find_spec(name) is None)


@dataclass(frozen=True, slots=True)
class Row:
    """A measured row; rates are medians of five runs.

    `ratio` is the median of five ratios to the row `against`, each of two consecutive runs; None for a
    row without a floor, or where that row is not measured.
    """

    name: str
    per_s: float
    unit: str
    choices_per_s: float
    deals_per_s: float
    note: str
    floor: float | None = None
    ratio: float | None = None
    against: str = REFERENCE


def measure(measurement: Measurement, seconds: float, reference: Batch | None = None) -> Row:
    """Median rates over five runs of `seconds` each, after one more to warm up.

    A row with a floor alternates with the `reference`, if there is one.
    """
    batch = measurement.make()
    other = reference if measurement.floor is not None else None
    _run(batch, seconds)
    if other:
        _run(other, seconds)
    gc.collect()
    gc.freeze()  # garbage of earlier rows must not slow this one
    runs, ratios = [], []
    for _ in range(RUNS):
        runs.append(_run(batch, seconds))
        if other:
            ratios.append(runs[-1][0] / _run(other, seconds)[0])
    rates = [statistics.median(run[i] for run in runs) for i in range(3)]
    return Row(
        measurement.name, rates[0], measurement.unit, rates[1], rates[2], measurement.note,
        measurement.floor, statistics.median(ratios) if ratios else None, measurement.against,
    )  # fmt: skip


def _run(batch: Batch, seconds: float) -> tuple[float, float, float]:
    start = time.perf_counter()
    done = Work(0, 0, 0)
    while (elapsed := time.perf_counter() - start) < seconds:
        done = Work(*map(sum, zip(done, batch(), strict=True)))
    return done.decisions / elapsed, done.choices / elapsed, done.deals / elapsed


def machine() -> dict[str, str]:
    """The machine and the versions that the figures were measured with."""
    return {
        "processor": _processor(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "plain loop": f"{_loop() / 1e6:.0f} M additions/s",
    }


def _loop() -> float:
    """Additions per second of a plain Python loop: the machine's speed at the moment, to compare days and machines."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        sum(range(_LOOP))
        times.append(time.perf_counter() - start)
    return _LOOP / statistics.median(times)


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


# --- the speed rows of a game


Rows = Callable[[str], tuple[Measurement, ...]]
"""Makes the rows of a game from its name, which begins their own names."""


def no_rows(_game: str) -> tuple[Measurement, ...]:
    """No rows, for a game that has none of a kind."""
    return ()


@dataclass(frozen=True, slots=True)
class Pack:
    """The speed rows of a game.

    `law` are the rows of the rules engine, `compiled` those that need the kernels. `peers` are the rows that are driven in the same way
    as a row of another library, by the names of both; those here without the game.
    """

    law: Rows
    compiled: Rows = no_rows
    peers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game; a game without one has a row of its rules engine under the default rules.

    Raises:
        UsageError: usage.game.
    """
    return cast("Pack", registry.pack("bench", game))
