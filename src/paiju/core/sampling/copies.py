"""Copies of a kind in hands: in how many ways they may lie, draws of one of them, and whether every hand can be full."""

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
T = TypeVar("T")

_ROUNDS = 12
_CLOSE = 0.7
MOST_TILT = 1e6
_STEP = 2.0
FIELD = 10
"""Room is also written as one number, so many bits for each hand."""
_LISTED = 60
"""A kind with no more ways than that is drawn from a list of them, one with more hand by hand."""


class Heap(NamedTuple):
    """The unseen copies of a kind: what each hand has parted with, and how many it holds, at least and at most.

    `gone` below nought are copies that were not dealt to the hand. `weights` are further factors: a hand, and one for each count.
    """

    copies: int
    gone: Counts
    least: Counts
    most: Counts
    weights: tuple[tuple[int, tuple[float, ...]], ...] = ()


Way = tuple[Counts, float]
"""How many copies lie in each hand, and what this weighs. So many are kept that each must be a plain tuple: of numbers alone, the
garbage collector soon leaves it out."""
State = tuple[int, ...]


class Variant(NamedTuple):
    """What a group may be: where its copies may lie, a weight, and what this means to the caller.

    `moved` are cards that count towards the totals that all groups together must have.
    """

    heap: Heap
    weight: float = 1.0
    told: tuple[tuple[int, int], ...] = ()
    moved: Counts = ()


Step = tuple[Variant, bool]
"""A variant of a group, and whether the group closes the draw with it."""
Path = Sequence[Variant]


@lru_cache(maxsize=4096)
def is_free(heap: Heap) -> bool:
    """Whether nothing is known of the copies."""
    loose = not (any(heap.gone) or any(heap.least) or heap.weights)
    return loose and min(heap.most) >= heap.copies


def can_be(heap: Heap) -> bool:
    """Whether the copies may lie at all."""
    spans = zip(heap.least, heap.most, strict=True)
    in_span = sum(heap.least) <= heap.copies <= sum(heap.most)
    fits = heap.copies >= 0 and in_span and all(low <= high for low, high in spans)
    return fits and bool(not heap.weights or _ways(heap).counts)


@lru_cache(maxsize=8192)
def ways_of(heap: Heap) -> int:
    """In how many ways the copies may lie."""
    ways = [1]
    for low, high in zip(heap.least, heap.most, strict=True):
        many = [0] * (heap.copies + 1)
        for held, one in enumerate(ways):
            for count in range(low, min(high, heap.copies - held) + 1):
                many[held + count] += one
        ways = many
    return ways[heap.copies] if len(ways) > heap.copies else 0


@lru_cache(maxsize=8192)
def _shares(heap: Heap) -> tuple[tuple[float, ...], ...]:
    """By hand: the weight of each count."""
    weights = [
        [
            1 / factorial(gone + count) if low <= count <= high and gone + count >= 0 else 0.0
            for count in range(heap.copies + 1)
        ]
        for gone, low, high in zip(heap.gone, heap.least, heap.most, strict=True)
    ]
    for hand, factors in heap.weights:
        weights[hand] = [weight * factors[count] for count, weight in enumerate(weights[hand])]
    return tuple(map(tuple, weights))


class _Ways(NamedTuple):
    """All ways of a heap, their weights, and by hand how many copies it has in each."""

    counts: tuple[Counts, ...]
    weights: tuple[float, ...]
    columns: tuple[Counts, ...]


@lru_cache(maxsize=8192)
def _ways(heap: Heap) -> _Ways:
    found: list[tuple[Counts, float, int]] = [((), 1.0, heap.copies)]
    shares = _shares(heap)
    for share in shares[:-1]:
        found = [
            ((*counts, count), weight * share[count], left - count)
            for counts, weight, left in found for count in range(left + 1) if share[count]
        ]  # fmt: skip
    last = shares[-1]
    counts = tuple([(*counts, left) for counts, _, left in found if last[left]])
    weights = tuple([weight * last[left] for _, weight, left in found if last[left]])
    return _Ways(counts, weights, tuple(zip(*counts, strict=True)))


def tilted(heap: Heap, tilt: Sequence[float]) -> list[Way]:
    """All ways with their tilted weights."""
    return list(zip(_ways(heap).counts, _weights(heap, tilt), strict=True))


def _weights(heap: Heap, tilt: Sequence[float]) -> list[float]:
    """The tilted weights of all ways, in their order."""
    _, weights, columns = _ways(heap)
    factors: Iterable[float] = repeat(1.0)
    for factor, column in zip(tilt, columns, strict=False):
        powers = [factor**count for count in range(heap.copies + 1)]
        factors = map(mul, factors, map(powers.__getitem__, column))
    return list(map(mul, weights, factors))


