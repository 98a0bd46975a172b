"""The catalogue of sets (PZ M3), and loose cards cut into sequences, mixed sets and one pair (PZ M17, M18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from operator import add
from typing import NamedTuple

from paiju.games.paohuzi.actions import Cards
from paiju.games.paohuzi.cards import KINDS, LARGE, UNIT, Hand, Kind, count, hand_of, holds, kinds_of, lowest


class SetKind(StrEnum):
    """Table sets, and the two that stay in the hand."""

    EXPOSED_3 = "E3"  # 碰
    UNEXPOSED_3 = "U3"  # 偎
    SMELLED_3 = "S3"  # 臭偎
    EXPOSED_4 = "E4"  # 跑
    UNEXPOSED_4 = "U4"  # 提
    SEQUENCE = "Q"
    MIXED = "X"  # 绞
    SECRET_3 = "K"  # noqa: S105 - 坎, in hand
    PAIR = "P"  # 对, in hand


# Hu of a small and of a large set; sequences by `run_hu`.
HU: Mapping[SetKind, tuple[int, int]] = {
    SetKind.EXPOSED_3: (1, 3),
    SetKind.UNEXPOSED_3: (3, 6),
    SetKind.SMELLED_3: (3, 6),
    SetKind.EXPOSED_4: (6, 9),
    SetKind.UNEXPOSED_4: (9, 12),
    SetKind.SEQUENCE: (3, 6),
    SetKind.MIXED: (0, 0),
    SetKind.SECRET_3: (3, 6),
    SetKind.PAIR: (0, 0),
}
QUADS = frozenset({SetKind.EXPOSED_4, SetKind.UNEXPOSED_4})
RUNS = frozenset({SetKind.SEQUENCE, SetKind.MIXED})
IDENTICAL: Mapping[SetKind, int] = {
    SetKind.EXPOSED_3: 3, SetKind.UNEXPOSED_3: 3, SetKind.SMELLED_3: 3, SetKind.SECRET_3: 3,
    SetKind.EXPOSED_4: 4, SetKind.UNEXPOSED_4: 4, SetKind.PAIR: 2,
}  # fmt: skip
"""The number of copies that a set of identical cards has."""

_STRAIGHTS = tuple((n, n + 1, n + 2) for n in range(1, 9))
_SPECIAL = ((1, 2, 3), (2, 7, 10))
_ONE_FIVE_TEN = (1, 5, 10)


class Run(NamedTuple):
    """A sequence or mixed set: its cards in order, the same as a hand, its hu."""

    cards: Cards
    code: Hand
    hu: int

    @property
    def kind(self) -> SetKind:
        """Sequence or mixed set."""
        mixed = self.cards[0] % LARGE == self.cards[1] % LARGE
        return SetKind.MIXED if mixed else SetKind.SEQUENCE


def _runs(*, one_five_ten: bool) -> tuple[Run, ...]:
    extra = (_ONE_FIVE_TEN,) if one_five_ten else ()
    runs = []
    for suit in (0, LARGE):
        for numbers in (*_STRAIGHTS, _SPECIAL[1], *extra):
            cards = tuple(suit + n - 1 for n in numbers)
            special = numbers in _SPECIAL or numbers in extra
            runs.append(Run(cards, hand_of(cards), HU[SetKind.SEQUENCE][suit > 0] if special else 0))
    for small in range(LARGE):
        large = small + LARGE
        runs += [Run(c, hand_of(c), 0) for c in ((small, small, large), (small, large, large))]
    return tuple(sorted(runs))


class Catalogue(NamedTuple):
    """The runs of a rule set: all, by their first card, and by every kind they hold."""

    runs: tuple[Run, ...]
    first: tuple[tuple[Run, ...], ...]
    holding: tuple[tuple[Run, ...], ...]
    special: tuple[Run, ...]


def _catalogue(*, one_five_ten: bool) -> Catalogue:
    runs = _runs(one_five_ten=one_five_ten)
    return Catalogue(
        runs,
        tuple(tuple(run for run in runs if run.cards[0] == kind) for kind in range(KINDS)),
        tuple(tuple(run for run in runs if kind in run.cards) for kind in range(KINDS)),
        tuple(run for run in runs if run.hu),
    )


CATALOGUES: tuple[Catalogue, Catalogue] = (_catalogue(one_five_ten=False), _catalogue(one_five_ten=True))
"""Without and with 1-5-10 (PZ §4)."""
RUN_OF: Mapping[Cards, Run] = {run.cards: run for run in CATALOGUES[True].runs}


def set_hu(kind: SetKind, card: Kind) -> int:
    """Hu of a set of identical cards of `card`."""
    return HU[kind][card >= LARGE]


class Meld(NamedTuple):
    """A set on the table. `known` is false while the others see only backs (PZ M4-M6)."""

    kind: SetKind
    cards: Cards
    known: bool = True

    @property
    def hu(self) -> int:
        """The hu of the set."""
        return RUN_OF[self.cards].hu if self.kind in RUNS else set_hu(self.kind, self.cards[0])


@lru_cache(maxsize=512)
def same(kind: SetKind, card: Kind, *, known: bool = True) -> Meld:
    """A set of identical cards."""
    return Meld(kind, (card,) * IDENTICAL[kind], known)


class Laid(NamedTuple):
    """The sums over a seat's table sets.

    `exposed` and `unexposed` are bit sets of the kinds of exposed and unexposed triples.
    """

    hu: int = 0
    sets: int = 0
    quads: int = 0
    runs: int = 0
    code: Hand = 0
    exposed: int = 0
    unexposed: int = 0


@lru_cache(maxsize=1 << 12)
def tally(melds: tuple[Meld, ...]) -> Laid:
    """The sums over some table sets."""
    hu = sets = quads = runs = code = exposed = unexposed = 0
    for meld in melds:
        kind = meld.kind
        hu += meld.hu
        sets += 1
        code += sum(UNIT[card] for card in meld.cards)
        if kind in RUNS:
            runs += 1
        elif kind in QUADS:
            quads += 1
        elif kind is SetKind.EXPOSED_3:
            exposed |= 1 << meld.cards[0]
        elif kind is SetKind.UNEXPOSED_3:
            unexposed |= 1 << meld.cards[0]
    return Laid(hu, sets, quads, runs, code, exposed, unexposed)


def with_meld(laid: Laid, meld: Meld) -> Laid:
    """The sums with one set more."""
    return Laid(*map(add, laid, tally((meld,))))  # each sum by itself


# --- cutting loose cards into sequences, mixed sets and, beside a quad, one pair (PZ M17, M18)

IMPOSSIBLE = -1
_TRIPLE = 3
_PAIR = 2


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
    first = lowest(rest)
    copies = count(rest, first)
    parts = [
        (run.code, Part(run.kind, run.cards, run.hu))
        for run in catalogue.first[first]
        if holds(rest, run.code)
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
    first = lowest(loose)
    for run in CATALOGUES[one_five_ten].first[first]:
        if holds(loose, run.code):
            rest = best_hu(loose - run.code, pair, one_five_ten)
            if rest > IMPOSSIBLE:
                best = max(best, rest + run.hu)
    copies = count(loose, first)
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
        copies = count(loose, kind)
        if copies == _TRIPLE:
            hu += set_hu(SetKind.EXPOSED_3, kind)
        elif copies == _PAIR:
            pairs += 1
        else:
            return IMPOSSIBLE
    return hu if pairs == int(pair) else IMPOSSIBLE


def best_special(loose: Hand, *, one_five_ten: bool) -> Partition:
    """Disjoint 1-2-3 and 2-7-10 that count most, in cards that need not be cut up completely (PZ M22)."""
    best: Partition = ()
    for run in CATALOGUES[one_five_ten].special:
        if holds(loose, run.code):
            rest = best_special(loose - run.code, one_five_ten=one_five_ten)
            best = max(best, (Part(run.kind, run.cards, run.hu), *rest), key=hu_of)
    return best


def hu_of(parts: Partition) -> int:
    """What all sets count together."""
    return sum([part.hu for part in parts])
