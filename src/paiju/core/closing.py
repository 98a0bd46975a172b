"""How a draw is closed: some groups are dealt last, all at once, for whatever room is left, in a known number of ways."""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import ceil, exp, lgamma, log
from typing import Protocol

from paiju.core.heaps import Counts, Heap, Path, Tilted, Way, coded, freed, is_free, is_loose, tilted, ways_of

_ENOUGH = 20
"""So many cards of which nothing is known, or only how many of a kind a hand has at most, are worth to be dealt last."""
_STRAY = 1.0
"""How small the chance may become that no hand gets too many of a kind then: the logarithm, turned round."""
_TOGETHER = 1300
"""How many ways of the closing groups together are listed."""
_MANY = 300
"""A group of more ways closes alone."""
_LISTED_OPEN = 3
"""How many of them may have other variants."""


class Closing(Protocol):
    """How a draw is closed: what some groups weigh in the tables, and how they are dealt into the room that is left."""

    def alike(self, at: int) -> object:
        """What else must be the same for groups to weigh the same."""

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> tuple[float, bool]:
        """What a heap of a group weighs, and whether the group closes the draw with it."""

    def close(
        self, left: Counts, closing: list[int], path: Path, found: list[Counts], rng: random.Random
    ) -> bool:
        """Deal the closing groups into the room that is left, as often as that should be."""


def closing_with(tilted: Tilted, usual: Sequence[Heap | None], opens: Sequence[bool]) -> Closing:
    """The way to close that leaves fewest draws in vain."""
    free = _loose(tilted, usual)
    if sum([heap.copies for heap in free.values()]) >= _ENOUGH:
        return _Free(tilted, free, opens)
    most = max(range(len(usual)), key=lambda at: ways_of(heap) if (heap := usual[at]) else 0)
    whole = usual[most]
    if whole and ways_of(whole) > _MANY:
        return _One(tilted, most)
    return _Listed(tilted.tilt, usual, _few(usual, opens), opens)


def _few(usual: Sequence[Heap | None], opens: Sequence[bool]) -> dict[int, Heap]:
    """Groups of many ways, but not too many together, of which few can have other variants."""
    chosen: dict[int, Heap] = {}
    ways, many, open_ = {at: ways_of(heap) for at, heap in enumerate(usual) if heap}, 1, 0
    for at in sorted(ways, key=lambda at: -ways[at]):
        heap = usual[at]
        if heap is None or many * ways[at] > _TOGETHER or (opens[at] and open_ == _LISTED_OPEN):
            continue
        open_ += opens[at]
        many *= ways[at]
        chosen[at] = heap
    return chosen


def _loose(tilted: Tilted, usual: Sequence[Heap | None]) -> dict[int, Heap]:
    """The groups that may be dealt as if nothing were known of them, without too many draws in vain."""
    chances = []
    for at, heap in enumerate(usual):
        if heap is not None and heap.copies and is_loose(heap):
            chance = 1.0 if is_free(heap) else tilted.total(heap) / tilted.total(freed(heap))
            if chance:
                chances.append((-log(chance), at, heap))
    chances.sort()
    lost = accumulate([each for each, _, _ in chances])
    return {at: heap for (_, at, heap), all_ in zip(chances, lost, strict=True) if all_ <= _STRAY}


class _Free:
    """Closes with groups of which next to nothing is known: in how many ways they fill some room, a formula tells.

    Where a hand would get more of a kind than it can have, nothing is drawn.
    """

    def __init__(self, tilted: Tilted, free: dict[int, Heap], opens: Sequence[bool]) -> None:
        self._usual, self._tilt = free, tilted.tilt
        whole = sum(self._tilt)
        self._logs = [log(factor / whole) for factor in self._tilt]
        self._most = {at: heap.most for at, heap in free.items() if not is_free(heap)}
        self._all = sum(heap.copies for heap in free.values())
        self._best = self._chance(_likeliest(self._tilt, self._all))
        self._each = self._worth([heap.copies for at, heap in free.items() if opens[at]])

    def _worth(self, open_: Sequence[int]) -> float:
        """The logarithm of how much likelier, at most, the likeliest room is for each card that is not loose."""
        worth, step = 0.0, min(open_, default=0)
        if step:
            few = self._all - sum(open_)
            for cards in range(self._all - step, few - step, -step):
                chance = self._chance(_likeliest(self._tilt, max(cards - step + 1, few)))
                worth = max(worth, (chance - self._best) / (self._all - cards))
        return worth

    def _chance(self, room: Sequence[int]) -> float:
        """The logarithm of how likely loose cards fill some room."""
        ways = [size * each - lgamma(size + 1) for size, each in zip(room, self._logs, strict=True)]
        return sum(ways) + lgamma(sum(room) + 1)

    def alike(self, at: int) -> object:
        return at in self._usual

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> tuple[float, bool]:
        own = self._usual.get(at)
        if own is None:
            return tilted.total(heap), False
        if heap == own:
            return tilted.total(freed(heap)), True
        return tilted.total(heap) * exp(self._each * own.copies), False

    def close(
        self, left: Counts, closing: list[int], path: Path, found: list[Counts], rng: random.Random
    ) -> bool:
        cards = [at for at in closing for _ in range(self._usual[at].copies)]
        most = self._best + self._each * (self._all - len(cards))
        if rng.random() >= exp(self._chance(left) - most):
            return False
        rng.shuffle(cards)
        dealt, begin = [], 0
        for size in left:
            dealt.append(Counter(cards[begin : begin + size]))
            begin += size
        for at in closing:
            found[at] = tuple([hand[at] for hand in dealt])
        bound = [(found[at], self._most[at]) for at in closing if at in self._most]
        return all(many <= most for counts, own in bound for many, most in zip(counts, own, strict=True))


