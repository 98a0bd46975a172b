"""The eighty cards, and hands packed into one number.

A *kind* is 0..9 for small 一..十 (`s1`..`s10`) and 10..19 for large 壹..拾 (`b1`..`b10`); there are four of
each (PZ M2). A *hand* is an int with four bits for each kind: its copies. Hands are added and subtracted as
numbers; the highest bit of each field stays free, so that `holds` can test a whole hand at once.
"""

from __future__ import annotations

from collections.abc import Iterable

Kind = int
Hand = int

KINDS = 20
LARGE = 10
COPIES = 4
CARDS = KINDS * COPIES
SEATS = 3
MOST_SEATS = 4
HAND_SIZE = 20
DEALT = SEATS * HAND_SIZE
STOCK_SIZE = CARDS - DEALT - 1
UNKNOWN: Kind = -1

UNIT: tuple[Hand, ...] = tuple(1 << (4 * kind) for kind in range(KINDS))
ONES: Hand = sum(UNIT)
GUARD: Hand = 8 * ONES
RED_NUMBERS = (2, 7, 10)
IS_RED: tuple[bool, ...] = tuple(kind % LARGE + 1 in RED_NUMBERS for kind in range(KINDS))
REDS: Hand = 15 * sum(UNIT[kind] for kind in range(KINDS) if IS_RED[kind])
SMALL_FIELDS: Hand = UNIT[LARGE] - 1
_TWOS: Hand = 2 * ONES
_FOURS: Hand = 4 * ONES

DECK: tuple[Kind, ...] = tuple(kind for kind in range(KINDS) for _ in range(COPIES))


def count(hand: Hand, kind: Kind) -> int:
    """Copies of `kind` in a hand."""
    return hand >> 4 * kind & 15


def lowest(hand: Hand) -> Kind:
    """The lowest kind of a hand that is not empty."""
    return ((hand & -hand).bit_length() - 1) >> 2


def size(hand: Hand) -> int:
    """The number of cards that a hand has."""
    return (hand & ONES).bit_count() + 2 * (hand & _TWOS).bit_count() + 4 * (hand & _FOURS).bit_count()


def holds(hand: Hand, cards: Hand) -> bool:
    """Whether `cards` are all in `hand`."""
    return (hand | GUARD) - cards & GUARD == GUARD


def hand_of(cards: Iterable[Kind]) -> Hand:
    """The hand that holds `cards`."""
    return sum([UNIT[kind] for kind in cards])


def cards_of(hand: Hand) -> tuple[Kind, ...]:
    """All cards of a hand in the order s1..s10, b1..b10."""
    return tuple([kind for kind in kinds_of(hand) for _ in range(count(hand, kind))])


def kinds_of(hand: Hand) -> tuple[Kind, ...]:
    """The kinds a hand has, each once."""
    kinds: list[Kind] = []
    while hand:
        kind = lowest(hand)
        kinds.append(kind)
        hand &= ~(15 << 4 * kind)
    return tuple(kinds)


def counts_of(hand: Hand) -> tuple[int, ...]:
    """Copies by kind, as a vector of 20."""
    return tuple([count(hand, kind) for kind in range(KINDS)])


def packed(counts: Iterable[int]) -> Hand:
    """The hand with these copies by kind: the inverse of `counts_of`."""
    return sum([copies << 4 * kind for kind, copies in enumerate(counts)])


def locked(hand: Hand) -> Hand:
    """A one in the field of every secret triple, or of a quad not yet laid (PZ M3, M8)."""
    return (hand & hand >> 1 | hand >> 2) & ONES


def loose(hand: Hand) -> Hand:
    """The cards that are part of no secret triple: what may be discarded or laid (PZ M3)."""
    return hand & ~(15 * locked(hand))


def is_large(kind: Kind) -> bool:
    """Whether a kind is 大字."""
    return kind >= LARGE
