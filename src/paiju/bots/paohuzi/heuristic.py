"""The heuristic of Paohuzi: plans of a hand, their chances to be complete, a few tuned numbers, and the bots that play by them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from math import exp, log
from typing import NamedTuple

from paiju.bots.base import gumbel
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.cards import COPIES, GUARD, KINDS, UNIT, UNKNOWN, Hand, Kind, kinds_of, packed
from paiju.games.paohuzi.claims import is_due, owned
from paiju.games.paohuzi.hands import SETS, hidden
from paiju.games.paohuzi.melds import CATALOGUES, RUN_OF, Laid, Meld, SetKind, same, set_hu, tally, with_meld
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.views import View


class Packing(NamedTuple):
    """Cards left over when `sets` sets worth `hu` are taken out."""

    rest: Hand
    hu: int
    sets: int


_NOTHING = {0: (0, 0)}


@lru_cache(maxsize=1 << 11)
def packings(free: Hand, one_five_ten: bool) -> tuple[Packing, ...]:  # noqa: FBT001 - a key of the cache
    """Each possible rest once, with the most hu; not only the smallest rests, for sets may be worth breaking."""
    return tuple([Packing(rest, hu, sets) for rest, (hu, sets) in _rests(free, one_five_ten).items()])


@lru_cache(maxsize=1 << 12)
def _rests(free: Hand, one_five_ten: bool) -> dict[Hand, tuple[int, int]]:  # noqa: FBT001 - as above
    """The hu and sets of each packing by its rest."""
    if not free:
        return _NOTHING
    first = ((free & -free).bit_length() - 1) >> 2
    unit = UNIT[first]
    best = {rest + unit: found for rest, found in _rests(free - unit, one_five_ten).items()}
    for run in CATALOGUES[one_five_ten].first[first]:
        if (free | GUARD) - run.code & GUARD != GUARD:
            continue
        for rest, (hu, sets) in _rests(free - run.code, one_five_ten).items():
            if rest not in best or best[rest][0] < hu + run.hu:
                best[rest] = hu + run.hu, sets + 1
    return best


# --- the numbers the heuristic of Paohuzi plays by


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """Chances are taken as logarithms, so that what must all come true adds up; other weights are in that unit."""

    # Which share of the cards still to be drawn can complete two cards of the hand.
    eat_reach: float = 0.75  # a sequence or mixed set: own draws, the left neighbour's cards
    pong_reach: float = 1.3  # a pair: every draw, and most discards
    barred_reach: float = 0.35  # a forfeited kind: own draws for a pair, otherwise only the last card of all
    win_reach: float = 1.0  # the card that ends the deal may come from everyone's draw

    # What a plan is worth.
    least_chance: float = 0.02  # a set for which the hand has no two cards, or no card is left
    own_share: float = 0.33  # how often the third copy of a pair is an own draw, with more hu
    shortfall: float = 0.4  # each hu below the minimum
    excess: float = 0.02  # each hu above it
    quad_hope: float = 0.5  # how much of the hu of a fourth copy that is still to come counts
    plans: int = 10  # how many ways of cutting the hand up are looked at
    spread: float = 0.2  # how much the second-best plan adds: 0.1 little, 1 all

    # What others gain.
    tempo_pong: float = 0.04  # a discard that another seat may Pong
    tempo_eat: float = 0.04  # a discard that the right neighbour may eat
    refusal: float = 0.03  # letting a card pass that may never be claimed again


DEFAULT = Parameters()


# --- what may still come: the copies of each kind that a seat has not seen, and the chance to get one


@lru_cache(maxsize=2)
def completions(*, one_five_ten: bool) -> dict[tuple[Kind, Kind], tuple[tuple[Kind, int], ...]]:
    """For two cards of a hand: the third cards of their sequences and mixed sets, with the hu of the set."""
    found: dict[tuple[Kind, Kind], dict[Kind, int]] = {}
    for run in CATALOGUES[one_five_ten].runs:
        for at, third in enumerate(run.cards):
            low, high = sorted((*run.cards[:at], *run.cards[at + 1 :]))
            thirds = found.setdefault((low, high), {})
            thirds[third] = max(run.hu, thirds.get(third, 0))
    return {two: tuple(thirds.items()) for two, thirds in found.items()}


@lru_cache(maxsize=2)
def _completions_of(*, one_five_ten: bool) -> list[list[tuple[Kind, tuple[tuple[Kind, int], ...]]]]:
    """By the lower of two cards: the other one, and what `completions` has for both."""
    found: list[list[tuple[Kind, tuple[tuple[Kind, int], ...]]]] = [[] for _ in range(KINDS)]
    for (low, high), thirds in completions(one_five_ten=one_five_ten).items():
        found[low].append((high, thirds))
    return found


def stock_seen(view: View) -> list[Kind]:
    """The cards of the stock that everyone knows."""
    bottom = [view.bottom] if view.left > len(view.known_top) else []
    return [*view.known_top, *bottom]


def unseen_copies(view: View) -> list[int]:
    """Copies by kind that are in nothing the viewer sees or has seen."""
    left = [COPIES] * KINDS
    for hand in view.hands or ((view.hand,) if view.hand is not None else ()):
        left = [copies - held for copies, held in zip(left, hand, strict=True)]
    seen = [card for melds in view.melds for meld in melds for card in meld.cards]
    seen += [card.card for pile in view.piles for card in pile]
    seen += stock_seen(view)
    if view.phase is Phase.CLAIM and view.source in (Source.DRAWN, Source.THROWN):
        seen.append(view.card)
    if view.result is not None and view.result.apart:
        seen.append(view.result.card)
    if view.shown_held and view.viewer != view.dealer and not view.hands:
        seen.append(view.shown)
    for card in seen:
        if card != UNKNOWN:
            left[card] -= 1
    return left


class Outlook:
    """The possibilities that the view of a seat leaves open. `live` are unseen copies by kind, `draws` the cards of the stock."""

    def __init__(self, parameters: Parameters, view: View) -> None:
        seat = view.viewer
        assert seat is not None
        self.parameters = parameters
        self.one_five_ten, self.draws = view.options.one_five_ten, view.left
        self._no_pong, self._no_eat = view.no_pong, view.no_eat
        live = unseen_copies(view)
        for card in stock_seen(view):  # still to be drawn
            live[card] += 1
        self.live = tuple([max(0, copies) for copies in live])
        right = view.order[(view.order.index(seat) + 1) % len(view.order)]
        self._chances: dict[float, float] = {}
        self._right_let_pass = {left.card for left in (*view.piles[seat], *view.piles[right])}

    @cached_property
    def unseen(self) -> int:
        """The number of cards that are out of sight."""
        return max(1, sum(self.live))

    def chance(self, copies: float) -> float:
        """The logarithm of the chance that one of some copies comes while there are draws."""
        found = self._chances.get(copies)
        if found is None:
            missed: float = max(0.0, 1 - copies / self.unseen) ** self.draws
            found = self._chances[copies] = log(max(self.parameters.least_chance, 1 - missed))
        return found

    def beginnings(self, low: Kind) -> list[tuple[Kind, float, float]]:
        """The other cards with which a card can become a set, none of them lower: the chance, and the hu to expect."""
        found: list[tuple[Kind, float, float]] = []
        for high, thirds in _completions_of(one_five_ten=self.one_five_ten)[low]:
            reached = hu = 0.0
            for third, gain in thirds:
                copies = self.live[third] * self._eaten[third]
                reached += copies
                hu += copies * gain
            if low == high:
                copies, gained = self._triple(low)
                reached += copies
                hu += copies * gained
            if reached:
                found.append((high, self.chance(reached), hu / reached))
        return found

    @cached_property
    def _eaten(self) -> tuple[float, ...]:
        """Which share of each kind completes a sequence or a mixed set."""
        eat, barred = self.parameters.eat_reach, self.parameters.barred_reach
        return tuple(barred if self._no_eat >> kind & 1 else eat for kind in range(KINDS))

    def _triple(self, kind: Kind) -> tuple[float, float]:
        """Copies that make a pair three of a kind, and the hu of these."""
        own = self.parameters.own_share
        barred = self._no_pong >> kind & 1
        reach = self.parameters.barred_reach if barred else self.parameters.pong_reach
        own = 1.0 if barred else own
        hu = own * set_hu(SetKind.UNEXPOSED_3, kind) + (1 - own) * set_hu(SetKind.EXPOSED_3, kind)
        return reach * self.live[kind], hu

    def last_card(self, kind: Kind) -> float:
        """The chance that a single card becomes a pair: by the winning card only."""
        return self.chance(self.parameters.win_reach * self.live[kind])

    def gift(self, kind: Kind) -> float:
        """The value that a discard of a kind gives away: a Pong to anyone, a set to the right neighbour."""
        pong, eat = self.parameters.tempo_pong, self.parameters.tempo_eat
        eaten = 0.0 if kind in self._right_let_pass else eat * self._uses(kind)
        return pong * _may_hold_two(self.live[kind]) + eaten

    def _uses(self, kind: Kind) -> float:
        """How likely two unseen cards fit a kind, as a share of all ways."""
        runs = CATALOGUES[self.one_five_ten].holding[kind]
        ways = 0.0
        for run in runs:
            others = list(run.cards)
            others.remove(kind)
            ways += self.live[others[0]] * self.live[others[1]]
        return ways / (COPIES * COPIES * len(runs))


def _may_hold_two(live: int) -> float:
    return (0.0, 0.0, 0.5, 1.0, 1.0)[live]


# --- plans: a hand cut into complete sets, two-card beginnings that wait for a card, and cards to throw away

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
        self._begun: dict[Kind, list[tuple[Hand, Hand, float, float]]] = {}
        self._hu_weight = outlook.parameters.shortfall / 2
        self._nothing = log(outlook.parameters.least_chance)

    def value(self, laid: Laid, hand: Hand) -> float:
        """The value of a hand that owes no discard."""
        return self._together([plan.value for plan in self._plans(laid, hand)])

    def discards(self, laid: Laid, hand: Hand) -> dict[int, float]:
        """What the hand is worth after each discard that leaves a plan intact; at least one."""
        plans = self._plans(laid, hand)
        values: dict[int, list[float]] = {}
        for plan in plans:
            for kind in kinds_of(plan.spare):
                values.setdefault(kind, []).append(plan.value)
        if not values:
            worst = min(plan.value for plan in plans)
            values = {kind: [worst] for kind in kinds_of(hidden(hand).free)}
        return {kind: self._together(found) - self._outlook.gift(kind) for kind, found in values.items()}

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
        key = rest, sets, pair
        if (known := self._known.get(key)) is not None:
            return known
        if not rest or not (sets or pair):
            return (sets + pair) * self._nothing, 0.0, rest
        first = ((rest & -rest).bit_length() - 1) >> 2
        unit, match = UNIT[first], self._match
        later = rest - unit
        worth, hu, spare = match(later, sets, pair)
        spare += unit
        if pair:
            second = later >> 4 * first & 15
            tail = match(later - unit if second else later, sets, False)  # noqa: FBT003 - positions are quicker
            gain = tail[0] if second else tail[0] + self._outlook.last_card(first)
            if gain > worth:
                worth, hu, spare = gain, tail[1], tail[2]
        if sets:
            for field, other, begun, gained in self._begun.get(first) or self._beginnings(first):
                if later & field:
                    tail = match(later - other, sets - 1, pair)
                    gain = begun + tail[0]
                    if gain > worth:
                        worth, hu, spare = gain, gained + tail[1], tail[2]
        self._known[key] = found = worth, hu, spare
        return found

    def _beginnings(self, first: Kind) -> list[tuple[Hand, Hand, float, float]]:
        """Those with a card as their lower one: the field and the unit of the other, the chance and hu weighed together, the hu."""
        found = self._begun[first] = [
            (15 << 4 * other, UNIT[other], chance + self._hu_weight * gained, gained)
            for other, chance, gained in self._outlook.beginnings(first)
        ]
        return found


def _promise(cut: Packing) -> int:
    return -_SET_WEIGHT * cut.sets - cut.hu


# --- the heuristic as a bot


class HeuristicBot:
    """Plans the way to a hand with enough hu: claims what brings it nearer, throws what no plan needs.

    With a `temperature`, in the unit of a plan's value, logarithms of chances, it draws among the actions by how good their plans
    look; what it can win, it wins.
    """

    name = "heuristic"

    def __init__(self, seed: int, parameters: Parameters = DEFAULT, temperature: float = 0.0) -> None:
        """A bot with other `parameters` is another player; at temperature 0 `seed` decides nothing."""
        self._parameters, self._temperature = parameters, temperature
        self._random = random.Random(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Hu whenever it is offered, else the action with the best plan; the pack is cut where it is usual."""
        if HU in actions:
            return HU
        if view.phase is Phase.CUT:
            return actions[0]
        assert view.hand is not None
        assert view.viewer is not None
        rules = compile_rules(view.options)
        planner = Planner(Outlook(self._parameters, view), rules.min_hu)
        hand = packed(view.hand)
        seat = _Seat(rules, tally(view.melds[view.viewer]), hand)
        if actions[0].verb == "discard":
            values = planner.discards(seat.laid, hand)
            return max(actions, key=lambda action: values.get(action.cards[0], float("-inf")) + self._nudge())

        def worth(action: Action) -> float:
            value = _worth(planner, _after(seat, view.card, action)) + self._nudge()
            return value - self._parameters.refusal if action is actions[0] else value

        return max(actions, key=worth)

    def _nudge(self) -> float:
        """The bonus on the value of an action."""
        return self._temperature * gumbel(self._random) if self._temperature else 0.0


class _Seat(NamedTuple):
    """A seat: under its rules, on the table, in hand; and whether it claimed just now."""

    rules: Rules
    laid: Laid
    hand: Hand
    claimed: bool = False


def _after(seat: _Seat, card: Kind, claim: Action) -> _Seat:
    """The seat after a claim on a card, before the discard; after `pass` as it was."""
    if claim.verb == "pass":
        return seat
    if claim.verb == "pong":
        return _Seat(
            seat.rules,
            with_meld(seat.laid, same(SetKind.EXPOSED_3, card)),
            seat.hand - 2 * UNIT[card],
            claimed=True,
        )
    runs = [RUN_OF[cards] for cards in claim.sets]
    laid = reduce(with_meld, [Meld(run.kind, run.cards) for run in runs], seat.laid)
    return _Seat(seat.rules, laid, seat.hand + UNIT[card] - sum([run.code for run in runs]), claimed=True)


def _worth(planner: Planner, seat: _Seat) -> float:
    """The value of a seat after the best discard, if one is due."""
    if seat.claimed and is_due(seat.rules, owned(seat.hand, seat.laid), seat.laid.quads):
        return max(planner.discards(seat.laid, seat.hand).values())
    return planner.value(seat.laid, seat.hand)
