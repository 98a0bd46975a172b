"""What groups that are linked by states may do, by tables of how all those that follow can go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from paiju.core.closing import Closing
from paiju.core.heaps import Counts, State, Step, Tilted, Variant

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
