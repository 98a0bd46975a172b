"""How to eat a card, with the comparison 比 (PZ 3.4, section 8, 7)."""

from __future__ import annotations

from collections import Counter

from .cards import Card, Cards, Set, loose, mixed_shapes, order, without
from .options import Options

Way = tuple[Set, ...]


def covers(cards: Cards, card: Card, copies: int, shapes: list[Set]) -> set[Way]:
    """All collections of sets out of these cards that use exactly a given number of copies, at least one in each set."""
    if copies == 0:
        return {()}
    found = set()
    for shape in shapes:
        used = shape.cards.count(card)
        if 1 <= used <= copies and Counter(shape.cards) <= Counter(cards):
            for others in covers(without(cards, shape.cards), card, copies - used, shapes):
                found.add(tuple(sorted((shape, *others), key=lambda one: order(one.cards))))
    return found


def ways_to_eat(hand: Cards, card: Card, o: Options) -> list[Way]:
    """Every way, whatever is left over for a discard."""
    if hand.count(card) >= 3:
        return []
    cards = (*loose(hand), card)
    shapes = [shape for shape in mixed_shapes(o["one_five_ten"]) if card in shape.cards]
    if o["bi"] == "off":
        found: set[Way] = {(shape,) for shape in shapes if Counter(shape.cards) <= Counter(cards)}
    else:
        found = covers(cards, card, cards.count(card), shapes)
    return sorted(found, key=lambda way: [order(one.cards) for one in way])


def eat_text(way: Way) -> str:
    return "eat " + " ".join("-".join(one.cards) for one in way)


def hand_after(hand: Cards, card: Card, way: Way) -> Cards:
    """The hand once these sets are laid with the taken card."""
    return without((*hand, card), [one for laid in way for one in laid.cards])
