"""Every population measured, and the table, model card and chart of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import log, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.arena.figures import Mean, mean_of
from paiju.bots.baohuang import people
from paiju.bots.baohuang.compiled.memory import WeightsRecord
from paiju.bots.baohuang.net.features import CHANCE, OTHERS
from paiju.bots.baohuang.net.guards.network import SEAT, SEAT_SIZE, GuardNetwork
from paiju.core.files import write_whole
from paiju.games.baohuang.options import BaohuangOptions
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import Records, fields
from paiju.train.baohuang.guards.deals import LONGEST, Table
from paiju.train.baohuang.guards.populations import KEPT, LEARNED, GuardDeals, asked_in, evidence
from paiju.train.curves import insert

PLIES = (10, 20, 30, 40, 60, 80, 100)
TENTHS = 10
_NEAR = 2  # actions by which an emperor's question may be off
_LEAST = 1e-9
_GUARD, _GONE = (
    [field.name for field in SEAT for _ in range(field.size)].index(name) for name in ("guard", "gone")
)
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


class Known(NamedTuple):
    """After `ply` actions, for emperors with a choice whose guard is hidden: mean negative log-likelihoods (nats).

    `blind` gives every seat that is left the same chance, `odds` is what the heuristic believes. `worse` is how much the network
    costs more than the better of the two.
    """

    ply: int
    network: Mean
    blind: Mean
    odds: Mean
    worse: Mean


class Tenth(NamedTuple):
    """Seats whose chance was said to be in one tenth: the mean chance, the share that was the guard, the error of the difference."""

    said: float
    true: float
    error: float
    seats: int


class Answers(NamedTuple):
    """Chances said of four seats at some questions, shape (questions, 4); whose questions and when, and who it was."""

    chances: Floats
    guards: Numbers
    deals: Numbers
    plies: Numbers


def answers_of(network: GuardNetwork, played: GuardDeals) -> Answers:
    """What a network says to the emperors of some deals wherever they had a choice."""
    told = played.told
    wanted = told["choice"] == 1
    said = [network.chances(*asked) for asked in asked_in(played, wanted)]
    deals = told["deal"][wanted]
    return Answers(np.concatenate(said).astype(float), played.guards[deals], deals, told["ply"][wanted])


def known_of(answers: Answers, blind: Floats, odds: Floats, ply: int) -> Known:
    """The figures of one moment; `blind` and `odds` are nats of the same questions."""
    near = np.abs(answers.plies - ply) <= _NEAR
    rows = np.arange(len(answers.guards))
    nats = -np.log(np.maximum(answers.chances[rows, answers.guards], _LEAST))
    best = blind if blind[near].mean() <= odds[near].mean() else odds
    means = [mean_of(values[near].tolist()) for values in (nats, blind, odds, nats - best)]
    return Known(ply, *means)


def bounds_of(played: GuardDeals, suspicion: float) -> tuple[Floats, Floats]:
    """Nats at all questions of a blind guess, and of the heuristic's log-odds."""
    deals = played.told["deal"]
    seats = played.scenes[:, : OTHERS * SEAT_SIZE].reshape(-1, OTHERS, SEAT_SIZE)
    others = played.viewers[deals][:, None] != np.arange(OTHERS)
    odds = np.maximum(seats[..., _GUARD] / CHANCE, 1 / CHANCE / 2) ** suspicion
    odds *= others & (seats[..., _GONE] == 0)
    rows = np.arange(len(deals))
    guards = played.guards[deals]
    return np.log(others.sum(1)), -np.log(np.maximum(odds[rows, guards] / odds.sum(1), _LEAST))


def tenths_of(chances: Floats, guards: Numbers, deals: Numbers) -> tuple[Tenth, ...]:
    """How often what is said comes true, by tenths; errors are taken over deals."""
    said, true = chances.ravel(), (guards[:, None] == np.arange(chances.shape[1])).ravel()
    owner = np.repeat(deals, chances.shape[1])
    place = np.minimum((said * TENTHS).astype(int), TENTHS - 1)
    made = []
    for tenth in range(TENTHS):
        rows = place == tenth
        if count := int(rows.sum()):
            gap = said[rows] - true[rows]
            sums = np.bincount(owner[rows], gap - gap.mean())
            made.append(
                Tenth(
                    float(said[rows].mean()), float(true[rows].mean()), sqrt((sums**2).sum()) / count, count
                )
            )
    return tuple(made)


