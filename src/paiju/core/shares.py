"""Exact draws of hands from many copies of few kinds: how many copies of each kind lie in each hand.

A hand that has parted with copies of a kind held more of them when it was dealt; so a hand with n copies now that has `gone`
more weighs 1 / (gone + n)!, which counts the deals that lead to it, copies told apart or not. Hands have their sizes.

Each kind is dealt by itself, with a factor for each card in a hand under which the hands are full on average; that changes
nothing among deals that fill them. The kinds of which nothing is known are dealt last, all at once, for any room in a known
number of ways; where there are none, some kinds are listed beforehand by the room that they fill. What does not fit is thrown away.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import ceil, exp, factorial, lgamma, log, prod
from operator import mul
from typing import NamedTuple

Counts = tuple[int, ...]

TRIES = 20_000
_ROUNDS = 12
_CLOSE = 0.7
_MOST_TILT = 1e6
_STEP = 2.0
_NUMBERS = range(1 << 8)
_SQUARES = [count * count for count in _NUMBERS]
_FIELD = 10
_GUARD = 1 << _FIELD - 1
_LISTED = 60
"""A kind with no more ways than that is drawn from a list of them, one with more hand by hand."""
_LAST = 400
"""How many ways of the last kinds together are listed."""
_ENOUGH = 8
"""So many cards of which nothing is known are worth to be dealt last."""


class Heap(NamedTuple):
    """The unseen copies of a kind: what each hand has parted with, and how many it holds, at least and at most.

    `gone` below nought are copies that were not dealt to the hand. `weights` are further factors: a hand, and one for each count.
    """

    copies: int
    gone: Counts
    least: Counts
    most: Counts
    weights: tuple[tuple[int, tuple[float, ...]], ...] = ()


class _Way(NamedTuple):
    counts: Counts
    weight: float


def free_heap(copies: int, hands: int) -> Heap:
    """Copies that may lie anywhere."""
    return Heap(copies, (0,) * hands, (0,) * hands, (copies,) * hands)


class Shares:
    """Heaps and the room of each hand."""

    def __init__(self, room: Sequence[int], heaps: Sequence[Heap]) -> None:
        self._room, self._heaps = tuple(room), heaps
        self._hands = len(room)
        self.possible = sum(room) == sum(heap.copies for heap in heaps) and all(map(_can_be, heaps))
        if not self.possible or not self._hands:
            return
        plain = [is_free(heap) for heap in heaps]
        self._free = [at for at, free in enumerate(plain) if free]
        loose = sum(heaps[at].copies for at in self._free)
        if loose < _ENOUGH:
            self._free, loose = [], 0
        bound = sorted(set(range(len(heaps))).difference(self._free), key=lambda at: -ways_of(heaps[at]))
        self._tilt = _tilt(room, heaps, loose, bound)
        last, many = len(bound), 1
        if not self._free:
            while last and many * ways_of(heaps[bound[last - 1]]) <= _LAST:
                last -= 1
                many *= ways_of(heaps[bound[last]])
        tables = {heap: _table(heap, self._tilt) for heap in {heaps[at] for at in bound[:last]}}
        self._first = [(at, tables[heaps[at]]) for at in bound[:last]]
        self._last_at = bound[last:]
        self._last = _combined([_tilted(heaps[at], self._tilt) for at in self._last_at])
        self._most = max([sums[-1] for sums, _ in self._last.values()], default=0.0)
        self._logs = [log(factor) for factor in self._tilt]
        self._best = self._log_ways(_likeliest(self._tilt, loose)) if self._free else 0.0
        self._guards = _coded([_GUARD] * self._hands)
        self._code = _coded(room) + self._guards

    def draw(self, rng: random.Random) -> list[Counts] | None:
        """How many copies of each heap lie in each hand; None if no draw was found that fills the hands."""
        if not self.possible:
            return None
        if not self._hands:
            return [() for _ in self._heaps]
        found: list[Counts] = [()] * len(self._heaps)
        lot, guards = rng.random, self._guards
        for _ in range(TRIES):
            room = self._code
            for at, table in self._first:
                found[at], code = table.draw(lot)
                room -= code
            if room & guards != guards:
                continue
            if self._free:
                left = tuple([(room >> _FIELD * hand) % _GUARD for hand in range(self._hands)])
                if lot() < exp(self._log_ways(left) - self._best):
                    self._deal_free(left, found, rng)
                    return found
                continue
            fit = self._last.get(room - guards)
            if fit is not None and lot() * self._most < fit[0][-1]:
                chosen = fit[1][bisect(fit[0], lot() * fit[0][-1])]
                for at, counts in zip(self._last_at, chosen, strict=True):
                    found[at] = counts
                return found
        return None

    def _log_ways(self, room: Sequence[int]) -> float:
        """In how many ways cards of which nothing is known fill some room, up to what is the same for every room."""
        return sum([size * each - lgamma(size + 1) for size, each in zip(room, self._logs, strict=True)])

    def _deal_free(self, room: Counts, found: list[Counts], rng: random.Random) -> None:
        cards = [at for at in self._free for _ in range(self._heaps[at].copies)]
        rng.shuffle(cards)
        dealt, start = [], 0
        for size in room:
            dealt.append(Counter(cards[start : start + size]))
            start += size
        for at in self._free:
            found[at] = tuple([hand[at] for hand in dealt])


@lru_cache(maxsize=4096)
def is_free(heap: Heap) -> bool:
    """Whether nothing is known of the copies."""
    return not (any(heap.gone) or any(heap.least) or heap.weights) and all(
        most >= heap.copies for most in heap.most
    )


def _can_be(heap: Heap) -> bool:
    spans = zip(heap.least, heap.most, strict=True)
    in_span = sum(heap.least) <= heap.copies <= sum(heap.most)
    fits = heap.copies >= 0 and in_span and all(low <= high for low, high in spans)
    return fits and bool(not heap.weights or _ways(heap))


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


@lru_cache(maxsize=8192)
def _ways(heap: Heap) -> tuple[_Way, ...]:
    found: list[tuple[Counts, float, int]] = [((), 1.0, heap.copies)]
    shares = _shares(heap)
    for share in shares[:-1]:
        found = [
            ((*counts, count), weight * share[count], left - count)
            for counts, weight, left in found for count in range(left + 1) if share[count]
        ]  # fmt: skip
    return tuple(
        [
            _Way((*counts, left), weight * shares[-1][left])
            for counts, weight, left in found
            if shares[-1][left]
        ]
    )


def _tilted(heap: Heap, tilt: Sequence[float]) -> list[_Way]:
    powers = [[factor**count for count in range(heap.copies + 1)] for factor in tilt]
    found = []
    for counts, weight in _ways(heap):
        found.append(
            _Way(counts, weight * prod([power[count] for power, count in zip(powers, counts, strict=True)]))
        )
    return found


class _Listed:
    """A heap with few ways."""

    def __init__(self, ways: Sequence[_Way]) -> None:
        self._sums = list(accumulate([weight for _, weight in ways]))
        self._ways = [(counts, _coded(counts)) for counts, _ in ways]
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
            shift += _FIELD
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


def _table(heap: Heap, tilt: Sequence[float]) -> _Listed | _Nested:
    return _Listed(_tilted(heap, tilt)) if ways_of(heap) <= _LISTED else _Nested(heap, tilt)


def _coded(counts: Sequence[int]) -> int:
    return sum([count << _FIELD * hand for hand, count in enumerate(counts)])


def _combined(groups: Sequence[Sequence[_Way]]) -> dict[int, tuple[list[float], list[tuple[Counts, ...]]]]:
    """All ways of some heaps together, by the room they fill."""
    found: list[tuple[tuple[Counts, ...], float, int]] = [((), 1.0, 0)]
    for ways in groups:
        coded = [(counts, weight, _coded(counts)) for counts, weight in ways]
        found = [
            ((*done, counts), total * weight, code + more)
            for done, total, code in found for counts, weight, more in coded
        ]  # fmt: skip
    table: dict[int, tuple[list[float], list[tuple[Counts, ...]]]] = {}
    for done, total, code in found:
        sums, chosen = table.setdefault(code, ([], []))
        sums.append(total + (sums[-1] if sums else 0.0))
        chosen.append(done)
    return table


def _likeliest(tilt: Sequence[float], cards: int) -> Counts:
    """The room that is filled in most ways."""
    whole = sum(tilt)
    room = [max(0, ceil(cards * factor / whole) - 1) for factor in tilt]
    for _ in range(cards - sum(room)):
        room[max(range(len(room)), key=lambda hand: tilt[hand] / (room[hand] + 1))] += 1
    return tuple(room)


def _tilt(room: Sequence[int], heaps: Sequence[Heap], loose: int, bound: Sequence[int]) -> list[float]:
    """Factors under which each hand is full on average, found by turns."""
    alike = Counter([heaps[at] for at in bound])
    cards = sum(room)
    tilt = [(size + 0.1) / (cards + 1) for size in room]
    if not alike:
        return tilt
    pull = 1 - 1 / (len(room) + 1)
    for _ in range(_ROUNDS):
        whole = sum(tilt)
        mean = [loose * factor / whole for factor in tilt]
        spread = [here * (1 - factor / whole) for here, factor in zip(mean, tilt, strict=True)]
        for heap, times in alike.items():
            own, squares = _mean(heap, tilt)
            for hand, here in enumerate(own):
                mean[hand] += times * here
                spread[hand] += times * (squares[hand] - here * here)
        if all(abs(here - size) < _CLOSE for here, size in zip(mean, room, strict=True)):
            break
        for hand, size in enumerate(room):
            step = pull * (size - mean[hand]) / (spread[hand] + 0.05)
            tilt[hand] = min(max(tilt[hand] * exp(min(max(step, -_STEP), _STEP)), 1 / _MOST_TILT), _MOST_TILT)
    return tilt


def _mean(heap: Heap, tilt: Sequence[float]) -> tuple[list[float], list[float]]:
    """How many copies lie in each hand on average, and the mean of the square."""
    sums, squares = [0.0] * len(tilt), [0.0] * len(tilt)
    if ways_of(heap) > _LISTED:
        return _mean_of_many(heap, tilt)
    total = 0.0
    for counts, weight in _tilted(heap, tilt):
        total += weight
        for hand, count in enumerate(counts):
            if count:
                sums[hand] += weight * count
                squares[hand] += weight * count * count
    return [each / total for each in sums], [each / total for each in squares]


def _mean_of_many(heap: Heap, tilt: Sequence[float]) -> tuple[list[float], list[float]]:
    """The same for a heap whose ways are not listed."""
    shares = _tilted_shares(heap, tilt)
    before = list(accumulate(shares[:-1], _together))
    after = list(accumulate(shares[:0:-1], _together))[::-1]
    rest = [after[0], *map(_together, before, after[1:]), before[-1]]
    means, squares = [], []
    for share, others in zip(shares, rest, strict=True):
        weights = list(map(mul, share, reversed(others)))
        total = sum(weights)
        means.append(sum(map(mul, weights, _NUMBERS)) / total)
        squares.append(sum(map(mul, weights, _SQUARES)) / total)
    return means, squares
