"""Measuring: batches of work run for a while, medians over five runs, and what they ran on.

A *decision* is one action applied; a *real choice* is a decision with more than one legal action.
"""

from __future__ import annotations

import gc
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

RUNS = 5
_LOOP = 1_000_000


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


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "plain loop": f"{_loop() / 1e6:.0f} M additions/s",
    }


def _loop() -> float:
    """Additions a second of a plain Python loop: how fast the machine is just now, to compare days and machines."""
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
