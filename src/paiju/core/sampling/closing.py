"""The end of a draw: groups dealt last, all at once, and groups that are linked by states."""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import ceil, comb, exp, factorial, lgamma, log
from operator import add, sub
from typing import NamedTuple, Protocol

from paiju.core.sampling.copies import (
    Counts,
    Heap,
    Path,
    State,
    Step,
    Tilted,
    Variant,
    Way,
    coded,
    mixed,
    tilted,
    ways_of,
)

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

    def closes(self, at: int, heap: Heap) -> bool:
        """Whether a group closes the draw if its copies lie so."""

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> float:
        """What a heap of a group weighs."""

    def close(
        self, left: Counts, closing: list[int], path: Path, found: list[Counts], rng: random.Random
    ) -> bool:
        """Deal the closing groups into the room that is left, as often as that should be."""


def closing_with(tilted: Tilted, usual: Sequence[Heap | None], opens: Sequence[bool]) -> Closing:
    """The way to close that leaves fewest draws in vain."""
    free = _loose(tilted, usual)
    if sum(map(_spare, free.values())) >= _ENOUGH:
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
    whole = sum(tilted.tilt)
    shares = [factor / whole for factor in tilted.tilt]
    lost = {heap: _lost(heap, shares) for heap in usual if heap and not heap.weights}
    chosen: dict[int, Heap] = {}
    spent = 0.0
    for at, heap in sorted(
        [(at, heap) for at, heap in enumerate(usual) if heap in lost], key=lambda own: lost[own[1]]
    ):
        cards = _spare(heap)
        spent += lost[heap] * cards
        if spent > _STRAY:
            break
        if cards:
            chosen[at] = heap
    return chosen


def _spare(heap: Heap) -> int:
    """The copies that may lie in one hand or another."""
    return heap.copies - sum(heap.least)


def _lost(heap: Heap, shares: Sequence[float]) -> float:
    """How often a copy dealt as if nothing were known comes to nothing, about."""
    return sum([
        share if most == low else share * (1 - 1 / (1 + gone + low))
        for share, gone, low, most in zip(shares, heap.gone, heap.least, heap.most, strict=True)
    ])  # fmt: skip


