"""The 80 cards and the sets they make (PZ M2, M3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

Card = str
Cards = tuple[Card, ...]

CARDS: Cards = tuple(f"{suit}{number}" for suit in "sb" for number in range(1, 11))
WALL: Cards = CARDS * 4
RED = (2, 7, 10)


def number(card: Card) -> int:
    return int(card[1:])


def is_red(card: Card) -> bool:
    return number(card) in RED


def is_large(card: Card) -> bool:
    return card[0] == "b"


def in_order(cards: Iterable[Card]) -> Cards:
    return tuple(sorted(cards, key=CARDS.index))


def order(cards: Cards) -> tuple[int, ...]:
    return tuple(CARDS.index(card) for card in cards)


@dataclass(frozen=True)
class Set:
    """One set. Kinds: E3 U3 S3 E4 U4 Q X as in the cases; K a secret triple in hand; P the two-card set."""

    kind: str
    cards: Cards

    @property
    def card(self) -> Card:
        return self.cards[0]

    def text(self) -> str:
        return f"{self.kind} {' '.join(self.cards)}"


def parse_set(text: str) -> Set:
    kind, *cards = text.split()
    return Set(kind, in_order(cards))


def same(kind: str, card: Card) -> Set:
    """The set of identical cards of this kind."""
    size = {"P": 2, "E4": 4, "U4": 4}.get(kind, 3)
    return Set(kind, (card,) * size)


def special_runs(one_five_ten: bool) -> list[tuple[int, int, int]]:
    """The sequences that score."""
    return [(1, 2, 3), (2, 7, 10)] + ([(1, 5, 10)] if one_five_ten else [])


def mixed_shapes(one_five_ten: bool) -> list[Set]:
    """Every Sequence and every Mixed set there is."""
    runs = {(n, n + 1, n + 2) for n in range(1, 9)} | set(special_runs(one_five_ten))
    sequences = [Set("Q", tuple(f"{suit}{n}" for n in run)) for suit in "sb" for run in sorted(runs)]
    mixed = [Set("X", (f"s{n}",) * k + (f"b{n}",) * (3 - k)) for n in range(1, 11) for k in (2, 1)]
    return sequences + mixed


IDENTICAL_POINTS = {
    "E3": (1, 3),
    "U3": (3, 6),
    "S3": (3, 6),
    "K": (3, 6),
    "E4": (6, 9),
    "U4": (9, 12),
    "P": (0, 0),
}


def points(one: Set, one_five_ten: bool) -> int:
    """Hu of a set: small / large."""
    if one.kind in IDENTICAL_POINTS:
        return IDENTICAL_POINTS[one.kind][is_large(one.card)]
    if one.kind == "Q" and tuple(number(card) for card in one.cards) in special_runs(one_five_ten):
        return (3, 6)[is_large(one.card)]
    return 0


def is_quad(one: Set) -> bool:
    return one.kind in ("E4", "U4")


def locked(hand: Iterable[Card]) -> list[Set]:
    """Secret triples, and quads not laid yet (before play only)."""
    counts = Counter(hand)
    return [same("U4" if counts[card] == 4 else "K", card) for card in CARDS if counts[card] >= 3]


def loose(hand: Iterable[Card]) -> Cards:
    """Hand cards that are not part of a secret triple (or of a quad not laid yet)."""
    counts = Counter(hand)
    return tuple(card for card in CARDS for _ in range(counts[card]) if counts[card] < 3)


def without(hand: Iterable[Card], taken: Iterable[Card]) -> Cards:
    left = list(hand)
    for card in taken:
        left.remove(card)
    return tuple(left)


def turned_stock(stock: list[Card]) -> list[Card]:
    """The bottom-card rule (PZ M23): red bottom cards go on top, one after the other."""
    for _ in range(19):
        if not is_red(stock[-1]):
            break
        stock = [stock[-1], *stock[:-1]]
    return stock
