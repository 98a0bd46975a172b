"""Cutting loose cards into sequences, mixed sets and, beside a quad, one pair (PZ M17, M18).

Loose cards are at most two of a kind, so three of a kind are always two from the hand and the winning card:
they may stand together as an exposed triple.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from paiju.games.paohuzi.actions import Cards
from paiju.games.paohuzi.cards import GUARD, UNIT, Hand, kinds_of
from paiju.games.paohuzi.sets import CATALOGUES, Catalogue, SetKind, set_hu

IMPOSSIBLE = -1
_TRIPLE = 3
_PAIR = 2


_FIRST = tuple(
    tuple(tuple((run.code, run.hu) for run in runs) for runs in catalogue.first) for catalogue in CATALOGUES
)
"""Without and with 1-5-10: the runs by their first card, as `best_hu` asks for them."""


class Part(NamedTuple):
    """One set of a partition."""

    kind: SetKind
    cards: Cards
    hu: int


Partition = tuple[Part, ...]


def partitions(loose: Hand, *, pair: bool, one_five_ten: bool = False) -> tuple[Partition, ...]:
    """Every way to cut `loose` into sets, with exactly one pair if `pair`; each once, in stable order."""
    return tuple(_cut(CATALOGUES[one_five_ten], loose, (), pair=pair))


def _cut(catalogue: Catalogue, rest: Hand, done: Partition, *, pair: bool) -> Iterator[Partition]:
    if not rest:
        if not pair:
            yield done
        return
    first = ((rest & -rest).bit_length() - 1) >> 2
    copies = rest >> 4 * first & 15
    parts = [
        (run.code, Part(run.kind, run.cards, run.hu))
        for run in catalogue.first[first]
        if (rest | GUARD) - run.code & GUARD == GUARD
    ]
    if copies >= _PAIR and pair:
        parts.append((_PAIR * UNIT[first], Part(SetKind.PAIR, (first,) * _PAIR, 0)))
    if copies == _TRIPLE:
        hu = set_hu(SetKind.EXPOSED_3, first)
        parts.append((_TRIPLE * UNIT[first], Part(SetKind.EXPOSED_3, (first,) * _TRIPLE, hu)))
    for code, part in parts:
        if done and done[-1].cards[0] == first and part.cards < done[-1].cards:
            continue  # sets with the same first card stand in one order only
        yield from _cut(catalogue, rest - code, (*done, part), pair=pair and part.kind is not SetKind.PAIR)


@lru_cache(maxsize=1 << 17)
def best_hu(loose: Hand, pair: bool, one_five_ten: bool) -> int:  # noqa: FBT001 - a key of the cache
    """The most hu that a partition of `loose` has, `IMPOSSIBLE` if there is none."""
    if not loose:
        return IMPOSSIBLE if pair else 0
    best = IMPOSSIBLE
    first = ((loose & -loose).bit_length() - 1) >> 2
    guarded = loose | GUARD
    for code, hu in _FIRST[one_five_ten][first]:
        if guarded - code & GUARD == GUARD:
            rest = best_hu(loose - code, pair, one_five_ten)
            if rest > IMPOSSIBLE and rest + hu > best:
                best = rest + hu
    copies = loose >> 4 * first & 15
    if pair and copies >= _PAIR:
        best = max(best, best_hu(loose - _PAIR * UNIT[first], False, one_five_ten))  # noqa: FBT003 - positions are quicker
    if copies == _TRIPLE:
        rest = best_hu(loose - _TRIPLE * UNIT[first], pair, one_five_ten)
        if rest > IMPOSSIBLE:
            best = max(best, rest + set_hu(SetKind.EXPOSED_3, first))
    return best


def identical_hu(loose: Hand, *, pair: bool) -> int:
    """Hu of the partition without sequences and mixed sets, `IMPOSSIBLE` if there is none."""
    hu, pairs = 0, 0
    for kind in kinds_of(loose):
        copies = loose >> 4 * kind & 15
        if copies == _TRIPLE:
            hu += set_hu(SetKind.EXPOSED_3, kind)
        elif copies == _PAIR:
            pairs += 1
        else:
            return IMPOSSIBLE
    return hu if pairs == int(pair) else IMPOSSIBLE


@lru_cache(maxsize=4096)
def special_hu(loose: Hand, one_five_ten: bool) -> int:  # noqa: FBT001 - a key of the cache
    """The most hu of disjoint 1-2-3 and 2-7-10 in cards that need not be cut up completely (PZ M22)."""
    best = 0
    for run in CATALOGUES[one_five_ten].special:
        if (loose | GUARD) - run.code & GUARD == GUARD:
            best = max(best, run.hu + special_hu(loose - run.code, one_five_ten))
    return best
