"""Measure everything here; write docs/benchmarks.md with its chart, and the line in README.md: `make bench`.

Peers are measured where they are installed. `--seconds` is the length of one run; a row takes six of them, and one with
a floor as many again for the peer that runs in turn with it.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paiju.bench import rows as bench
from paiju.bench.measure import REFERENCE, Row, machine, measure
from paiju.envs.batch import BatchEnv
from paiju.kernels import warm_up
from paiju.train.curves import insert

ROOT = Path(__file__).parents[1]
README, DOCS = ROOT / "README.md", ROOT / "docs"
PAGE, CHART = DOCS / "benchmarks.md", DOCS / "benchmarks.svg"
MARKS = ("<!-- speed -->", "<!-- end of speed -->")
HEADLINES = {"Bao Huang": "baohuang.kernel.playout", "Paohuzi": "paohuzi.kernel.playout"}
"""The rows whose ratios README.md gives."""
BATCHES = (1, 16, 256, 4096, 65536)
THREADS = (1, 2)
PRESETS = {"baohuang": "pagat", "paohuzi": "akagiri"}
_WIDTH, _LABEL, _BAR, _ROW = 860, 250, 520, 22
_OURS, _THEIRS = "#2f6f4f", "#b0693a"


class Growth(NamedTuple):
    """The batch environment of a game at one size."""

    game: str
    batch: int
    rates: tuple[float, ...]
    state_bytes: int


def growth(seconds: float) -> list[Growth]:
    """Decisions per second over batch sizes and threads, medians of three."""
    return [
        Growth(game, batch, tuple(_rate(game, batch, n, seconds) for n in THREADS), _bytes(game))
        for game in PRESETS
        for batch in BATCHES
    ]


def _bytes(game: str) -> int:
    return BatchEnv(game, {"preset": PRESETS[game]}, batch=1).state_bytes


def _rate(game: str, batch: int, threads: int, seconds: float) -> float:
    env = BatchEnv(game, {"preset": PRESETS[game]}, batch=batch, threads=threads)
    draw = np.random.default_rng(0).random
    rates = []
    for _ in range(3):
        start, steps = time.perf_counter(), 0
        while (elapsed := time.perf_counter() - start) < seconds:
            env.step((draw(batch) * env.count).astype(np.int64))
            steps += 1
        rates.append(steps * batch / elapsed)
    env.close()
    return statistics.median(rates)


def ratio(row: Row) -> str:
    """The ratio of a row that has one, with a word where it is below its floor."""
    if row.ratio is None or row.floor is None:
        return ""
    return f"{row.ratio:.3g}{' (below)' if row.ratio < row.floor else ''}"


def floor(row: Row) -> str:
    """The floor of a row, empty where nothing is promised: the rules are written to be read."""
    if not row.floor:
        return ""
    return f"{row.floor:g}" if row.against == REFERENCE else f"{row.floor:g} (`{row.against}`)"


def headline(rows: Iterable[Row]) -> str:
    """The line of README.md: ratios, no rates."""
    named = {row.name: row for row in rows}
    one, other = (f"{game} plays {named[name].ratio:.3g} times" for game, name in HEADLINES.items())
    return (
        "**Speed**, as a ratio to OpenSpiel's dou dizhu (C++, stepped from Python): inside the kernel "
        f"{one} and {other.replace(' plays', '')} as many decisions a second ([benchmarks](docs/benchmarks.md)). "
        "PettingZoo, Gymnasium and OpenSpiel step inside it too "
        "([which interface to take](docs/environments.md#which-interface-to-take)).\n"
    )


def page(rows: Sequence[Row], grown: Sequence[Growth], note: str) -> str:
    """The page, in Markdown."""
    where = ", ".join(f"{key} {value}" for key, value in machine().items())
    lines = [
        "# Benchmarks",
        "",
        "This page is for anyone who compares speed. After it you know how fast each interface is, beside other libraries.",
        "",
        (
            f"Written by `make bench` on {datetime.now(tz=UTC):%Y-%m-%d}: {where}, "
            f"{os.cpu_count()} cores.{' ' + note if note else ''}"
        ),
        "",
        "A *decision* is one action applied, forced passes included; a *choice* is a decision with more than one legal action.",
        "Play is random and legal, deals are included, and rates are medians of five runs. The rows measure:",
        "",
        "- `law.step`: the rules engine;",
        "- `kernel.playout`: the kernel, whole deals inside it;",
        "- `kernel.step`: the kernel, one call from Python a decision;",
        "- `env.batch`: 1,024 tables at once, with actions drawn by NumPy and an observation for each decision;",
        "- `env.batch.actions`: the same with a row of features for every legal action;",
        "- `env.gymnasium` and its neighbours: standard interfaces, beside Python games behind the same ones;",
        "- `env.gymnasium.vector`: 1,024 tables of the vector environment, with observations and masks.",
        "",
        "Peers run in the same measurement. They play other games, so a ratio says how much a learner gets a second, not which",
        "code is better.",
        "",
        "Rates differ by a factor of three between machines and days, so a *floor* is a ratio to another row: OpenSpiel's dou dizhu",
        "(C++, stepped from Python), or the row named in brackets. A run of that row follows each run of a row with a floor, and",
        "*ratio* is the median of five such pairs. *Below* marks a ratio under its floor. Hands that the kernel decomposes have their",
        "own limit of a microsecond each.",
        "",
        "![Decisions per second](benchmarks.svg)",
        "",
        "| row | per second | unit | ratio | floor | choices/s | deals/s | what |",
        "|---|--:|---|--:|--:|--:|--:|---|",
    ]
    lines += [
        f"| `{row.name}` | {row.per_s:,.0f} | {row.unit} | {ratio(row)} | {floor(row)} "
        f"| {row.choices_per_s:,.0f} | {row.deals_per_s:,.0f} | {row.note} |"
        for row in rows
    ]
    compared = bench.ratios(rows)
    lines += ["", "## Beside peers", ""]
    lines += [f"- `{line.replace(': ', '`: ')}" for line in compared] or ["No peer was installed."]
    missing = bench.missing_peers()
    lines += ["", *(f"- not measured: {line}" for line in missing)] if missing else []
    heads = " | ".join(f"{n} thread{'s' * (n > 1)}" for n in THREADS)
    lines += [
        "",
        "## Growth of the batch environment",
        "",
        "Decisions per second with observations; memory of a table without its observation.",
        "",
        f"| game | tables | {heads} | bytes a table |",
        f"|---|---|{'---|' * len(THREADS)}---|",
    ]
    lines += [
        f"| {g.game} | {g.batch:,} | {' | '.join(f'{rate:,.0f}' for rate in g.rates)} | {g.state_bytes:,} |"
        for g in grown
    ]
    return "\n".join(lines) + "\n"


def chart(rows: Iterable[Row]) -> str:
    """Bars of decisions per second on a scale of powers of ten, as SVG."""
    displayed = [row for row in rows if row.unit == "decisions"]
    most = math.ceil(math.log10(max(row.per_s for row in displayed)))
    least = min(3, math.floor(math.log10(min(row.per_s for row in displayed))))
    height = _ROW * len(displayed) + 50

    def across(rate: float) -> float:
        return _LABEL + _BAR * (math.log10(rate) - least) / (most - least)

    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" '
            'font-size="12" role="img" aria-label="Decisions per second">'
        ),
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for power in range(least, most + 1):
        x = across(10.0**power)
        parts.append(f'<path d="M{x:.0f} 24V{height - 16}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.0f}" y="16" text-anchor="middle" fill="#555">{10**power:,}/s</text>')
    for at, row in enumerate(displayed):
        y = 30 + _ROW * at
        colour = _THEIRS if row.name.startswith("peer.") else _OURS
        parts.append(f'<text x="{_LABEL - 8}" y="{y + 13}" text-anchor="end" fill="#222">{row.name}</text>')
        parts.append(
            f'<rect x="{_LABEL}" y="{y}" width="{max(across(row.per_s) - _LABEL, 1):.0f}" height="16" fill="{colour}"/>'
        )
        parts.append(
            f'<text x="{across(row.per_s) + 4:.0f}" y="{y + 13}" fill="#222">{row.per_s:,.0f}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--note", default="", help="a sentence about the machine")
    given = parser.parse_args()
    print("compiling …")
    warm_up.warm(lambda label, done, total: print(f"  {done} of {total}: {label}"))
    rows, reference = [], bench.references(peers=True)
    for measurement in bench.plan(peers=True):
        rows.append(measure(measurement, given.seconds, reference(measurement)))
        print(
            f"{rows[-1].name}: {rows[-1].per_s:,.0f} {rows[-1].unit}/s {ratio(rows[-1])}".rstrip(), flush=True
        )
    grown = growth(given.seconds)
    note = f"Runs of {given.seconds:g} s. {given.note}".rstrip()
    PAGE.write_text(page(rows, grown, note), "utf-8")
    CHART.write_text(chart(rows), "utf-8")
    if reference is not None:
        insert(README, MARKS, headline(rows))
    print(
        f"written: {PAGE.name}, {CHART.name}, {README.name}"
        if reference
        else f"written: {PAGE.name}, {CHART.name}"
    )


if __name__ == "__main__":
    main()