class _Listed:
    """A heap with few ways."""

    def __init__(self, ways: Sequence[Way]) -> None:
        self._sums = list(accumulate([weight for _, weight in ways]))
        self._ways = [(counts, coded(counts)) for counts, _ in ways]
        self._total = self._sums[-1]

    def draw(self, lot: Callable[[], float]) -> tuple[Counts, int]:
        """How many copies lie in each hand, and the room they take."""
        return self._ways[bisect(self._sums, lot() * self._total)]


class _Nested:
    """A heap with many ways, dealt to one hand after another."""

    def __init__(self, heap: Heap, tilt: Sequence[float]) -> None:
        self._copies = heap.copies
        self._shares = _tilted_shares(heap, tilt)
        self._rest = list(accumulate(self._shares[:0:-1], _together))[::-1]
        self._sums: list[dict[int, list[float]]] = [{} for _ in self._rest]

    def draw(self, lot: Callable[[], float]) -> tuple[Counts, int]:
        """How many copies lie in each hand, and the room they take."""
        left, counts, code, shift = self._copies, [], 0, 0
        for hand, tables in enumerate(self._sums):
            sums = tables.get(left)
            if sums is None:
                share, rest = self._shares[hand], self._rest[hand]
                sums = list(accumulate(map(mul, share[: left + 1], reversed(rest[: left + 1]))))
                tables[left] = sums
            count = bisect(sums, lot() * sums[-1])
            counts.append(count)
            code += count << shift
            shift += FIELD
            left -= count
        return (*counts, left), code + (left << shift)


def _tilted_shares(heap: Heap, tilt: Sequence[float]) -> list[list[float]]:
    """By hand: the weight of each count, tilted."""
    return [
        [weight * factor**count for count, weight in enumerate(share)]
        for share, factor in zip(_shares(heap), tilt, strict=True)
    ]


def _together(one: list[float], other: list[float]) -> list[float]:
    """The weight of each count in two places together."""
    backwards = other[::-1]
    size = len(one)
    return [sum(map(mul, one, backwards[size - 1 - left :])) for left in range(size)]


Table = _Listed | _Nested
_Share = tuple[int, int, int, int, int]
"""What the weights of one hand's counts hang on: the hand, what it has parted with, least and most, and the copies."""


class Tilted:
    """The weights of heaps under one tilt, and draws from them; what heaps have in common is worked out once."""

    def __init__(self, tilt: Sequence[float]) -> None:
        self.tilt = tilt
        self._totals: dict[Heap, float] = {}
        self._most: dict[Heap, float] = {}
        self._by_hand: dict[Heap, list[list[float]]] = {}
        self._one: dict[_Share, list[float]] = {}
        self._pairs: dict[tuple[_Share, ...], list[float]] = {}
        self._tables: dict[Heap, Table] = {}

    def table(self, heap: Heap) -> Table:
        """Draws of ways, as likely as their weights."""
        found = self._tables.get(heap)
        if found is None:
            few = ways_of(heap) <= _LISTED
            found = self._tables[heap] = _Listed(tilted(heap, self.tilt)) if few else _Nested(heap, self.tilt)
        return found

    def total(self, heap: Heap) -> float:
        """The weight of all ways together."""
        found = self._totals.get(heap)
        if found is None:
            found = self._totals[heap] = self._sum(heap)
        return found

    def weight(self, heap: Heap, counts: Counts) -> float:
        """The weight of one way; nought if it is none."""
        if sum(counts) != heap.copies:
            return 0.0
        weight = 1.0
        for share, count in zip(self._shares(heap), counts, strict=True):
            weight *= share[count]
        return weight

    def most(self, heap: Heap) -> float:
        """The weight of the likeliest way."""
        found = self._most.get(heap)
        if found is None:
            best = [1.0] + [0.0] * heap.copies
            for share in self._shares(heap):
                best = [
                    max([best[held - count] * share[count] for count in range(held + 1)])
                    for held in range(len(best))
                ]
            found = self._most[heap] = best[-1]
        return found

    def _shares(self, heap: Heap) -> list[list[float]]:
        found = self._by_hand.get(heap)
        if found is None:
            found = self._by_hand[heap] = _tilted_shares(heap, self.tilt)
        return found

    def _sum(self, heap: Heap) -> float:
        copies = heap.copies
        if heap.weights:
            return sum(_weights(heap, self.tilt))
        keys = [
            (hand, gone, low, high, copies)
            for hand, (gone, low, high) in enumerate(zip(heap.gone, heap.least, heap.most, strict=True))
        ]
        pairs = [self._pair(tuple(keys[at : at + 2])) for at in range(0, len(keys), 2)]
        rest = reduce(_together, pairs[1:]) if pairs[1:] else [1.0]
        return float(sum(map(mul, pairs[0][copies + 1 - len(rest) :], reversed(rest))))

    def _pair(self, keys: tuple[_Share, ...]) -> list[float]:
        found = self._pairs.get(keys)
        if found is None:
            found = self._pairs[keys] = reduce(_together, map(self._share, keys))
        return found

    def _share(self, key: _Share) -> list[float]:
        found = self._one.get(key)
        if found is None:
            hand, gone, low, high, copies = key
            factor = self.tilt[hand]
            found = self._one[key] = [
                float(factor**count) / factorial(gone + count)
                if low <= count <= high and gone + count >= 0
                else 0.0
                for count in range(copies + 1)
            ]
        return found


