"""Hand bounds, from what a seat has seen of a deal, kind by kind: how many copies each other hand can hold.

Cards that changed hands before play are the matter of `transfers` and `constraints`. A seat that could not have called has no three
alike (BH A12). One that lays its lowest cards has nothing else (BH A14). Declarations, plays, and a deal that goes on tell who may be guard
(BH A5, A8, A15).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from math import comb
from operator import add, sub
from typing import NamedTuple

from paiju.core.sampling.copies import HiddenCopies, can_lie
from paiju.core.sampling.hands import Dealt
from paiju.games.baohuang.cards import (
    BIG,
    COPIES,
    EMPTY,
    KINDS,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    Kind,
    cards_of,
    hand_of,
    kinds_of_rank,
    without_laowang,
)
from paiju.games.baohuang.options import Abdication, FullCircle
from paiju.games.baohuang.phases.crowning import FULL_CIRCLE
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import DEALT, Past, Phase, Role, Step, names_guards
from paiju.games.baohuang.views import View, emperor_spoke

TRIPLE = 3

Cap = tuple[int, frozenset[Kind], int]
"""A seat, kinds, and how many copies of each of them it held at most at some time."""


class Span(NamedTuple):
    """The copies of a kind that a seat has had before play: what it parted with less what it got, and what it has held or laid since."""

    gone: int
    least: int
    most: int


class Part(NamedTuple):
    """The copies of a kind in a hand: what it has parted with since it was dealt, and how many it may hold now."""

    parted: int
    low: int
    high: int


class CopyBounds:
    """The least and the most copies of each kind in one hand."""

    def __init__(self, most: Sequence[int]) -> None:
        self.least = [0] * KINDS
        self.most = list(most)

    def at_least(self, kind: Kind, count: int) -> None:
        """There are as many as `count`, or more."""
        self.least[kind] = max(self.least[kind], count)

    def at_most(self, kind: Kind, count: int) -> None:
        """There are as many as `count`, or fewer."""
        self.most[kind] = min(self.most[kind], count)


class HandBounds:
    """The bounds that a view sets on the hands as they are now."""

    def __init__(self, view: View, rules: Rules, past: Past = ()) -> None:
        """Without a `past` what the view displays now sets the bounds alone."""
        self.view, self.rules, self.past = view, rules, past
        self.others = tuple(seat for seat in range(SEATS) if seat != view.viewer)
        self.played = [without_laowang(hand, view.called) for hand in view.played]
        self.drawing = view.plan.drawing
        self.call = next((step for step in self.past if step.verb == "call"), None)
        self.deck = hand_of(rules.deck(first_deal=view.carry.first_deal))
        self.kinds = [kind for kind in range(KINDS) if self.deck[kind]]
        self.own = (
            EMPTY if view.viewer is None or view.hand is None else without_laowang(view.hand, view.called)
        )
        self.unseen: Sequence[int] = self.deck
        for seen in (self.own, *self.played):
            self.unseen = tuple(map(sub, self.unseen, seen))
        self.drawn = self._drawn_of_bombs()
        self._undrawn = self._left_to_draw()
        self._drawn_early = self._called_early()
        self._early_kind = self.call.cards[0] if self.call and self._drawn_early else None
        self.held = [CopyBounds(self.deck) for _ in range(SEATS)]
        self.of_one_rank: list[int] = []
        """Seats that hold cards of the lowest rank alone, or of the next alone (BH A14): who had none of the lowest keeps the next for last."""
        self._hold_what_is_known()
        self._hold_lowest()
        self._hold_guards()

    def room(self) -> tuple[int, ...]:
        """The number of cards that each other hand holds, and last the undrawn deck where there is one."""
        room = [self.view.held(seat) for seat in self.others]
        return (*room, self._undrawn) if self._undrawn else tuple(room)

    def hands(self, kinds: Sequence[Kind], dealt_groups: Sequence[Dealt]) -> tuple[list[list[int]], Cards]:
        """What each seat holds or has laid, those of the others as they were drawn, and what is left of the deck."""
        hands = [list(played) for played in self.played]
        if self.view.viewer is not None:
            hands[self.view.viewer] = list(map(add, hands[self.view.viewer], self.own))
        others = [hands[seat] for seat in self.others]
        rest: list[Kind] = []
        for kind, (_, counts) in zip(kinds, dealt_groups, strict=True):
            for hand, many in zip(others, counts, strict=False):
                hand[kind] += many
            if len(counts) > len(others):
                rest += [kind] * counts[-1]
        return hands, tuple(rest)

    def about(self, kind: Kind) -> tuple[object, ...]:
        """All that a view tells of the copies of a kind; kinds of which it tells the same are alike."""
        bounds = [(self.held[seat].least[kind], self.held[seat].most[kind]) for seat in self.others]
        played = [self.played[seat][kind] for seat in self.others]
        called = self.call is not None and kind in self.call.cards
        drawn = tuple([self.drawn.get((seat, kind)) for seat in self.others])
        return self.deck[kind], self.unseen[kind], tuple(played), tuple(bounds), drawn, called

    def part(self, kind: Kind, seat: int, span: Span) -> Part | None:
        """What another seat may hold of a kind; None if that cannot be."""
        played, held, unseen = self.played[seat][kind], self.held[seat], self.unseen[kind]
        parted = played + span.gone
        low = max(held.least[kind], span.least - played, -parted)
        high = min(held.most[kind], span.most - played, unseen)
        return Part(parted, low, high) if low <= high else None

    def hidden_copies(
        self, kind: Kind, in_middle: int, parts: Sequence[Part], pile: Sequence[int] = ()
    ) -> HiddenCopies | None:
        """Where the copies of a kind lie, beside those known to lie in the middle; None if they cannot.

        `parts` are those of the others, `pile` how many copies a pile that lies face down holds at most, where there is one.
        """
        number = self.unseen[kind] - in_middle
        parted, low, high = zip(*parts, strict=True)
        if in_middle:
            high = tuple([min(most, number) for most in high])
        if self._undrawn:
            parted, low, high = (*parted, 0), (*low, 0), (*high, number)
        for most in pile:
            parted, low, high = (*parted, 0), (*low, 0), (*high, most)
        if not sum(low) <= number <= sum(high):
            return None
        if kind != self._early_kind:
            return HiddenCopies(number, parted, low, high)
        copies = HiddenCopies(number, parted, low, high, self._early(kind, parted))
        return copies if can_lie(copies) else None

    def cap_of_declined(self, seat: int) -> Cap | None:
        """The cap on a hand that declined the crown: where nobody has to, that it cannot call (BH A6)."""
        return self._cannot_call(seat) if self.rules.crowning.abdication is Abdication.OFF else None

    def caps_of_full_circle(self) -> list[Cap]:
        """Nobody took the crown: those on whom it was not forced could not call (BH A18-40, 41)."""
        passed = self._passed()
        if len(passed) < SEATS:
            return []
        order = FULL_CIRCLE[self.rules.options.abdication_full_circle](passed)
        crowned = [step.seat for step in self.past if step.verb == "crown"]
        forced = crowned[0] if crowned else self.view.turn
        caps = [
            self._cannot_call(seat) for seat in dict.fromkeys(takewhile(lambda seat: seat != forced, order))
        ]
        return [cap for cap in caps if cap is not None]

    def _passed(self) -> list[int]:
        """The seats that declined the crown, in order."""
        return [step.seat for step in self.past if step.verb == "abdicate"]

    def _cannot_call(self, seat: int) -> Cap | None:
        crowning = self.rules.crowning
        if not crowning.guard_called:
            return None
        return seat, frozenset(crowning.callable_kinds(first_deal=self.view.carry.first_deal)), TRIPLE - 1

    def _drawn_of_bombs(self) -> dict[tuple[int, Kind], tuple[int, int]]:
        """By seat and kind: how many copies it drew, at least and at most, as what it laid of them was a bomb or was none (BH A18-57)."""
        found: dict[tuple[int, Kind], tuple[int, int]] = {}
        if self.rules.natural_bombs:
            laid = [laid for trick in (*self.view.tricks, self.view.trick) for laid in trick]
            for at, (seat, cards, _) in enumerate(laid):
                if len({*cards}) == 1 and self.rules.comparison.bomb_rank(cards):
                    low, high = found.get((seat, cards[0]), (0, COPIES))
                    bomb, many = at in self.view.bombs, len(cards)
                    found[seat, cards[0]] = (max(low, many), high) if bomb else (low, min(high, many - 1))
        return found

    def _left_to_draw(self) -> int:
        size = sum(self.view.drawn_sizes)
        return size - self.drawing.at if self.drawing is not None else 0

    def _called_early(self) -> Step | None:
        """What another emperor had drawn when taking the crown, if the call came then and all is drawn since (BH A18-64)."""
        call = self.call
        if call is None or self._undrawn or call.seat not in self.others:
            return None
        return next((step for step in self.past if step.verb == DEALT and step.seat == call.seat), None)

    def _early(self, kind: Kind, parted: Sequence[int]) -> tuple[tuple[int, tuple[float, ...]], ...]:
        """By number of copies, how likely they are drawn as early as the emperor had them when taking the crown (BH A18-64)."""
        call, early = self.call, self._drawn_early
        assert call is not None
        assert early is not None
        first, size = len(early.cards), self.view.drawn_sizes[call.seat]
        marked = int(not self.rules.crowning.head_is_heir or self.view.carry.first_deal)
        gone = parted[self.others.index(call.seat)]
        factors = []
        for copies in range(gone, gone + self.unseen[kind] + 1):
            most = copies if call.number == TRIPLE else call.number
            chances = [
                comb(copies, drawn) * comb(size - copies - marked, first - drawn - marked)
                for drawn in range(call.number, most + 1)
                if copies >= 0 and first >= drawn + marked
            ]
            factors.append(sum(chances) / comb(size, first))
        return ((self.others.index(call.seat), tuple(factors)),)

    # --- what hands hold now

    def _hold_what_is_known(self) -> None:
        view = self.view
        for seat, hand in enumerate(view.hands):
            held = without_laowang(hand, view.called)
            self.held[seat].least, self.held[seat].most = list(held), list(held)
        for (seat, kind), count in Counter([(holder, kind) for _, holder, kind in view.known]).items():
            if seat in self.others:
                self.held[seat].at_least(kind, count)
        call = self.call
        if call and call.seat in self.others:
            bounds, laid = self.held[call.seat], self.played[call.seat][call.cards[0]]
            bounds.at_least(call.cards[0], call.number - laid)
            if call.number < TRIPLE and not any(step.verb == DEALT for step in self.past):
                bounds.at_most(call.cards[0], call.number - laid)  # three would have been shown (BH A18-42)

    def _hold_lowest(self) -> None:
        """Seats that laid or are stuck on their lowest cards hold nothing else (BH A14, A18-61)."""
        view, low = self.view, self.rules.low_rank
        if not self.rules.low_last:
            return
        for seat in self.others:
            laid = {RANK_OF[kind] for kind in cards_of(view.played[seat])}
            if low in laid or seat in view.stuck:
                ranks = [low]
                if self.rules.next_rank and low not in laid:
                    ranks = [rank for rank in (low, low + 1) if self._unseen_of(rank) >= view.held(seat)]
                    if len(ranks) > 1:
                        self.of_one_rank.append(seat)
                for kind in self.kinds:
                    if RANK_OF[kind] not in ranks:
                        self.held[seat].at_most(kind, 0)

    def _unseen_of(self, rank: int) -> int:
        return sum([self.unseen[kind] for kind in kinds_of_rank(rank)])

    def _hold_guards(self) -> None:
        """Bound the cards that make a guard (BH A4, A5, A8)."""
        view = self.view
        if view.emperor < 0 or view.usurped or not names_guards(view.phase, view.plan):
            return
        unplayed = (
            self.rules.options.abdication_full_circle is FullCircle.ORIGINAL_LOSES
            and len(self._passed()) == SEATS
        )
        if unplayed:  # the seat is emperor, and alone, whatever the hands are (BH A18-43)
            return
        guard, copies = (view.called, COPIES) if view.called >= 0 else (MARKED_SMALL, 1)
        for seat in self.others:
            bounds, laid = self.held[seat], self.played[seat][guard]
            if seat == view.emperor:
                if view.called == BIG:
                    continue
                if (view.alone or view.solo_shown) and not view.pair:
                    bounds.at_least(guard, copies - laid)
                elif view.alone is False or view.shown or not self._may_be_alone():
                    bounds.at_most(guard, copies - 1 - laid)
            elif seat in view.shown:
                bounds.at_least(guard, 1 - laid)
            elif not self._may_guard(seat):
                bounds.at_most(guard, 0)

    def _may_guard(self, seat: int) -> bool:
        view = self.view
        settled = view.solo_shown or view.forced or (bool(view.shown) and not view.pair)
        if settled or seat in view.innocent or view.alone or view.roles[seat] is Role.COMMONER:
            return False
        return view.pair or self._goes_on((seat,))

    def _may_be_alone(self) -> bool:
        """BH A18-50: where solos must be announced, an emperor who has answered `quiet` has a guard."""
        options, emperor = self.rules.options, self.view.emperor
        quiet = any(step.verb == "quiet" and step.seat == emperor for step in self.past)
        if not self.past:
            quiet = emperor_spoke(self.view)
        must_say = options.open_solo and not options.silent_solo
        return not (must_say and quiet) and self._goes_on(())

    def _goes_on(self, guards: tuple[int, ...]) -> bool:
        """Whether play went on after all who left it, with these guards (BH A15)."""
        view = self.view
        crown = {view.emperor, *guards}
        gone = {*view.out, *view.stuck}
        return view.phase is Phase.OVER or not (crown <= gone or gone >= set(range(SEATS)) - crown)
