"""Buying threes (A14, 28, 29), tribute, taking and returning (A7, 30-35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from . import options
from .cards import Cards, canonical, contains, is_joker, lowest_rank, sub_multisets, text, worth
from .options import Options
from .question import Carry, Phase, Question, Table, from_sets


def buying(t: Table) -> None:
    if not options.low_last(t.o) or t.o["low_last_none"] != "buy":
        return
    for buyer in t.around(t.first_drawer):
        if any(one[0] == lowest_rank(t.o) for one in t.hands[buyer]):
            continue
        for seller, price in offers(t, buyer):
            goods = [one for one in t.hands[seller] if one[0] == lowest_rank(t.o)]
            if len(goods) >= 2:
                sell(t, buyer, seller, price)
                break


def offers(t: Table, buyer: int) -> list[tuple[int, int]]:
    """Whom the buyer asks, in order, and the price there."""
    next_seats = t.around(buyer)[1:]
    if t.o["buy_from"] == "any_surplus":
        return [(seat, 1) for seat in next_seats]
    question = [(seat, index + 1) for index, seat in enumerate(next_seats)]
    holder = t.holder()
    if buyer == holder:
        return question
    return [(holder, 1)] + [(seat, price) for seat, price in question if seat != holder]


def sell(t: Table, buyer: int, seller: int, price: int) -> None:
    for _ in range(price):
        coin = t.highest(t.hands[buyer], lambda one: one[0] == "2")
        coin = coin or t.highest(t.hands[buyer], lambda one: not is_joker(one) and t.no_aces(one))
        if coin is not None:
            t.move(buyer, seller, [coin])
    good = t.highest(t.hands[seller], lambda one: one[0] == lowest_rank(t.o))
    assert good is not None
    t.move(seller, buyer, [good])


def dues(o: Options, carry: Carry | None) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Payers and receivers of the last deal's tribute, each with a number of cards, in the order of row 30."""
    if carry is None or o["tribute_mode"] == "off":
        return [], []
    factor = 2 if o["tribute_double_on_open"] and carry["opened"] else 1
    by_place = sorted(range(5), key=lambda seat: carry["places"][seat])
    if o["tribute_mode"] == "place":
        if carry["winner"] == "tie" and not o["tribute_on_tie"]:
            return [], []
        return [(by_place[4], 2 * factor), (by_place[3], factor)], [
            (by_place[0], 2 * factor),
            (by_place[1], factor),
        ]
    if carry["winner"] == "tie":
        return [], []
    guards = carry["roles"].count("G")
    number = {"E": 4 if guards == 0 else 2, "G": 1, "P": 2 if guards == 2 else 1}
    emperor_side = [(s, number[carry["roles"][s]] * factor) for s in by_place if carry["roles"][s] in "EG"]
    people = [(s, number["P"] * factor) for s in by_place if carry["roles"][s] == "P"]
    return (people, emperor_side) if carry["winner"] == "emperor" else (emperor_side, people)


def payable(t: Table, one: str) -> bool:
    return not (t.identity(one) or (t.o["tribute_exclude_jokers"] and is_joker(one))) and t.no_aces(one)


def highest_sets(t: Table, seat: int, due: int) -> list[tuple[str, ...]]:
    """Every set of the highest cards this seat may pay with; they differ only in suits."""
    eligible = [one for one in t.hands[seat] if payable(t, one)]
    ranks = sorted((worth(one) for one in eligible), reverse=True)[:due]
    above = tuple(one for one in eligible if ranks and worth(one) > ranks[-1])
    last = [one for one in eligible if ranks and worth(one) == ranks[-1]]
    return (
        [tuple(canonical(above + rest)) for rest in sub_multisets(last, len(ranks) - len(above))]
        if ranks
        else []
    )


