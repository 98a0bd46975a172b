"""Exact draws of hands from groups of hidden copies, where what is true of one group depends on those before it.

A draw has three steps. First a variant of each group is drawn by tables of how the groups after it can go on (forward filtering, backward
sampling). Then the copies of each variant are dealt by themselves under an exponential tilt, so that the hands are full on average.
Last, loose groups are dealt into the room that is left (`closing`), or the draw is thrown away. An accepted draw has exactly the
probability of its weight: under one tilt every draw that fills the hands gets the same factor.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice
from math import exp
from operator import is_, sub
from statistics import fmean
from typing import NamedTuple

from paiju.core.sampling.closing import Closing
from paiju.core.sampling.copies import (
    FIELD,
    MOST_TILT,
    Counts,
    HiddenCopies,
    Tilt,
    Uniform,
    fill,
    filling_tilt,
    packed,
)

State = tuple[int, ...]
"""What the groups before have settled for those that follow: how many cards of a payment are still to be found, say."""

_GUARD = 1 << FIELD - 1
NEVER = 1e-7
"""The part of all ways below which a state is left out, if there are others."""
_SKEWED = 1e-3
"""Where the factors of two hands are farther apart, a card that one of them must have weighs nearly nothing where it comes early."""
_ROUNDS = 8
_RETILT = 60
"""After this many rejected tries a better tilt is sought, from what was drawn: the usual variants were no guide.

