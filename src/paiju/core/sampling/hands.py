"""Exact draws of hands from many copies of few kinds, where what is true of one kind depends on what was of those before.

A group is the copies of a kind, and a state what the groups before it have settled (how many cards of a payment are still to
be found, say). From its state a group leads to others, by variants: each a heap, which says where its copies may lie (`heaps`), and a
weight. The same list of variants may lead from many states to many, and is weighed once. What is drawn is a variant for each group, linked by their states, and a way to lay the copies of each, all
hands filled: each as likely as the product of its weights.

The variants are drawn by tables of how all the groups that follow can go on. Then each heap is dealt by itself, tilted so
that the hands are full on average; the tables count ways with the same tilt. What fills the hands is kept as it is. Some groups close the draw: those whose heap
is the one that it nearly always is, and which are of a set chosen beforehand, are dealt last, all at once (`closing`), for whatever
room is left, in a known number of ways. The chance of that is made the same for all variants by the weights in the tables.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import exp
from operator import is_, sub
from statistics import fmean
from typing import NamedTuple

from paiju.core.sampling.closing import Bundles, Closing, Entry, Follow, closing_with, factors_for, tables_of
from paiju.core.sampling.copies import (
    FIELD,
    MOST_TILT,
    Counts,
    Heap,
    Path,
    State,
    Step,
    Tilted,
    Variant,
    coded,
    laid,
    tilt_for,
)

_GUARD = 1 << FIELD - 1
NEVER = 1e-7
"""The part of all ways below which a state is left out, if there are others."""
_SKEWED = 1e-3
"""Where the tilts of two hands are farther apart, a card that one of them must have in any case weighs nearly nothing where it comes early."""
_ANEW = 60
"""After so many tries that came to nothing the tilt is found anew, for what was drawn: what groups are when all is settled was no guide.