class _Free:
    """Closes with groups that are dealt as if nothing were known of them: in how many ways they fill some room, a formula tells.

    A hand that has some copies in any case is dealt those beyond them. Of n more where it has (or had) k, so many are kept as n of k + n
    are chosen in one way: this makes up for the weight, 1 / (k + n)! in place of 1 / n!. Where a hand would get more than it can have, nothing is drawn.
    """

    def __init__(self, tilted: Tilted, free: dict[int, Heap], opens: Sequence[bool]) -> None:
        self._usual, self._tilt = free, tilted.tilt
        self._whole = sum(self._tilt)
        self._logs = [log(factor / self._whole) for factor in self._tilt]
        self._spare = {at: _spare(heap) for at, heap in free.items()}
        self._all = sum(self._spare.values())
        few = self._all - sum([many for at, many in self._spare.items() if opens[at]])
        best = self._likeliest(few)
        self._best, missing = best[-1], range(len(best) - 1, 0, -1)
        self._each = max(
            [0.0, *[(one - self._best) / many for one, many in zip(best, missing, strict=False)]]
        )

    def _likeliest(self, few: int) -> list[float]:
        """The logarithm of how likely the likeliest room is, from so many loose cards on up to all."""
        room = [max(0, ceil(few * factor / self._whole) - 1) for factor in self._tilt]
        odds = [factor / (size + 1) for factor, size in zip(self._tilt, room, strict=True)]
        found: list[float] = []
        chance = 0.0
        for cards in range(sum(room) + 1, self._all + 2):
            if cards > few:
                chance = chance if found else self._chance(room)
                found.append(chance)
            most = max(odds)
            hand = odds.index(most)
            room[hand] += 1
            odds[hand] = self._tilt[hand] / (room[hand] + 1)
            chance += log(cards * most / self._whole)
        return found

    def _chance(self, room: Sequence[int]) -> float:
        """The logarithm of how likely loose cards fill some room."""
        ways = [size * each - lgamma(size + 1) for size, each in zip(room, self._logs, strict=True)]
        return sum(ways) + lgamma(sum(room) + 1)

    def alike(self, at: int) -> object:
        return self._usual.get(at)

    def closes(self, at: int, heap: Heap) -> bool:
        return self._usual.get(at) == heap

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> float:
        own = self._usual.get(at)
        if own is None:
            return tilted.total(heap)
        if heap != own:
            return tilted.total(heap) * exp(self._each * self._spare[at])
        weight = self._whole ** self._spare[at] / factorial(self._spare[at])
        for factor, gone, low in zip(self._tilt, heap.gone, heap.least, strict=True):
            weight *= factor**low / factorial(gone + low)
        return weight

    def close(
        self, left: Counts, closing: list[int], path: Path, found: list[Counts], rng: random.Random
    ) -> bool:
        room: Sequence[int] = left
        for at in closing:
            if any(own := self._usual[at].least):
                room = tuple(map(sub, room, own))
        if min(room) < 0:
            return False
        cards = [at for at in closing for _ in range(self._spare[at])]
        most = self._best + self._each * (self._all - len(cards))
        if rng.random() >= exp(self._chance(room) - most):
            return False
        cards = mixed(cards, rng)
        ends = list(accumulate(room))
        hands = [Counter(cards[end - size : end]) for end, size in zip(ends, room, strict=True)]
        odds = 1
        for at in closing:
            counts = [hand[at] for hand in hands]
            odds *= _ways_to_keep(self._usual[at], counts)
            found[at] = tuple(map(add, self._usual[at].least, counts))
        return odds == 1 or bool(odds and rng.random() * odds < 1)


def _ways_to_keep(heap: Heap, counts: Sequence[int]) -> int:
    """Of how many deals with so many copies beyond those that hands have in any case one is kept; 0 if none is."""
    ways = 1
    for many, gone, low, most in zip(counts, heap.gone, heap.least, heap.most, strict=True):
        if many:
            ways *= comb(gone + low + many, many) if low + many <= most else 0
    return ways


class _One:
    """Closes with one group of many ways: it weighs as much as its likeliest way."""

    def __init__(self, tilted: Tilted, at: int) -> None:
        self._tilted, self._at = tilted, at

    def alike(self, at: int) -> object:
        return at == self._at

    def closes(self, at: int, heap: Heap) -> bool:
        return at == self._at

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> float:
        return tilted.most(heap) if at == self._at else tilted.total(heap)

    def close(
        self, left: Counts, closing: list[int], path: Path, found: list[Counts], rng: random.Random
    ) -> bool:
        heap = path[self._at].heap
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

    def closes(self, at: int, heap: Heap) -> bool:
        return self._usual.get(at) == heap

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> float:
        own = self._usual.get(at)
        if own is None or heap == own:
            return tilted.total(heap)
        return tilted.total(heap) * self._factors[at]

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


# --- what groups that are linked by states may do, by tables of how all those that follow can go on

_ROUNDS = 3


class Follow(NamedTuple):
    """A state to which a group may lead, with a weight, and the variants that it may be then; one list of variants may follow often."""

    after: State
    weight: float
    variants: Sequence[Variant]


class Bundle(NamedTuple):
    """Variants with the sums of their weights."""

    sums: list[float]
    steps: list[Step]


class Entry(NamedTuple):
    """What a group may do in a state: bundles, with the sums of weights that hold how the groups that follow can go on, and the states after."""

    sums: list[float]
    bundles: Sequence[Bundle]
    after: Sequence[State]


