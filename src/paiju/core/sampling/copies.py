"""The hidden copies of one kind of card: where they may lie, the weight of each way, and draws under an exponential tilt."""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import accumulate, repeat
from math import exp, factorial
from operator import add, le, mul, sub
from typing import NamedTuple, TypeVar

Counts = tuple[int, ...]
"""A number of cards for each hand."""
Uniform = Callable[[], float]
"""Draws a number from 0 to 1."""
T = TypeVar("T")

_ROUNDS = 12
_CLOSE = 0.7
_STEP = 2.0
MOST_TILT = 1e6
FIELD = 10
"""Counts are also packed into one number, with this many bits for each hand: rooms are compared and subtracted at once."""
_LISTED = 60
"""A kind with at most this many ways is drawn from a list of them, one with more hand by hand."""


class HiddenCopies(NamedTuple):
    """The hidden copies of a kind: what each hand has parted with, and how many it holds, at least and at most.

    A way to lay them weighs the product of 1 / (gone + count)! over all hands: the number of decks that deal it. `gone` below
    zero are copies that the hand was not dealt. `weights` are further factors: a hand, and a factor for each count.
    """

    number: int
    gone: Counts
    least: Counts
    most: Counts
    weights: tuple[tuple[int, tuple[float, ...]], ...] = ()


Way = tuple[Counts, float]
"""The number of copies in each hand, and the weight of this way."""


def can_lie(copies: HiddenCopies) -> bool:
    """Whether there is a way to lay the copies."""
    spans = zip(copies.least, copies.most, strict=True)
    in_span = sum(copies.least) <= copies.number <= sum(copies.most)
    fits = copies.number >= 0 and in_span and all(low <= high for low, high in spans)
    return fits and bool(not copies.weights or _ways(copies).counts)


@lru_cache(maxsize=8192)
def _number_of_ways(copies: HiddenCopies) -> int:
    ways = [1]
    for low, high in zip(copies.least, copies.most, strict=True):
        many = [0] * (copies.number + 1)
        for held, one in enumerate(ways):
            for count in range(low, min(high, copies.number - held) + 1):
                many[held + count] += one
        ways = many
    return ways[copies.number] if len(ways) > copies.number else 0


@lru_cache(maxsize=8192)
def _by_hand(copies: HiddenCopies) -> tuple[tuple[float, ...], ...]:
    """By hand: the weight of each count."""
    weights = [
        [
            1 / factorial(gone + count) if low <= count <= high and gone + count >= 0 else 0.0
            for count in range(copies.number + 1)
        ]
        for gone, low, high in zip(copies.gone, copies.least, copies.most, strict=True)
    ]
    for hand, factors in copies.weights:
        weights[hand] = [weight * factors[count] for count, weight in enumerate(weights[hand])]
    return tuple(map(tuple, weights))


class _Ways(NamedTuple):
    """All ways to lay copies, their weights, and by hand its count in each way."""

    counts: tuple[Counts, ...]
    weights: tuple[float, ...]
    columns: tuple[Counts, ...]


@lru_cache(maxsize=8192)
def _ways(copies: HiddenCopies) -> _Ways:
    found: list[tuple[Counts, float, int]] = [((), 1.0, copies.number)]
    by_hand = _by_hand(copies)
    for own in by_hand[:-1]:
        found = [
            ((*counts, count), weight * own[count], left - count)
            for counts, weight, left in found for count in range(left + 1) if own[count]
        ]  # fmt: skip
    last = by_hand[-1]
    counts = tuple([(*counts, left) for counts, _, left in found if last[left]])
    weights = tuple([weight * last[left] for _, weight, left in found if last[left]])
    return _Ways(counts, weights, tuple(zip(*counts, strict=True)))


def tilted_ways(copies: HiddenCopies, factors: Sequence[float]) -> list[Way]:
    """All ways to lay copies, their weights times a factor for each card in each hand."""
    counts, weights, columns = _ways(copies)
    tilts: Iterable[float] = repeat(1.0)
    for factor, column in zip(factors, columns, strict=False):
        powers = [factor**count for count in range(copies.number + 1)]
        tilts = map(mul, tilts, map(powers.__getitem__, column))
    return list(zip(counts, map(mul, weights, tilts), strict=False))


