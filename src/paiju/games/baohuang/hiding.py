"""Cards that changed hands face down: which they may have been, given the hands that all seats hold now.

A hidden card has left one hand and come into another, at once or through the middle. Taken back, it makes the hand that gave it
larger and the one that got it smaller; a way to take all back weighs as many deals as those hands can be dealt in.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from paiju.games.baohuang.cards import IDENTITY, MARKED_BIG, RANK_OF, Kind
from paiju.games.baohuang.past import GOT, PAID, Past, Step
from paiju.games.baohuang.plans import UNKNOWN
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.witness import payable

Owned = Sequence[Counter[Kind]]
"""By seat: the cards it holds and has laid."""


class Slot(NamedTuple):
    """A card of a step, by the number of the step and its place in it."""

    step: int
    place: int


class Way(NamedTuple):
    """A hidden card's way: where it left a hand, where it came into one, and its kind."""

    out: Slot
    into: Slot
    kind: Kind


Ways = tuple[Way, ...]

_MENDS = 300


class Hiding:
    """The cards of a past that a viewer has not seen, those of the middle once they are handed out."""

    def __init__(self, rules: Rules, past: Past, *, in_order: bool) -> None:
        """`in_order`: the middle is handed out by rank (BH A18-34), not shuffled."""
        self._rules, self._in_order = rules, in_order
        self.past = _known_pool(past)
        moved = [at for at, step in enumerate(self.past) if step.moves]
        self._moved = [
            slot for at in moved for slot in _slots_of(self.past, at) if self._seen(slot) == UNKNOWN
        ]
        self._got = _slots(self.past, GOT)
        self._paid = _slots(self.past, PAID)[: len(self._got)]
        if all(self._seen(slot) != UNKNOWN for slot in (*self._paid, *self._got)):
            self._paid = self._got = []
        self.any = bool(self._moved or self._paid)
        verbs = {self.past[slot.step].verb for slot in self._moved}
        self.by_rank = verbs <= {"tribute", "return"} and not in_order
        """Whether all payments are tribute, of which any of a rank may be chosen."""

    def _seen(self, slot: Slot) -> Kind:
        return self.past[slot.step].cards[slot.place]

    def guess(self, kinds: Counter[Kind], rng: random.Random) -> Ways:
        """Some ways; what was paid is rather high. `kinds` are those that a hidden card may be of."""
        ways = [Way(slot, slot, self._guessed(slot, kinds, rng)) for slot in self._moved]
        known = [slot for slot in self._paid if self._seen(slot) != UNKNOWN]
        open_paid = rng.sample(
            [slot for slot in self._paid if slot not in known], len(self._paid) - len(known)
        )
        got = rng.sample(self._got, len(self._got))
        got.sort(
            key=lambda slot: self._seen(slot) == UNKNOWN
        )  # what was seen to come out, was not seen to be paid
        for out, into in zip((*open_paid, *known), got, strict=True):
            seen = max(self._seen(out), self._seen(into))
            ways.append(Way(out, into, seen if seen != UNKNOWN else self._guessed(out, kinds, rng)))
        return tuple(ways)

    def _guessed(self, slot: Slot, kinds: Counter[Kind], rng: random.Random) -> Kind:
        step = self.past[slot.step]
        kept = self._kept(slot)
        low = self._rules.low_rank
        if step.verb == "bought":
            fit = {kind: count for kind, count in kinds.items() if RANK_OF[kind] == low}
        elif kept is None:
            fit = {kind: count for kind, count in kinds.items() if kind not in IDENTITY}
        else:
            fit = {kind: count * 4 ** RANK_OF[kind] for kind, count in kinds.items() if kind not in kept}
        return rng.choices(list(fit), list(fit.values()))[0] if fit else next(iter(kinds))

    def _kept(self, slot: Slot) -> frozenset[Kind] | None:
        return payable(self._rules, self.past[slot.step].verb, crown=self._declined(slot.step))

    def _declined(self, at: int) -> bool:
        return any(step.verb == "abdicate" for step in self.past[:at])

    def filled(self, ways: Ways) -> Past:
        """The past with these cards."""
        cards = {slot: kind for out, into, kind in ways for slot in (out, into)}
        past = list(self.past)
        for at in {slot.step for slot in cards}:
            step = past[at]
            own = [cards.get(Slot(at, place), kind) for place, kind in enumerate(step.cards)]
            shuffled = step.verb == GOT and not self._in_order
            past[at] = step._replace(cards=tuple(own) if shuffled else tuple(sorted(own)))
        return tuple(past)

    def turned(
        self, ways: Ways, owned: Owned, rng: random.Random, fits: Callable[[Past, Owned], bool]
    ) -> Ways:
        """Other ways for the same hands: each card of another kind, and of the middle in other hands, each as likely as it may be.

        `fits` says whether a past can have been, from the hands as they were dealt.
        """
        for at, (out, into, _) in enumerate(ways):
            if self._seen(out) == UNKNOWN and self._seen(into) == UNKNOWN:
                ways = self._another_kind(ways, at, owned, rng, fits)
        pile = [at for at, way in enumerate(ways) if way.out != way.into]
        for _ in range(len(pile) if len(pile) > 1 else 0):
            one, other = rng.sample(pile, 2)
            ways = self._exchanged(ways, (one, other), owned, rng, fits)
        return ways

    def mended(self, ways: Ways, owned: Owned, rng: random.Random) -> Ways:
        """Ways with less trouble in them, found by changing one card after another."""
        wrong = self._trouble(ways, owned)
        loose = [at for at, way in enumerate(ways) if self._seen(way.out) == self._seen(way.into) == UNKNOWN]
        pile = [at for at, way in enumerate(ways) if way.out != way.into]
        for _ in range(_MENDS):
            if not wrong:
                break
            changed = list(ways)
            if loose and (len(pile) < 2 or rng.random() < 0.7):  # noqa: PLR2004
                at = rng.choice(loose)
                changed[at] = ways[at]._replace(
                    kind=rng.choice(list(owned[self._taker(ways[at])].elements()))
                )
            else:
                one, other = rng.sample(pile, 2)
                pair = self._pair(ways[one], ways[other], givers=rng.random() < 0.5)  # noqa: PLR2004
                if pair is None:
                    continue
                changed[one], changed[other] = pair
            now = self._trouble(tuple(changed), owned)
            if now <= wrong:
                ways, wrong = tuple(changed), now
        return ways

    def _trouble(self, ways: Ways, owned: Owned) -> int:
        past = self.filled(ways)
        return trouble(self._rules, past, self.dealt(past, owned))

    def _pair(self, one: Way, other: Way, *, givers: bool) -> tuple[Way, Way] | None:
        """Two cards of the middle with their givers or their takers exchanged; None where something else was seen."""
        if givers:
            pair = one._replace(out=other.out), other._replace(out=one.out)
        else:
            pair = one._replace(into=other.into), other._replace(into=one.into)
        fit = all(self._seen(slot) in (UNKNOWN, way.kind) for way in pair for slot in (way.out, way.into))
        return pair if fit else None

    def dealt(self, past: Past, owned: Owned) -> list[Counter[Kind]]:
        """The hands as they were dealt."""
        hands = [Counter(cards) for cards in owned]
        for step in past:
            if step.moves:
                hands[step.seat].update(step.cards)
                hands[step.to].subtract(step.cards)
            elif step.verb == PAID:
                hands[step.seat].update(step.cards)
            elif step.verb == GOT:
                hands[step.seat].subtract(step.cards)
        return hands

    def _another_kind(
        self, ways: Ways, at: int, owned: Owned, rng: random.Random, fits: Callable[[Past, Owned], bool]
    ) -> Ways:
        way = ways[at]
        giver, taker = self.past[way.out.step].seat, self._taker(way)
        dealt = self.dealt(self.filled(ways), owned)
        dealt[giver][way.kind] -= 1
        dealt[taker][way.kind] += 1
        beside = Counter(other.kind for other in ways if other.out.step == way.out.step and other is not way)
        beside.update(kind for kind in self.past[way.out.step].cards if kind != UNKNOWN)
        middle: Counter[Kind] = Counter()
        if self._in_order and way.out != way.into:
            middle.update(other.kind for other in ways if other.out != other.into and other is not way)
        kept = self._kept(way.out) or IDENTITY
        weights = {
            kind: count / (dealt[giver][kind] + 1) * (beside[kind] + 1) / (middle[kind] + 1)
            for kind, count in dealt[taker].items()
            if count > 0 and dealt[giver][kind] >= 0 and kind not in kept
        }  # fmt: skip
        while weights:
            kind = rng.choices(list(weights), list(weights.values()))[0]
            changed = (*ways[:at], way._replace(kind=kind), *ways[at + 1 :])
            past = self.filled(changed)
            if kind == way.kind or fits(past, self.dealt(past, owned)):
                return changed
            del weights[kind]
        return ways

    def _taker(self, way: Way) -> int:
        step = self.past[way.into.step]
        return step.seat if step.verb == GOT else step.to

    def _exchanged(
        self,
        ways: Ways,
        two: tuple[int, int],
        owned: Owned,
        rng: random.Random,
        fits: Callable[[Past, Owned], bool],
    ) -> Ways:
        """Two cards of the middle change their givers, or their takers, or not."""
        one, other = two
        pair = self._pair(ways[one], ways[other], givers=rng.random() < 0.5)  # noqa: PLR2004
        if pair is None:
            return ways
        changed = list(ways)
        changed[one], changed[other] = pair
        now, then = self._weight(ways, owned), self._weight(tuple(changed), owned)
        if rng.random() * (now + then) >= then:
            return ways
        past = self.filled(tuple(changed))
        return tuple(changed) if fits(past, self.dealt(past, owned)) else ways

    def _weight(self, ways: Ways, owned: Owned) -> float:
        """How many deals stand behind these ways, up to what is the same for all ways of the same hands."""
        weight = 1.0
        for hand in self.dealt(self.filled(ways), owned):
            for count in hand.values():
                if count < 0:
                    return 0.0
                weight /= _FACTORIALS[count]
        for many in Counter((out.step, kind) for out, _, kind in ways).values():
            weight *= _FACTORIALS[many]
        return weight


