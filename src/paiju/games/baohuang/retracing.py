"""Whether a deal can have had the past that was seen: it is dealt again, and what was done in it is done again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from operator import sub

from paiju.core.border import SEED_BYTES
from paiju.core.errors import LayoutError, RuleError
from paiju.core.game import Event
from paiju.games.baohuang import flow, scoring, seeing, trick
from paiju.games.baohuang.actions import WAIT, Action
from paiju.games.baohuang.cards import (
    RANK_OF,
    SEATS,
    Hand,
    rank_count,
)
from paiju.games.baohuang.dealing import undrawn
from paiju.games.baohuang.ordering import Orders
from paiju.games.baohuang.past import DEALT, GOT, Past, Step
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Laid, Phase, Start, State
from paiju.games.baohuang.transfers import forget_laid
from paiju.games.baohuang.viewing import View


class Retracing:
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
            state = self._through_tricks(state)
        return state if state is not None and seeing.view(state, self._view.viewer) == self._view else None

    def _before_play(self, deck: Cards, rng: random.Random) -> State | None:
        view = self._view
        start = Start(
            rng.randbytes(SEED_BYTES), _pile(self._past), view.first_drawer, view.carry,
            view.drawn_sizes, deck=deck,
        )  # fmt: skip
        state = undrawn(self._rules, start, deck, Phase.CUT, past=())
        events: list[Event] = []
        flow.run(state, events)
        state.start = replace(start, opening=tuple(events))
        numbers = iter(self._numbers)
        while (seen := self._as_expected(state)) >= 0:
            if self._lets_pass(state):
                flow.step(state, state.queue[0], WAIT, [])
                continue
            at = next(numbers, None)
            if at is None:
                return state if seen == len(self._past) else None
            step, action = self._past[at], self._action(at)
            if state.queue[:1] != (step.seat,) or action not in flow.STAGES[state.phase].legal(
                state, step.seat
            ):
                return None
            flow.step(state, step.seat, action, [])
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

    def _through_tricks(self, state: State) -> State | None:
        """Play all that was laid; without asking the law each time where a look at the hands will do."""
        if state.phase is not Phase.PLAY:
            return None
        if self._rules.gets_stuck:
            return self._played(state)
        view, begun = self._view, state.hands
        hands = [_less(hand, laid) for hand, laid in zip(begun, view.played, strict=True)]
        if any(hand is None for hand in hands) or not self._keeps_lowest(state):
            return None
        state.hands = tuple([hand for hand in hands if hand is not None])
        for seat, cards, _ in self._laid():
            if cards and state.known:
                forget_laid(state, seat, cards)
        state.phase, state.queue, state.result = view.phase, view.asked, view.result
        state.top, state.owner, state.passes, state.barred = view.top, view.owner, view.passes, view.barred
        state.debt, state.asked_again, state.trick, state.tricks = (
            view.debt,
            view.asked_again,
            view.trick,
            view.tricks,
        )
        state.played, state.out, state.stuck = view.played, view.out, view.stuck
        state.roles = replace(state.roles, shown=view.shown, solo_shown=view.solo_shown)
        return state if self._went_on(state) else None

    def _played(self, state: State) -> State | None:
        for seat, cards, verb in self._laid():
            action = Action(verb, cards)
            try:
                trick.check(state, seat, action)
            except RuleError:
                return None
            if state.queue[:1] != (seat,):
                return None
            trick.apply(state, seat, action, [])
        return state

    def _laid(self) -> Iterator[Laid]:
        return (laid for tricks in (*self._view.tricks, self._view.trick) for laid in tricks)

    def _keeps_lowest(self, state: State) -> bool:
        """Whether lowest cards were laid when nothing else was left (BH A14)."""
        if not self._rules.low_last:
            return True
        held = [sum(hand) for hand in state.hands]
        higher = [
            count - rank_count(hand, low)
            for count, hand, low in zip(held, state.hands, state.lows, strict=True)
        ]
        for seat, cards, _ in self._laid():
            lowest = sum([RANK_OF[kind] == state.lows[seat] for kind in cards])
            if lowest and (higher[seat] or (self._rules.all_at_once and len(cards) != held[seat])):
                return False
            held[seat] -= len(cards)
            higher[seat] -= len(cards) - lowest
        return True

    def _went_on(self, state: State) -> bool:
        """Whether play did not end with one of those who left it before the last (BH A15)."""
        out = state.out[:-1] if state.phase is Phase.OVER else state.out
        crown = {state.roles.emperor, *state.roles.guards}
        for many in range(1, len(out) + 1):
            gone = set(out[:many])
            if crown <= gone or gone >= set(range(SEATS)) - crown:
                return False
            if self._rules.score.ends_decided:
                then = state.copy()
                then.out = out[:many]
                if scoring.is_decided(then):
                    return False
        return True


def _pile(past: Past) -> Cards:
    """What was handed out of the middle as tribute, in that order; what is paid for a declined crown comes later."""
    tribute = takewhile(lambda step: step.verb != "abdicate", past)
    return tuple(kind for step in tribute if step.verb == GOT for kind in step.cards)


def _alike(one: Step, other: Step) -> bool:
    return one == other or (
        one.verb == DEALT
        and one._replace(cards=()) == other._replace(cards=())
        and len(one.cards) == len(other.cards)
    )


def _less(hand: Hand, laid: Hand) -> Hand | None:
    left = tuple(map(sub, hand, laid))
    return None if min(left) < 0 else left
