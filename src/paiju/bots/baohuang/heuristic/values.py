"""What cards, hands and prospects are worth to the heuristic, and its parameters."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cache, lru_cache
from math import comb, exp
from typing import NamedTuple

from paiju.games.baohuang.cards import BIG, FIRST_JOKER, LAOWANG, RANK_OF, SEATS, TWO, Hand, Kind
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules

Odds = tuple[float, ...]

_EMPERORS_LET_STAND: Odds = (0.03, -0.03, 0.18, 0.08, 0.14, 0.23, 0.1, 0.09, 0.07)
_EMPERORS_BEATEN: Odds = (-0.0, 0.01, -0.18, -0.06, -0.17, -0.76, -0.8, -1.18, -2.0)
_OTHERS_LET_STAND: Odds = (-0.11, -0.19, -0.23, -0.12, -0.1, -0.14, -0.07, -0.06, -0.04)
_OTHERS_BEATEN: Odds = (0.02, 0.06, 0.26, 0.08, 0.14, 0.52, 0.65, 0.84, 1.16)


@dataclass(frozen=True, slots=True)
class Parameters:
    """Weights of the playing phase, in turns; thresholds before it, in deviations of a random hand's worth."""

    # What a hand is worth, in turns. Two tables by group size (1, 2, 3, 4, 5-6, more): what holding a group
    # costs, and what a group is worth that surely stands.
    turn: tuple[float, ...] = (1.005, 1.164, 1.076, 1.079, 1.104, 0.901)
    control: tuple[float, ...] = (0.706, 0.787, 0.849, 0.913, 1.114, 0.196)
    height: float = 0.057  # what each step of rank is worth
    small: float = 0.433  # a small joker in hand
    big: float = 1.289  # a big joker in hand
    bomb: float = 1.0  # a bomb in hand, beyond its four cards
    card: float = -0.014  # each card laid
    split: float = 0.105  # breaking a group

    # Whether a set stands.
    doubt: float = 2.037  # how seriously expected higher sets are taken
    friend_beats: float = 0.195  # how often a sure friend beats us, against a foe's 1
    joker_use: float = 0.427  # how readily others add a joker to beat a set
    lone_small_doubt: float = 0.7  # expected answers to small jokers alone
    small_stands: float = 0.8  # the chance that a standing set with a small joker stays
    bomb_stands: float = 0.97  # the chance that a bomb stands

    # What winning a trick is worth, and whom it hurts.
    lead_control: float = 0.357  # standing with a lead
    follow_control: float = 0.416  # standing with an answer
    danger: float = 0.811  # more for control while a foe is about to finish
    ally_emperor: float = 0.571  # the emperor: leaving a trick to a sure friend
    ally_guard: float = 0.589  # the guard: the same
    ally_people: float = 1.063  # a commoner: the same
    urgency: float = 1.803  # more for leaving it to a seat about to finish
    finished: float = 0.5  # leaving it to a seat that has finished, against 1
    near: float = 14.262  # the hand size from which on a seat counts as near its end
    feed_friend: float = 0.345  # laying exactly as many cards as a friend has left
    feed_foe: float = 1.084  # the same before a foe
    run_out: float = 1.185  # running out from here, if it surely works

    # Roles.
    hidden: float = 0.606  # how much of `ally_guard` a hidden guard shows
    showing: float = 0.244  # a hidden guard laying the card that reveals the role
    suspicion: float = 1.029  # how far the counted odds below are trusted
    solo: float = 0.1  # the chance that an emperor without known guard is alone
    # Log-odds guard against commoner of an answer, [owner is emperor][beaten][class], see `suspicion`.
    evidence: tuple[tuple[Odds, Odds], tuple[Odds, Odds]] = (
        (_OTHERS_LET_STAND, _OTHERS_BEATEN),
        (_EMPERORS_LET_STAND, _EMPERORS_BEATEN),
    )

    # Before play: from 40 000 deals of self-play in which both decisions were played out.
    # At 1.7 a solo emperor comes in first half the time; passing the crown on and being guard is better still.
    crown_above: float = -3.0  # the crown: with any hand better than being a subject
    solo_above: float = 3.0  # the crown with both identity cards
    open_solo_above: float = 2.0  # announcing a solo
    usurp_above: float = 2.2  # playing alone against four
    declare_above: float = 0.3  # a guard revealing the role where that raises the stakes
    declare_free_above: float = 1.8  # the same where it does not
    revolt_above: float = 1.8  # a commoner raising the stakes
    counter_crown_above: float = 0.5  # the emperor's side doubling a revolt
    counter_people_above: float = 1.3  # the people doubling a declaration


