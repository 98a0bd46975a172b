"""Exact draws of hands from many copies of few kinds, where what is true of one kind depends on what was of those before.

A group is the copies of a kind, and a state what the groups before it have settled (how many cards of a payment are still to
be found, say). By its state a group has variants: a heap, which says where its copies may lie (`heaps`), a weight, and the state
that it leads to. What is drawn is a variant for each group, linked by their states, and a way to lay the copies of each, all
hands filled: each as likely as the product of its weights.

The variants are drawn by tables of how all the groups that follow can go on. Then each heap is dealt by itself, tilted so
that the hands are full on average; the tables count ways with the same tilt. What fills the hands is kept as it is. Some groups close the draw: those whose heap
is the one that it nearly always is, and which are of a set chosen beforehand, are dealt last, all at once (`closing`), for whatever
room is left, in a known number of ways. The chance of that is made the same for all variants by the weights in the tables.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import is_
from typing import NamedTuple

from paiju.core.closing import Closing, closing_with
from paiju.core.heaps import FIELD, Counts, Heap, Path, State, Step, Tilted, Variant, coded, tilt_for

_GUARD = 1 << FIELD - 1
_ROUNDS = 3
_NEVER = 1e-7
"""The part of all ways below which a state is left out, if there are others."""
_SKEWED = 1e-3
"""Where the tilts of two hands are farther apart, a card that one of them must have in any case weighs nearly nothing where it comes early."""
_PATIENCE = 2000
"""After so many tries that came to nothing variants are held fast, in whose tilt the hands can be filled: no longer as likely as others."""


class Group(NamedTuple):
    """The copies of a kind: its variants by the state before it, and whether it can have others than when all is settled.

    Groups that are alike may give the same list; `about` is what they are alike in.
    """

    variants: Callable[[State], Sequence[Variant]]
    open: bool = False
    about: object = None


class Share(NamedTuple):
    """What was drawn of a group: its variant, and how many copies lie in each hand."""

    variant: Variant
    counts: Counts


class _Bundle(NamedTuple):
    """Variants that lead to the same state, with the sums of their weights."""

    sums: list[float]
    steps: list[Step]


class _Entry(NamedTuple):
    """What a group may do in a state: bundles, with the sums of weights that hold how the groups that follow can go on."""

    sums: list[float]
    bundles: list[_Bundle]


class Shares:
    """Draws from groups that begin with the state `start` and end with `end`; `room` is the size of each hand."""

    tilted: Tilted
    factors: Sequence[float]
    last: Closing
    bundles: _Bundles

    def __init__(
        self,
        room: Sequence[int],
        groups: Sequence[Group],
        start: State = (),
        end: State = (),
        totals: Counts = (),
        *,
        like: Shares | None = None,
    ) -> None:
        """`like`: draws into the same room of groups of which nearly all are the same; their tilt does for these too."""
        self._room, self._groups, self._start, self._end = tuple(room), groups, start, end
        self._totals, self._hands = totals, len(room)
        self._guards = coded([_GUARD] * self._hands)
        self._code = coded(room) + self._guards
        self.settled = [group.variants(end) for group in groups]
        self._usual = [variants[0].heap if variants else None for variants in self.settled]
        self._prepare([heap for heap in self._usual if heap is not None], like)

    def _prepare(self, likely: Sequence[Heap], like: Shares | None) -> None:
        """All tables, with a tilt under which the hands are full on average if the heaps are these."""
        if like is not None:
            self.tilted, self.factors = like.tilted, like.factors
        else:
            self.tilted = Tilted(tilt_for(self._room, likely))
            self.factors = _factors(self.tilted, self.settled, self._totals)
        if like is not None and all(map(is_, self.settled, like.settled)):
            self.last, self.bundles = like.last, like.bundles
        else:
            self.last = closing_with(self.tilted, self._usual, [group.open for group in self._groups])
            self.bundles = _Bundles(self.tilted, self.factors, self.last)
        skew = min(self.tilted.tilt) / max(self.tilted.tilt)
        for least in (_NEVER if skew > _SKEWED else _NEVER * skew, 0.0):
            self._tables = _tables(self._groups, self.bundles, self._start, self._end, least)
            self.possible = bool(self._tables)
            if self.possible:
                break

    def also_of(self, groups: Sequence[Group]) -> bool:
        """Whether these draws do for other groups: each is like the one here."""
        return [group.about for group in groups] == [group.about for group in self._groups]

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
                    found[at], code = self.tilted.table(variant.heap).draw(lot)
                    room -= code
            if room & guards != guards:
                continue
            left = tuple([(room >> FIELD * hand) % _GUARD for hand in hands])
            if self.last.close(left, closing, path, found, rng):
                return [Share(variant, counts) for (variant, _), counts in zip(path, found, strict=True)]
        return None

    def _along(self, path: Path) -> Shares:
        """Draws with these variants alone, tilted for them."""
        groups = [_only(variant) for variant, _ in path]
        return Shares(self._room, groups, (), (), self._totals)

    def _path(self, lot: Callable[[], float]) -> tuple[list[Step], bool]:
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

    def __init__(self, tilted: Tilted, factors: Sequence[float], last: Closing) -> None:
        self._tilted, self._factors, self._last = tilted, factors, last
        self._known: dict[tuple[int, object], list[tuple[State, _Bundle]]] = {}

    def of(self, at: int, variants: Sequence[Variant]) -> list[tuple[State, _Bundle]]:
        """Those of the group `at`."""
        key = id(variants), self._last.alike(at)
        found = self._known.get(key)
        if found is None:
            by_state: dict[State, _Bundle] = {}
            for one in variants:
                heap, after, factor, _, moved = one
                weight, closes = self._last.weight(at, heap, self._tilted)
                weight *= factor
                for many, each in zip(moved, self._factors, strict=False):
                    weight *= each**many
                bundle = by_state.get(after)
                if bundle is None:
                    by_state[after] = _Bundle([weight], [(one, closes)])
                else:
                    bundle.sums.append(weight + bundle.sums[-1])
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
