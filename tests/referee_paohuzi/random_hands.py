"""Random sets, hands and rigged walls."""

from __future__ import annotations

from collections import Counter
from random import Random

from .cards import CARDS, WALL, Card, Cards, Set, locked, mixed_shapes, points, same, without

SHAPES = mixed_shapes(one_five_ten=True)


def fits(one: Set, used: Counter[Card]) -> bool:
    return all(used[card] + count <= 4 for card, count in Counter(one.cards).items())


def some_set(rng: Random, used: Counter[Card], kinds: str) -> Set | None:
    """A random set that the pack still has the cards for; None if none is found."""
    for _ in range(200):
        kind = rng.choice(kinds.split())
        one = rng.choice([shape for shape in SHAPES if shape.kind == kind]) if kind in "QX" else None
        one = one or same(kind, rng.choice(CARDS))
        if fits(one, used):
            used.update(one.cards)
            return one
    return None


def full_combination(rng: Random, quads: int, kinds: str) -> list[Set]:
    """Seven sets; with quads one of them is a pair."""
    used: Counter[Card] = Counter()
    wanted = ["E4 U4"] * quads + [kinds] * (7 - quads - (quads > 0)) + ["P"] * (quads > 0)
    sets = [some_set(rng, used, one) for one in wanted]
    return [one for one in sets if one is not None]


def consistent(table: list[Set], hand: Cards, card: Card) -> bool:
    """Could such cards lie before a player (rules section 7)?"""
    held = Counter(hand)
    everything = held + Counter([c for one in table for c in one.cards]) + Counter([card])
    own = {one.card for one in table if one.kind not in ("Q", "X")}
    forfeited = {one.card for one in table if one.kind == "S3"}
    return (
        max(everything.values()) <= 4
        and max(held.values()) <= 3
        and not own & set(held)
        and card not in forfeited
    )


def random_hu(rng: Random) -> tuple[list[Set], Cards, Card]:
    """Table, hand and a card that often completes it."""
    while True:
        quads = rng.choices((0, 1, 2, 3), (6, 3, 2, 1))[0]
        kinds = rng.choice(("Q X E3 U3 K", "E3 U3 S3 K", "Q X E3 U3 U3 K S3", "Q Q X X E3 U3 K"))
        sets = full_combination(rng, quads, kinds)
        rng.shuffle(sets)
        cut = rng.randrange(7)
        table = [
            one
            for i, one in enumerate(sets)
            if (i < cut and one.kind not in ("K", "P")) or one.kind in ("S3", "U4")
        ]
        rest = [card for one in sets if one not in table for card in one.cards]
        if not rest:
            continue
        fourth = [one for one in table if one.kind == "E4"]
        card = rng.choice(rest)
        if fourth and rng.random() < 0.4:  # the card makes the quad out of a triple
            quad = rng.choice(fourth)
            card, kind = quad.card, rng.choice(("E3", "U3", "K"))
            table.remove(quad)
            if kind == "K":
                rest += [card] * 3
            else:
                table.append(same(kind, card))
            rest.append(card)
        hand = list(without(rest, (card,)))
        if rng.random() < 0.25 and hand:
            hand[rng.randrange(len(hand))] = rng.choice(CARDS)
        if rng.random() < 0.1:
            card = rng.choice(CARDS)
        rng.shuffle(hand)
        if hand and consistent(table, tuple(hand), card):
            return table, tuple(hand), card


def lumps(rng: Random, size: int, used: Counter[Card], kinds: str) -> list[Card]:
    """A hand of sets, as many as go in, filled up at random."""
    hand: list[Card] = []
    while len(hand) + 4 <= size:
        one = None if rng.random() < 0.05 else some_set(rng, used, kinds)
        if one is None:
            break
        hand += one.cards
        if len(hand) >= 12 and "P" not in kinds and rng.random() < 0.5:
            break
    while len(hand) < size:
        card = rng.choice(CARDS)
        if used[card] < 4:
            used[card] += 1
            hand.append(card)
    return hand


HAND_KINDS = ("Q X K P", "K P P", "P P K U4", "K K U4 Q", "Q X", "Q Q X", "P P Q", "X P", "Q X K U4 P", "P")


def random_wall(rng: Random) -> list[Card]:
    """The 80 cards as they are taken; seldom with heavenly sets."""
    keep = rng.random() < 0.15
    while True:
        wall = rng.sample(WALL, 80) if rng.random() < 0.15 else rigged_wall(rng)
        if keep or max(len(locked(wall[i:61:3])) for i in range(3)) < 5:
            return wall


def rigged_wall(rng: Random) -> list[Card]:
    """Full, nearly full and lumpy hands, many pairs."""
    used: Counter[Card] = Counter()
    hands: list[list[Card]] = [[], [], []]
    displayed = ""
    seats = rng.sample(range(3), 3)
    if rng.random() < 0.5:  # one hand nearly or quite complete
        seat = seats.pop()
        while True:
            quads = rng.choices((0, 1), (5, 1))[0]
            sets = full_combination(rng, quads, rng.choice(("Q X K Q K", "Q Q K", "Q X Q K")))
            cards = [c for one in sets for c in one.cards]
            if len(cards) == 21 and sum(points(one, one_five_ten=False) for one in sets) >= 15:
                break
        rng.shuffle(cards)
        for i in range(rng.choice((0, 0, 1, 1, 2, 3))):
            cards[i] = rng.choice([c for c in CARDS if Counter(cards)[c] < 4])
        rng.shuffle(cards)
        hands[seat], displayed = cards[:20], cards[20]
        used.update(hands[seat])
        if rng.random() < 0.6:
            used[displayed] += 1
        else:
            displayed = ""
    for seat in seats:
        hands[seat] = lumps(rng, 20, used, rng.choice(HAND_KINDS))
    if not displayed:
        displayed = rng.choice([c for c in CARDS if used[c] < 4])
        used[displayed] += 1
    stock = [card for card in CARDS for _ in range(4 - used[card])]
    rng.shuffle(stock)
    for hand in hands:
        rng.shuffle(hand)
    dealt = [hands[i % 3][i // 3] for i in range(60)]
    return [*dealt, displayed, *stock]
