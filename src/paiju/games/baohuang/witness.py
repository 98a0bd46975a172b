"""What a seat has seen of a deal, kind by kind: how many copies each other hand can hold.

All cards that changed hands before play are taken as known here; where some were not seen, `hiding` says which they may have
been. So a hand holds now what it was dealt, with what it got and without what it gave and laid. Who paid had nothing higher that
could be paid (BH A7, A6, A14), who could not have called has no three alike (BH A12), who lays his lowest cards has nothing else
(BH A14), and who may be guard is told by what was declared, laid, and by a deal that goes on (BH A5, A8, A15).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import comb

from paiju.core.shares import Counts, Heap
from paiju.games.baohuang.cards import (
    BIG,
    COPIES,
    FIRST_JOKER,
    KINDS,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    Hand,
    Kind,
    cards_of,
    kinds_of_rank,
)
from paiju.games.baohuang.identity import without_laowang
from paiju.games.baohuang.options import Abdication, AbdicationCost, FullCircle
from paiju.games.baohuang.past import DEALT, GOT, NOWHERE, PAID, Past, Step
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Phase, Role
from paiju.games.baohuang.viewing import View

TRIPLE = 3


class Bounds:
    """The least and the most copies of each kind in one hand."""

    def __init__(self, most: Sequence[int]) -> None:
        self.least = [0] * KINDS
        self.most = list(most)

    def at_least(self, kind: Kind, count: int) -> None:
        """There are so many, or more."""
        self.least[kind] = max(self.least[kind], count)

    def at_most(self, kind: Kind, count: int) -> None:
        """There are so many, or fewer."""
        self.most[kind] = min(self.most[kind], count)


class Witness:
    """The bounds that a view sets, if the cards that changed hands are those of `past`."""

    def __init__(self, view: View, rules: Rules, past: Past) -> None:
        self.view, self.rules, self.past = view, rules, past
        self.others = () if view.hands else tuple(seat for seat in range(SEATS) if seat != view.viewer)
        self.played = [Counter(_plain(view, hand)) for hand in view.played]
        self.gone = [Counter(played) for played in self.played]
        """What each hand has parted with, less what it got: with what it holds now, that is what it was dealt."""
        self.drawing = view.plan.drawing
        self.call = next((step for step in past if step.verb == "call"), None)
        deck = Counter(rules.deck(first_deal=view.carry.first_deal))
        self.kinds = sorted(deck)
        self.dealt = [Bounds([deck[kind] for kind in range(KINDS)]) for _ in range(SEATS)]
        self._follow_cards()
        self.unseen = deck
        for hand in view.hands or ((view.hand,) if view.viewer is not None and view.hand is not None else ()):
            self.unseen.subtract(_plain(view, hand))
        for played in self.played:
            self.unseen.subtract(played)
        self.unseen.subtract(self._middle)
        self.held = [Bounds([deck[kind] for kind in range(KINDS)]) for _ in range(SEATS)]
        self._hold_what_is_known()
        self._hold_lowest()
        self._hold_guards()

    def room(self) -> tuple[int, ...]:
        """How many cards each other hand holds, and last the undrawn deck where there is one."""
        sizes = self._drawn_sizes()
        room = [sizes[seat] - self.gone[seat].total() for seat in self.others]
        return (*room, self._undrawn()) if self._undrawn() else tuple(room)

    def room_now(self) -> tuple[int, ...]:
        """How many cards each other hand holds, by its size as all know it."""
        view = self.view
        sizes = zip(self._drawn_sizes(), view.gained, self.played, strict=True)
        now = [size + gained - played.total() for size, gained, played in sizes]
        room = [now[seat] for seat in self.others]
        return (*room, self._undrawn()) if self._undrawn() else tuple(room)

    def hands(self, counts: Sequence[Counts]) -> tuple[list[Counter[Kind]], Cards]:
        """All hands, those of the others with so many copies of each kind, and what is left of the deck."""
        view = self.view
        hands: list[Counter[Kind]] = [Counter() for _ in range(SEATS)]
        for seat, hand in enumerate(view.hands):
            hands[seat] = Counter(_plain(view, hand))
        if view.viewer is not None and view.hand is not None:
            hands[view.viewer] = Counter(_plain(view, view.hand))
        rest: list[Kind] = []
        for kind, held in zip(self.kinds, counts, strict=True):
            for seat, many in zip(self.others, held, strict=False):
                hands[seat][kind] = many
            rest += [kind] * (self.unseen[kind] - sum(held[: len(self.others)]))
        return hands, tuple(rest)

    def heaps(self) -> list[Heap]:
        """The unseen copies of each kind of the deck."""
        return [self._heap(kind) for kind in self.kinds]

    def dealt_to(self, seat: int, held: Counter[Kind]) -> Counter[Kind]:
        """What a seat was dealt that holds these cards now; some counts are below nought where that cannot be."""
        dealt = Counter(held)
        dealt.update(self.gone[seat])
        return dealt

    def _undrawn(self) -> int:
        size = sum(self.view.drawn_sizes)
        return size - self.drawing.at if self.drawing is not None else 0

    def _drawn_sizes(self) -> list[int]:
        view = self.view
        if self.drawing is None:
            return list(view.drawn_sizes)
        whole, more = divmod(self.drawing.at, SEATS)
        return [whole + ((seat - view.first_drawer) % SEATS < more) for seat in range(SEATS)]

    def _heap(self, kind: Kind) -> Heap:
        copies = self.unseen[kind]
        gone, least, most = [], [], []
        for seat in self.others:
            out, held, dealt = self.gone[seat][kind], self.held[seat], self.dealt[seat]
            gone.append(out)
            least.append(max(held.least[kind], dealt.least[kind] - out, -out))
            most.append(min(held.most[kind], dealt.most[kind] - out, copies))
        if self._undrawn():
            gone, least, most = [*gone, 0], [*least, 0], [*most, copies]
        return Heap(copies, tuple(gone), tuple(least), tuple(most), self._early(kind))

    # --- cards that changed hands

    def _follow_cards(self) -> None:
        """Walk through the past: what each hand gave and got, and what that says of what it was dealt."""
        self._middle: Counter[Kind] = Counter()
        self._passed: list[int] = []
        called = NOWHERE
        for step in self.past:
            if step.verb == "call":
                called = step.cards[0]
            elif step.verb == "abdicate":
                self._passed.append(step.seat)
                if self.rules.crowning.abdication is Abdication.OFF:
                    self._cannot_call(step.seat)
            elif step.moves or step.verb == PAID:
                self._gives(step, called)
            if step.verb == GOT:
                self._middle.subtract(step.cards)
                self.gone[step.seat].subtract(step.cards)
            elif step.moves:
                self.gone[step.to].subtract(step.cards)
            elif step.verb == PAID:
                self._middle.update(step.cards)
        if len(self._passed) == SEATS and self.rules.crowning.guard_called:
            self._come_round()

    def _come_round(self) -> None:
        """Nobody took the crown: those on whom it was not forced could not call (BH A18-40, 41)."""
        crowning, passed = self.rules.crowning, self._passed
        order = {
            FullCircle.FORCE_ORIGINAL: (passed[0], *reversed(passed)),
            FullCircle.LAST_DECLINER: (passed[0], *reversed(passed)),
            FullCircle.FORCE_FIRST_ELIGIBLE: tuple(passed),
        }.get(crowning.full_circle, ())
        crowned = [step.seat for step in self.past if step.verb == "crown"]
        forced = crowned[0] if crowned else self.view.turn
        for seat in dict.fromkeys(takewhile(lambda seat: seat != forced, order)):
            self._cannot_call(seat)

    def _own(self, seat: int, kind: Kind) -> int:
        """Copies that a seat has parted with so far, less those it got; plays are later."""
        return self.gone[seat][kind] - self.played[seat][kind]

    def _gives(self, step: Step, called: Kind) -> None:
        seat, cards, dealt = step.seat, Counter(step.cards), self.dealt[step.seat]
        if step.verb == "price":
            for kind in kinds_of_rank(self.rules.low_rank):
                dealt.at_most(kind, max(0, self._own(seat, kind)))
        for kind, count in cards.items():
            dealt.at_least(kind, self._own(seat, kind) + count)
        if MARKED_BIG not in cards:
            for kind in self._highest_of(step, called):
                dealt.at_most(kind, self._own(seat, kind) + cards[kind])
        self.gone[seat].update(cards)

    def _highest_of(self, step: Step, called: Kind) -> Iterator[Kind]:
        """The kinds of which a payment takes all that there are: those above its lowest card."""
        kept = payable(self.rules, step.verb, crown=bool(self._passed))
        if kept is None:
            return iter(())
        lowest = min(RANK_OF[kind] for kind in step.cards)
        return (kind for kind in self.kinds if RANK_OF[kind] > lowest and kind not in kept and kind != called)

    def _cannot_call(self, seat: int) -> None:
        crowning = self.rules.crowning
        if crowning.guard_called:
            for kind in crowning.callable_kinds(first_deal=self.view.carry.first_deal):
                self.dealt[seat].at_most(kind, TRIPLE - 1 + self._own(seat, kind))

    def _early(self, kind: Kind) -> tuple[tuple[int, tuple[float, ...]], ...]:
        """How likely so many copies are drawn as early as the emperor had them when he took the crown (BH A18-64)."""
        call = self.call
        early = next(
            (step for step in self.past if call and step.verb == DEALT and step.seat == call.seat), None
        )
        if (
            not call
            or early is None
            or (kind,) != call.cards
            or self._undrawn()
            or call.seat not in self.others
        ):
            return ()
        first, size = len(early.cards), self.view.drawn_sizes[call.seat]
        marked = int(not self.rules.crowning.head_is_heir or self.view.carry.first_deal)
        gone = self.gone[call.seat][kind]
        factors = []
        for copies in range(gone, gone + self.unseen[kind] + 1):
            most = copies if call.number == TRIPLE else call.number
            chances = [
                comb(copies, drawn) * comb(size - copies - marked, first - drawn - marked)
                for drawn in range(call.number, most + 1)
            ]
            factors.append(sum(chances) / comb(size, first))
        return ((self.others.index(call.seat), tuple(factors)),)

    # --- what hands hold now

    def _hold_what_is_known(self) -> None:
        view = self.view
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
                ranks = {low, low + 1} if self.rules.next_rank and low not in laid else {low}
                for kind in self.kinds:
                    if RANK_OF[kind] not in ranks:
                        self.held[seat].at_most(kind, 0)

    def _hold_guards(self) -> None:
        """Who can have the cards that make a guard (BH A4, A5, A8)."""
        view = self.view
        if view.emperor < 0 or view.usurped or not view.plan.names_guards:
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
        """BH A18-50: where solos must be announced, an emperor who has kept quiet has a guard."""
        declaring, emperor = self.rules.declaring, self.view.emperor
        quiet = any(step.verb == "quiet" and step.seat == emperor for step in self.past)
        must_say = declaring.solos and not declaring.silent_solo
        return not (must_say and quiet) and self._goes_on(())

    def _goes_on(self, guards: tuple[int, ...]) -> bool:
        """Whether play went on after all who left it, with these guards (BH A15)."""
        view = self.view
        crown = {view.emperor, *guards}
        gone = {*view.out, *view.stuck}
        return view.phase is Phase.OVER or not (crown <= gone or gone >= set(range(SEATS)) - crown)


def payable(rules: Rules, verb: str, *, crown: bool) -> frozenset[Kind] | None:
    """The kinds that a payment leaves alone, None if it is no payment of the highest cards; `crown`: for one that was declined."""
    transfers = rules.transfers
    if verb == "tribute" or (verb == PAID and not crown):
        return transfers.kept_from_tribute
    if verb in ("price", "cost", PAID) and (verb == "price" or rules.crowning.cost is AbdicationCost.TWO):
        return transfers.kept.union(range(FIRST_JOKER, KINDS))
    return transfers.kept if verb in ("cost", "claim", PAID) else None


def _plain(view: View, hand: Hand) -> Cards:
    return cards_of(without_laowang(hand, view.called))