class Report(NamedTuple):
    """How well the guard of one population is known."""

    name: str
    learned: bool  # other deals of these players were learned from
    deals: int
    known: tuple[Known, ...]
    tenths: tuple[Tenth, ...]

    def at(self, ply: int) -> Known:
        """The figures after a number of actions."""
        return next(known for known in self.known if known.ply == ply)


def report_of(
    name: str, network: GuardNetwork, played: GuardDeals, suspicion: float, *, learned: bool
) -> Report:
    """Ask a network in some deals of emperors."""
    answers = answers_of(network, played)
    asked = played.told["choice"] == 1
    blind, odds = (values[asked] for values in bounds_of(played, suspicion))
    known = tuple(
        known_of(answers, blind, odds, ply) for ply in PLIES if (np.abs(answers.plies - ply) <= _NEAR).any()
    )
    tenths = tenths_of(answers.chances, answers.guards, answers.deals)
    return Report(name, learned, len(played.guards), known, tenths)


# --- the report, the card and the page


TABLES = (
    Table("levels at the table", (people.EASY, people.NORMAL), alike=True),
    Table(
        "styles at the table",
        (people.BOLD, people.CAREFUL, people.OUTSPOKEN, people.SECRETIVE, people.TIDY),
    ),
)
"""Kept out of learning as well: what they forget, and what they would never do, no kernel knows."""
SLOW = 6
"""People and searches play fewer deals by this factor, and no more actions than two moments need."""
_SHORT = 63
_MEASURED = (1 << 61) + (1 << 59)  # far from the deals of any run
_EACH, _SEEDS = 1 << 40, 1 << 46
_LAW = 1 << 40


