"""Cards that changed hands before play, as a viewer's past tells of them: which are hidden, and of how many something is known.

A move takes cards from a hand or the middle into another; of some the viewer has seen the cards, of others only how many they
were. Moves of which the cards can only be found together make a unit: what was given back to several was sorted (BH A18-32), what
lay face down in the middle was handed out in any order, or by rank (BH A18-34).
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from math import prod
from typing import NamedTuple

from paiju.core.sampling.hands import Share
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
from paiju.games.baohuang.determinize.bounds import Witness
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
_FEW = 2
"""Up to how many ways to fill the hands that are dealt from the middle these are followed card by card."""


class Move(NamedTuple):
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


class Unit(NamedTuple):
    """Moves of which the cards are found together, and where in the state, or among the totals, their numbers stand.

    `how`: `paid` the highest cards; `chosen` the highest card, of a rank the kind with the fewest copies; `any` cards; `sorted` any cards,
    those of the last move the highest; `one each` no move, but one of the lowest cards for each seat; `one at most` the same for those
    who had none to spare; `one rank` no move, but hands of the lowest rank alone, or the next; `shuffled` and `counted` what
    the middle has, in any order; `ranked` what it has by rank; `all` what it has, to one seat.
    """

    how: str
    moves: tuple[int, ...]
    kinds: frozenset[Kind]
    place: int


class Cap(NamedTuple):
    """How many copies of each of some kinds a seat had at most, before the move of that number."""

    before: int
    seat: int
    kinds: frozenset[Kind]
    most: int


class Moves:
    """All moves of a past in their order, the units of those that are hidden, and how many cards of each unit are to be found.

    `start` are the numbers by which the kinds are linked, before the first of them; `totals` those that only count at the end.
    """

    def __init__(self, witness: Witness, rules: Rules, past: Past, *, in_order: bool, since: int = 0) -> None:
        """`in_order`: the middle is handed out by rank (BH A18-34), not shuffled; only steps from `since` on are looked at."""
        self._witness, self._rules, self._in_order, self._since = witness, rules, in_order, since
        self.past = with_known_pool(past)
        self._lowest = frozenset(kinds_of_rank(rules.low_rank))
        self._declined = first_declined(past)
        self.each: list[Move] = []
        self.caps: list[Cap] = []
        self._follow()
        verbs = [self.past[move.step].verb for move in self.each]
        self.bought = max([at + 1 for at, verb in enumerate(verbs) if verb == "bought"], default=0)
        self._start: list[int] = []
        self._totals: list[int] = []
        self.units = list(self._gathered(verbs))
        self.start, self.totals = tuple(self._start), tuple(self._totals)
        self.kinds = sorted(witness.kinds, reverse=True)

    @property
    def shape(self) -> Hashable:
        """All about the moves but the cards that were seen, or are taken for seen."""
        ways = [(move.step, move.giver, move.taker, move.payable, move.hidden) for move in self.each]
        return tuple(ways), tuple(self.units), tuple(self.caps), self.start, self.totals

    def _follow(self) -> None:
        """All moves in their order, and how many copies some hand held at most before one of them."""
        rules, called = self._rules, NOWHERE
        for at, step in enumerate(self.past):
            if step.verb == "call":
                called = step.cards[0]
            elif step.verb == "abdicate":
                cap = self._witness.cap_of_declined(step.seat)
                if cap is not None and at >= self._since:
                    self.caps.append(Cap(len(self.each), *cap))
            elif at >= self._since and (step.moves or step.verb in (PAID, GOT)):
                if step.verb == "price":
                    self.caps.append(Cap(len(self.each), step.seat, self._lowest, 0))
                giver = MIDDLE if step.verb == GOT else step.seat
                taker = step.seat if step.verb == GOT else step.to
                kept = payable(rules, step.verb, crown=at > self._declined)
                if kept is None or step.verb == GOT or MARKED_BIG in step.cards:  # the crown itself moves
                    able = None
                else:
                    able = frozenset(
                        kind for kind in self._witness.kinds if kind not in kept and kind != called
                    )
                self.each.append(Move(at, giver, taker, step.cards, able))
        self._called = called
        self.passed_over = self._without_spare()
        self._called_at = next((at for at, step in enumerate(self.past) if step.verb == "call"), NOWHERE)
        self.caps += [Cap(len(self.each), *cap) for cap in self._witness.caps_of_full_circle()]

    def _without_spare(self) -> tuple[tuple[int, int], ...]:
        """Who was asked for one of the lowest cards before the seat that sold it, and the move before that (BH A14).

        Such a seat had one at most, unless what it had was called, and neither sold nor bought any; a buyer's is known anyway. Where the
        crown's first holder is asked before all others, a price of one card does not tell who was asked; of others it is how far off the
        seller sits.
        """
        steps = [self.past[move.step] for move in self.each]
        prices = [(at, step) for at, step in enumerate(steps) if step.verb == "price"]
        if self._called in self._lowest:
            return ()
        asked = {
            (step.seat + distance) % SEATS: at
            for at, step in prices
            if self._rules.transfers.any_seller or len(step.cards) > 1
            for distance in range(1, (step.to - step.seat) % SEATS)
        }
        known = {self._witness.view.viewer, *(step.seat for _, step in prices)}
        return tuple([(seat, at) for seat, at in sorted(asked.items()) if seat not in known])

    def _gathered(self, verbs: Sequence[str]) -> Iterator[Unit]:
        moves = self.each
        all_kinds, low = frozenset(self._witness.kinds), self._lowest
        if self._one_each():
            # what was given back before may have been one of them, and is not looked at
            if all(step.verb != "return" for step in self.past[: self._since]):
                yield self._unit("one each", (), low, 0)
        elif self.passed_over:
            yield self._unit("one at most", (), low & frozenset(self._witness.kinds), 0)
        if self._witness.of_one_rank:
            next_ = frozenset(kinds_of_rank(self._rules.low_rank + 1))
            yield self._unit("one rank", (), (low | next_) & all_kinds, 0)
        for at, move in enumerate(moves):
            sold = verbs[at] == "bought"  # one seller's sales hang together: also those that were seen
            kinds = low - self._called_before(move) if sold else move.payable
            if kinds is not None and (move.hidden or sold) and len(move.cards) == 1 and self._unasked(at):
                yield self._unit("chosen", (at,), kinds, 1)
            elif move.payable is not None and move.hidden:
                yield self._unit("paid", (at,), move.payable, len(move.cards))
            elif verbs[at] == GOT and (not at or verbs[at - 1] != GOT):
                yield from self._from_middle(at, verbs, all_kinds)
            elif verbs[at] == "return" and not self._follows_return(at, verbs):
                kept = IDENTITY | self._called_before(move)
                yield from self._returned(at, verbs, all_kinds - kept, low)

    def _called_before(self, move: Move) -> frozenset[Kind]:
        """The called kind, unless the move came before the call: then nobody knew what to keep (BH A12)."""
        return frozenset({self._called} if move.step > self._called_at else ())

    def _one_each(self) -> bool:
        """Whether each seat has one of the lowest cards once those without have bought: there are as many as seats (BH A14)."""
        witness = self._witness
        lowest = sum([witness.copies[kind] for kind in self._lowest])
        return self._rules.transfers.buys and lowest == SEATS and not witness.drawing

    def _returned(
        self, at: int, verbs: Sequence[str], kinds: frozenset[Kind], low: frozenset[Kind]
    ) -> Iterator[Unit]:
        """What a receiver gave back, to one seat or several."""
        group = [at]
        while group[-1] + 1 < len(verbs) and self._follows_return(group[-1] + 1, verbs):
            group.append(group[-1] + 1)
        count, lows = sum([len(self.each[one].cards) for one in group]), self._rules.transfers.returned_lows
        if not any(self.each[one].hidden for one in group):
            return
        most = 1 if self._one_each() else COPIES  # the lowest cards are never paid
        able = kinds - low if lows is not None and not lows(most) else kinds
        if len(group) == 1:
            yield Unit("any", (at,), able, len(self._totals))
            self._totals.append(count)
        else:
            yield self._unit("sorted", tuple(group), able, count)

    def _unasked(self, at: int) -> bool:
        """Whether nobody chose the kinds of what was moved: of a rank those with the fewest copies go first (BH A18-29)."""
        move = self.each[at]
        by_nobody = unasked(self.past[move.step], crown=move.step > self._declined)
        return self._rules.suited and by_nobody and move.cards != (MARKED_BIG,)

    def chosen_right(self, past: Past, dealt: Sequence[Sequence[int]]) -> bool:
        """Whether what nobody chose was of the right kinds, from the hands as they were dealt."""
        hands = [list(hand) for hand in dealt] if any(map(self._unasked, range(len(self.each)))) else []
        for at, move in enumerate(self.each if hands else ()):
            cards = past[move.step].cards
            if self._unasked(at):
                able = move.payable or self._lowest - self._called_before(move)
                if highest(tuple(hands[move.giver]), len(cards), able.__contains__) != cards:
                    return False
            for kind in cards:
                if move.giver >= 0:
                    hands[move.giver][kind] -= 1
                if move.taker >= 0:
                    hands[move.taker][kind] += 1
        return True

    def _follows_return(self, at: int, verbs: Sequence[str]) -> bool:
        """Whether a move is of the same return as the one before it (BH A18-32)."""
        one, before = self.each[at], self.each[at - 1]
        return (
            verbs[at] == verbs[at - 1] == "return"
            and one.giver == before.giver
            and one.step == before.step + 1
        )

    def _from_middle(self, at: int, verbs: Sequence[str], kinds: frozenset[Kind]) -> Iterator[Unit]:
        """What was paid into the middle is what was handed out."""
        group = [one for one in range(at, len(verbs)) if all(verb == GOT for verb in verbs[at : one + 1])]
        if not any(self.each[one].hidden for one in (*group, *self.laid_before(at))):
            return
        count = sum(len(self.each[one].cards) for one in group)
        if self.each[at].step > self._declined:
            yield self._unit("all", tuple(group), kinds)
        elif self._in_order:
            yield self._unit("ranked", tuple(group), kinds, count)
        else:
            sizes = [len(self.each[one].cards) for one in group]
            if prod(sizes) <= _FEW:
                yield self._unit("shuffled", tuple(group), kinds, *sizes)
            else:
                yield Unit("counted", tuple(group), kinds, len(self._totals))
                self._totals += sizes

    def laid_before(self, at: int) -> list[int]:
        """The moves into the middle of which a move out of it takes the cards: there is tribute, and later what was paid for the crown."""
        pool = self.each[at].step > self._declined
        return [
            one for one, move in enumerate(self.each[:at])
            if move.taker == MIDDLE and (move.step > self._declined) is pool
        ]  # fmt: skip

    def _unit(self, how: str, moves: tuple[int, ...], kinds: frozenset[Kind], *counts: int) -> Unit:
        place = len(self._start)
        self._start += counts
        return Unit(how, moves, kinds, place)

    def filled(self, shares: Sequence[Share], rng: random.Random) -> Past:
        """The past with the cards that were drawn for it; the order in which they were handed out is drawn here."""
        cards: dict[int, list[Kind]] = {at: [] for at, move in enumerate(self.each) if move.hidden}
        if not cards:
            return self.past
        for kind, share in zip(self.kinds, shares, strict=True):
            for at, many in share.variant.told:
                cards[at] += [kind] * many
        past = list(self.past)
        for at, own in cards.items():
            step = self.each[at].step
            if past[step].verb != GOT or (self._in_order and step < self._declined):
                past[step] = past[step]._replace(cards=tuple(sorted(own)))
            elif step < self._declined:
                past[step] = past[step]._replace(cards=tuple(rng.sample(own, len(own))))
            else:
                paid = [one.cards for one in past[self._declined :] if one.verb == PAID]
                past[step] = past[step]._replace(cards=tuple(chain.from_iterable(paid)))
        return tuple(past)

    @staticmethod
    def dealt(past: Past, owned: Sequence[list[int]]) -> list[list[int]]:
        """The hands as they were dealt, from what each seat holds or has laid."""
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
        return transfers.kept_from_tribute
    if verb in ("price", "cost", PAID) and (verb == "price" or rules.crowning.cost is AbdicationCost.TWO):
        return transfers.kept.union(range(FIRST_JOKER, KINDS))
    return transfers.kept if verb in ("cost", "claim", PAID) else None