class Bundles:
    """Lists of variants with their weights; groups that are alike share them."""

    def __init__(self, tilted: Tilted, factors: Sequence[float], last: Closing) -> None:
        self._tilted, self._factors, self._last = tilted, factors, last
        self._known: dict[object, dict[int, Bundle]] = {}

    def of(self, at: int) -> Callable[[Sequence[Variant]], Bundle]:
        """Those of the group `at`."""
        known = self._known.setdefault(self._last.alike(at), {})

        def bundle(variants: Sequence[Variant]) -> Bundle:
            found = known.get(id(variants))
            if found is None:
                found = known[id(variants)] = self._weighed(at, variants)
            return found

        return bundle

    def _weighed(self, at: int, variants: Sequence[Variant]) -> Bundle:
        last, tilted, factors = self._last, self._tilted, self._factors
        weights, steps = [], []
        for one in variants:
            heap, factor, _, moved = one
            weight = last.weight(at, heap, tilted) * factor
            for many, each in zip(moved, factors, strict=False):
                weight *= each**many
            weights.append(weight)
            steps.append((one, last.closes(at, heap)))
        return Bundle(list(accumulate(weights)), steps)


_Next = dict[State, list[tuple[State, float, Bundle]]]


def tables_of(
    groups: Sequence[tuple[int, Callable[[State], Sequence[Follow]]]],
    bundles: Bundles,
    start: State,
    end: State,
    least: float,
) -> list[dict[State, Entry]] | None:
    """By group and state what may follow; without states of which the part of all ways that lead there is below `least`."""
    layers: list[_Next] = []
    mass: dict[State, float] = {start: 1.0}
    for at, follows in groups:
        layer: _Next = {}
        reached: dict[State, float] = {}
        bundle_of = bundles.of(at)
        for state, weight in mass.items():
            own = layer[state] = []
            for then, factor, variants in follows(state):
                bundle = bundle_of(variants)
                here = bundle.sums[-1] * factor
                own.append((then, here, bundle))
                reached[then] = reached.get(then, 0.0) + weight * here
        layers.append(layer)
        total = sum(reached.values())
        mass = {state: weight / total for state, weight in reached.items() if weight > least * total}
    tables: list[dict[State, Entry]] = []
    after: dict[State, float] = {end: 1.0}
    for layer in reversed(layers):
        table = {}
        for state, following in layer.items():
            possible = [(then, here * after[then], own) for then, here, own in following if then in after]
            if possible:
                sums = list(accumulate([here for _, here, _ in possible]))
                table[state] = Entry(sums, [own for _, _, own in possible], [then for then, _, _ in possible])
        most = max((entry.sums[-1] for entry in table.values()), default=1.0)
        after = {state: entry.sums[-1] / most for state, entry in table.items() if entry.sums[-1]}
        tables.append(table)
    return tables[::-1] if start in after else None


def factors_for(tilted: Tilted, usual: Sequence[Sequence[Follow]], totals: Counts) -> list[float]:
    """For each total a factor for every card that counts towards it, under which it is met on average."""
    found = []
    alike = {id(follows): follows[0].variants for follows in usual if follows}
    times = Counter(map(id, usual))
    for place, total in enumerate(totals):
        ratios = []
        for key, variants in alike.items():
            ways: dict[int, float] = {}
            for one in variants:
                if not one.moved or sum(one.moved) == one.moved[place]:
                    many = one.moved[place] if one.moved else 0
                    ways[many] = ways.get(many, 0.0) + one.weight * tilted.total(one.heap)
            if ways.get(0) and len(ways) > 1:
                ratios.append(
                    (times[key], [(many, weight / ways[0]) for many, weight in ways.items() if many])
                )
        one_each = sum(often * weight for often, own in ratios for many, weight in own if many == 1)
        factor = total / one_each if one_each else 1.0
        for _ in range(_ROUNDS):
            mean = 0.0
            for often, own in ratios:
                weights = [(many, weight * factor**many) for many, weight in own]
                mean += (
                    often
                    * sum(many * weight for many, weight in weights)
                    / (1 + sum(weight for _, weight in weights))
                )
            factor *= total / mean if mean else 1.0
        found.append(factor)
    return found
