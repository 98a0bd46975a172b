"""Means with standard errors, tallies, percentiles, and the result of a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

_Z95 = 1.96


class Mean(NamedTuple):
    """A mean, its standard error (0 for fewer than two values) and how many values there were."""

    value: float
    se: float
    size: int

    @property
    def lower95(self) -> float:
        """The lower end of the 95 % interval."""
        return self.value - _Z95 * self.se

    @property
    def points(self) -> str:
        """The mean as points, for people."""
        return f"{self.value:+.3f} ± {self.se:.3f}"

    @property
    def share(self) -> str:
        """The mean as a share, for people."""
        return f"{self.value:.1%} ± {self.se:.1%}"

    def to_json(self) -> dict[str, float]:
        """The mean without its size."""
        return {"value": self.value, "se": self.se}


class Tally(NamedTuple):
    """Deals won, tied and lost by one side."""

    wins: int
    ties: int
    losses: int

    def __str__(self) -> str:
        return f"{self.wins}/{self.ties}/{self.losses}"


Figure = Mean | Tally | Mapping[str, Mean] | int


class Times(NamedTuple):
    """Milliseconds per decision with a choice: mean, median, 95th percentile."""

    mean: float
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match of bot A against bot B; only `a_ms` and `b_ms` differ from run to run.

    `margin` is in points per deal for A; two equal players have 0. `more` are the game's own figures by name, `said` the same figures in words.
    """

    margin: Mean
    more: Mapping[str, Figure]
    said: Sequence[str]
    a_ms: Times = field(compare=False)
    b_ms: Times = field(compare=False)

    def lines(self, a: str, b: str) -> list[str]:
        """Lines about the figures beyond the margin, for people."""
        return [line.format(a=a, b=b) for line in self.said]

    def figures(self) -> dict[str, Any]:
        """The same figures by name."""
        return {name: _json(figure) for name, figure in self.more.items()}


def _json(figure: Figure) -> Any:
    if isinstance(figure, Mean):
        return figure.to_json()
    if isinstance(figure, Tally):
        return figure._asdict()
    return {name: mean.to_json() for name, mean in figure.items()} if isinstance(figure, Mapping) else figure


def tally_of(points: Iterable[float]) -> Tally:
    """Deals by the sign of their points."""
    signs = [(value > 0) - (value < 0) for value in points]
    return Tally(signs.count(1), signs.count(0), signs.count(-1))


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of some values; 0 of none."""
    if not values:
        return Mean(0.0, 0.0, 0)
    se = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Mean(fmean(values), se, len(values))


def ratio_of(clusters: Sequence[tuple[float, float]]) -> Mean:
    """The sum of first values over that of second ones; the standard error is taken over the clusters."""
    parts, wholes = (sum(column) for column in zip(*clusters, strict=True)) if clusters else (0.0, 0.0)
    if not wholes:
        return Mean(0.0, 0.0, len(clusters))
    value = parts / wholes
    residuals = mean_of([part - value * whole for part, whole in clusters])
    return Mean(value, residuals.se * len(clusters) / wholes, len(clusters))


def sum_of(values: Sequence[float]) -> tuple[float, float]:
    """The sum of a cluster's values, and how many there are."""
    return float(sum(values)), float(len(values))


def milliseconds(seconds: Iterable[float]) -> Times:
    """The times of some decisions."""
    times = [1000 * second for second in seconds]
    return Times(mean_of(times).value, percentile(times, 0.5), percentile(times, 0.95))


def by_role(means: Mapping[str, Mean]) -> str:
    """Points by role, for people."""
    return ", ".join(f"{role} {mean.points}" for role, mean in means.items())


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all values do not exceed; 0 of none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
