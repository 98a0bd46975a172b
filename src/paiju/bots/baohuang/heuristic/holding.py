"""What a hand is worth: the turns its groups still take, and the control it keeps."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paiju.bots.baohuang.heuristic.outlook import RANKS, Outlook, Unseen
from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, LAOWANG, RANK_OF, TWO, Hand, Kind
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules

BY_SIZE = (0, 0, 1, 2, 3, 4, 4)
LONG = 5


class Holding(NamedTuple):
    """A hand by rank: natural copies, small jokers, bigger ones."""

    ranks: tuple[int, ...]
    small: int
    big: int

    @property
    def groups(self) -> int:
        """Ranks held: turns that the naturals take if nothing is split."""
        return RANKS - self.ranks.count(0)


class Piece(NamedTuple):
    """What some laid cards take out of a hand; `fillers` are twos standing for another rank."""

    rank: int
    naturals: int
    fillers: int
    small: int
    big: int


def holding_of(hand: Hand) -> Holding:
    """A hand by rank."""
    ranks = tuple([sum(hand[i : i + 4]) for i in range(0, FIRST_JOKER, 4)])
    return Holding(ranks, hand[52] + hand[53], hand[54] + hand[55] + hand[56])


@lru_cache(1 << 16)
def piece_of(cards: Cards) -> Piece:
    """What some laid cards are made of; rank -1 for jokers alone."""
    ranks = [RANK_OF[kind] for kind in cards if kind < FIRST_JOKER]
    big = sum(kind >= BIG for kind in cards)
    small = len(cards) - len(ranks) - big
    rank = ranks[0] if ranks else -1
    fillers = ranks.count(TWO) if rank < TWO else 0
    return Piece(rank, len(ranks) - fillers, fillers, small, big)


def unseen_of(hidden: Hand) -> Unseen:
    """Cards that the viewer has not seen, by rank."""
    return Unseen(*holding_of(hidden))


def hidden_from(rules: Rules, hand: Hand, played: Hand, *, first_deal: bool, laowang: Kind) -> Hand:
    """What the viewer has not seen, as one hand; `laowang` is the kind whose fourth copy became 老王, or -1."""
    counts = list(_deck_counts(rules, first_deal=first_deal))
    if laowang >= 0:
        counts[laowang] -= 1
        counts[LAOWANG] += 1
    return tuple([max(0, a - b - c) for a, b, c in zip(counts, hand, played, strict=True)])


@lru_cache(64)
def _deck_counts(rules: Rules, *, first_deal: bool) -> Hand:
    deck = rules.deck(first_deal=first_deal)
    return tuple(deck.count(kind) for kind in range(LAOWANG + 1))


def group_value(parameters: Parameters, outlook: Outlook, rank: int, size: int) -> float:
    """What a group is worth in hand: minus the turn it takes, plus the control it may win."""
    at = BY_SIZE[size] if size < len(BY_SIZE) else LONG
    return (
        parameters.control[at] * outlook.stands(rank, size) + parameters.height * rank - parameters.turn[at]
    )


def hand_value(parameters: Parameters, outlook: Outlook, holding: Holding) -> float:
    """What a whole hand is worth."""
    groups = sum(
        group_value(parameters, outlook, rank, size) for rank, size in enumerate(holding.ranks) if size
    )
    return groups + parameters.small * holding.small + parameters.big * holding.big