class _One:
    """Closes with one group of many ways: it weighs as much as its likeliest way."""

    def __init__(self, tilted: Tilted, at: int) -> None:
        self._tilted, self._at = tilted, at

    def alike(self, at: int) -> object:
        return at == self._at

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> tuple[float, bool]:
        return (tilted.most(heap), True) if at == self._at else (tilted.total(heap), False)

    def close(
        self, left: Counts, closing: list[int], path: Path, found: list[Counts], rng: random.Random
    ) -> bool:
        heap = path[self._at][0].heap
        if rng.random() * self._tilted.most(heap) >= self._tilted.weight(heap, left):
            return False
        found[self._at] = left
        return True


class _Listed:
    """Closes with few groups whose ways are listed by the room that they fill."""

    def __init__(
        self,
        tilt: Sequence[float],
        usual: Sequence[Heap | None],
        groups: dict[int, Heap],
        opens: Sequence[bool],
    ) -> None:
        self._usual = groups
        self._ways = {at: _coded_shares(tilted(heap, tilt)) for at, heap in groups.items()}
        self._known: dict[tuple[int, ...], _Filled] = {}
        self._factors = dict.fromkeys(groups, 1.0)
        whole = tuple(sorted(groups))
        subsets = [whole]
        for at in whole:
            if opens[at]:
                without = [(own, tuple([other for other in own if other != at])) for own in subsets]
                self._factors[at] = max(
                    [self._filled(less).most / self._filled(own).most for own, less in without]
                )
                subsets += [less for _, less in without]
        self._best = self._filled(whole).most

    def _filled(self, groups: tuple[int, ...]) -> _Filled:
        if groups not in self._known:
            self._known[groups] = _Filled([self._ways[at] for at in groups])
        return self._known[groups]

    def alike(self, at: int) -> object:
        return self._factors.get(at)

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> tuple[float, bool]:
        own = self._usual.get(at)
        if own is None or heap == own:
            return tilted.total(heap), own is not None
        return tilted.total(heap) * self._factors[at], False

    def close(
        self, left: Counts, closing: list[int], path: Path, found: list[Counts], rng: random.Random
    ) -> bool:
        filled = self._filled(tuple(closing))
        code = coded(left)
        weight = filled.weight(code)
        if not weight:
            return False
        most = self._best
        for at, factor in self._factors.items():
            if at not in closing:
                most *= factor
        if rng.random() * most >= weight:
            return False
        for at, counts in zip(reversed(closing), filled.draw(code, rng.random), strict=True):
            found[at] = counts
        return True


_Coded = tuple[Counts, float, int]
"""A way with its part of all ways, and the room it takes as one number."""


def _coded_shares(ways: Sequence[Way]) -> list[_Coded]:
    total = sum([weight for _, weight in ways])
    return [(counts, weight / total, coded(counts)) for counts, weight in ways]


class _Filled:
    """All ways of some heaps together, by the room they fill, and how likely the likeliest room is."""

    def __init__(self, groups: Sequence[Sequence[_Coded]]) -> None:
        self._groups = groups
        self._reached: list[dict[int, float]] = [{0: 1.0}]
        for ways in groups:
            reached: dict[int, float] = {}
            for code, before in self._reached[-1].items():
                for _, weight, more in ways:
                    then = code + more
                    reached[then] = reached.get(then, 0.0) + before * weight
            self._reached.append(reached)
        self.most = max(self._reached[-1].values())

    def weight(self, code: int) -> float:
        """How likely the heaps fill some room."""
        return self._reached[-1].get(code, 0.0)

    def draw(self, code: int, lot: Callable[[], float]) -> Iterator[Counts]:
        """Ways that fill some room, each as likely as it weighs: those of the last heap first."""
        for ways, before in zip(reversed(self._groups), reversed(self._reached[:-1]), strict=True):
            sums = list(accumulate([weight * before.get(code - more, 0.0) for _, weight, more in ways]))
            counts, _, taken = ways[bisect(sums, lot() * sums[-1])]
            code -= taken
            yield counts


def _likeliest(tilt: Sequence[float], cards: int) -> Counts:
    """The room that is filled in most ways."""
    whole = sum(tilt)
    room = [max(0, ceil(cards * factor / whole) - 1) for factor in tilt]
    for _ in range(cards - sum(room)):
        room[max(range(len(room)), key=lambda hand: tilt[hand] / (room[hand] + 1))] += 1
    return tuple(room)
