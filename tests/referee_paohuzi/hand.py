"""Is a hand complete, and how? Exhaustive partition search (PZ M17 to M20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .cards import Card, Cards, Set, in_order, is_quad, locked, loose, mixed_shapes, same, without
from .options import Options
from .scoring import Score, Win, best


def partitions(cards: Cards, shapes: list[Set], pairs: int) -> Iterator[list[Set]]:
    """Every way to lay out all the cards in sets, with exactly this many two-card sets.

    Three identical cards can only be two loose ones and the winning card another player drew: Exposed.
    """
    if not cards:
        if pairs == 0:
            yield []
        return
    first, held = cards[0], Counter(cards)
    tries = [shape for shape in shapes if first in shape.cards]
    if held[first] >= 3:
        tries.append(same("E3", first))
    if held[first] >= 2 and pairs:
        tries.append(same("P", first))
    for shape in tries:
        if Counter(shape.cards) <= held:
            rest = without(cards, shape.cards)
            for others in partitions(rest, shapes, pairs - (shape.kind == "P")):
                yield [shape, *others]


def complete(fixed: list[Set], cards: Cards, o: Options) -> list[list[Set]]:
    """Every winning combination (PZ M18): seven sets; a two-card set exactly when there is a four-card set."""
    pairs = 1 if any(is_quad(one) for one in fixed) else 0
    found = partitions(in_order(cards), mixed_shapes(o["one_five_ten"]), pairs)
    return [fixed + sets for sets in found if len(fixed) + len(sets) == 7]


def on_table(table: list[Set], kind: str, card: Card) -> bool:
    return any(one.kind == kind and one.card == card for one in table)


def replaced(table: list[Set], kind: str, card: Card, new: Set) -> list[Set]:
    """The table with the triple of this card turned into a new set."""
    return [new if one.kind == kind and one.card == card else one for one in table]


def owns_forced_draw(table: list[Set], hand: Cards, card: Card) -> str:
    """The set an own draw forces, not displayed to the others: U4 (PZ M8), U3 (or S3, PZ M3), or nothing."""
    if hand.count(card) == 3 or on_table(table, "U3", card):
        return "U4"
    return "U3" if hand.count(card) == 2 else ""


def pao_forced(table: list[Set], hand: Cards, card: Card, own_draw: bool, drawn: bool, o: Options) -> bool:
    """Must this player declare Pao on an open or discarded card (PZ M7)?"""
    if on_table(table, "E3", card) and drawn:
        allowed = {"own_draw": own_draw, "any_draw": True, "never": False}
        if allowed[o["exposed_triple_fourth"]]:
            return True
    return not own_draw and (hand.count(card) == 3 or on_table(table, "U3", card))


def with_quad(table: list[Set], hand: Cards, card: Card, kind: str) -> tuple[list[Set], Cards] | None:
    """Table and hand after the fourth card has joined the triple; None without a triple."""
    quad = same(kind, card)
    for triple in ("U3", "E3"):
        if on_table(table, triple, card):
            return replaced(table, triple, card, quad), hand
    if hand.count(card) == 3:
        return [*table, quad], without(hand, (card,) * 3)
    return None


def own_set_laid(table: list[Set], hand: Cards, card: Card, kind: str) -> tuple[list[Set], Cards]:
    """Table and hand after a set forced by an own draw."""
    if kind == "U4":
        laid = with_quad(table, hand, card, "U4")
        assert laid is not None
        return laid
    return [*table, same(kind, card)], without(hand, (card,) * 2)


def readings(table: list[Set], hand: Cards, o: Options) -> list[list[Set]]:
    """All combinations of table and hand, no card pending."""
    return complete(table + locked(hand), loose(hand), o)


def readings_with(
    table: list[Set], hand: Cards, card: Card, own_draw: bool, drawn: bool, o: Options
) -> list[list[Set]]:
    """All combinations with a winning card drawn by this player, drawn by another, or thrown by another."""
    forced = owns_forced_draw(table, hand, card) if own_draw else ""
    if forced:
        return readings(*own_set_laid(table, hand, card, forced), o)
    found = []
    quad = with_quad(table, hand, card, "E4")
    if quad is not None:
        found += readings(*quad, o)
    if o["break_pao_hu"] or not pao_forced(table, hand, card, own_draw, drawn, o):
        found += complete(table + locked(hand), (*loose(hand), card), o)
    return found


def evaluate(
    table: list[Set], hand: Cards, card: Card, win: Win, o: Options, drawn: bool = True
) -> Score | None:
    """The score of going out with this card, or None."""
    return best(readings_with(table, hand, card, win.own_draw, drawn, o), win, o)
