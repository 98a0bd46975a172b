"""How well the guard's network knows the guard: by ply, beside the heuristic's log-odds, and whether its chances are true."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiju.arena.figures import Mean, mean_of
from paiju.bots.baohuang.net.features.layout import CHANCE, OTHERS
from paiju.bots.baohuang.net.guards.deals import play_guard_deals
from paiju.bots.baohuang.net.guards.layout import SEAT, SEAT_SIZE
from paiju.bots.baohuang.net.guards.network import GuardNetwork
from paiju.core.files import write_whole
from paiju.kernels.records import fields
from paiju.train.baohuang.curves import insert

PLIES = (10, 20, 30, 40, 60, 80, 100)
CHART = "guard.svg"
BEGIN, END = "<!-- guards -->", "<!-- end of guards -->"
_MEASURED = (1 << 61) + (1 << 59)  # far from the deals of any run
_NEAR = 2  # actions by which an emperor's question may be off
_CLASSES = 10
_CHUNK = 4000
_LEAST = 1e-9
_GUARD, _GONE = (
    [field.name for field in SEAT for _ in range(field.size)].index(name) for name in ("guard", "gone")
)
_SIDE, _LEFT, _BELOW, _ABOVE, _GAP = 260, 56, 56, 28, 70
_LAST_PLY = 110


class Known(NamedTuple):
    """After so many actions, for emperors with a choice whose guard is hidden: mean negative log-likelihoods (nats)."""

    ply: int
    network: Mean
    odds: Mean
    """What the heuristic believes, from its log-odds, in place of the network."""
    hit: float
    """How often the likeliest seat was the guard."""


class Measured(NamedTuple):
    """`bins` are (mean chance given, share that was the guard, seats) for ten classes of chances, at all plies."""

    known: tuple[Known, ...]
    bins: tuple[tuple[float, float, int], ...]


def measure(rules: Any, heuristic: Any, weights: Mapping[str, Any], deals: int) -> Measured:
    """Ask the network in so many deals of the heuristic against itself, none of which it learned from."""
    network, suspicion = GuardNetwork(weights), float(fields(heuristic).suspicion)
    possible = np.ones(OTHERS, bool)
    rows: list[tuple[int, float, float, bool]] = []
    seats: list[tuple[float, bool]] = []
    for start in range(0, deals, _CHUNK):
        played = play_guard_deals(
            rules, heuristic, _MEASURED + start, min(_CHUNK, deals - start), emperors=True
        )
        ply = played.told["ply"]
        near = np.min(np.abs(ply[:, None] - np.array(PLIES)), 1, initial=_LAST_PLY) <= _NEAR
        for i in np.flatnonzero(near & (played.told["choice"] == 1)):
            deal = played.told["deal"][i]
            first, guard = int(played.first[deal]), int(played.guards[deal])
            events = slice(first, first + int(played.told["events"][i]))
            scene = played.scenes[i]
            chances = network.chances(played.events[events], played.seats[events], scene, possible)
            odds = _odds(scene, suspicion)
            rows.append(
                (int(ply[i]), _loss(chances[guard]), _loss(odds[guard]), bool(chances.argmax() == guard))
            )
            seats += [(chance, seat == guard) for seat, chance in enumerate(chances.tolist())]
    return Measured(tuple(_known(rows, ply) for ply in PLIES), _bins(seats))


def _odds(scene: Any, suspicion: float) -> Any:
    """What the heuristic's log-odds make of the seats that are not out, shape (4,)."""
    seats = scene[: OTHERS * SEAT_SIZE].reshape(OTHERS, SEAT_SIZE)
    raised = np.maximum(seats[:, _GUARD] / CHANCE, 1 / CHANCE / 2) ** suspicion * (seats[:, _GONE] == 0)
    return raised / raised.sum()


def _loss(chance: float) -> float:
    return -log(max(float(chance), _LEAST))


def _known(rows: Sequence[tuple[int, float, float, bool]], ply: int) -> Known:
    near = [row for row in rows if abs(row[0] - ply) <= _NEAR]
    hits = mean_of([float(row[3]) for row in near])
    return Known(ply, mean_of([row[1] for row in near]), mean_of([row[2] for row in near]), hits.value)


def _bins(seats: Sequence[tuple[float, bool]]) -> tuple[tuple[float, float, int], ...]:
    told = np.array(seats, float).reshape(-1, 2)
    classes = np.minimum((told[:, 0] * _CLASSES).astype(int), _CLASSES - 1)
    return tuple(
        (float(told[classes == c, 0].mean()), float(told[classes == c, 1].mean()), int((classes == c).sum()))
        for c in range(_CLASSES)
        if (classes == c).any()
    )


def table(measured: Measured) -> str:
    """The figures as a Markdown table."""
    lines = [
        "| actions | network, nats | log-odds, nats | likeliest seat right | questions |",
        "|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {k.ply} | {k.network.value:.3f} ± {k.network.se:.3f} | {k.odds.value:.3f} ± {k.odds.se:.3f} | {k.hit:.2f} "
        f"| {k.network.size:,} |"
        for k in measured.known
    ]
    return "\n".join(lines) + "\n"


