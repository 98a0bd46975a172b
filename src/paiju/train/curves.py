"""The curve of a run, as a chart and as a table in a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from paiju.core.errors import UsageError
from paiju.core.files import from_json, malformed, read_text, write_whole
from paiju.train.storage import CURVE, read_run

_MOST_BYTES = 16 << 20
_WIDTH, _HEIGHT, _LEFT, _BELOW, _ABOVE = 720, 320, 56, 40, 16
_Z95 = 1.96
_ROWS = 24
_MILLION = 1e6
_STEPS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 1000.0)
_TICKS = 8
_UNDER = 44  # the words below a line's first point, clear of its interval

Entry = dict[str, Any]


class Curve(NamedTuple):
    """How a game's curve is published: what it was measured over and counted in, the parts of the margin by their keys, marks and chart."""

    rival: str
    unit: str
    columns: dict[str, str]
    marks: tuple[str, str]
    chart: str

    @property
    def label(self) -> str:
        """The chart's data."""
        return f"points per deal over {self.rival}, by samples"


def read_curve(folder: Path) -> list[Entry]:
    """The matches of a run, in order; of several at the same lease the last.

    Raises:
        UsageError: usage.no_run, where there are none.
    """
    path = folder / CURVE
    if not path.is_file():
        raise UsageError("usage.no_run", f"{folder} has no curve", {"path": str(folder)})
    try:
        entries = [from_json(line) for line in read_text(path, _MOST_BYTES).splitlines()]
    except ValueError as error:
        raise malformed(str(path), str(error)) from None
    return [entry for _, entry in sorted({entry["leases"]: entry for entry in entries}.items())]


def read_curves(folders: Sequence[Path]) -> list[Entry]:
    """The matches of runs that were each begun with the weights of the one before: samples and hours add up.

    Raises:
        UsageError: usage.no_run.
    """
    made: list[Entry] = []
    samples, hours = 0, 0.0
    for folder in folders:
        made += [
            {**entry, "samples": entry["samples"] + samples, "hours": entry["hours"] + hours}
            for entry in read_curve(folder)
        ]
        notes = read_run(folder)[1]
        samples, hours = samples + notes["written"], hours + notes["seconds"] / 3600
    return made


def table(entries: Sequence[Entry], curve: Curve) -> str:
    """The curve as a Markdown table, thinned out to some two dozen rows."""
    step = -(-len(entries) // _ROWS)
    kept = [*entries[::-step]][::-1]
    lines = [
        "| samples | hours | anchor | margin ± SE | "
        + " | ".join((curve.unit, *curve.columns.values()))
        + " |",
        "|--:" * (5 + len(curve.columns)) + "|",
    ]
    lines += [
        f"| {e['samples'] / _MILLION:.1f} M | {e['hours']:.2f} | {e['anchor']:g} | {e['margin']:+.3f} ± {e['se']:.3f} | "
        + " | ".join((f"{e[curve.unit]:,}", *(f"{e[key]:+.2f}" for key in curve.columns)))
        + " |"
        for e in kept
    ]
    return "\n".join(lines) + "\n"


def chart(entries: Sequence[Entry], curve: Curve) -> str:
    """The curve as SVG: margin by samples, with 95 % intervals; a line for each anchor."""
    most = float(max(entry["samples"] for entry in entries) / _MILLION)
    low: float = min(-1.0, *(e["margin"] - _Z95 * e["se"] for e in entries))
    high: float = max(1.0, *(e["margin"] + _Z95 * e["se"] for e in entries))

    def across(samples: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _ABOVE) * samples / most

    def up(points: float) -> float:
        return _HEIGHT - _BELOW - (_HEIGHT - _BELOW - _ABOVE) * (points - low) / (high - low)

    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{curve.label}">']
    parts.append(f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>')
    for points in _ticks(low, high):
        y = up(points)
        stroke = "#666" if points == 0 else "#ddd"
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _ABOVE}" y1="{y:.1f}" y2="{y:.1f}" stroke="{stroke}"/>'
        )
        parts.append(
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#333">{points or 0:{"+g" if points else "g"}}</text>'
        )
    for samples in _ticks(0, most):
        x = across(samples)
        parts.append(
            f'<text x="{x:.1f}" y="{_HEIGHT - _BELOW + 18}" text-anchor="middle" fill="#333">{samples:g} M</text>'
        )
    for e in entries:
        x, spread = across(e["samples"] / _MILLION), _Z95 * e["se"]
        ends = up(e["margin"] - spread), up(e["margin"] + spread)
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{ends[0]:.1f}" y2="{ends[1]:.1f}" stroke="#9bb8d3" stroke-width="2"/>'
        )
    for anchor, group in groupby(entries, lambda e: e["anchor"]):
        places = [(across(e["samples"] / _MILLION), up(e["margin"])) for e in group]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{line}" fill="none" stroke="#1f5a8f" stroke-width="2"/>')
        x, y = places[0]
        parts.append(f'<text x="{x:.1f}" y="{y + _UNDER:.1f}" fill="#1f5a8f">anchor {anchor:g}</text>')
    parts.append(
        f'<text x="{_LEFT}" y="{_HEIGHT - 6}" fill="#333">samples; points per deal over {curve.rival}, 95 % intervals</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two ends, not too many."""
    step = next((s for s in _STEPS if (high - low) / s <= _TICKS), _STEPS[-1])
    first = -(-low // step)
    return [round((first + i) * step, 6) for i in range(int((high / step) - first) + 1)]


def publish(entries: Sequence[Entry], page: Path, curve: Curve) -> None:
    """Write the chart beside a page and the table between the page's two marks.

    Raises:
        UsageError: file.unreadable, where there is no such page; usage.page, where it has no marks.
    """
    insert(page, curve.marks, f"![The curve]({curve.chart})\n\n{table(entries, curve)}")
    write_whole(page.with_name(curve.chart), chart(entries, curve).encode())


def insert(page: Path, marks: tuple[str, str], body: str) -> None:
    """Put `body` between the two marks of a page, in place of what was there.

    Raises:
        UsageError: file.unreadable, where there is no such page; usage.page, where it has no marks.
    """
    begin, end = marks
    text = read_text(page, _MOST_BYTES)
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise UsageError("usage.page", f"{page} has no markers for this", {"path": str(page)})
    write_whole(page, f"{before}{begin}\n\n{body}\n{end}{after}".encode())
