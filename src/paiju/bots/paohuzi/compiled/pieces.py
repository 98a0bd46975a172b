"""What loose cards can be cut into, as tables by the lowest kind of a piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from paiju.bots.paohuzi.heuristic.outlook import completions
from paiju.games.paohuzi.cards import KINDS, LARGE
from paiju.games.paohuzi.sets import CATALOGUES, SetKind, set_hu
from paiju.kernels.paohuzi.packing import BITS

RUN, BEGINNING, PAIR, SINGLE, SPARE = range(5)
"""A complete run; two cards waiting for a third; the pair beside quads; one card waiting to be it; a card to throw."""
EATEN, OWN, PONGED = range(3)
"""How the third card comes: to a run, to a triple from the own draw, to a triple from elsewhere."""

MOST_THIRDS = 4


class Piece(NamedTuple):
    """A piece: its sort, the cards it takes, its hu (of a run), its number among the beginnings."""

    sort: int
    cards: tuple[int, ...]
    hu: int = 0
    beginning: int = -1


def _code(cards: tuple[int, ...]) -> int:
    return sum(1 << BITS * card for card in cards)


def _beginnings(*, one_five_ten: bool) -> list[tuple[tuple[int, int], list[tuple[int, int, int]]]]:
    """Two cards, and their thirds as (kind, hu, how)."""
    found: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for two, thirds in sorted(completions(one_five_ten=one_five_ten).items()):
        found[two] = [(third, hu, EATEN) for third, hu in thirds]
    for kind in range(KINDS):
        triples = [
            (kind, set_hu(SetKind.UNEXPOSED_3, kind), OWN),
            (kind, set_hu(SetKind.EXPOSED_3, kind), PONGED),
        ]
        found[kind, kind] = triples + found.get((kind, kind), [])
    return sorted(found.items())


def _pieces(kind: int, *, one_five_ten: bool) -> list[Piece]:
    """All pieces with a lowest kind, the spare card last."""
    found = [Piece(RUN, run.cards, run.hu) for run in CATALOGUES[one_five_ten].first[kind]]
    for number, (two, _) in enumerate(_beginnings(one_five_ten=one_five_ten)):
        if two[0] == kind:
            found.append(Piece(BEGINNING, two, 0, number))
    return [*found, Piece(PAIR, (kind, kind)), Piece(SINGLE, (kind,)), Piece(SPARE, (kind,))]


_ALL = [[_pieces(kind, one_five_ten=extra) for kind in range(KINDS)] for extra in (False, True)]
_STARTS = [_beginnings(one_five_ten=extra) for extra in (False, True)]

MOST_PIECES = max(len(pieces) for table in _ALL for pieces in table)
MOST_BEGINNINGS = max(map(len, _STARTS))


def _table(field: Callable[[Piece], int], fill: int = 0) -> np.ndarray[Any, np.dtype[np.int64]]:
    made = np.full((2, KINDS, MOST_PIECES), fill, np.int64)
    for extra, table in enumerate(_ALL):
        for kind, pieces in enumerate(table):
            made[extra, kind, : len(pieces)] = [field(piece) for piece in pieces]
    return made


SORTS = _table(lambda piece: piece.sort)
CODES = _table(lambda piece: _code(piece.cards))
SIZES = _table(lambda piece: len(piece.cards))
PIECE_HU = _table(lambda piece: piece.hu)
NUMBERS = _table(lambda piece: piece.beginning, -1)
MANY = np.array([[len(pieces) for pieces in table] for table in _ALL], np.int64)


def _thirds(at: int, fill: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    made = np.full((2, MOST_BEGINNINGS, MOST_THIRDS), fill, np.int64)
    for extra, starts in enumerate(_STARTS):
        for number, (_, thirds) in enumerate(starts):
            made[extra, number, : len(thirds)] = [third[at] for third in thirds]
    return made


THIRD, THIRD_HU, THIRD_HOW = _thirds(0, -1), _thirds(1, 0), _thirds(2, 0)
"""By beginning: the kinds that complete it (-1: no more), the hu of the set, how the card comes."""
IS_LARGE = np.array([kind >= LARGE for kind in range(KINDS)], np.int64)