class _FromList:
    """Draws copies that can lie in few ways."""

    def __init__(self, ways: Sequence[Way]) -> None:
        self._sums = list(accumulate([weight for _, weight in ways]))
        self._ways = [(counts, packed(counts)) for counts, _ in ways]
        self._total = self._sums[-1]

    def draw(self, uniform: Uniform) -> tuple[Counts, int]:
        """The number of copies in each hand, and the same packed."""
        return self._ways[bisect(self._sums, uniform() * self._total)]


class _HandByHand:
    """Draws copies that can lie in many ways, the count of one hand after another."""

    def __init__(self, copies: HiddenCopies, tilt: Tilt) -> None:
        self._number = copies.number
        self._by_hand = tilt.by_hand(copies)
        self._rest = list(accumulate(self._by_hand[:0:-1], _together))[::-1]
        self._sums: list[dict[int, list[float]]] = [{} for _ in self._rest]

    def draw(self, uniform: Uniform) -> tuple[Counts, int]:
        """The number of copies in each hand, and the same packed."""
        left, counts = self._number, []
        for hand, tables in enumerate(self._sums):
            sums = tables.get(left)
            if sums is None:
                own, rest = self._by_hand[hand], self._rest[hand]
                sums = list(accumulate(map(mul, own[: left + 1], reversed(rest[: left + 1]))))
                tables[left] = sums
            counts.append(bisect(sums, uniform() * sums[-1]))
            left -= counts[-1]
        counts.append(left)
        return tuple(counts), packed(counts)


def _together(one: list[float], other: list[float]) -> list[float]:
    """The weight of each count in two places together."""
    backwards = other[::-1]
    size = len(one)
    return [sum(map(mul, one, backwards[size - 1 - left :])) for left in range(size)]


class Tilt:
    """An exponential tilt: a factor for each card in a hand. The weights of copies under it, and draws by these weights."""

    def __init__(self, factors: Sequence[float]) -> None:
        self.factors = factors
        self._totals: dict[HiddenCopies, float] = {}
        self._draws: dict[HiddenCopies, Callable[[Uniform], tuple[Counts, int]]] = {}

    def draws(self, copies: HiddenCopies) -> Callable[[Uniform], tuple[Counts, int]]:
        """Draws a way with the probability of its weight: its counts, and the same packed."""
        found = self._draws.get(copies)
        if found is None:
            if _number_of_ways(copies) <= _LISTED:
                found = _FromList(tilted_ways(copies, self.factors)).draw
            else:
                found = _HandByHand(copies, self).draw
            self._draws[copies] = found
        return found

    def total(self, copies: HiddenCopies) -> float:
        """The weight of all ways together."""
        found = self._totals.get(copies)
        if found is None:
            found = self._totals[copies] = reduce(_together, self.by_hand(copies))[copies.number]
        return found

    def by_hand(self, copies: HiddenCopies) -> list[list[float]]:
        """By hand: the weight of each count."""
        return [
            [weight * factor**count for count, weight in enumerate(own)]
            for own, factor in zip(_by_hand(copies), self.factors, strict=True)
        ]


def shuffled(cards: Sequence[T], rng: random.Random) -> list[T]:
    """Cards in random order; several times as quick as a shuffle card by card."""
    uniform = rng.random
    return sorted(cards, key=lambda _: uniform())


def packed(counts: Sequence[int]) -> int:
    """Counts by hand as one number."""
    return sum([count << FIELD * hand for hand, count in enumerate(counts)])


