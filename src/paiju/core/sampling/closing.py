"""The end of a draw: groups of which little is known are dealt together from one shuffle into the room that is left."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import ceil, comb, exp, factorial, lgamma, log
from operator import add, sub

from paiju.core.sampling.copies import Counts, HiddenCopies, Tilt, shuffled

_LOSS = 1.0
"""How much the shuffle may lose by hands that get too many of a kind: the negative logarithm of the part that remains."""


class Closing:
    """Deals loose groups last: as if nothing were known of them, which fills the room that is left with a known probability.

    So a draw of the other groups is accepted with exactly that probability, and the cards are dealt from a shuffle; without it each draw
    would have to fill all hands by chance. A hand that must hold some copies of a group has them, and is dealt those beyond. Of n more
    copies beside k that it has (or had), one deal in (k + n choose n) remains: this makes up for the weight, 1 / (k + n)! in place
    of 1 / n!. A deal in which a hand gets more than it can hold is thrown away.

    An open group is loose only where its variant is the usual one. A factor for each of its cards bounds how much likelier the
    likeliest room becomes without it, so that all sets of loose groups share one bound of acceptance.
    """

    def __init__(self, tilt: Tilt, usual: Sequence[HiddenCopies | None], opens: Sequence[bool]) -> None:
        """`usual`: the copies of each group where all is settled, None where it cannot be; `opens`: which may have other variants."""
        self._tilt, self._whole = tilt, sum(tilt.factors)
        shares = [factor / self._whole for factor in tilt.factors]
        self._usual = _loose(shares, usual)
        self._logs = list(map(log, shares))
        self._spare = {at: _spare(copies) for at, copies in self._usual.items()}
        self._all = sum(self._spare.values())
        settled = self._all - sum([many for at, many in self._spare.items() if opens[at]])
        best = self._likeliest(settled)
        self._best, missing = best[-1], range(len(best) - 1, 0, -1)
        self._each = max(
            [0.0, *[(one - self._best) / many for one, many in zip(best, missing, strict=False)]]
        )

    def _likeliest(self, fewest: int) -> list[float]:
        """The logarithm of the probability of the likeliest room, from the fewest loose cards on up to all."""
        factors = self._tilt.factors
        room = [max(0, ceil(fewest * factor / self._whole) - 1) for factor in factors]
        odds = [factor / (size + 1) for factor, size in zip(factors, room, strict=True)]
        found: list[float] = []
        chance = 0.0
        for cards in range(sum(room) + 1, self._all + 2):
            if cards > fewest:
                chance = chance if found else self._chance(room)
                found.append(chance)
            most = max(odds)
            hand = odds.index(most)
            room[hand] += 1
            odds[hand] = factors[hand] / (room[hand] + 1)
            chance += log(cards * most / self._whole)
        return found

    def _chance(self, room: Sequence[int]) -> float:
        """The logarithm of the multinomial probability that loose cards fill some room."""
        ways = [size * each - lgamma(size + 1) for size, each in zip(room, self._logs, strict=True)]
        return sum(ways) + lgamma(sum(room) + 1)

    def usual(self, at: int) -> HiddenCopies | None:
        """The copies with which a group is loose; groups that have the same weigh the same."""
        return self._usual.get(at)

    def closes(self, at: int, copies: HiddenCopies) -> bool:
        """Whether a group with these copies is dealt last."""
        return self._usual.get(at) == copies

    def weight(self, at: int, copies: HiddenCopies) -> float:
        """The weight of a group with these copies: of all the ways to draw it, or to deal it last."""
        own = self._usual.get(at)
        if own is None:
            return self._tilt.total(copies)
        if copies != own:
            return self._tilt.total(copies) * exp(self._each * self._spare[at])
        weight = self._whole ** self._spare[at] / factorial(self._spare[at])
        for factor, gone, low in zip(self._tilt.factors, copies.gone, copies.least, strict=True):
            weight *= factor**low / factorial(gone + low)
        return weight

    def close(self, left: Counts, closing: Iterable[int], found: list[Counts], rng: random.Random) -> bool:
        """Deal the closing groups into the room that is left, if the draw is accepted; their counts are written to `found`."""
        room: Sequence[int] = left
        for at in closing:
            if any(own := self._usual[at].least):
                room = tuple(map(sub, room, own))
        cards = [at for at in closing for _ in range(self._spare[at])]
        if min(room) < 0 or sum(room) != len(cards):
            return False
        most = self._best + self._each * (self._all - len(cards))
        if rng.random() >= exp(self._chance(room) - most):
            return False
        cards = shuffled(cards, rng)
        ends = list(accumulate(room))
        hands = [Counter(cards[end - size : end]) for end, size in zip(ends, room, strict=True)]
        odds = 1
        for at in closing:
            counts = [hand[at] for hand in hands]
            odds *= _remaining_of(self._usual[at], counts)
            found[at] = tuple(map(add, self._usual[at].least, counts))
        return odds == 1 or bool(odds and rng.random() * odds < 1)


def _loose(shares: Sequence[float], usual: Sequence[HiddenCopies | None]) -> dict[int, HiddenCopies]:
    """The groups that a shuffle deals without losing too much."""
    lost = {copies: _lost(copies, shares) for copies in usual if copies and not copies.weights}
    chosen: dict[int, HiddenCopies] = {}
    spent = 0.0
    for at, copies in sorted(
        [(at, copies) for at, copies in enumerate(usual) if copies in lost], key=lambda own: lost[own[1]]
    ):
        cards = _spare(copies)
        spent += lost[copies] * cards
        if spent > _LOSS:
            break
        if cards:
            chosen[at] = copies
    return chosen


def _spare(copies: HiddenCopies) -> int:
    """The copies that may lie in one hand or another."""
    return copies.number - sum(copies.least)


def _lost(copies: HiddenCopies, shares: Sequence[float]) -> float:
    """About how often a copy that is dealt as if nothing were known spoils the deal."""
    return sum([
        share if most == low else share * (1 - 1 / (1 + gone + low))
        for share, gone, low, most in zip(shares, copies.gone, copies.least, copies.most, strict=True)
    ])  # fmt: skip


def _remaining_of(copies: HiddenCopies, counts: Sequence[int]) -> int:
    """Of how many deals with these counts beyond the least ones one remains; 0 if none does."""
    ways = 1
    for many, gone, low, most in zip(counts, copies.gone, copies.least, copies.most, strict=True):
        if many:
            ways *= comb(gone + low + many, many) if low + many <= most else 0
    return ways
