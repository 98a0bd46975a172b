"""Whether a sampled deal can have had the past that was seen: it is dealt and played again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, takewhile
from math import comb

from paiju.core.errors import SEED_BYTES, LayoutError, RuleError
from paiju.core.sampling.copies import shuffled
from paiju.games.baohuang import views
from paiju.games.baohuang.actions import WAIT, Action
from paiju.games.baohuang.cards import (
    MARKED_BIG,
    Kind,
    cards_of,
    hand_of,
)
from paiju.games.baohuang.phases import dealing, flow, play
from paiju.games.baohuang.phases.dealing import undrawn
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import DEALT, GOT, Past, Phase, Start, State, Step
from paiju.games.baohuang.views import View


class Orders:
    """Orders of the deck in which the draw shows the viewer what it showed, each as likely."""

    def __init__(self, view: View, rules: Rules, past: Past) -> None:
        self._view, self._rules = view, rules
        self._cut = next((step.number for step in past if step.verb == "cut"), 0)
        self._call = next((step for step in past if step.verb == "call"), None)
        self._first = {step.seat: step.cards for step in past if step.verb == DEALT}
        self._hands = [step.cards for step in past if step.verb == "wait"]
        if view.viewer is not None and view.hand is not None and view.phase is Phase.DRAW:
            self._hands.append(cards_of(view.hand))
        if view.viewer is not None and self._call and self._first and self._call.seat == view.viewer:
            self._hands.append(self._first[view.viewer])
        self._drawers = dealing.drawers(self._start())

    def _start(self) -> Start:
        view = self._view
        return Start(b"", (), view.first_drawer, view.carry, view.drawn_sizes)

    def deck(self, dealt: Sequence[Cards], rest: Cards, rng: random.Random) -> Cards | None:
        """The deck before it was cut, from the hands as they were drawn and the cards not yet drawn."""
        hands = []
        for seat, cards in enumerate(dealt):
            order = self._order(seat, cards, rng)
            if order is None:
                return None
            hands.append(iter(order))
        drawn = sum(map(len, dealt))
        deck = (*[next(hands[seat]) for seat in self._drawers[:drawn]], *shuffled(rest, rng))
        return (*deck[len(deck) - self._cut :], *deck[: len(deck) - self._cut]) if self._cut else deck

    def _order(self, seat: int, cards: Cards, rng: random.Random) -> list[Kind] | None:
        """In which order a seat drew its cards."""
        if seat == self._view.viewer and self._hands:
            first = self._own_order(seat, rng)
        elif seat in self._first:
            first = self._early_cards(seat, cards, rng)
        else:
            return shuffled(cards, rng)
        if first is None:
            return None
        later = list((Counter(cards) - Counter(first)).elements())
        return None if len(first) + len(later) != len(cards) else first + shuffled(later, rng)

    def _own_order(self, seat: int, rng: random.Random) -> list[Kind] | None:
        """A seat that may take the crown is asked at each card from the one on that allows it."""
        first = self._hands[0]
        probe = State(self._rules, self._start(), Phase.DRAW, (), (), ())
        without = [hand_of(first[:at] + first[at + 1 :]) for at in range(len(first))]
        fit = [at for at, hand in enumerate(without) if not dealing.may_crown(probe, seat, hand)]
        if not fit:
            return None
        at = rng.choice(fit)
        before = first[:at] + first[at + 1 :]
        order = [*rng.sample(before, len(before)), first[at]]
        for held, next_held in zip(self._hands, self._hands[1:], strict=False):
            order += (Counter(next_held) - Counter(held)).elements()
        return order

    def _early_cards(self, seat: int, cards: Cards, rng: random.Random) -> list[Kind] | None:
        """The cards that a seat had drawn when someone took the crown; the emperor what was shown then."""
        seen, many = self._first[seat], len(self._first[seat])
        if seat == self._view.viewer:
            return rng.sample(seen, many)
        if self._call is None or seat != self._call.seat:
            return rng.sample(cards, many)
        kind, shown = self._call.cards[0], self._call.number
        marked = [MARKED_BIG] if MARKED_BIG in cards and not self._by_head() else []
        copies = cards.count(kind)
        others = [card for card in cards if card not in (kind, *marked)]
        numbers = range(shown, (copies if shown == dealing.TRIPLE else shown) + 1)
        ways = [
            comb(copies, number) * comb(len(others), many - number - len(marked))
            if number + len(marked) <= many else 0
            for number in numbers
        ]  # fmt: skip
        if not sum(ways):
            return None
        number = rng.choices(numbers, ways)[0]
        early = [*marked, *[kind] * number, *rng.sample(others, many - number - len(marked))]
        return rng.sample(early, many)

    def _by_head(self) -> bool:
        return self._rules.crowning.head_is_heir and not self._view.carry.first_deal


# --- whether a deal can have had the past that was seen: it is dealt again, and what was done in it is done again


class Replay:
    """Plays the past of a view again."""

    def __init__(self, view: View, rules: Rules) -> None:
        assert view.past is not None
        self._view, self._rules, self._past = view, rules, view.past
        self._orders = Orders(view, rules, view.past)
        self._numbers = [at for at, step in enumerate(view.past) if step.decides]
        self._crowned_at = next((step.number for step in view.past if step.verb == DEALT), -1)

    def state(self, past: Past, dealt: Sequence[Cards], rest: Cards, rng: random.Random) -> State | None:
        """The state to which `past` leads from hands as they were drawn and the cards not yet drawn.

        `past` has every card that changed hands, but not the questions in the draw that were not the viewer's. None if
        it cannot have been so, or shows the viewer anything else.
        """
        self._past = past
        deck = self._orders.deck(dealt, rest, rng)
        try:
            state = self._before_play(deck, rng) if deck is not None else None
        except LayoutError:  # other cards would lie in the middle
            return None
        if state is None:
            return None
        if self._view.tricks or self._view.trick:
            state = self._played(state)
        return state if state is not None and views.view(state, self._view.viewer) == self._view else None

    def _before_play(self, deck: Cards, rng: random.Random) -> State | None:
        view = self._view
        start = Start(
            rng.randbytes(SEED_BYTES), _pile(self._past), view.first_drawer, view.carry,
            view.drawn_sizes, deck=deck,
        )  # fmt: skip
        state = undrawn(self._rules, start, deck, Phase.CUT, past=())
        flow.run(state)
        state.start = replace(start, opening=state.take_events())
        numbers = iter(self._numbers)
        while (seen := self._as_expected(state)) >= 0:
            state.take_events()  # nobody reads them
            if self._lets_pass(state):
                flow.step(state, state.queue[0], WAIT)
                continue
            at = next(numbers, None)
            if at is None:
                return state if seen == len(self._past) else None
            step, action = self._past[at], self._action(at)
            if state.queue[:1] != (step.seat,) or action not in flow.STAGES[state.phase].legal(
                state, step.seat
            ):
                return None
            flow.step(state, step.seat, action)
        return None

    def _as_expected(self, state: State) -> int:
        """How much of the past has happened, -1 if something else has."""
        viewer = self._view.viewer
        own = [step for step in state.past or () if step.verb != "wait" or step.seat == viewer]
        if len(own) > len(self._past):
            return -1
        return len(own) if all(map(_alike, own, self._past)) else -1

    def _lets_pass(self, state: State) -> bool:
        """Whether a seat is asked in the draw that did not take the crown then, as the viewer could not see (BH A18-70)."""
        if state.phase is not Phase.DRAW or not state.queue or state.queue[0] == self._view.viewer:
            return False
        assert state.plan.drawing is not None
        return state.plan.drawing.at != self._crowned_at

    def _action(self, at: int) -> Action:
        step = self._past[at]
        if step.verb == "call":
            return Action("call", step.cards)
        if step.verb == "wait":
            return WAIT
        if step.verb in ("give", "take", "return"):
            led_to = takewhile(
                lambda later: not later.decides and later.seat == step.seat, self._past[at + 1 :]
            )
            return Action(step.verb, tuple(sorted(kind for later in led_to for kind in later.cards)))
        return Action(step.verb, number=step.number)

    # --- play

    def _played(self, state: State) -> State | None:
        """The state after all that was laid; None if it cannot have been laid from these hands."""
        if state.phase is not Phase.PLAY:
            return None
        for seat, cards, verb in chain(*self._view.tricks, self._view.trick):
            action = Action(verb, cards)
            try:
                play.check(state, seat, action)
            except RuleError:
                return None
            if state.queue[:1] != (seat,):
                return None
            play.apply(state, seat, action)
            state.take_events()
        return state


def _pile(past: Past) -> Cards:
    """The cards handed out of the middle as tribute, in that order; what is paid for a declined crown comes later."""
    tribute = takewhile(lambda step: step.verb != "abdicate", past)
    return tuple(kind for step in tribute if step.verb == GOT for kind in step.cards)


def _alike(one: Step, other: Step) -> bool:
    return one == other or (
        one.verb == DEALT
        and one._replace(cards=()) == other._replace(cards=())
        and len(one.cards) == len(other.cards)
    )
