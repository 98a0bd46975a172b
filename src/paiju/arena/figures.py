"""Means with standard errors, and percentiles."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

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


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all values do not exceed; 0 of none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
