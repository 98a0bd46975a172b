"""Plans: a hand cut into complete sets, two-card beginnings that wait for a card, and cards to throw away.

A drawn card never enters a hand, so every set still to come needs two cards that are there already: the distance of
a hand is the number of these beginnings, and of sets for which there is none.
"""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from paiju.bots.paohuzi.heuristic.outlook import Outlook
from paiju.bots.paohuzi.heuristic.packing import Packing, packings
from paiju.games.paohuzi.cards import UNIT, Hand, kinds_of
from paiju.games.paohuzi.hands import SETS, hidden
from paiju.games.paohuzi.sets import Laid

_TRIPLE = 3
_SET_WEIGHT = 4
_QUAD_GAIN = 3


class Plan(NamedTuple):
    """How good a plan is, and the cards it has no use for."""

    value: float
    spare: Hand


_Match = tuple[float, float, Hand]
"""Beginnings found: their chance and hu weighed together, the hu alone, and the cards not used."""


class Planner:
    """Values hands under one outlook; it keeps what it has worked out."""

    def __init__(self, outlook: Outlook, min_hu: int) -> None:
        self._outlook = outlook
        self._parameters = outlook.parameters
        self._min_hu = min_hu
        self._known: dict[tuple[Hand, int, bool], _Match] = {}
        self._hu_weight = outlook.parameters.shortfall / 2
        self._nothing = log(outlook.parameters.least_chance)

    def value(self, laid: Laid, hand: Hand) -> float:
        """What a hand is worth to which no discard is due."""
        return self._together([plan.value for plan in self._plans(laid, hand)])

    def discards(self, laid: Laid, hand: Hand) -> dict[int, float]:
        """What the hand is worth after each discard that leaves a plan intact; at least one."""
        plans = self._plans(laid, hand)
        gifts = self._outlook.gifts
        values: dict[int, list[float]] = {}
        for plan in plans:
            for kind in kinds_of(plan.spare):
                values.setdefault(kind, []).append(plan.value)
        if not values:
            worst = min(plan.value for plan in plans)
            values = {kind: [worst] for kind in kinds_of(hidden(hand).free)}
        return {kind: self._together(found) - gifts[kind] for kind, found in values.items()}

    def _together(self, values: list[float]) -> float:
        """The best value, and a little for the others."""
        best, spread = max(values), self._parameters.spread
        return best + spread * log(sum([exp((value - best) / spread) for value in values]))

    def _plans(self, laid: Laid, hand: Hand) -> list[Plan]:
        held = hidden(hand)
        pair = laid.quads + held.quads > 0
        left = SETS - laid.sets - held.sets - pair
        hu = laid.hu + held.hu + self._hope(laid, hand)
        cuts = sorted(packings(held.free, self._outlook.one_five_ten), key=_promise)
        return [self._plan(cut, left, hu, pair=pair) for cut in cuts[: self._parameters.plans]]

    def _plan(self, cut: Packing, left: int, hu: float, *, pair: bool) -> Plan:
        worth, gained, spare = self._match(cut.rest, max(0, left - cut.sets), pair)
        total = hu + cut.hu + gained
        short = max(0.0, self._min_hu - total)
        chances = worth - self._hu_weight * gained
        value = chances - self._parameters.shortfall * short + self._parameters.excess * total
        return Plan(value, spare)

    def _hope(self, laid: Laid, hand: Hand) -> float:
        """Hu to expect from fourth copies."""
        live = self._outlook.live
        triples = [kind for kind in kinds_of(hand) if hand >> 4 * kind & 15 == _TRIPLE]
        triples += [kind for kind in range(len(live)) if laid.unexposed >> kind & 1]
        chance = exp(self._outlook.chance(1.0))
        return self._parameters.quad_hope * _QUAD_GAIN * chance * sum([live[kind] for kind in triples])

    def _match(self, rest: Hand, sets: int, pair: bool) -> _Match:  # noqa: FBT001 - a key
        """The best beginnings of `sets` sets and, if `pair`, of one pair among some cards."""
        key = (rest, sets, pair)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._best_match(rest, sets, pair=pair)
        return known

    def _best_match(self, rest: Hand, sets: int, *, pair: bool) -> _Match:
        if not rest or not (sets or pair):
            return (sets + pair) * self._nothing, 0.0, rest
        first = ((rest & -rest).bit_length() - 1) >> 2
        later = rest - UNIT[first]
        worth, hu, spare = self._match(later, sets, pair)
        spare += UNIT[first]
        if pair:
            twin = later >> 4 * first & 15
            tail = self._match(later - UNIT[first] if twin else later, sets, False)  # noqa: FBT003 - positions are quicker
            gain = tail[0] if twin else tail[0] + self._outlook.last_card[first]
            if gain > worth:
                worth, hu, spare = gain, tail[1], tail[2]
        if sets:
            for other, chance, gained in self._outlook.beginnings[first]:
                if later >> 4 * other & 15:
                    tail = self._match(later - UNIT[other], sets - 1, pair)
                    gain = chance + self._hu_weight * gained + tail[0]
                    if gain > worth:
                        worth, hu, spare = gain, gained + tail[1], tail[2]
        return worth, hu, spare


def _promise(cut: Packing) -> int:
    return -_SET_WEIGHT * cut.sets - cut.hu
