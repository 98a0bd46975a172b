"""Cards that changed hands before play, as a viewer's past tells of them: which are hidden, and of how many something is known.

A move takes cards from a hand or the middle into another; of some the viewer has seen the cards, of others only how many they
were. Transfers of which the cards can only be found together make a constraint: what was given back to several was sorted (BH A18-32), what
lay face down in the middle was handed out in any order, or by rank (BH A18-34).
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, takewhile
from typing import NamedTuple

from paiju.core.sampling.hands import Dealt
from paiju.games.baohuang.cards import (
    COPIES,
    FIRST_JOKER,
    IDENTITY,
    KINDS,
    MARKED_BIG,
    SEATS,
    Kind,
    kinds_of_rank,
)
from paiju.games.baohuang.determinize.bounds import HandBounds
from paiju.games.baohuang.options import AbdicationCost
from paiju.games.baohuang.phases.transfers import highest
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import (
    GOT,
    NOWHERE,
    PAID,
    UNKNOWN,
    Past,
    first_declined,
    unasked,
    with_known_pool,
)

MIDDLE = NOWHERE


class Transfer(NamedTuple):
    """Cards that went from a seat or the middle to another, by the number of their step; `cards` are UNKNOWN where not seen.

    `payable` are the kinds of which it takes the highest, None where it may be any.
    """

    step: int
    giver: int
    taker: int
    cards: tuple[Kind, ...]
    payable: frozenset[Kind] | None = None

    @property
    def hidden(self) -> bool:
        """Whether the viewer has not seen the cards."""
        return UNKNOWN in self.cards


class Constraint(NamedTuple):
    """Transfers whose cards are found together, and where in the state, or among the totals, their numbers stand.

    `how`: `paid` the highest cards; `chosen` the highest card, of a rank the kind with the fewest copies; `any` cards; `sorted` any cards,
    those of the last transfer the highest; `shuffled` what the middle has, in any order; `ranked` what it has by rank; `all` what
    it has, to one seat. Without a transfer: `one each`, of the lowest cards for each seat; `one at most` the same for
    those who had none to spare; `one rank`, hands of the lowest rank alone, or the next.
    """

    how: str
    transfers: tuple[int, ...]
    kinds: frozenset[Kind]
    place: int


class Cap(NamedTuple):
    """How many copies of each of some kinds a seat had at most, before the transfer of that number."""

    before: int
    seat: int
    kinds: frozenset[Kind]
    most: int


class Transfers:
    """All transfers of a past in their order, the constraints of those that are hidden, and how many cards of each must be found.

    `start` are the numbers by which the kinds are linked, before the first of them; `totals` those that only count at the end.
    `singles` are the seats that had one of the lowest cards, or one at most, each with the transfer before which that was so.
    """

    def __init__(
        self, bounds: HandBounds, rules: Rules, past: Past, *, in_order: bool, since: int = 0
    ) -> None:
        """`in_order`: the middle is handed out by rank (BH A18-34), not shuffled; only steps from `since` on are looked at."""
        self._bounds, self._rules, self._in_order, self._since = bounds, rules, in_order, since
        self.past = with_known_pool(past)
        self.kinds = sorted(bounds.kinds, reverse=True)
        self._all, self._lowest = frozenset(bounds.kinds), frozenset(kinds_of_rank(rules.low_rank))
        self._declined = first_declined(past)
        self._called, self._called_at = NOWHERE, NOWHERE
        self.each: list[Transfer] = []
        self.caps: list[Cap] = []
        self._follow()
        self._verbs = [self.past[one.step].verb for one in self.each]
        self.bought = max([at + 1 for at, verb in enumerate(self._verbs) if verb == "bought"], default=0)
        self._one_each = self._everybody_has_one()
        seats = [(seat, self.bought) for seat in range(SEATS)] if self._one_each else self._without_spare()
        self.singles = tuple(seats)
        self._start: list[int] = []
        self._totals: list[int] = []
        self.constraints = [*self._of_hands(), *self._of_transfers()]
        self.start, self.totals = tuple(self._start), tuple(self._totals)

    @property
    def shape(self) -> Hashable:
        """All about the transfers but the cards that were seen, or are taken for seen."""
        ways = [(one.step, one.giver, one.taker, one.payable, one.hidden) for one in self.each]
        return tuple(ways), tuple(self.constraints), tuple(self.caps), self.start, self.totals

    def _follow(self) -> None:
        """Note all transfers in their order, and how many copies a hand held at most before one of them."""
        for at, step in enumerate(self.past):
            if step.verb == "call":
                self._called, self._called_at = step.cards[0], at
            elif step.verb == "abdicate":
                cap = self._bounds.cap_of_declined(step.seat)
                if cap is not None and at >= self._since:
                    self.caps.append(Cap(len(self.each), *cap))
            elif at >= self._since and (step.moves or step.verb in (PAID, GOT)):
                if step.verb == "price":
                    self.caps.append(Cap(len(self.each), step.seat, self._lowest, 0))
                giver = MIDDLE if step.verb == GOT else step.seat
                taker = step.seat if step.verb == GOT else step.to
                reserved = payable(self._rules, step.verb, crown=at > self._declined)
                if reserved is None or step.verb == GOT or MARKED_BIG in step.cards:  # the crown itself moves
                    able = None
                else:
                    able = self._all - reserved - {self._called}
                self.each.append(Transfer(at, giver, taker, step.cards, able))
        self.caps += [Cap(len(self.each), *cap) for cap in self._bounds.caps_of_full_circle()]

    def _everybody_has_one(self) -> bool:
        """Whether each seat has one of the lowest cards once those without have bought: there are as many as seats (BH A14)."""
        lowest = sum([self._bounds.deck[kind] for kind in self._lowest])
        return self._rules.transfers.buys and lowest == SEATS and not self._bounds.drawing

    def _without_spare(self) -> list[tuple[int, int]]:
        """The seats that were asked for one of the lowest cards before the seat that sold it, and the transfer before that (BH A14).

        Such a seat had one at most, unless what it had was called, and neither sold nor bought any; a buyer's is known anyway. Where the
        crown's first holder is asked before all others, a price of one card does not tell who was asked; of others it is how far off the
        seller sits.
        """
        steps = [self.past[one.step] for one in self.each]
        prices = [(at, step) for at, step in enumerate(steps) if step.verb == "price"]
        if self._called in self._lowest:
            return []
        asked = {
            (step.seat + distance) % SEATS: at
            for at, step in prices
            if self._rules.transfers.any_seller or len(step.cards) > 1
            for distance in range(1, (step.to - step.seat) % SEATS)
        }
        known = {self._bounds.view.viewer, *(step.seat for _, step in prices)}
        return [(seat, at) for seat, at in sorted(asked.items()) if seat not in known]

    def _of_hands(self) -> Iterator[Constraint]:
        """The constraints on hands that no transfer explains."""
        if self._one_each:
            # what was given back before may have been one of them, and is not looked at
            if all(step.verb != "return" for step in self.past[: self._since]):
                yield self._constraint("one each", (), self._lowest, 0)
        elif self.singles:
            yield self._constraint("one at most", (), self._lowest, 0)
        if self._bounds.of_one_rank:
            next_ = frozenset(kinds_of_rank(self._rules.low_rank + 1))
            yield self._constraint("one rank", (), self._lowest | next_, 0)

    def _of_transfers(self) -> Iterator[Constraint]:
        """The constraints of all transfers that the viewer has not seen, or that say something of others."""
        for at, (one, verb) in enumerate(zip(self.each, self._verbs, strict=True)):
            sold = verb == "bought"  # one seller's sales depend on each other: also those that were seen
            kinds = self._lowest - self._called_before(one) if sold else one.payable
            if kinds is not None and (one.hidden or sold) and len(one.cards) == 1 and self._unasked(at):
                yield self._constraint("chosen", (at,), kinds, 1)
            elif one.payable is not None and one.hidden:
                yield self._constraint("paid", (at,), one.payable, len(one.cards))
            elif verb == GOT and (not at or self._verbs[at - 1] != GOT):
                yield from self._from_middle(at)
            elif verb == "return" and not self._continues_return(at):
                yield from self._returned(at)

    def _constraint(
        self, how: str, transfers: tuple[int, ...], kinds: frozenset[Kind], *counts: int
    ) -> Constraint:
        place = len(self._start)
        self._start += counts
        return Constraint(how, transfers, kinds & self._all, place)

    def _called_before(self, transfer: Transfer) -> frozenset[Kind]:
        """The called kind, unless the transfer came before the call: then nobody knew what to keep (BH A12)."""
        return frozenset({self._called} if transfer.step > self._called_at else ())

    def _returned(self, at: int) -> Iterator[Constraint]:
        """The cards that a receiver gave back, to one seat or several."""
        group = [at]
        while group[-1] + 1 < len(self.each) and self._continues_return(group[-1] + 1):
            group.append(group[-1] + 1)
        if not any(self.each[one].hidden for one in group):
            return
        count, lows = sum([len(self.each[one].cards) for one in group]), self._rules.transfers.returned_lows
        most = 1 if self._one_each else COPIES  # the lowest cards are never paid
        able = self._all - IDENTITY - self._called_before(self.each[at])
        if lows is not None and not lows(most):
            able -= self._lowest
        if len(group) == 1:
            yield Constraint("any", (at,), able, len(self._totals))
            self._totals.append(count)
        else:
            yield self._constraint("sorted", tuple(group), able, count)

    def _continues_return(self, at: int) -> bool:
        """Whether a transfer is of the same return as the one before it (BH A18-32)."""
        one, before = self.each[at], self.each[at - 1]
        same = one.giver == before.giver and one.step == before.step + 1
        return same and self._verbs[at] == self._verbs[at - 1] == "return"

    def _from_middle(self, at: int) -> Iterator[Constraint]:
        """The cards paid into the middle are those handed out."""
        group = list(takewhile(lambda one: self._verbs[one] == GOT, range(at, len(self.each))))
        if not any(self.each[one].hidden for one in (*group, *self.laid_before(at))):
            return
        sizes = [len(self.each[one].cards) for one in group]
        if self.each[at].step > self._declined:
            yield self._constraint("all", tuple(group), self._all)
        elif self._in_order:
            yield self._constraint("ranked", tuple(group), self._all, sum(sizes))
        else:
            yield self._constraint("shuffled", tuple(group), self._all, *sizes)

    def laid_before(self, at: int) -> list[int]:
        """The transfers into the middle whose cards a transfer out of it takes: there is tribute, and later what was paid for the crown."""
        pool = self.each[at].step > self._declined
        return [
            number for number, one in enumerate(self.each[:at])
            if one.taker == MIDDLE and (one.step > self._declined) is pool
        ]  # fmt: skip

    def _unasked(self, at: int) -> bool:
        """Whether nobody chose the kinds of what was moved: of a rank those with the fewest copies go first (BH A18-29)."""
        one = self.each[at]
        by_nobody = unasked(self.past[one.step], crown=one.step > self._declined)
        return self._rules.suited and by_nobody and one.cards != (MARKED_BIG,)

    def chosen_right(self, past: Past, dealt: Sequence[Sequence[int]]) -> bool:
        """Whether what nobody chose was of the right kinds, from the hands as they were dealt; quicker than to play the past again."""
        hands = [list(hand) for hand in dealt] if any(map(self._unasked, range(len(self.each)))) else []
        for at, one in enumerate(self.each if hands else ()):
            cards = past[one.step].cards
            if self._unasked(at):
                able = one.payable or self._lowest - self._called_before(one)
                if highest(tuple(hands[one.giver]), len(cards), able.__contains__) != cards:
                    return False
            for kind in cards:
                if one.giver >= 0:
                    hands[one.giver][kind] -= 1
                if one.taker >= 0:
                    hands[one.taker][kind] += 1
        return True

    def filled(self, dealt: Sequence[Dealt], rng: random.Random) -> Past:
        """The past with the cards that were drawn for it; the order in which they were handed out is drawn here."""
        cards: dict[int, list[Kind]] = {at: [] for at, one in enumerate(self.each) if one.hidden}
        if not cards:
            return self.past
        for kind, own in zip(self.kinds, dealt, strict=True):
            for at, many in own.variant.label:
                cards[at] += [kind] * many
        past = list(self.past)
        for at, moved in cards.items():
            step = self.each[at].step
            if past[step].verb != GOT or (self._in_order and step < self._declined):
                past[step] = past[step]._replace(cards=tuple(sorted(moved)))
            elif step < self._declined:
                past[step] = past[step]._replace(cards=tuple(rng.sample(moved, len(moved))))
            else:
                paid = [one.cards for one in past[self._declined :] if one.verb == PAID]
                past[step] = past[step]._replace(cards=tuple(chain.from_iterable(paid)))
        return tuple(past)


def as_dealt(past: Past, owned: Sequence[list[int]]) -> list[list[int]]:
    """The hands as they were dealt, from what each seat holds or has laid and the cards that changed hands."""
    hands = [hand[:] for hand in owned]
    for step in past:
        for kind in step.cards:
            if step.moves or step.verb == PAID:
                hands[step.seat][kind] += 1
            if step.moves:
                hands[step.to][kind] -= 1
            elif step.verb == GOT:
                hands[step.seat][kind] -= 1
    return hands


def payable(rules: Rules, verb: str, *, crown: bool) -> frozenset[Kind] | None:
    """The kinds that a payment leaves alone, None if it is no payment of the highest cards; `crown`: for one that was declined."""
    transfers = rules.transfers
    if verb == "tribute" or (verb == PAID and not crown):
        return transfers.reserved_from_tribute
    if verb in ("price", "cost", PAID) and (
        verb == "price" or rules.options.abdication_cost is AbdicationCost.TWO
    ):
        return transfers.reserved.union(range(FIRST_JOKER, KINDS))
    return transfers.reserved if verb in ("cost", "claim", PAID) else None
