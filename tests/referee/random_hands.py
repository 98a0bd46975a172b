"""Random hands, rigged towards the rare cases, and a random last deal to carry on from."""

from __future__ import annotations

from collections import Counter
from random import Random

from . import cards, scoring
from .cards import NATURALS, Cards
from .options import Options
from .question import Carry


def random_carry(rng: Random, o: Options) -> Carry:
    """A last completed deal as it could have been under these options."""
    roles = list("EGPPP")
    if rng.random() < 0.25:
        roles = list("EPPPP")
    elif o["abdication_full_circle"] == "two_card_call" and rng.random() < 0.6:
        roles = list("EGGPP")
    rng.shuffle(roles)
    opens = o["declarations"] != "off" or o["open_solo"] or o["usurper"]
    opened = bool(opens and rng.random() < 0.5)
    order: list[int] = []
    for seat in rng.sample(range(5), 5):
        order.append(seat)
        left = {roles[s] for s in range(5) if s not in order}
        if "P" not in left or left == {"P"}:
            break
    order += [s for step in range(1, 5) if (s := (order[-1] + step) % 5) not in order]
    places = [order.index(seat) + 1 for seat in range(5)]
    winner = scoring.winner(o, "".join(roles), places, opened and "G" not in roles)
    return {"roles": "".join(roles), "places": places, "winner": winner, "opened": opened}


def random_hands(rng: Random, o: Options, first_drawer: int, carry: Carry | None) -> list[Cards]:
    deck = cards.full_deck(o, carry is None)
    rng.shuffle(deck)
    hands: list[Cards] = [[] for _ in range(5)]
    for index, card in enumerate(deck):
        hands[(first_drawer + index) % 5].append(card)
    for rig in (both_cards, lump, rich, no_lowest, no_triples, no_twos):
        if rng.random() < 0.2:
            rig(rng, o, hands)
    return [cards.canonical(hand) for hand in hands]


def swap_in(rng: Random, hands: list[Cards], seat: int, wanted: str) -> None:
    """Bring one such card from another hand to this seat, for any other card."""
    sources = [s for s in range(5) if s != seat and wanted in hands[s]]
    if not sources:
        return
    source = rng.choice(sources)
    stored = [i for i, card in enumerate(hands[seat]) if card != wanted and card not in ("R", "B")]
    out = rng.choice(stored)
    hands[source][hands[source].index(wanted)] = hands[seat][out]
    hands[seat][out] = wanted


def both_cards(rng: Random, o: Options, hands: list[Cards]) -> None:
    seat = rng.randrange(5)
    for card in ("R", "B"):
        swap_in(rng, hands, seat, card)


def lump(rng: Random, o: Options, hands: list[Cards]) -> None:
    """Several identical cards in some hands: calls, fours, bombs."""
    kinds = sorted({card for hand in hands for card in hand} - {"R", "B"})
    for _ in range(rng.randrange(1, 12)):
        seat, kind = rng.randrange(5), rng.choice(kinds)
        for _ in range(rng.choice((2, 3, 4))):
            swap_in(rng, hands, seat, kind)


def rich(rng: Random, o: Options, hands: list[Cards]) -> None:
    """One seat with many jokers, another with many 2s."""
    for seat, wanted in zip(rng.sample(range(5), 2), ("rrrrbb", "22222"), strict=True):
        for card in wanted:
            kinds = sorted({one for hand in hands for one in hand if one[0] == card})
            if kinds:
                swap_in(rng, hands, seat, rng.choice(kinds))


def no_such(rng: Random, hands: list[Cards], seat: int, rank: str) -> None:
    for index, card in enumerate(hands[seat]):
        if card[0] == rank:
            other = rng.choice([s for s in range(5) if s != seat])
            chosen = rng.choice([i for i, c in enumerate(hands[other]) if c[0] in NATURALS and c[0] != rank])
            hands[seat][index], hands[other][chosen] = hands[other][chosen], card


def no_lowest(rng: Random, o: Options, hands: list[Cards]) -> None:
    for seat in rng.sample(range(5), rng.choice((1, 2, 3))):
        no_such(rng, hands, seat, cards.lowest_rank(o))


def no_twos(rng: Random, o: Options, hands: list[Cards]) -> None:
    for seat in rng.sample(range(5), rng.choice((1, 2))):
        for rank in "2A"[: rng.choice((1, 2))]:
            no_such(rng, hands, seat, rank)


def no_triples(rng: Random, o: Options, hands: list[Cards]) -> None:
    """Break up most triples, so that few can call; sometimes every pair of one hand as well."""
    seats = rng.sample(range(5), rng.choice((3, 4, 5, 5)))
    for _ in range(300):
        seat = rng.choice(seats)
        kinds = [kind for kind, n in Counter(hands[seat]).items() if n >= 3 and kind not in ("R", "B")]
        if not kinds:
            continue
        kind = rng.choice(kinds)
        other = min((s for s in range(5) if s != seat), key=lambda s: (hands[s].count(kind), rng.random()))
        spare = [card for card in hands[other] if card not in ("R", "B")]
        give = rng.choice([card for card in spare if hands[seat].count(card) < 2] or spare)
        hands[seat][hands[seat].index(kind)] = give
        hands[other][hands[other].index(give)] = kind
