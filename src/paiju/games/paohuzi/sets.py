"""The catalogue of sets (PZ M3): what they are made of, what they are worth, how they lie on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from operator import add
from typing import NamedTuple

from paiju.games.paohuzi.actions import Cards
from paiju.games.paohuzi.cards import KINDS, LARGE, UNIT, Hand, Kind, hand_of


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
"""How many copies a set of identical cards has."""

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
        """What the set counts."""
        return RUN_OF[self.cards].hu if self.kind in RUNS else set_hu(self.kind, self.cards[0])


@lru_cache(maxsize=512)
def same(kind: SetKind, card: Kind, *, known: bool = True) -> Meld:
    """A set of identical cards."""
    return Meld(kind, (card,) * IDENTICAL[kind], known)


class Laid(NamedTuple):
    """What a seat's table sets come to: derived from its melds, kept because it is asked so often.

    `exposed` and `unexposed` are bit sets of the kinds of exposed and unexposed triples.
    """

    hu: int = 0
    sets: int = 0
    quads: int = 0
    runs: int = 0
    code: Hand = 0
    exposed: int = 0
    unexposed: int = 0


def tally(melds: Iterable[Meld]) -> Laid:
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


@lru_cache(maxsize=1024)
def _alone(meld: Meld) -> Laid:
    return tally((meld,))


def with_meld(laid: Laid, meld: Meld) -> Laid:
    """The sums with one set more."""
    return tuple.__new__(Laid, map(add, laid, _alone(meld)))  # each sum by itself