def tribute(t: Table) -> Phase:
    payers, receivers = dues(t.o, t.carry)
    paid: dict[int, Cards] = {}
    for seat, due in payers:
        sets = highest_sets(t, seat, due)
        if not sets:
            paid[seat] = []
            continue
        cards = list(sets[0])
        if t.suited():
            cards = (yield from_sets(seat, "give", lambda sets=sets: sets)).cards
        t.take(seat, cards)
        paid[seat] = cards
    got: dict[int, int] = {}
    if t.o["tribute_mode"] == "place":
        for (payer, _), (receiver, _) in zip(payers, receivers, strict=True):
            t.give(receiver, paid[payer])
            got[receiver] = len(paid[payer])
    else:
        yield from hand_out(t, receivers, canonical(one for cards in paid.values() for one in cards), got)
    if t.o["tribute_return"] == "same_count":
        yield from give_back(
            t, [(seat, len(paid[seat])) for seat, _ in payers], [(s, got[s]) for s, _ in receivers]
        )


def hand_out(t: Table, receivers: list[tuple[int, int]], heap: Cards, got: dict[int, int]) -> Phase:
    """Camp tribute: face up by choice, the emperor takes the low ones, or face down as the pile lies."""
    face_up = t.o["tribute_face_up"]
    takes_low = t.o["tribute_emperor_takes_low"] and royal_win_with_guard(t)
    order = receivers
    if takes_low:
        assert t.carry is not None
        emperor = t.carry["roles"].index("E")
        order = [pair for pair in receivers if pair[0] == emperor] + [p for p in receivers if p[0] != emperor]
    elif not face_up and heap:
        heap = face_down(t, heap, len(receivers))
    for seat, due in order:
        number = min(due, len(heap))
        cards = heap[:number]
        if face_up and number:
            question = from_sets(seat, "take", lambda h=heap, n=number: sub_multisets(h, n))
            cards = (yield question).cards
        for one in cards:
            heap.remove(one)
        t.give(seat, cards)
        got[seat] = number


def royal_win_with_guard(t: Table) -> bool:
    return t.carry is not None and t.carry["winner"] == "emperor" and "G" in t.carry["roles"]


def face_down(t: Table, heap: Cards, receivers: int) -> Cards:
    if t.pile is not None:
        if canonical(t.pile) != heap:
            raise ValueError(f"pile {t.pile} is not what was paid, {heap}")
        t.used_pile = list(t.pile)
    elif t.shuffle is not None:
        t.used_pile = t.shuffle(heap)
    elif receivers == 1 or len(set(heap)) == 1:
        t.used_pile = heap
    else:
        raise ValueError(f"the case gives no pile, paid {heap}")
    return list(t.used_pile)


def may_return(t: Table, seat: int, cards: Cards) -> bool:
    """Row 35; the identity cards never move."""
    if not contains(t.hands[seat], cards) or any(t.identity(one) for one in cards):
        return False
    if not options.low_last(t.o):
        return True
    low = Counter(one[0] for one in cards)[lowest_rank(t.o)]
    had = Counter(one[0] for one in t.hands[seat])[lowest_rank(t.o)]
    if t.o["return_threes"] == "never":
        return low == 0
    return t.o["return_threes"] == "any" or low == 0 or low < had


def give_back(t: Table, payers: list[tuple[int, int]], receivers: list[tuple[int, int]]) -> Phase:
    """Row 32: the cards returned, lowest first, fill the payers' places one after the other."""
    owed = [payer for payer, number in payers for _ in range(number)]
    for seat, number in receivers:
        if number == 0:
            continue

        def fits(cards: Cards, seat: int = seat, number: int = number) -> bool:
            return len(cards) == number and may_return(t, seat, cards)

        def listing(seat: int = seat, number: int = number) -> Iterable[str]:
            # A card that may never go back alone is in no set either; without this, listing them takes for ever.
            pool = [one for one in t.hands[seat] if may_return(t, seat, [one])]
            return (text(one) for one in sub_multisets(pool, number) if may_return(t, seat, list(one)))

        cards = (yield Question(seat, verb="return", fits=fits, listing=listing)).cards
        for one in canonical(cards):
            t.move(seat, owed.pop(0), [one])
