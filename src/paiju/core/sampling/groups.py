"""Exact draws of how many cards of each group lie where, if all places together must come to their sizes.

A group (a kind of card, say) has `Way`s: how many of its cards go to each place, with a weight. A combination takes one way for
each group; those whose counts add up to the room of every place are drawn as likely as the product of their weights.

Each group's way is drawn by itself, its weight tilted so that the places are filled on average: a factor for each card in a
place is the same for all combinations that fill it, and changes nothing among them. What the last groups can add up to is known
beforehand, so that a draw of the others is kept as often as they can fill what it leaves; others are thrown away.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import prod
from operator import getitem, mul
from typing import NamedTuple

TRIES = 3000
_ROUNDS = 12
_SPARE = 0.5
"""Cards that are taken to be left over beside those that are, so that nothing is divided by nought."""
_CLOSE = 1.0
_MOST_TILT = 1e7
_FIELD = 10
_LAST = 250
"""How many combinations of the last groups are listed."""


class Way(NamedTuple):
    """Cards of one group by place, how much this weighs, and the task that it fulfils, if it does one (-1: none)."""

    counts: tuple[int, ...]
    weight: float
    task: int = -1


Group = Sequence[Way]
Tilted = Sequence[tuple[Way, float, int]]
"""The ways of a group with tilted weights, and their counts as one number."""


class _Drawn(NamedTuple):
    """One group's ways for drawing: sums of their weights, their counts as one number, and the tasks left after each."""

    sums: list[float]
    ways: list[Way]
    codes: list[int]
    left: list[int]


class Urns:
    """Groups of cards, places with room, and `tasks` of which each must be fulfilled by exactly one group."""

    def __init__(self, room: Sequence[int], groups: Sequence[Group], tasks: int = 0) -> None:
        tilted = _tilted(_tilt(room, groups), groups)
        busy = [any(way.task >= 0 for way in ways) for ways in groups]
        idle = sorted((at for at in range(len(groups)) if not busy[at]), key=lambda at: len(groups[at]))
        last, many = 0, 1
        while last < len(idle) and many * len(groups[idle[last]]) <= _LAST:
            many *= len(groups[idle[last]])
            last += 1
        self._order = [*(at for at in range(len(groups)) if busy[at]), *idle[last:], *idle[:last]]
        self._room = _code(room)
        self._tasks = (1 << tasks) - 1
        self._first = _by_task([tilted[at] for at in range(len(groups)) if busy[at]], self._tasks)
        self._plain = [
            _drawn([(way, weight, code, 0) for way, weight, code in tilted[at]]) for at in idle[last:]
        ]
        self._last = _combined([tilted[at] for at in idle[:last]])
        self._most = max((found.sums[-1] for found in self._last.values()), default=0.0)
        self._groups, self._places = tilted, tuple(room)
        self._exact: list[_Table] | None = None

    def draw(self, rng: random.Random) -> list[Way] | None:
        """A way for each group; None if none was found that fills all places."""
        lot, plain, last, most = rng.random, self._plain, self._last, self._most
        for _ in range(TRIES):
            fulfilled = self._fulfil(lot)
            if fulfilled is None:
                return None
            chosen, room = fulfilled
            for sums, ways, codes, _ in plain:
                at = bisect(sums, lot() * sums[-1])
                room -= codes[at]
                chosen.append(ways[at])
            found = last.get(room)
            if found is not None and lot() * most < found.sums[-1]:
                chosen += found.ways[bisect(found.sums, lot() * found.sums[-1])]
                result = list(chosen)
                for way, at in zip(chosen, self._order, strict=True):
                    result[at] = way
                return result
        return self._draw_by_room(rng)

    def _draw_by_room(self, rng: random.Random) -> list[Way] | None:
        """The same by tables of all rooms there can be, for the few questions in which hardly any try fits."""
        if self._exact is None:
            self._exact = _by_room(self._groups, self._places)
        key: _Key = (self._places, self._tasks)
        result = []
        for table in self._exact:
            fit = table.get(key)
            if fit is None:
                return None
            way, _, key = rng.choices(fit, [weight for _, weight, _ in fit])[0]
            result.append(way)
        return result

    def _fulfil(self, lot: Callable[[], float]) -> tuple[list[Way], int] | None:
        """Ways of the groups that have tasks, all fulfilled, and the room that they leave; None if there are none."""
        chosen: list[Way] = []
        room, tasks = self._room, self._tasks
        for table in self._first:
            found = table.get(tasks)
            if found is None:
                return None
            at = bisect(found.sums, lot() * found.sums[-1])
            room -= found.codes[at]
            tasks = found.left[at]
            chosen.append(found.ways[at])
        return None if tasks else (chosen, room)


def _code(counts: Sequence[int]) -> int:
    return sum([count << _FIELD * place for place, count in enumerate(counts)])


def _tilted(tilt: Sequence[float], groups: Sequence[Group]) -> list[Tilted]:
    """The ways of each group with their tilted weights and codes; groups that are one object share them."""
    known = {
        key: [(way, way.weight * _power(tilt, way.counts), _code(way.counts)) for way in ways]
        for key, ways in {id(ways): ways for ways in groups}.items()
    }
    return [known[id(ways)] for ways in groups]