DEFAULT = Parameters()


def fingerprint(parameters: Parameters) -> str:
    """Sixteen hexadecimal digits that name some parameters in logs and tests."""
    return hashlib.sha256(repr(astuple(parameters)).encode()).hexdigest()[:16]


# --- how likely a laid set is to stand: the chance that nobody who still has to answer beats it

STEPS = 40
LONGEST = 28
RANKS = TWO + 1


@cache
def tails(step: int, size: int) -> tuple[float, ...]:
    """By unseen copies: the chance that a seat with `step`/40 of all unseen cards holds at least `size`."""
    share = step / STEPS
    return tuple(
        sum(comb(u, k) * share**k * (1 - share) ** (u - k) for k in range(size, u + 1)) for u in range(17)
    )


class Rival(NamedTuple):
    """Another seat still playing: its hand size, and how much of a friend it is, from -1 to 1."""

    seat: int
    size: int
    friendship: float


class Unseen(NamedTuple):
    """Cards neither in the viewer's hand nor played: copies by rank, and jokers."""

    ranks: tuple[int, ...]
    small: int
    big: int


class _Column(NamedTuple):
    """For one size: the chance to stand by rank, the expected higher sets of one seat, the wills' sum."""

    stands: list[float]
    higher: list[float]
    weight: float


class Outlook:
    """Chances to stand, for one viewer at one moment; columns are worked out when first asked for."""

    def __init__(
        self, parameters: Parameters, unseen: Unseen, rivals: Sequence[Rival], *, ties_beat: bool = False
    ) -> None:
        self._parameters = parameters
        self._unseen = unseen
        self._rivals = rivals
        self._ties_beat = ties_beat
        self._all = sum(rival.size for rival in rivals) or 1
        self._columns: dict[int, _Column] = {}
        jokers = parameters.joker_use * (unseen.small + unseen.big) / max(len(rivals), 1)
        self._joker = min(1.0, jokers)

    def stands(self, rank: int, size: int) -> float:
        """The chance that `size` naturals of `rank` stand."""
        column = self._columns.get(size) or self._column(size)
        return column.stands[rank]

    def stands_with_small(self, rank: int, naturals: int, small: int) -> float:
        """The chance that a set with `small` small jokers and no big one stands."""
        big, seats = self._unseen.big, len(self._rivals)
        if big < small or not seats:
            return 1.0
        if not naturals:
            expected = self._parameters.lone_small_doubt * min(1.0, big / small)
        else:
            weight = self._column(naturals + small).weight
            expected = min(1.0, big / seats) * weight * self._column(naturals).higher[rank]
        return exp(-self._parameters.doubt * expected)

    def weight(self, size: int) -> float:
        """How many seats could answer a set of `size`, friends counting less."""
        return self._column(size).weight

    def _column(self, size: int) -> _Column:
        column = self._columns.get(size)
        if column is None:
            column = self._columns[size] = self._make_column(min(size, LONGEST))
        return column

    def _make_column(self, size: int) -> _Column:
        able = [rival for rival in self._rivals if rival.size >= size]
        reserve = 1 - self._parameters.friend_beats
        weight = sum(1 - (1 + rival.friendship) / 2 * reserve for rival in able)
        share = sum(rival.size for rival in able) / len(able) / self._all if able else 0.0
        step = round(share * STEPS)
        plain, helped = tails(step, size), tails(step, size - 1)
        doubt, joker, ties = self._parameters.doubt, self._joker, self._ties_beat
        expected = weight * joker if size == 1 else 0.0
        joker = joker if size > 1 else 0.0
        total = 0.0
        stands, higher = [0.0] * RANKS, [0.0] * RANKS
        for rank in range(TWO, -1, -1):
            copies = self._unseen.ranks[rank]
            chance = plain[copies]
            more = weight * (chance + joker * (helped[copies] - chance))
            stands[rank] = exp(-doubt * (expected + more if ties else expected))
            higher[rank] = total
            expected += more
            total += chance
        return _Column(stands, higher, weight)


def equal_rivals(size: int) -> tuple[Rival, ...]:
    """Four opponents with as many cards each: how a hand is judged before play."""
    return tuple(Rival(seat, size, -1.0) for seat in range(1, SEATS))


# --- what a hand is worth: the turns its groups still take, and the control it keeps

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
