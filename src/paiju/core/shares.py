"""Exact draws of hands from many copies of few kinds, where what is true of one kind depends on what was of those before.

A group is the copies of a kind, and a state what the groups before it have settled (how many cards of a payment are still to
be found, say). By its state a group has variants: a heap, which says where its copies may lie (`heaps`), a weight, and the state
that it leads to. What is drawn is a variant for each group, linked by their states, and a way to lay the copies of each, all
hands filled: each as likely as the product of its weights.

The variants are drawn by tables of how all the groups that follow can go on. Then each heap is dealt by itself, tilted so
that the hands are full on average; the tables count ways with the same tilt. What fills the hands is kept as it is. Some groups close the draw: those whose heap
is the one that it nearly always is, and which are of a set chosen beforehand, are dealt last, all at once, for whatever
room is left, in a known number of ways. The chance of that is made the same for all variants by the weights in the tables.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import ceil, exp, lgamma, log
from typing import NamedTuple, Protocol

from paiju.core.heaps import (
    FIELD,
    Counts,
    Heap,
    Tilted,
    Way,
    coded,
    is_free,
    tilt_for,
    tilted,
    ways_of,
)

_GUARD = 1 << FIELD - 1
_LAST = 1300
"""How many ways of the closing groups together are listed."""
_MANY = 300
"""A group of more ways closes alone."""
_LISTED_OPEN = 3
"""How many of them may have other variants."""
_ROUNDS = 3
_NEVER = 1e-7
"""The part of all ways below which a state is left out, if there are others."""
_PATIENCE = 2000
"""After so many tries that came to nothing variants are held fast, in whose tilt the hands can be filled: no longer as likely as others."""
_ENOUGH = 8
"""So many cards of which nothing is known are worth to be dealt last."""


State = tuple[int, ...]


class Variant(NamedTuple):
    """What a group may be: where its copies may lie, the state after it, a weight, and what this means to the caller.

    `moved` are cards that count towards the totals that all groups together must have.
    """

    heap: Heap
    after: State = ()
    weight: float = 1.0
    told: tuple[tuple[int, int], ...] = ()
    moved: Counts = ()


class Group(NamedTuple):
    """The copies of a kind: its variants by the state before it, and whether it can have others than when all is settled.

    Groups that are alike may give the same list.
    """

    variants: Callable[[State], Sequence[Variant]]
    open: bool = False


class Share(NamedTuple):
    """What was drawn of a group: its variant, and how many copies lie in each hand."""

    variant: Variant
    counts: Counts


_Step = tuple[Variant, bool]
"""A variant of a group, and whether the group closes the draw with it."""
_Path = Sequence[_Step]


class _Bundle(NamedTuple):
    """Variants that lead to the same state, with the sums of their weights."""

    sums: list[float]
    steps: list[_Step]


class _Entry(NamedTuple):
    """What a group may do in a state: bundles, with the sums of weights that hold how the groups that follow can go on."""

    sums: list[float]
    bundles: list[_Bundle]


class Shares:
    """Draws from groups that begin with the state `start` and end with `end`; `room` is the size of each hand."""

    def __init__(
        self,
        room: Sequence[int],
        groups: Sequence[Group],
        start: State = (),
        end: State = (),
        totals: Counts = (),
    ) -> None:
        self._room, self._groups, self._start, self._end = tuple(room), groups, start, end
        self._totals, self._hands = totals, len(room)
        self._guards = coded([_GUARD] * self._hands)
        self._code = coded(room) + self._guards
        self._settled = [group.variants(end) for group in groups]
        self._usual = [variants[0].heap if variants else None for variants in self._settled]
        self._prepare([heap for heap in self._usual if heap is not None])

    def _prepare(self, likely: Sequence[Heap]) -> None:
        """All tables, with a tilt under which the hands are full on average if the heaps are these."""
        free = [at for at, heap in enumerate(self._usual) if heap is not None and is_free(heap)]
        free = free if sum([_copies(self._usual[at]) for at in free]) >= _ENOUGH else []
        bound = [at for at, heap in enumerate(likely) if not (free and is_free(heap))]
        loose = sum([heap.copies for heap in likely if is_free(heap)]) if free else 0
        self._tilted = Tilted(tilt_for(self._room, likely, loose, bound))
        self._last = _last(self._tilted, self._usual, free, [group.open for group in self._groups])
        factors = _factors(self._tilted, self._settled, self._totals)
        bundles = _Bundles(self._tilted, factors, self._last)
        for least in (_NEVER, 0.0):
            self._tables = _tables(self._groups, bundles, self._start, self._end, least)
            self.possible = bool(self._tables)
            if self.possible:
                break

    @property
    def size(self) -> int:
        """How many entries stand in the tables."""
        return sum(len(entry.bundles) for table in self._tables for entry in table.values())

    def draw(self, rng: random.Random, tries: int) -> list[Share] | None:
        """What is drawn of each group; None if in so many tries the hands were not filled.

        Each as likely as it weighs, unless it takes thousands of tries (`_PATIENCE`).
        """
        lot, guards, hands = rng.random, self._guards, range(self._hands)
        patience = _PATIENCE
        for number in range(tries if self.possible else 0):
            path, met = self._path(lot)
            if not met:
                continue
            if number >= patience:  # hands as no shuffle makes them
                patience = number + _PATIENCE
                alone = self._along(path).draw(rng, _PATIENCE - 1)
                if alone is not None:
                    return alone
            room = self._code
            found: list[Counts] = [()] * len(path)
            closing = []
            for at, (variant, closes) in enumerate(path):
                if closes:
                    closing.append(at)
                else:
                    found[at], code = self._tilted.table(variant.heap).draw(lot)
                    room -= code
            if room & guards != guards:
                continue
            left = tuple([(room >> FIELD * hand) % _GUARD for hand in hands])
            if self._last.close(left, closing, path, found, rng):
                return [Share(variant, counts) for (variant, _), counts in zip(path, found, strict=True)]
        return None

    def _along(self, path: _Path) -> Shares:
        """Draws with these variants alone, tilted for them."""
        groups = [_only(variant) for variant, _ in path]
        return Shares(self._room, groups, (), (), self._totals)

    def _path(self, lot: Callable[[], float]) -> tuple[list[_Step], bool]:
        """A variant for each group, and whether what is moved comes to its totals."""
        state, path, moved = self._start, [], []
        for table in self._tables:
            sums, bundles = table[state]
            sums_of, steps = bundles[bisect(sums, lot() * sums[-1])] if len(bundles) > 1 else bundles[0]
            step = steps[bisect(sums_of, lot() * sums_of[-1])] if len(steps) > 1 else steps[0]
            path.append(step)
            state = step[0].after
            if step[0].moved:
                moved.append(step[0].moved)
        met = tuple(map(sum, zip(*moved, strict=True))) == self._totals if self._totals else True
        return path, met


def _only(variant: Variant) -> Group:
    known = [variant._replace(after=())]
    return Group(lambda _: known)


class _Bundles:
    """The variants of groups by the state that they lead to; groups that are alike share them."""

    def __init__(self, tilted: Tilted, factors: Sequence[float], last: _Last) -> None:
        self._tilted, self._factors, self._last = tilted, factors, last
        self._known: dict[tuple[int, object], list[tuple[State, _Bundle]]] = {}

    def of(self, at: int, variants: Sequence[Variant]) -> list[tuple[State, _Bundle]]:
        """Those of the group `at`."""
        key = id(variants), self._last.alike(at)
        found = self._known.get(key)
        if found is None:
            by_state: dict[State, _Bundle] = {}
            for one in variants:
                weight, closes = self._last.weight(at, one.heap, self._tilted)
                weight *= one.weight
                for many, each in zip(one.moved, self._factors, strict=False):
                    weight *= each**many
                bundle = by_state.setdefault(one.after, _Bundle([], []))
                bundle.sums.append(weight + (bundle.sums[-1] if bundle.sums else 0.0))
                bundle.steps.append((one, closes))
            found = self._known[key] = list(by_state.items())
        return found


_Next = dict[State, list[tuple[State, _Bundle]]]


def _tables(
    groups: Sequence[Group], bundles: _Bundles, start: State, end: State, least: float
) -> list[dict[State, _Entry]]:
    """By group and state what may follow; without states of which the part of all ways that lead there is below `least`."""
    layers: list[_Next] = []
    mass: dict[State, float] = {start: 1.0}
    for at, group in enumerate(groups):
        layer: _Next = {}
        reached: dict[State, float] = {}
        for state, weight in mass.items():
            layer[state] = bundles.of(at, group.variants(state))
            for then, bundle in layer[state]:
                reached[then] = reached.get(then, 0.0) + weight * bundle.sums[-1]
        layers.append(layer)
        total = sum(reached.values())
        mass = {state: weight / total for state, weight in reached.items() if weight > least * total}
    tables: list[dict[State, _Entry]] = []
    after: dict[State, float] = {end: 1.0}
    for layer in reversed(layers):
        table = {}
        for state, following in layer.items():
            pairs = [(bundle.sums[-1] * after[then], bundle) for then, bundle in following if then in after]
            if pairs:
                sums = list(accumulate([weight for weight, _ in pairs]))
                table[state] = _Entry(sums, [bundle for _, bundle in pairs])
        most = max((entry.sums[-1] for entry in table.values()), default=1.0)
        after = {state: entry.sums[-1] / most for state, entry in table.items() if entry.sums[-1]}
        tables.append(table)
    return tables[::-1] if start in after else []


def _copies(heap: Heap | None) -> int:
    return heap.copies if heap is not None else 0


def _factors(tilted: Tilted, usual: Sequence[Sequence[Variant]], totals: Counts) -> list[float]:
    """For each total a factor for every card that counts towards it, under which it is met on average."""
    found = []
    alike = {id(variants): variants for variants in usual if variants}
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


class _Last(Protocol):
    """How a draw is closed: what some groups weigh in the tables, and how they are dealt into the room that is left."""

    def alike(self, at: int) -> object:
        """What else must be the same for groups to weigh the same."""

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> tuple[float, bool]:
        """What a heap of a group weighs, and whether the group closes the draw with it."""

    def close(
        self, left: Counts, closing: list[int], path: _Path, found: list[Counts], rng: random.Random
    ) -> bool:
        """Deal the closing groups into the room that is left, as often as that should be."""


def _last(tilted: Tilted, usual: Sequence[Heap | None], free: Sequence[int], opens: Sequence[bool]) -> _Last:
    if free:
        return _Free(tilted.tilt, usual, free, opens)
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
        if heap is None or many * ways[at] > _LAST or (opens[at] and open_ == _LISTED_OPEN):
            continue
        open_ += opens[at]
        many *= ways[at]
        chosen[at] = heap
    return chosen


class _Free:
    """Closes with the groups of which nothing is known: in how many ways they fill some room, a formula tells."""

    def __init__(
        self, tilt: Sequence[float], usual: Sequence[Heap | None], free: Sequence[int], opens: Sequence[bool]
    ) -> None:
        whole = sum(tilt)
        self._logs = [log(factor / whole) for factor in tilt]
        self._usual = {at: heap for at in free if (heap := usual[at])}
        self._tilt = tilt
        self._all = sum(heap.copies for heap in self._usual.values())
        self._best = self._chance(_likeliest(tilt, self._all))
        self._each = self._worth(
            [heap.copies for at, heap in self._usual.items() if opens[at] and heap.copies]
        )

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
        if own is None or heap == own:
            return tilted.total(heap), own is not None
        return tilted.total(heap) * exp(self._each * own.copies), False

    def close(
        self, left: Counts, closing: list[int], path: _Path, found: list[Counts], rng: random.Random
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
        return True


class _One:
    """Closes with one group of many ways: it weighs as much as its likeliest way."""

    def __init__(self, tilted: Tilted, at: int) -> None:
        self._tilted, self._at = tilted, at

    def alike(self, at: int) -> object:
        return at == self._at

    def weight(self, at: int, heap: Heap, tilted: Tilted) -> tuple[float, bool]:
        return (tilted.most(heap), True) if at == self._at else (tilted.total(heap), False)

    def close(
        self, left: Counts, closing: list[int], path: _Path, found: list[Counts], rng: random.Random
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
        self._ways = {at: _shares_of(tilted(heap, tilt)) for at, heap in groups.items()}
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
        self, left: Counts, closing: list[int], path: _Path, found: list[Counts], rng: random.Random
    ) -> bool:
        filled = self._filled(tuple(closing))
        fit = filled.table.get(coded(left))
        if fit is None:
            return False
        most = self._best
        for at, factor in self._factors.items():
            if at not in closing:
                most *= factor
        if rng.random() * most >= fit[0][-1]:
            return False
        chosen = fit[1][bisect(fit[0], rng.random() * fit[0][-1])]
        for at, counts in zip(closing, chosen, strict=True):
            found[at] = counts
        return True


def _shares_of(ways: Sequence[Way]) -> list[Way]:
    """Weights as parts of their sum."""
    total = sum(weight for _, weight in ways)
    return [Way(counts, weight / total) for counts, weight in ways]


class _Filled:
    """All ways of some heaps together, by the room they fill, and how likely the likeliest room is."""

    def __init__(self, groups: Sequence[Sequence[Way]]) -> None:
        found: list[tuple[tuple[Counts, ...], float, int]] = [((), 1.0, 0)]
        for ways in groups:
            each = [(counts, weight, coded(counts)) for counts, weight in ways]
            found = [
                ((*done, counts), total * weight, code + more)
                for done, total, code in found for counts, weight, more in each
            ]  # fmt: skip
        self.table: dict[int, tuple[list[float], list[tuple[Counts, ...]]]] = {}
        for done, total, code in found:
            sums, chosen = self.table.setdefault(code, ([], []))
            sums.append(total + (sums[-1] if sums else 0.0))
            chosen.append(done)
        self.most = max(sums[-1] for sums, _ in self.table.values())


def _likeliest(tilt: Sequence[float], cards: int) -> Counts:
    """The room that is filled in most ways."""
    whole = sum(tilt)
    room = [max(0, ceil(cards * factor / whole) - 1) for factor in tilt]
    for _ in range(cards - sum(room)):
        room[max(range(len(room)), key=lambda hand: tilt[hand] / (room[hand] + 1))] += 1
    return tuple(room)