def write_card(path: Path, card: Mapping[str, Any], measured: Measured) -> None:
    """Write the model card of weights at `path` beside them, `.json` and `.md`."""
    told = {
        str(k.ply): {
            "nats": round(k.network.value, 4),
            "se": round(k.network.se, 4),
            "questions": k.network.size,
        }
        for k in measured.known
    }
    held = json.dumps({**card, "measured": told}, indent=2)
    write_whole(path.with_suffix(".json"), (held + "\n").encode())
    told_of = (
        f"It says who the hidden guard is, under the options `{card['options_digest']}`; events version {card['events']}, "
        f"{card['numbers']:,} numbers, float32. It learned from {card['deals']:,} deals of heuristic `{card['heuristic']}` "
        f"against itself in {card['hours']} hours on one core. How: `docs/training.md`."
    )
    head = "Negative log-likelihood as emperor while the guard is hidden, beside the heuristic's log-odds:"
    text = "\n\n".join(["# Network for the guard of Bao Huang", told_of, head, table(measured)])
    write_whole(path.with_suffix(".md"), text.encode())


def publish(measured: Measured, page: Path) -> None:
    """Write the chart beside a page and the table between its marks.

    Raises:
        UsageError: file.unreadable, usage.page.
    """
    insert(page, (BEGIN, END), f"![Calibration]({CHART})\n\n{table(measured)}")
    page.with_name(CHART).write_text(chart(measured), "utf-8")


def chart(measured: Measured) -> str:
    """Two panels as SVG: what was given against what came true, and nats by actions."""
    width, height = 2 * _SIDE + 2 * _LEFT + _GAP, _SIDE + _ABOVE + _BELOW
    size = f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12"'
    label = "chances given and what came true; nats by actions"
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}">']
    parts.append(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    first, second = _Panel(_LEFT, 1.0, 1.0), _Panel(_LEFT + _SIDE + _GAP, _LAST_PLY, 1.5)
    parts += first.frame("chance given", "share that was the guard", (0.0, 0.25, 0.5, 0.75, 1.0))
    parts.append(first.line([(0, 0), (1, 1)], "#bbb"))
    parts.append(first.line([(given, true) for given, true, _ in measured.bins], "#1f5a8f"))
    for given, true, seats in measured.bins:
        spread = 1.96 * (true * (1 - true) / seats) ** 0.5
        parts.append(
            first.line([(given, max(0.0, true - spread)), (given, min(1.0, true + spread))], "#1f5a8f")
        )
    parts += second.frame("actions", "nats", (0, 25, 50, 75, 100), (0.0, 0.5, 1.0, 1.5))
    parts.append(second.line([(0, log(OTHERS)), (_LAST_PLY, log(OTHERS))], "#bbb"))
    for name, colour, values in (
        ("log-odds of the heuristic", "#b5651d", [(k.ply, k.odds.value) for k in measured.known]),
        ("network", "#1f5a8f", [(k.ply, k.network.value) for k in measured.known]),
    ):
        parts.append(second.line(values, colour))
        parts.append(second.text(8, 0.25 if name == "network" else 0.1, name, colour))
    parts.append(second.text(8, log(OTHERS) + 0.04, "any seat alike", "#777"))
    return "\n".join([*parts, "</svg>"]) + "\n"


class _Panel(NamedTuple):
    """A square of the chart; both axes begin at 0."""

    left: int
    most_across: float
    most_up: float

    def _at(self, across: float, up: float) -> tuple[float, float]:
        return self.left + _SIDE * across / self.most_across, _ABOVE + _SIDE * (1 - up / self.most_up)

    def line(self, points: Sequence[tuple[float, float]], colour: str) -> str:
        """A line through points."""
        path = " ".join("{:.1f},{:.1f}".format(*self._at(*point)) for point in points)
        return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'

    def text(self, across: float, up: float, words: str, colour: str = "#333") -> str:
        """Words that begin at a point."""
        x, y = self._at(across, up)
        return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}">{words}</text>'

    def frame(self, across: str, up: str, marks: Sequence[float], heights: Sequence[float] = ()) -> list[str]:
        """Axes with their names and numbers; `heights` are those of the upright one, if they are others."""
        bottom = _ABOVE + _SIDE
        parts = [
            f'<rect x="{self.left}" y="{_ABOVE}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#999"/>'
        ]
        for mark in marks:
            x, _ = self._at(mark, 0)
            parts.append(
                f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="#333">{mark:g}</text>'
            )
        for mark in heights or marks:
            _, y = self._at(0, mark)
            parts.append(
                f'<text x="{self.left - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#333">{mark:g}</text>'
            )
        parts.append(f'<text x="{self.left}" y="{bottom + 40}" fill="#333">{across}</text>')
        parts.append(f'<text x="{self.left - 30}" y="{_ABOVE - 12}" fill="#333">{up}</text>')
        return parts