def survey(
    options: BaohuangOptions,
    heuristic: Records[WeightsRecord],
    weights: Mapping[str, Any],
    *,
    learned: Collection[str],
    deals: int,
    seed: int = 0,
) -> Iterator[Report]:
    """Ask the network in `deals` deals of each population, none of which it learned from; a seed has its own.

    `learned` names the populations of which it has seen other deals.
    """
    rules, network = rules_for(options), GuardNetwork(weights, float(fields(heuristic).suspicion))
    suspicion = float(fields(heuristic).suspicion)
    slow = max(10, deals // SLOW)
    for at, population in enumerate((*LEARNED, *KEPT)):
        searches = population.mind == "search"
        first = _MEASURED + seed * _SEEDS + at * _EACH
        numbers = first + np.arange(slow if searches else deals)
        games = population.play(rules, numbers, seed, _SHORT if searches else LONGEST)
        yield report_of(
            population.name,
            network,
            evidence(rules, heuristic, games),
            suspicion,
            learned=population.name in learned,
        )
    for at, table in enumerate(TABLES):
        numbers = _LAW + seed * _EACH // SLOW + at * deals + np.arange(slow)
        games = table.play(options, numbers, seed, _SHORT)
        yield report_of(table.name, network, evidence(rules, heuristic, games), suspicion, learned=False)


# --- what was measured as a table, a model card and a chart

CHART = "guard.svg"
BEGIN, END = "<!-- guards -->", "<!-- end of guards -->"
MOMENTS = (30, 60)
FIRM = 100
"""Tenths with fewer seats say too little to be called the widest gap."""
_SIDE, _LEFT, _BELOW, _ABOVE, _GAP = 260, 56, 56, 28, 70
_LAST_PLY = 110


def table(reports: Sequence[Report]) -> str:
    """The figures of all populations as a Markdown table; nats with one standard error."""
    moments = " | ".join(f"{ply} actions | log-odds | above the better" for ply in MOMENTS)
    lines = [
        f"| players | {moments} | widest gap of a tenth |",
        "|---|" + "--:|" * (3 * len(MOMENTS)) + "--:|",
    ]
    return "\n".join(lines + [_row(report) for report in reports]) + "\n"


def _row(report: Report) -> str:
    name = report.name if report.learned else f"*{report.name}*"
    moments = " | ".join(
        f"{_shown(known.network)} | {known.odds.value:.3f} | {known.worse.value:+.3f} ± {known.worse.se:.3f}"
        for known in map(report.at, MOMENTS)
    )
    return f"| {name} | {moments} | {widest(report)} |"


def _shown(mean: Mean) -> str:
    return f"{mean.value:.3f} ± {mean.se:.3f}"


def widest(report: Report) -> str:
    """The tenth in which what was said and what was true lie farthest apart."""
    firm = [tenth for tenth in report.tenths if tenth.seats >= FIRM]
    if not firm:
        return ""
    tenth = max(firm, key=lambda tenth: abs(tenth.said - tenth.true))
    gap = 100 * (tenth.true - tenth.said)
    return f"{gap:+.1f} ± {100 * tenth.error:.1f} at {100 * tenth.said:.0f} %"


def tenths(report: Report) -> str:
    """The calibration of a population as a Markdown table."""
    lines = ["| said | true | seats |", "|--:|--:|--:|"]
    lines += [
        f"| {tenth.said:.3f} | {tenth.true:.3f} ± {tenth.error:.3f} | {tenth.seats:,} |"
        for tenth in report.tenths
    ]
    return "\n".join(lines) + "\n"


def figures(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """The same for programs, every moment and every tenth."""
    return [
        {
            "players": report.name, "learned": report.learned, "deals": report.deals,
            "known": [_figures(known) for known in report.known],
            "tenths": [tenth._asdict() for tenth in report.tenths],
        }
        for report in reports
    ]  # fmt: skip


def _figures(known: Known) -> dict[str, Any]:
    means = {name: getattr(known, name).to_json() for name in ("network", "blind", "odds", "worse")}
    return {"ply": known.ply, "questions": known.network.size, **means}


def write_card(path: Path, card: Mapping[str, Any], reports: Sequence[Report]) -> None:
    """Write the model card of weights at `path` beside them, `.json` and `.md`."""
    measured = {
        report.name: {
            str(known.ply): {
                "nats": round(known.network.value, 4),
                "se": round(known.network.se, 4),
                "questions": known.network.size,
            }
            for known in report.known
        }
        for report in reports
    }
    held = json.dumps({**card, "measured": measured}, indent=2)
    write_whole(path.with_suffix(".json"), (held + "\n").encode())
    told_of = (
        f"It says who the hidden guard is, under the options `{card['options_digest']}`; events version {card['events']}, "
        f"{card['numbers']:,} numbers, float32. It learned from {card['deals']:,} deals of the heuristic in {card['hours']} hours, and to "
        f"doubt from {card['doubt_deals']:,} of each kind of players (three times as many of the heuristic) in {card['doubt_hours']} hours "
        f"of one processor. How: `docs/training.md`."
    )
    head = (
        "Negative log-likelihood as emperor while the guard is hidden, beside the heuristic's log-odds, and how much it is above the "
        f"better of these and a blind guess ({log(OTHERS):.3f}). It did not learn from players in italics."
    )
    text = "\n\n".join(["# Network for the guard of Bao Huang", told_of, head, table(reports)])
    write_whole(path.with_suffix(".md"), text.encode())


def publish(reports: Sequence[Report], page: Path) -> None:
    """Write the chart beside a page and the table between its marks.

    Raises:
        UsageError: file.unreadable, usage.page.
    """
    first = f"Calibration in deals of the heuristic:\n\n{tenths(reports[0])}"
    insert(page, (BEGIN, END), f"![Calibration]({CHART})\n\n{table(reports)}\n{first}")
    write_whole(page.with_name(CHART), chart(reports).encode())


def chart(reports: Sequence[Report]) -> str:
    """Two panels as SVG: what was said against what came true for all players, and nats by actions for the first."""
    width, height = 2 * _SIDE + 2 * _LEFT + _GAP, _SIDE + _ABOVE + _BELOW
    size = f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12"'
    label = "chances given and what came true; nats by actions"
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}">']
    parts.append(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    first, second = _Panel(_LEFT, 1.0, 1.0), _Panel(_LEFT + _SIDE + _GAP, _LAST_PLY, 1.5)
    parts += first.frame("chance given", "share that was the guard", (0.0, 0.25, 0.5, 0.75, 1.0))
    parts.append(first.line([(0, 0), (1, 1)], "#bbb"))
    for report in reversed(reports):
        firm = [tenth for tenth in report.tenths if tenth.seats >= FIRM]
        colour = "#1f5a8f" if report is reports[0] else "#1f5a8f44" if report.learned else "#b5651d66"
        parts.append(first.line([(tenth.said, tenth.true) for tenth in firm], colour))
    parts += second.frame("actions", "nats", (0, 25, 50, 75, 100), (0.0, 0.5, 1.0, 1.5))
    parts.append(second.line([(0, log(OTHERS)), (_LAST_PLY, log(OTHERS))], "#bbb"))
    for name, colour, values in (
        ("log-odds of the heuristic", "#b5651d", [(k.ply, k.odds.value) for k in reports[0].known]),
        ("network", "#1f5a8f", [(k.ply, k.network.value) for k in reports[0].known]),
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