def filling_tilt(room: Sequence[int], groups: Sequence[HiddenCopies]) -> list[float]:
    """Factors under which the copies of groups about fill each hand on average, found by iteration.

    The copies of a group count as independent of each other.
    """
    cards = sum(room)
    shares = [(size + 0.1) / (cards + 1) for size in room]
    pulls: Counter[tuple[float, ...]] = Counter()
    sure = [0] * len(room)
    for copies, times in Counter(groups).items():
        spare = copies.number - sum(copies.least)
        pulls[_pull(copies, spare, shares)] += spare * times
        sure = [all_ + low * times for all_, low in zip(sure, copies.least, strict=True)]
    tilt = shares
    for _ in range(_ROUNDS):
        mean, spread = [float(count) for count in sure], [0.05] * len(room)
        for pull, many in pulls.items():
            weights = list(map(mul, pull, tilt))
            each = many / (sum(weights) or 1.0)
            for hand, weight in enumerate(weights if many else ()):
                here = each * weight
                mean[hand] += here
                spread[hand] += here * (1 - here / many)
        if all(abs(here - size) < _CLOSE for here, size in zip(mean, room, strict=True)):
            break
        tilt = [
            min(max(factor * exp(min(max((size - here) / wide, -_STEP), _STEP)), 1 / MOST_TILT), MOST_TILT)
            for factor, size, here, wide in zip(tilt, room, mean, spread, strict=True)
        ]
    return tilt


def _pull(copies: HiddenCopies, spare: int, shares: Sequence[float]) -> tuple[float, ...]:
    """The weight of a further copy in each hand, compared to a hand that never had any: the more it has had, the less."""
    found = []
    for share, gone, low, most in zip(shares, copies.gone, copies.least, copies.most, strict=True):
        others = 1 + (spare - 1) * share
        found.append(others / (others + gone + low) if most > low else 0.0)
    return tuple(found)


# --- whether copies can fill hands at all, by Hall's condition on every set of hands, and one way to do it. What hardly any draw
# --- comes to is filled like this, no longer with its exact probability.

_BySet = tuple[int, ...]
"""A number for each set of hands, by the number whose bits are the hands."""


def can_fill(room: Sequence[int], groups: Iterable[HiddenCopies]) -> bool:
    """Whether the copies of groups can fill hands of this room; weights of single counts are not looked at."""
    most = _most_of(groups, len(room))
    return most[-1] == sum(room) and all(map(le, _by_set(room), most))


def fill(room: Sequence[int], groups: Sequence[HiddenCopies], uniform: Uniform) -> list[Counts] | None:
    """By group, counts that fill hands: one group after another by its weights, but never so that the rest cannot fill them.

    None where the hands cannot be filled, or the weights of single counts do not allow what was drawn.
    """
    if not can_fill(room, groups):
        return None
    tilt = filling_tilt(room, groups)
    left, most = _by_set(room), _most_of(groups, len(room))
    found: list[Counts] = []
    for copies in groups:
        most = tuple(map(sub, most, _most(copies)))
        ways = [
            (counts, rest, weight)
            for counts, weight in tilted_ways(copies, tilt)
            if all(map(le, rest := tuple(map(sub, left, _by_set(counts))), most))
        ]
        if not ways:
            return None
        sums = list(accumulate([weight for _, _, weight in ways]))
        counts, left, _ = ways[min(bisect(sums, uniform() * sums[-1]), len(ways) - 1)]
        found.append(counts)
    return found


def _most_of(groups: Iterable[HiddenCopies], hands: int) -> _BySet:
    """How many copies of all groups each set of hands can have together, at most."""
    most: _BySet = (0,) * (1 << hands)
    for copies in groups:
        most = tuple(map(add, most, _most(copies)))
    return most


@lru_cache(maxsize=8192)
def _most(copies: HiddenCopies) -> _BySet:
    """The same of one group: as many as these hands can hold, without those that the others must hold."""
    beside = sum(copies.least)
    return tuple([
        min(inside, copies.number - beside + least)
        for inside, least in zip(_by_set(copies.most), _by_set(copies.least), strict=True)
    ])  # fmt: skip


@lru_cache(maxsize=8192)
def _by_set(counts: Counts) -> _BySet:
    """Sums over each set of hands."""
    sums = [0]
    for count in counts:
        sums += [count + one for one in sums]
    return tuple(sums)
