"""What random tests of every game draw with: options from their declarations alone, and how many rounds there are."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

import pytest

from paiju.core.errors import OptionError

# Of these numbers the lowest, the highest and one between would say little.
_NUMBERS: dict[str, tuple[int, ...]] = {"min_hu": (0, 6, 10, 12, 15, 18, 21), "cap": (0, 10, 20, 50, 100)}


def rounds(few: int, many: int) -> pytest.MarkDecorator:
    """Run a test `few` times, each with chance of its own; `many` times in long trials."""
    parts = [pytest.param(part, marks=() if part < few else pytest.mark.long) for part in range(many)]
    return pytest.mark.parametrize("part", parts)


def often(few: int, many: int) -> int:
    """How many deals a test draws: `few` in `make test`, where they are always the same ones, `many` wherever a seed is named."""
    return many if os.environ.get("PAIJU_TEST_SEED") else few


def values_of(declared: Any) -> Sequence[Any]:
    """Every value of a closed option; of a number some that matter, or the lowest, the highest and one between."""
    if declared.choices:
        return tuple(declared.choices)
    middle = (declared.low + declared.high) // 2
    return _NUMBERS.get(declared.name) or tuple(dict.fromkeys((declared.low, middle, declared.high)))


def random_options(
    game: Any, rng: random.Random, *, preset: str = "", values: Mapping[str, Sequence[Any]] | None = None
) -> Any:
    """Valid options: a preset, with more or fewer options replaced, as far as they may be; by default any of them by any value."""
    options = game.options({"preset": preset or rng.choice(tuple(game.presets()))})
    values = values or {declared.name: values_of(declared) for declared in type(options).declared()}
    density = rng.choice((0.0, 0.1, 0.3, 0.6, 0.9))
    for name in rng.sample(list(values), len(values)) + list(values):
        if rng.random() < density:
            options = with_option(options, name, rng.choice(values[name]))
    return options


def with_option(options: Any, name: str, value: Any) -> Any:
    """`options` with one of them set, what has lost its meaning dropped; unchanged where that cannot be."""
    latent = {other: old for other, old in options.differences().items() if other != name}
    try:
        return type(options).build(latent, {name: value})
    except OptionError:
        return options


def as_case(options: Any, game: Any, preset: str) -> dict[str, Any]:
    """Options as conformance cases write them: a preset and what differs from it."""
    return {"preset": preset, **options.changes(game.options({"preset": preset}))}


def surprises(deals: Iterable[tuple[Sequence[float], Mapping[str, Sequence[float]]]]) -> dict[str, float]:
    """By statistic: standard errors between true deals and drawn ones, but for the deal that was the greatest surprise.

    A deal is how likely its past was in the true one and in some that were drawn in its place, each of which is the true one as
    likely as that, and the statistics of all of them, the true one's first. Where few deals say anything of a statistic, a
    single deal that was not likely is many errors, and comes once in some hundred tests.
    """
    gap: defaultdict[str, float] = defaultdict(float)
    variance: defaultdict[str, float] = defaultdict(float)
    greatest: defaultdict[str, float] = defaultdict(float)
    for likely, statistics in deals:
        for name, values in statistics.items():
            mean = sum(p * value for p, value in zip(likely, values, strict=True)) / sum(likely)
            gap[name] += values[0] - mean
            greatest[name] = max(greatest[name], abs(values[0] - mean))
            squares = sum(p * (value - mean) ** 2 for p, value in zip(likely, values, strict=True))
            variance[name] += squares / sum(likely)
    return {name: (abs(gap[name]) - greatest[name]) / sqrt(variance[name] or 1) for name in gap}


def excess(drawn: Mapping[Any, int], weights: Mapping[Any, float]) -> float:
    """How many standard errors the chi-square of some draws is above what it is on average where each has the chance of its weight.

    What is expected less than once counts together: a single draw of something that comes once in a thousand tests would be a
    hundred errors. Up to ten points count as none.
    """
    assert set(drawn) <= set(weights), "what cannot be was drawn"
    draws, total = sum(drawn.values()), sum(weights.values())
    mean: defaultdict[Hashable, float] = defaultdict(float)
    found: defaultdict[Hashable, int] = defaultdict(int)
    for one, weight in weights.items():
        expected = draws * weight / total
        cell = one if expected >= 1 else _RARE
        mean[cell] += expected
        found[cell] += drawn.get(one, 0)
    chi = sum((found[cell] - mean[cell]) ** 2 / mean[cell] for cell in mean)
    return (chi - len(mean) - 10) / sqrt(2 * len(mean) + sum(1 / each for each in mean.values()))


_RARE = object()