Each time after that it is sought later, so that no more goes into seeking it than into drawing.
"""
_LATER = 3
_LATEST = 1000
_TURNS = 3
_LOOKS = 60
"""So many draws tell how full the hands are on average."""
_DAMPED = 6.0
"""The larger, the farther a tilt may go at once; where hands are filled in one of two quite different ways, it would go to and fro."""
_WALKS = 30
"""So many draws of variants are made for each that should come to the totals."""
_PATIENCE = 10_000
"""After so many more tries that came to nothing the hands are filled as they can be: no longer as likely as others."""
_TILTS = 6
"""So many tilts are looked at for variants that can fill the hands."""


class Group(NamedTuple):
    """The copies of a kind: what may follow by the state before it, and whether it can be otherwise than when all is settled.

    A group that is not open has one variant, in any state, and leaves the state as it is. Groups that are alike may give the same
    lists; `about` is what they are alike in.
    """

    follows: Callable[[State], Sequence[Follow]]
    open: bool = False
    about: object = None


class Share(NamedTuple):
    """What was drawn of a group: its variant, and how many copies lie in each hand."""

    variant: Variant
    counts: Counts


_NOTHING = Variant(Heap(0, (), (), ()))
"""Stands for what an open group is once all is settled, if it can be nothing then."""


class Shares:
    """Draws from groups that begin with the state `start` and end with `end`; `room` is the size of each hand."""

    tilted: Tilted
    factors: Sequence[float]
    last: Closing
    bundles: Bundles
    forced = False

    def __init__(
        self,
        room: Sequence[int],
        groups: Sequence[Group],
        start: State = (),
        end: State = (),
        totals: Counts = (),
        *,
        like: Shares | None = None,
        never: float = NEVER,
    ) -> None:
        """`never`: 0 where an early group's state settles what a late one has many cards of; no state is left out then. `like`: draws into the same room of groups of which nearly all are the same; their tilt does for these too."""
        self._room, self._groups, self._start, self._end = tuple(room), groups, start, end
        self._totals, self._hands = totals, len(room)
        self._never = never
        self.anew: int = max(_ANEW, like.anew // _LATER) if like is not None else _ANEW
        self._guards = coded([_GUARD] * self._hands)
        self._code = coded(room) + self._guards
        self.settled = [group.follows(end) for group in groups]
        self._usual = [follows[0].variants[0] if follows else _NOTHING for follows in self.settled]
        self._open = [at for at, group in enumerate(groups) if group.open]
        self._prepare([None if one is _NOTHING else one.heap for one in self._usual], like)

    def _prepare(self, usual: Sequence[Heap | None], like: Shares | None) -> None:
        """All tables, with a tilt under which the hands are full on average if the heaps are these."""
        if like is not None:
            self.tilted, self.factors = like.tilted, like.factors
        else:
            self.tilted = Tilted(tilt_for(self._room, [heap for heap in usual if heap is not None]))
            self.factors = factors_for(self.tilted, self.settled, self._totals)
        if like is not None and all(map(is_, self.settled, like.settled)):
            self.last, self.bundles = like.last, like.bundles
            self._link(usual)
        else:
            self._weigh(usual)

    def _weigh(self, usual: Sequence[Heap | None]) -> None:
        """Weigh all there is under the tilt."""
        self.last = closing_with(self.tilted, usual, [group.open for group in self._groups])
        self.bundles = Bundles(self.tilted, self.factors, self.last)
        self._link(usual)

    def _link(self, usual: Sequence[Heap | None]) -> None:
        """Which groups are dealt first and which last, and what open ones may do."""
        closed = [(at, heap) for at, heap in enumerate(usual) if not self._groups[at].open]
        self._closing = [at for at, heap in closed if heap and self.last.closes(at, heap)]
        self._dealt = [(at, heap) for at, heap in closed if heap and at not in self._closing]
        self._tables = self._linked() if all(heap for _, heap in closed) else None
        self.possible = self._tables is not None

    def _linked(self) -> list[dict[State, Entry]] | None:
        """What open groups may do, by the states that link them; None if that is nothing."""
        groups = [(at, self._groups[at].follows) for at in self._open]
        skew = min(self.tilted.tilt) / max(self.tilted.tilt)
        for least in (self._never if skew > _SKEWED else self._never * skew, 0.0):
            tables = tables_of(groups, self.bundles, self._start, self._end, least)
            if tables is not None:
                break
        return tables

    def _tilt_anew(self, lot: Callable[[], float]) -> None:
        """Seek a tilt, and factors for totals, under which the hands are full on average, and the totals met, by what is drawn."""
        self.anew *= _LATER
        for _ in range(_TURNS if self.possible else 0):
            looks = [self._look(lot) for _ in range(_LOOKS)]
            tilt, factors = self.tilted.tilt, self.factors
            fills = zip(*[counts for _, counts, _ in looks], strict=True)
            moved = zip(*[moved for _, _, moved in looks], strict=True)
            self.tilted = Tilted(_nudged(tilt, self._room, fills))
            self.factors = _nudged(factors, self._totals, moved)
            self._weigh([variant.heap for variant in looks[0][0]])
            if not self.possible:
                break  # under such a tilt nothing is left

    def _look(self, lot: Callable[[], float]) -> tuple[Path, Counts, Counts]:
        """Variants as they are drawn whatever they come to, the room that their copies take, and what is moved."""
        path = self._path(list(self._walk(lot)))
        code = sum([self.tilted.table(variant.heap).draw(lot)[1] for variant in path])
        moved = [variant.moved for variant in path if variant.moved]
        room = [code >> FIELD * hand & (1 << FIELD) - 1 for hand in range(self._hands)]
        return path, tuple(room), tuple(map(sum, zip(*moved, strict=True))) or (0,) * len(self._totals)

    def also_of(self, groups: Sequence[Group]) -> bool:
        """Whether these draws do for other groups: each is like the one here."""
        return [group.about for group in groups] == [group.about for group in self._groups]

    def draw(self, rng: random.Random, tries: int) -> list[Share] | None:
        """What is drawn of each group; None if in so many tries the hands were not filled.

        Each as likely as it weighs, unless it takes more tries than `_PATIENCE`: then, and from then on, the hands are filled as they
        can be, which `forced` says.
        """
        while not self.forced and self.anew <= _LATEST:
            some = min(self.anew, tries)
            found = self._filled(rng, some)
            tries -= some
            if found is not None or not tries:
                return found
            self._tilt_anew(rng.random)
        found = self._filled(rng, min(tries, _ANEW if self.forced else _PATIENCE))
        if found is None and tries > _PATIENCE and self.possible:
            self.forced = True
            found = self._force(rng.random)
        return found

    def _filled(self, rng: random.Random, tries: int) -> list[Share] | None:
        """What is drawn, if the hands are filled in so many tries that come to the totals; few of them may."""
        lot, guards, hands, table = rng.random, self._guards, range(self._hands), self.tilted.table
        always = [(at, table(heap).draw) for at, heap in self._dealt]
        for steps in islice(self._matching(lot, tries * _WALKS), tries):
            room, closing = self._code, self._closing[:]
            found: list[Counts] = [()] * len(self._usual)
            for at, deal in always:
                found[at], code = deal(lot)
                room -= code
            for at, (variant, closes) in zip(self._open, steps, strict=True):
                if closes:
                    closing.append(at)
                else:
                    found[at], code = table(variant.heap).draw(lot)
                    room -= code
            if room & guards != guards:
                continue
            full = tuple([(room >> FIELD * hand) % _GUARD for hand in hands])
            path = self._path(steps)
            if self.last.close(full, sorted(closing), path, found, rng):
                return [Share(variant, counts) for variant, counts in zip(path, found, strict=True)]
        return None

    def _force(self, lot: Callable[[], float]) -> list[Share] | None:
        """The hands filled with variants, some of those drawn, in which that can be."""
        for _ in range(_TILTS):
            for steps in islice(self._matching(lot, _LOOKS * _WALKS), _LOOKS):
                path = self._path(steps)
                counts = laid(self._room, [variant.heap for variant in path], lot)
                if counts is not None:
                    return [Share(variant, own) for variant, own in zip(path, counts, strict=True)]
            self._tilt_anew(lot)
        return None

    def _matching(self, lot: Callable[[], float], walks: int) -> Iterator[list[Step]]:
        """Those of so many draws of variants that come to the totals."""
        drawn = (self._steps(lot) for _ in range(walks if self.possible else 0))
        return (steps for steps in drawn if steps is not None)

    def _path(self, steps: Sequence[Step]) -> list[Variant]:
        """A variant for each group, from those of the open ones."""
        path = self._usual[:]
        for at, (variant, _) in zip(self._open, steps, strict=True):
            path[at] = variant
        return path

    def _steps(self, lot: Callable[[], float]) -> list[Step] | None:
        """A variant for each open group; None if what is moved does not come to its totals."""
        steps, left = [], self._totals
        for step in self._walk(lot):
            steps.append(step)
            if step[0].moved:
                left = tuple(map(sub, left, step[0].moved))
                if min(left) < 0:
                    return None
        return None if any(left) else steps

    def _walk(self, lot: Callable[[], float]) -> Iterator[Step]:
        """A variant for each open group, whatever is moved."""
        state = self._start
        for table in self._tables or ():
            sums, bundles, after = table[state]
            at = bisect(sums, lot() * sums[-1]) if len(sums) > 1 else 0
            state = after[at]
            sums, own = bundles[at]
            yield own[bisect(sums, lot() * sums[-1])] if len(own) > 1 else own[0]


def _nudged(factors: Sequence[float], goal: Sequence[int], seen: Iterable[Sequence[int]]) -> list[float]:
    """Factors under which the numbers seen come nearer to a goal on average, as far as they spread: a step of Newton's for each."""
    found = []
    for factor, many, counts in zip(factors, goal, seen, strict=True):
        mean = fmean(counts)
        spread = max(0.5, fmean([(count - mean) ** 2 for count in counts])) + (many - mean) ** 2 / _DAMPED
        found.append(min(max(factor * exp((many - mean) / spread), 1 / MOST_TILT), MOST_TILT))
    return found