def _drawn(fit: Sequence[tuple[Way, float, int, int]]) -> _Drawn:
    return _Drawn(
        list(accumulate([weight for _, weight, _, _ in fit])),
        [way for way, _, _, _ in fit],
        [code for _, _, code, _ in fit],
        [left for _, _, _, left in fit],
    )


def _by_task(groups: Sequence[Tilted], tasks: int) -> list[dict[int, _Drawn]]:
    """By group and tasks not yet fulfilled; a weight holds how the groups that follow can fulfil those that are left."""
    after: dict[int, float] = {0: 1.0}
    tables = []
    for ways in reversed(groups):
        table: dict[int, _Drawn] = {}
        for left in range(tasks + 1):
            fit = []
            for way, weight, code in ways:
                rest = left & ~(1 << way.task) if way.task >= 0 else left
                if (way.task < 0 or rest != left) and rest in after:
                    fit.append((way, weight * after[rest], code, rest))
            if fit:
                table[left] = _drawn(fit)
        most = max((found.sums[-1] for found in table.values()), default=1.0)
        after = {left: found.sums[-1] / most for left, found in table.items()}
        tables.append(table)
    return tables[::-1]


_Key = tuple[tuple[int, ...], int]
_Table = dict[_Key, list[tuple[Way, float, _Key]]]
"""By the room and the tasks that are left for a group and those after it: its ways, their weights, and what is left then."""


def _by_room(groups: Sequence[Tilted], room: tuple[int, ...]) -> list[_Table]:
    """A table for each group, the weights holding how all the groups after it can go on."""
    after: dict[_Key, float] = {((0,) * len(room), 0): 1.0}
    tables: list[_Table] = []
    for ways in reversed(groups):
        table: _Table = {}
        for (filled, done), going_on in after.items():
            for way, weight, _ in ways:
                task = 1 << way.task if way.task >= 0 else 0
                place = tuple([one + more for one, more in zip(filled, way.counts, strict=True)])
                if done & task or any(one > most for one, most in zip(place, room, strict=True)):
                    continue
                table.setdefault((place, done | task), []).append((way, weight * going_on, (filled, done)))
        sums = {key: sum(weight for _, weight, _ in fit) for key, fit in table.items()}
        most = max(sums.values(), default=1.0)
        after = {key: total / most for key, total in sums.items()}
        tables.append(table)
    return tables[::-1]


class _Last(NamedTuple):
    sums: list[float]
    ways: list[tuple[Way, ...]]


def _combined(groups: Sequence[Tilted]) -> dict[int, _Last]:
    """All combinations of some groups, by the room they fill."""
    found: list[tuple[tuple[Way, ...], float, int]] = [((), 1.0, 0)]
    for ways in groups:
        found = [
            ((*done, way), total * weight, code + more)
            for done, total, code in found for way, weight, more in ways
        ]  # fmt: skip
    table: dict[int, _Last] = {}
    for done, total, code in found:
        entry = table.get(code)
        if entry is None:
            table[code] = _Last([total], [done])
        else:
            entry.sums.append(entry.sums[-1] + total)
            entry.ways.append(done)
    return table


def _power(tilt: Sequence[float], counts: Sequence[int]) -> float:
    result = 1.0
    for factor, count in zip(tilt, counts, strict=True):
        if count:
            result *= factor**count
    return result


def _tilt(room: Sequence[int], groups: Sequence[Group]) -> list[float]:
    """Factors under which each place is filled on average, found by turns.

    They are odds against being left over: a card more in one place is one less for all, not for that place alone.
    """
    alike = Counter(map(id, groups))
    different = [(ways, alike[key]) for key, ways in {id(ways): ways for ways in groups}.items()]
    places = range(len(room))
    total = sum([times * max([sum(way.counts) for way in ways]) for ways, times in different])
    highest = max([count for ways, _ in different for way in ways for count in way.counts], default=0)
    spare = max(0, total - sum(room))
    tilt = [(size + 0.01) / max(1, spare) for size in room]
    for _ in range(_ROUNDS):
        mean = _means(tilt, different, highest)
        rest = (total - sum(mean) + _SPARE) / (spare + _SPARE)
        for place in places:
            factor = (room[place] + 1e-3) / (mean[place] + 1e-3) * rest
            tilt[place] = min(max(tilt[place] * factor, 1 / _MOST_TILT), _MOST_TILT)
        if all(abs(mean[place] - room[place]) < _CLOSE for place in places):
            break
    return tilt


def _means(tilt: Sequence[float], groups: Sequence[tuple[Group, int]], most: int) -> list[float]:
    """How many cards lie at each place on average."""
    mean = [0.0] * len(tilt)
    powers = [[factor**count for count in range(most + 1)] for factor in tilt]
    for ways, times in groups:
        weights = [prod(map(getitem, powers, counts), start=plain) for counts, plain, _ in ways]
        total = sum(weights)
        for place, lying in enumerate(zip(*[way.counts for way in ways], strict=True)):
            mean[place] += times * sum(map(mul, weights, lying)) / total
    return mean