Each time after that it takes `_LATER` times as many, so that no more goes into seeking than into drawing.
"""
_LATER = 3
_LATEST = 1000
_TURNS = 3
_LOOKS = 60
"""This many draws estimate how full the hands are on average."""
_DAMPED = 6.0
"""The larger, the farther a tilt may go at once; where hands are filled in one of two quite different ways, it would oscillate."""
_WALKS = 30
"""Draws of variants for each that should come to the totals."""
_PATIENCE = 10_000
"""After this many more rejected tries the hands are filled as they can be, no longer with the exact probability."""
_TILTS = 6
"""This many tilts are tried for variants that can fill the hands."""


class Variant(NamedTuple):
    """What may be true of a group: where its copies may lie, a weight, and what this means to the caller.

    `counted` are cards that count towards the totals that all groups together must have.
    """

    copies: HiddenCopies
    weight: float = 1.0
    label: tuple[tuple[int, int], ...] = ()
    counted: Counts = ()


class Transition(NamedTuple):
    """A state to which a group may lead, with a weight, and its variants then; many transitions may share one list of variants."""

    after: State
    weight: float
    variants: Sequence[Variant]


class Group(NamedTuple):
    """The copies of a kind: its transitions from the state before it, and whether they depend on that state at all.

    A group that is not open has one variant, in any state, and leaves the state as it is. Groups that are alike may share their
    lists; `about` is what they are alike in.
    """

    transitions: Callable[[State], Sequence[Transition]]
    open: bool = False
    about: object = None


class Dealt(NamedTuple):
    """The draw of a group: its variant, and how many copies lie in each hand."""

    variant: Variant
    counts: Counts


_Step = tuple[Variant, bool]
"""A variant of a group, and whether it is dealt last."""
_NOTHING = Variant(HiddenCopies(0, (), (), ()))
"""Stands for what an open group is once all is settled, if it can be nothing then."""


class _Weighed(NamedTuple):
    """Variants, with the sums of their weights."""

    sums: list[float]
    steps: list[_Step]


class _Choice(NamedTuple):
    """The transitions of a group from a state: the sums of their weights, which include how the groups after it can go on."""

    sums: list[float]
    variants: Sequence[_Weighed]
    after: Sequence[State]


class HandSampler:
    """Draws the copies of all groups into hands of given sizes."""

    tilt: Tilt
    factors: Sequence[float]
    """The tilt of the totals: a factor for each card that counts towards one."""
    closing: Closing
    weighed: dict[object, dict[int, _Weighed]]
    """By the copies with which groups are loose: the lists of variants that were weighed, by their `id`."""
    forced = False

    def __init__(
        self,
        room: Sequence[int],
        groups: Sequence[Group],
        start: State = (),
        end: State = (),
        totals: Counts = (),
        *,
        like: HandSampler | None = None,
        never: float = NEVER,
    ) -> None:
        """Prepare the draws.

        Args:
            room: the size of each hand.
            groups: the groups, in the order in which a state leads from one to the next.
            start: the state before the first group.
            end: the state after the last group.
            totals: how many counted cards all groups together must have, by place in `Variant.counted`.
            like: draws into the same room from nearly the same groups, whose tilt does for these too.
            never: the part of all ways below which a state is left out; 0 where the state of an early group settles many cards of
                a late one.
        """
        self._room, self._groups, self._start, self._end = tuple(room), groups, start, end
        self._totals, self._hands, self._never = totals, len(room), never
        self.retilt_after: int = max(_RETILT, like.retilt_after // _LATER) if like is not None else _RETILT
        self._guards = packed([_GUARD] * self._hands)
        self._code = packed(room) + self._guards
        self.settled = [group.transitions(end) for group in groups]
        self._usual = [found[0].variants[0] if found else _NOTHING for found in self.settled]
        self._open = [at for at, group in enumerate(groups) if group.open]
        usual = [None if one is _NOTHING else one.copies for one in self._usual]
        if like is None:
            self.tilt = Tilt(filling_tilt(self._room, [copies for copies in usual if copies is not None]))
            self.factors = self._factors_of_totals()
            self._weigh(usual)
        else:
            self.tilt, self.factors = like.tilt, like.factors
            if all(map(is_, self.settled, like.settled)):
                self.closing, self.weighed = like.closing, like.weighed
                self._link(usual)
            else:
                self._weigh(usual)

    def _factors_of_totals(self) -> list[float]:
        """The factors under which the totals are met on average, as far as each group counts towards one of them."""
        lists = {id(found): found[0].variants for found in self.settled if found}
        times = Counter(map(id, self.settled))
        factors = []
        for place, total in enumerate(self._totals):
            ways: list[tuple[int, dict[int, float]]] = []
            for key, variants in lists.items():
                own: dict[int, float] = {}
                for one in variants:
                    many = one.counted[place] if one.counted else 0
                    if many == sum(one.counted):
                        own[many] = own.get(many, 0.0) + one.weight * self.tilt.total(one.copies)
                ways.append((times[key], own))
            factor = 1.0
            for _ in range(_ROUNDS):
                mean = sum([often * _mean(own, factor) for often, own in ways])
                factor = min(factor * total / mean, MOST_TILT) if mean else MOST_TILT
            factors.append(factor)
        return factors

    def _weigh(self, usual: Sequence[HiddenCopies | None]) -> None:
        """Weigh all variants under the tilt."""
        self.closing = Closing(self.tilt, usual, [group.open for group in self._groups])
        self.weighed = {}
        self._link(usual)

    def _link(self, usual: Sequence[HiddenCopies | None]) -> None:
        """Note which groups are dealt first and which last, and make the tables of the open ones."""
        fixed = [(at, copies) for at, copies in enumerate(usual) if not self._groups[at].open]
        self._closing = [at for at, copies in fixed if copies and self.closing.closes(at, copies)]
        self._first = [(at, copies) for at, copies in fixed if copies and at not in self._closing]
        self._tables = self._linked() if all(copies for _, copies in fixed) else None
        self.possible = self._tables is not None

    def _linked(self) -> list[dict[State, _Choice]] | None:
        """The tables of the open groups; None if nothing leads from the start to the end."""
        skew = min(self.tilt.factors) / max(self.tilt.factors)
        for least in (self._never if skew > _SKEWED else self._never * skew, 0.0):
            tables = self._backward(self._forward(least))
            if tables is not None:
                break
        return tables

    def _forward(self, least: float) -> list[dict[State, list[tuple[State, float, _Weighed]]]]:
        """By open group and state that is reached: its transitions. States that less than a part `least` of all ways reaches are left out."""
        layers = []
        mass: dict[State, float] = {self._start: 1.0}
        for at in self._open:
            layer: dict[State, list[tuple[State, float, _Weighed]]] = {}
            reached: dict[State, float] = {}
            transitions = self._groups[at].transitions
            known = self.weighed.setdefault(self.closing.usual(at), {})
            for state, weight in mass.items():
                own = layer[state] = []
                for then, factor, variants in transitions(state):
                    weighed = known.get(id(variants))
                    if weighed is None:
                        weighed = known[id(variants)] = self._weighed(at, variants)
                    here = weighed.sums[-1] * factor
                    own.append((then, here, weighed))
                    reached[then] = reached.get(then, 0.0) + weight * here
            layers.append(layer)
            total = sum(reached.values())
            mass = {state: weight / total for state, weight in reached.items() if weight > least * total}
        return layers

    def _weighed(self, at: int, variants: Sequence[Variant]) -> _Weighed:
        weights, steps = [], []
        for one in variants:
            weight = self.closing.weight(at, one.copies) * one.weight
            for many, each in zip(one.counted, self.factors, strict=False):
                weight *= each**many
            weights.append(weight)
            steps.append((one, self.closing.closes(at, one.copies)))
        return _Weighed(list(accumulate(weights)), steps)

    def _backward(
        self, layers: Sequence[dict[State, list[tuple[State, float, _Weighed]]]]
    ) -> list[dict[State, _Choice]] | None:
        """By open group and state: what may follow, weighed with how all groups after it can go on."""
        tables: list[dict[State, _Choice]] = []
        after: dict[State, float] = {self._end: 1.0}
        for layer in reversed(layers):
            table = {}
            for state, following in layer.items():
                possible = [(then, here * after[then], own) for then, here, own in following if then in after]
                if possible:
                    sums = list(accumulate([here for _, here, _ in possible]))
                    table[state] = _Choice(
                        sums, [own for _, _, own in possible], [then for then, _, _ in possible]
                    )
            most = max((choice.sums[-1] for choice in table.values()), default=1.0)
            after = {state: choice.sums[-1] / most for state, choice in table.items() if choice.sums[-1]}
            tables.append(table)
        return tables[::-1] if self._start in after else None

    def _retilt(self, uniform: Uniform) -> None:
        """Seek a tilt, and factors of totals, under which draws fill the hands and meet the totals on average."""
        self.retilt_after *= _LATER
        for _ in range(_TURNS if self.possible else 0):
            looks = [self._look(uniform) for _ in range(_LOOKS)]
            fills = zip(*[counts for _, counts, _ in looks], strict=True)
            counted = zip(*[counted for _, _, counted in looks], strict=True)
            self.tilt = Tilt(_nudged(self.tilt.factors, self._room, fills))
            self.factors = _nudged(self.factors, self._totals, counted)
            self._weigh([variant.copies for variant in looks[0][0]])
            if not self.possible:
                break  # under such a tilt nothing is left

    def _look(self, uniform: Uniform) -> tuple[list[Variant], Counts, Counts]:
        """Variants drawn without conditions, the room that their copies take, and what counts towards the totals."""
        path = self._path(self._walk(uniform) or [])
        code = sum([self.tilt.draws(variant.copies)(uniform)[1] for variant in path])
        counted = [variant.counted for variant in path if variant.counted]
        room = [code >> FIELD * hand & (1 << FIELD) - 1 for hand in range(self._hands)]
        return path, tuple(room), tuple(map(sum, zip(*counted, strict=True))) or (0,) * len(self._totals)

    def also_of(self, groups: Sequence[Group]) -> bool:
        """Whether these draws do for other groups too: each is like the one here."""
        return [group.about for group in groups] == [group.about for group in self._groups]

    def draw(self, rng: random.Random, tries: int) -> list[Dealt] | None:
        """A draw for each group; None if no try filled the hands.

        Draws have the probability of their weight, unless it takes more tries than `_PATIENCE`: from then on the hands are filled
        as they can be, and `forced` is true.
        """
        while not self.forced and self.retilt_after <= _LATEST:
            some = min(self.retilt_after, tries)
            found = self._filled(rng, some)
            tries -= some
            if found is not None or not tries:
                return found
            self._retilt(rng.random)
        found = self._filled(rng, min(tries, _RETILT if self.forced else _PATIENCE))
        if found is None and tries > _PATIENCE and self.possible:
            self.forced = True
            found = self._force(rng.random)
        return found

    def _filled(self, rng: random.Random, tries: int) -> list[Dealt] | None:
        """The draw, if one of these tries comes to the totals and fills the hands."""
        uniform, guards, hands, draws = rng.random, self._guards, range(self._hands), self.tilt.draws
        always = [(at, draws(copies)) for at, copies in self._first]
        for steps in islice(self._matching(uniform, tries * _WALKS), tries):
            room, closing = self._code, self._closing[:]
            found: list[Counts] = [()] * len(self._usual)
            for at, draw in always:
                found[at], code = draw(uniform)
                room -= code
            for at, (variant, closes) in zip(self._open, steps, strict=True):
                if closes:
                    closing.append(at)
                else:
                    found[at], code = draws(variant.copies)(uniform)
                    room -= code
            if room & guards != guards:
                continue
            left = tuple([(room >> FIELD * hand) % _GUARD for hand in hands])
            if self.closing.close(left, sorted(closing), found, rng):
                return [
                    Dealt(variant, counts) for variant, counts in zip(self._path(steps), found, strict=True)
                ]
        return None

    def _force(self, uniform: Uniform) -> list[Dealt] | None:
        """The hands filled with variants, some of those drawn, that can fill them."""
        for _ in range(_TILTS):
            for steps in islice(self._matching(uniform, _LOOKS * _WALKS), _LOOKS):
                path = self._path(steps)
                counts = fill(self._room, [variant.copies for variant in path], uniform)
                if counts is not None:
                    return [Dealt(variant, own) for variant, own in zip(path, counts, strict=True)]
            self._retilt(uniform)
        return None

    def _matching(self, uniform: Uniform, walks: int) -> Iterator[list[_Step]]:
        """Those of a number of draws of variants that come to the totals."""
        drawn = (self._walk(uniform, self._totals) for _ in range(walks if self.possible else 0))
        return (steps for steps in drawn if steps is not None)

    def _path(self, steps: Sequence[_Step]) -> list[Variant]:
        """A variant for each group, from those of the open ones."""
        path = self._usual[:]
        for at, (variant, _) in zip(self._open, steps, strict=True):
            path[at] = variant
        return path

    def _walk(self, uniform: Uniform, totals: Counts = ()) -> list[_Step] | None:
        """A variant for each open group; None if they do not come to the totals."""
        steps, state, left = [], self._start, totals
        for table in self._tables or ():
            sums, variants, after = table[state]
            at = bisect(sums, uniform() * sums[-1]) if len(sums) > 1 else 0
            state = after[at]
            sums, own = variants[at]
            step = own[bisect(sums, uniform() * sums[-1])] if len(own) > 1 else own[0]
            steps.append(step)
            if totals and step[0].counted:
                left = tuple(map(sub, left, step[0].counted))
                if min(left) < 0:
                    return None
        return None if any(left) else steps


def _mean(ways: dict[int, float], factor: float) -> float:
    """The mean of a count, by the weights of its values and a factor for each card."""
    weights = [(many, weight * factor**many) for many, weight in ways.items()]
    return sum([many * weight for many, weight in weights]) / (sum([weight for _, weight in weights]) or 1.0)


def _nudged(factors: Sequence[float], goal: Sequence[int], seen: Iterable[Sequence[int]]) -> list[float]:
    """Factors under which observed counts come nearer to a goal on average, as far as they spread: a Newton step for each."""
    found = []
    for factor, many, counts in zip(factors, goal, seen, strict=True):
        mean = fmean(counts)
        spread = max(0.5, fmean([(count - mean) ** 2 for count in counts])) + (many - mean) ** 2 / _DAMPED
        found.append(min(max(factor * exp((many - mean) / spread), 1 / MOST_TILT), MOST_TILT))
    return found
