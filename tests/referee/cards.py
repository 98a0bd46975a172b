"""Cards are strings: '9' or (suited game) '9s', jokers 'b' 'B' 'r' 'R', lao wang 'L'. A hand is a sorted list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .options import Options, suited

Cards = list[str]

NATURALS = "3456789TJQKA2"
SUITS = "shcd"
JOKERS = "bBrRL"


def is_joker(card: str) -> bool:
    return card[0] in JOKERS


def order(card: str) -> tuple[int, int]:
    """Canonical order: rank low to high, suits s h c d, then b B r R L."""
    return (NATURALS + JOKERS).index(card[0]), SUITS.index(card[1]) if len(card) == 2 else 0


def canonical(cards: Iterable[str]) -> Cards:
    return sorted(cards, key=order)


def worth(card: str) -> int:
    """Rank as a payment: naturals by rank, then black, then red; marks do not matter."""
    if card in ("b", "B"):
        return 100
    if card in ("r", "R"):
        return 101
    return NATURALS.index(card[0])


def parse(text: str) -> Cards:
    """'9s 9h b' or '9 9 b' or '99b'. Raises ValueError for anything else."""
    cards: Cards = []
    for token in text.split():
        if len(token) == 2 and token[0] in NATURALS and token[1] in SUITS:
            cards.append(token)
        else:
            cards.extend(token)
    for card in cards:
        if card[0] not in NATURALS + JOKERS:
            raise ValueError(f"no card: {card}")
    return canonical(cards)


def text(cards: Iterable[str]) -> str:
    return " ".join(canonical(cards))


def joined(cards: Iterable[str]) -> str:
    return "".join(canonical(cards))


def contains(hand: Cards, cards: Cards) -> bool:
    return not Counter(cards) - Counter(hand)


def without(hand: Cards, cards: Iterable[str]) -> Cards:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return canonical(rest)


def lowest_rank(o: Options) -> str:
    return "3" if o["deck"] in (216, 205) else "6"


def full_deck(o: Options, first_deal: bool) -> Cards:
    """Row 27 and A4; B only where it is the guard card, R only where it is (or works as) the emperor card."""
    low = lowest_rank(o)
    ranks = NATURALS[NATURALS.index(low) :]
    deck = [rank + suit for rank in ranks for suit in SUITS for _ in range(4)]
    if o["deck"] == 165:
        deck = without(deck, ["6h", "6c", "6d"])
    if o["deck"] == 205:
        deck = [card for card in deck if card[0] != "3"] + ["3s", "3s", "3h", "3c", "3d"]
    if not suited(o):
        deck = [card[0] for card in deck]
    deck += ["b", "b", "b", "B" if o["guard_by"] == "marked_black" else "b"]
    deck += ["r", "r", "r", "R" if o["emperor_by"] == "marked_red" or first_deal else "r"]
    return canonical(deck)


def sub_multisets(cards: Cards, size: int) -> Iterable[tuple[str, ...]]:
    """Every distinct multiset of `size` of these cards, each once, in canonical order."""
    kinds = canonical(set(cards))
    count = Counter(cards)

    def choose(index: int, left: int) -> Iterable[tuple[str, ...]]:
        if left == 0:
            yield ()
            return
        if index == len(kinds):
            return
        for used in range(min(left, count[kinds[index]]), -1, -1):
            for rest in choose(index + 1, left - used):
                yield (kinds[index],) * used + rest

    return choose(0, size)
