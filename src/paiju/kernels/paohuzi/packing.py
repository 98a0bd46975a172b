"""Hands packed into 63 bits: three bits for each of the twenty kinds, its copies.

The law packs with four bits into Python's long numbers; a machine word has room for three. Loose cards are at
most three of a kind, so that the highest bit of each field stays free for `holds`.
"""

from __future__ import annotations

from paiju.games.paohuzi.cards import IS_RED, KINDS, LARGE, Hand
from paiju.kernels.jit import inlined

Packed = int
"""A hand of the kernel."""

BITS = 3
FIELD = 7
LARGE_AT = BITS * LARGE
ONES: Packed = sum(1 << BITS * kind for kind in range(KINDS))
GUARD: Packed = 4 * ONES
SMALL_ONES: Packed = ONES & ((1 << LARGE_AT) - 1)
SMALL: Packed = FIELD * SMALL_ONES
LARGE_ONES: Packed = ONES - SMALL_ONES
LARGES: Packed = FIELD * LARGE_ONES
REDS: Packed = FIELD * sum(1 << BITS * kind for kind in range(KINDS) if IS_RED[kind])
_EVEN: Packed = FIELD * sum(1 << 2 * BITS * i for i in range(LARGE))
_SIX_BITS = 63


def pack(hand: Hand) -> Packed:
    """A hand of the law as a hand of the kernel."""
    return sum((hand >> 4 * kind & 15) << BITS * kind for kind in range(KINDS))


def unpack(packed: Packed) -> Hand:
    """A hand of the kernel as a hand of the law."""
    return sum((int(packed) >> BITS * kind & FIELD) << 4 * kind for kind in range(KINDS))


@inlined
def unit(kind: int) -> Packed:
    """One card of a kind."""
    return 1 << BITS * kind


@inlined
def count(hand: Packed, kind: int) -> int:
    """Copies of a kind in a hand."""
    return hand >> BITS * kind & FIELD


@inlined
def size(hand: Packed) -> int:
    """How many cards a hand has, fewer than 63: the sum of its fields, as digits cast out by 63."""
    return ((hand & _EVEN) + (hand >> BITS & _EVEN)) % _SIX_BITS


@inlined
def holds(hand: Packed, cards: Packed) -> bool:
    """Whether `cards` are all in `hand`, which has at most three of a kind."""
    return ((hand | GUARD) - cards) & GUARD == GUARD


@inlined
def locked(hand: Packed) -> Packed:
    """A one in the field of every secret triple, or of a quad not yet laid (PZ M3, M8)."""
    return (hand & hand >> 1 | hand >> 2) & ONES


@inlined
def loose(hand: Packed) -> Packed:
    """The cards that are part of no secret triple: what may be discarded or laid (PZ M3)."""
    return hand & ~(FIELD * locked(hand))
