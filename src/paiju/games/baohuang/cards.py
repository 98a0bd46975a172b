"""Cards, decks and hands of Bao Huang.

A *kind* is what one physical card shows: 0..51 are `4 * rank + suit` (rank 0 is 3, rank 12 is 2; suits
♠ ♥ ♣ ♦), then the small joker `b`, the marked small joker `B`, the big joker `r`, the marked big joker
`R`, and `L`, the called card (老王) in its holder's hand. In a game without suits (BH A18-26) every
natural card has suit 0. A *hand* is a vector of 57 copies by kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from paiju.games.baohuang.options import Deck

Kind = int
Hand = tuple[int, ...]

RANKS = "3456789TJQKA2"
SUITS = "shcd"
JOKERS = "bBrRL"

TWO = 12
ACE = 11
SMALL, MARKED_SMALL, BIG, MARKED_BIG, LAOWANG = 52, 53, 54, 55, 56
FIRST_JOKER = SMALL
KINDS = 57
EMPTY: Hand = (0,) * KINDS

COPIES = 4
"""Copies of a card that may be called: three to show, and the guard's."""
IDENTITY = frozenset((MARKED_SMALL, MARKED_BIG, LAOWANG))
"""Cards that identify emperor and guard; nobody parts with one."""
SEATS = 5
# BH A1: copies of the lowest rank by suit where the deck is not whole packs; A18-27.
_LOWEST_COPIES = {Deck.D165: (4, 3, 3, 3), Deck.D205: (2, 1, 1, 1)}
_LOWEST_RANK = {Deck.D168: 3, Deck.D165: 3, Deck.D216: 0, Deck.D205: 0}

BLACK_RANK, RED_RANK, LAOWANG_RANK = 13, 14, 15
RANK_OF: tuple[int, ...] = (
    *(kind >> 2 for kind in range(FIRST_JOKER)),
    BLACK_RANK,
    BLACK_RANK,
    RED_RANK,
    RED_RANK,
    LAOWANG_RANK,
)


def lowest_rank(deck: Deck) -> int:
    """The lowest rank of a deck: 3 or 6."""
    return _LOWEST_RANK[deck]


def naturals_of(deck: Deck) -> tuple[Kind, ...]:
    """The cards of a deck but for its jokers, each with its suit, in a fixed order (BH A1)."""
    low = lowest_rank(deck)
    copies = _LOWEST_COPIES.get(deck, (4, 4, 4, 4))
    return tuple(
        4 * rank + suit
        for rank in range(low, TWO + 1)
        for suit, n in enumerate(copies if rank == low else (4, 4, 4, 4))
        for _ in range(n)
    )


def hand_of(cards: Iterable[Kind]) -> Hand:
    """The hand that holds `cards`."""
    counts = [0] * KINDS
    for kind in cards:
        counts[kind] += 1
    return tuple(counts)


def cards_of(hand: Hand) -> tuple[Kind, ...]:
    """All cards of a hand, lowest kind first."""
    return tuple([kind for kind, n in enumerate(hand) if n for _ in range(n)])


def add(hand: Hand, cards: Iterable[Kind]) -> Hand:
    """The hand with `cards` more."""
    counts = list(hand)
    for kind in cards:
        counts[kind] += 1
    return tuple(counts)


def remove(hand: Hand, cards: Iterable[Kind]) -> Hand:
    """The hand with `cards` fewer; they must be there."""
    counts = list(hand)
    for kind in cards:
        counts[kind] -= 1
    return tuple(counts)


def holds(hand: Hand, cards: tuple[Kind, ...]) -> bool:
    """Whether every one of `cards` is in the hand."""
    return all([hand[kind] >= cards.count(kind) for kind in cards])  # noqa: C419 - a list is quicker here


def kinds_of_rank(rank: int) -> range:
    """The kinds that share a rank: four suits, or the jokers of one colour."""
    if rank <= TWO:
        return range(4 * rank, 4 * rank + 4)
    if rank == BLACK_RANK:
        return range(SMALL, BIG)
    return range(BIG, LAOWANG) if rank == RED_RANK else range(LAOWANG, KINDS)


def rank_count(hand: Hand, rank: int) -> int:
    """Cards of one rank in a hand."""
    kinds = kinds_of_rank(rank)
    return sum(hand[kinds.start : kinds.stop])


def play_order(first: int, *, without: Iterable[int] = ()) -> Iterator[int]:
    """Seats from `first` on, in play order."""
    skipped = frozenset(without)
    return (seat for i in range(SEATS) if (seat := (first + i) % SEATS) not in skipped)


# --- the cards that make a guard: the marked black joker, or the called card, which may be 老王 (BH A4, A5, A12)


def plain(kind: Kind, called: Kind) -> Kind:
    """The kind under which a card was drawn: 老王 is a copy of the called card (BH A12)."""
    return called if kind == LAOWANG else kind


def without_laowang(hand: Hand, called: Kind) -> Hand:
    """The hand with 老王 under the face that was drawn."""
    return hand_of(plain(kind, called) for kind in cards_of(hand)) if hand[LAOWANG] else hand


def with_laowang(hands: Iterable[Hand], emperor: int, called: Kind) -> tuple[Hand, ...]:
    """The hands with every copy of the called card as 老王, but for the emperor's (BH A12)."""
    return tuple(
        hand_of(LAOWANG if kind == called else kind for kind in cards_of(hand))
        if hand[called] and seat != emperor
        else hand
        for seat, hand in enumerate(hands)
    )


def proves_guard(cards: tuple[Kind, ...], called: Kind) -> bool:
    """Whether a guard card is among `cards`; `called` is -1 where no guard is called."""
    return MARKED_SMALL in cards or LAOWANG in cards or called in cards


def guard_cards(hand: Hand, called: Kind) -> int:
    """How many guard cards a hand holds; `called` is -1 where no guard is called."""
    return hand[MARKED_SMALL] + hand[LAOWANG] + (hand[called] if called >= 0 else 0)


def guards_of(emperor: int, called: Kind, *holdings: Sequence[Hand]) -> tuple[int, ...]:
    """The seats beside the emperor with a guard card in one of `holdings`, each a hand by seat; in play order."""
    return tuple(
        seat
        for seat in play_order(emperor, without=(emperor,))
        if any(guard_cards(hands[seat], called) for hands in holdings)
    )
