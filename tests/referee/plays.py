"""What may be played (A10), what beats what (A11), lowest last (A14), bombs (row 56), every legal play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from . import options
from .cards import JOKERS, NATURALS, Cards, canonical, contains, is_joker, lowest_rank, sub_multisets, text
from .options import Options

BLACK, RED, HIGH_RED, LAOWANG = 100, 101, 102, 103


@dataclass(frozen=True)
class Top:
    """The play on the table. `bomb` is the bomb's rank; `over_red` means three 2s lying on a lone red joker."""

    cards: tuple[str, ...]
    bomb: int | None = None
    over_red: bool = False


@dataclass(frozen=True)
class Player:
    """What a legality question needs to know about a seat."""

    hand: Cards
    drawn: Cards
    low: str | None = None  # the seat's lowest-last rank, None: no restriction


def value(card: str, o: Options) -> int:
    if card in ("b", "B"):
        return BLACK
    if card == "r":
        return RED
    if card == "R":
        return HIGH_RED if options.marked_red_high(o) else RED
    if card == "L":
        return LAOWANG
    return NATURALS.index(card[0])


def values(cards: Iterable[str], o: Options) -> list[int] | None:
    """The value of each card of a playable set; None when the cards are no playable set."""
    naturals = [card[0] for card in cards if not is_joker(card)]
    jokers = [card for card in cards if is_joker(card)]
    if not naturals and not jokers:
        return None
    if "2" in naturals and jokers and not o["twos_with_jokers"]:
        return None
    bases = set(naturals)
    if len(bases) == 2 and "2" in bases and o["twos_fill"]:
        bases.remove("2")
    if len(bases) > 1:
        return None
    base = [NATURALS.index(rank) for rank in bases] * len(naturals)
    return base + [value(card, o) for card in jokers]


def matches(new: list[int], old: list[int], o: Options) -> bool:
    """A one-to-one matching in which every new card beats the old card it lies on (augmenting paths)."""

    def lies_on(upper: int, lower: int) -> bool:
        if o["order"] == "joker_strict" and lower < BLACK:
            return upper >= lower
        return upper > lower

    partner: dict[int, int] = {}

    def place(upper: int, tried: set[int]) -> bool:
        for lower in range(len(old)):
            if lower in tried or not lies_on(new[upper], old[lower]):
                continue
            tried.add(lower)
            if lower not in partner or place(partner[lower], tried):
                partner[lower] = upper
                return True
        return False

    if o["order"] == "joker_strict" and sorted(new) == sorted(old):
        return False
    return len(new) == len(old) and all(place(upper, set()) for upper in range(len(new)))


def bomb_rank(cards: Iterable[str], o: Options, drawn: Cards) -> int | None:
    """Row 56 and 57: the rank of the bomb these cards are, None when they are none."""
    cards = list(cards)
    if o["bombs"] != "on" or not cards:
        return None
    if o["bomb_natural_only"] and Counter(cards) - Counter(drawn):
        return None
    reds = all(card in ("r", "R") for card in cards)
    blacks = all(card in ("b", "B") for card in cards)
    if reds and len(cards) == 3 and o["bomb_three_reds"]:
        return RED
    if (reds or blacks) and len(cards) == 4 and o["bomb_jokers"]:
        return RED if reds else BLACK
    if len(cards) == 4 and len(set(cards)) == 1 and not is_joker(cards[0]):
        if options.low_last(o) and cards[0][0] == lowest_rank(o) and not o["bomb_threes"]:
            return None
        return NATURALS.index(cards[0][0])
    return None


def lone_red(cards: tuple[str, ...], o: Options) -> bool:
    return cards == ("r",) or (cards == ("R",) and not options.marked_red_high(o))


def three_twos(cards: Iterable[str], o: Options) -> bool:
    return o["three_twos_beat_red"] and [card[0] for card in cards] == ["2", "2", "2"]


def beats(cards: Cards, top: Top, o: Options, drawn: Cards) -> bool:
    new = values(cards, o)
    if new is None:
        return False
    bomb = bomb_rank(cards, o, drawn)
    if top.bomb is not None:
        return bomb is not None and bomb > top.bomb
    if bomb is not None:
        return True
    if top.over_red:
        return len(cards) == 1 and new[0] > RED
    if lone_red(top.cards, o) and three_twos(cards, o):
        return True
    old = values(top.cards, o)
    assert old is not None
    return matches(new, old, o)


def lowest_last_allows(cards: Cards, player: Player, o: Options) -> bool:
    if player.low is None or all(card[0] != player.low for card in cards):
        return True
    if any(card[0] != player.low for card in player.hand):
        return False
    return not o["low_last_all_at_once"] or len(cards) == len(player.hand)


def legal(cards: Cards, player: Player, top: Top | None, o: Options) -> bool:
    if (
        not contains(player.hand, cards)
        or values(cards, o) is None
        or not lowest_last_allows(cards, player, o)
    ):
        return False
    return top is None or beats(cards, top, o, player.drawn)


def laid(cards: Cards, top: Top | None, player: Player, o: Options) -> Top:
    """The table after a legal play."""
    bomb = bomb_rank(cards, o, player.drawn)
    over_red = (
        top is not None and bomb is None and top.bomb is None and lone_red(top.cards, o) and len(cards) == 3
    )
    return Top(tuple(canonical(cards)), bomb, over_red)


def by_rank(hand: Cards, o: Options) -> Iterable[tuple[str, ...]]:
    """Every way to take one rank (with 2s if they may fill) and jokers out of the hand, as ranks."""
    have = Counter(card[0] for card in hand)
    jokers = [joker for joker in JOKERS if have[joker]]
    bases = [rank for rank in NATURALS if have[rank]]
    naturals: list[tuple[str, ...]] = [()]
    for base in bases:
        twos = range(have["2"] + 1) if o["twos_fill"] and base != "2" else range(1)
        naturals += [(base,) * n + ("2",) * m for n in range(1, have[base] + 1) for m in twos]
    for counts in product(*(range(have[joker] + 1) for joker in jokers)):
        added = tuple(joker for joker, count in zip(jokers, counts, strict=True) for _ in range(count))
        yield from (cards + added for cards in naturals if cards + added)


def realisations(ranks: tuple[str, ...], player: Player, o: Options) -> Iterable[Cards]:
    """Concrete cards for these ranks: all of them where a bomb could be meant, else one."""
    if o["bombs"] == "on" and len(ranks) == 4 and len(set(ranks)) == 1 and ranks[0] in NATURALS:
        copies = [card for card in player.hand if card[0] == ranks[0]]
        yield from (list(cards) for cards in sub_multisets(copies, 4))
        return
    rest, cards = list(player.hand), []
    for rank in ranks:
        card = next(card for card in rest if card[0] == rank)
        rest.remove(card)
        cards.append(card)
    yield cards


def all_plays(player: Player, top: Top | None, o: Options) -> dict[str, Cards]:
    """Every legal play as the conformance files list it, each with cards that make it."""
    found: dict[str, Cards] = {}
    for ranks in by_rank(player.hand, o):
        for cards in realisations(ranks, player, o):
            if legal(cards, player, top, o):
                bomb = bomb_rank(cards, o, player.drawn) is not None
                found.setdefault(text(cards) if bomb else text(ranks), cards)
    return found