def mixed(cards: Sequence[T], rng: random.Random) -> list[T]:
    """Cards in any order, each as likely; several times as quick as a shuffle card by card."""
    lot = rng.random
    return sorted(cards, key=lambda _: lot())


def coded(counts: Sequence[int]) -> int:
    """Counts by hand as one number."""
    return sum([count << FIELD * hand for hand, count in enumerate(counts)])


def tilt_for(room: Sequence[int], heaps: Sequence[Heap]) -> list[float]:
    """Factors under which each hand is about full on average, found by turns: each copy is taken to lie where it does by itself."""
    cards = sum(room)
    shares = [(size + 0.1) / (cards + 1) for size in room]
    pulls: dict[Counts | tuple[float, ...], int] = {}
    sure = [0] * len(room)
    for heap, times in Counter(heaps).items():
        spare = heap.copies - sum(heap.least)
        if spare:
            pull = _pull(heap, spare, shares)
            pulls[pull] = pulls.get(pull, 0) + spare * times
        if any(heap.least):
            sure = [all_ + low * times for all_, low in zip(sure, heap.least, strict=True)]
    tilt = shares
    for _ in range(_ROUNDS):
        mean, spread = [float(count) for count in sure], [0.05] * len(room)
        for pull, many in pulls.items():
            weights = list(map(mul, pull, tilt))
            each = many / (sum(weights) or 1.0)
            for hand, weight in enumerate(weights):
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


def _pull(heap: Heap, spare: int, shares: Sequence[float]) -> tuple[float, ...]:
    """How likely each hand gets a further copy, next to one that never had any: the more copies it has had, the less."""
    found = []
    for share, gone, low, most in zip(shares, heap.gone, heap.least, heap.most, strict=True):
        others = 1 + (spare - 1) * share
        found.append(others / (others + gone + low) if most > low else 0.0)
    return tuple(found)


# --- whether copies of kinds can lie so that every hand is full, and ways to lay them so where draws hardly ever come to that

_BySet = tuple[int, ...]
"""A number for each set of hands, by the number whose bits are the hands."""


def fits(room: Sequence[int], heaps: Iterable[Heap]) -> bool:
    """Whether the copies of heaps can fill hands of this room; weights of single counts are not looked at."""
    most = _most_of(heaps, len(room))
    return most[-1] == sum(room) and all(map(le, _by_set(room), most))


def laid(room: Sequence[int], heaps: Sequence[Heap], lot: Callable[[], float]) -> list[Counts] | None:
    """By heap, counts that fill hands: heap after heap about as likely as they weigh, but never so that what follows cannot fill them.

    None where the hands cannot be filled, or the weights of single counts do not allow what was drawn.
    """
    if not fits(room, heaps):
        return None
    tilt = tilt_for(room, heaps)
    left, most = _by_set(room), _most_of(heaps, len(room))
    found: list[Counts] = []
    for heap in heaps:
        most = tuple(map(sub, most, _most(heap)))
        ways = [
            (counts, rest, weight)
            for counts, weight in tilted(heap, tilt)
            if all(map(le, rest := tuple(map(sub, left, _by_set(counts))), most))
        ]
        if not ways:
            return None
        sums = list(accumulate([weight for _, _, weight in ways]))
        counts, left, _ = ways[min(bisect(sums, lot() * sums[-1]), len(ways) - 1)]
        found.append(counts)
    return found


def _most_of(heaps: Iterable[Heap], hands: int) -> _BySet:
    """How many copies of all heaps may lie in each set of hands, at most."""
    most: _BySet = (0,) * (1 << hands)
    for heap in heaps:
        most = tuple(map(add, most, _most(heap)))
    return most


@lru_cache(maxsize=8192)
def _most(heap: Heap) -> _BySet:
    """The same of one heap: as many as these hands can have, but those that others must have."""
    beside = sum(heap.least)
    return tuple([
        min(inside, heap.copies - beside + least)
        for inside, least in zip(_by_set(heap.most), _by_set(heap.least), strict=True)
    ])  # fmt: skip


@lru_cache(maxsize=8192)
def _by_set(counts: Counts) -> _BySet:
    """Sums over each set of hands."""
    sums = [0]
    for count in counts:
        sums += [count + one for one in sums]
    return tuple(sums)