_FACTORIALS = list(accumulate(range(1, 30), lambda one, other: one * other, initial=1.0))


def _slots(past: Past, verb: str) -> list[Slot]:
    return [slot for at, step in enumerate(past) if step.verb == verb for slot in _slots_of(past, at)]


def _slots_of(past: Past, at: int) -> list[Slot]:
    return [Slot(at, place) for place in range(len(past[at].cards))]


def _known_pool(past: Past) -> Past:
    """The past, with the cards that were paid for a declined crown, as far as who got them has seen them (BH A6)."""
    declined = next((at for at, step in enumerate(past) if step.verb == "abdicate"), len(past))
    paid = [at for at in range(declined, len(past)) if past[at].verb == PAID]
    got = next((at for at in range(declined, len(past)) if past[at].verb == GOT), None)
    if got is None or not paid:
        return past
    known = list(past)
    cards = iter(past[got].cards)
    for at in paid:
        own = tuple(next(cards) for _ in past[at].cards)
        known[at] = past[at]._replace(cards=own if UNKNOWN not in own else past[at].cards)
    return tuple(known)


def trouble(rules: Rules, past: Past, dealt: Owned) -> int:
    """How much of a past cannot have been from the hands as they were dealt: 0 if every payment takes what the rules say.

    BH A6, A7, A14, A18-35; of cards that rank the same the law may choose others.
    """
    hands = [Counter(hand) for hand in dealt]
    passed, called, wrong = False, UNKNOWN, sum([-min(0, count) for hand in dealt for count in hand.values()])
    for step in past:
        if step.verb == "abdicate":
            passed = True
        elif step.verb == "call":
            called = step.cards[0]
        elif step.moves or step.verb == PAID:
            before = hands[step.seat]
            before.subtract(step.cards)
            wrong += sum([-min(0, before[kind]) for kind in set(step.cards)])
            kept = payable(rules, step.verb, crown=passed)
            if kept is not None:
                wrong += _higher(step, before, kept, called)
            elif step.verb == "return":
                wrong += len(IDENTITY.union((called,)).intersection(step.cards))
        if step.verb == GOT:
            hands[step.seat].update(step.cards)
        elif step.moves:
            hands[step.to].update(step.cards)
    return wrong


def _higher(step: Step, left: Counter[Kind], kept: frozenset[Kind], called: Kind) -> int:
    """How many cards should have been paid before the lowest that was, or should not have been paid."""
    if step.cards == (MARKED_BIG,):  # the crown itself is handed on
        return 0 if step.open else 1
    lowest = min(RANK_OF[kind] for kind in step.cards)
    refused = sum([kind in kept or kind == called for kind in step.cards])
    return refused + sum(
        [
            count
            for kind, count in left.items()
            if count > 0 and RANK_OF[kind] > lowest and kind not in kept and kind != called
        ]
    )
