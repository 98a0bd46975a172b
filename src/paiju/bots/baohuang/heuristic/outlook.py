"""How likely a laid set is to stand: the chance that nobody who still has to answer beats it.

The unseen cards lie with the other seats in proportion to their hands. `doubt` times the expected number of
sets that would beat a play, each weighed by its holder's will to beat us, is turned into a chance by exp(-x).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, exp
from typing import NamedTuple

from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.games.baohuang.cards import SEATS, TWO

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
