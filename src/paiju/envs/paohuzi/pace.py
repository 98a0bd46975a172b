"""The moments of Paohuzi, so that turn order tells nothing.

The law asks those who can claim an open card, and goes straight on where nobody can. Here every open card is a moment
of its own at which every seat that could have a claim is asked, in the same order whatever the hands; who has none may
only pass. Nobody sees an answer before all have answered. A forced set laid face down that completes a hand is
asked of its owner alone: to the others it looks like one that does not (PZ 3.1), and they are not asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paiju.core.game import Event
from paiju.envs.pacing import Answers
from paiju.games.paohuzi import GAME, claims, dealing, turns
from paiju.games.paohuzi.actions import PASS
from paiju.games.paohuzi.hands import forced
from paiju.games.paohuzi.options import PaohuziOptions, ShownCard
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import NOBODY, Carry, Events, Phase, Source, State, Window


class PaohuziPace:
    """The law's moments, and every open card that nobody can claim."""

    def deal(self, options: PaohuziOptions, seed: bytes, carry: Carry | None) -> State:
        """A new deal at its first moment: the shown card where the table asks about it, else a discard or draw."""
        state = dealing.begin(compile_rules(options), seed, carry or Carry())
        events: Events = []
        dealing.tell(state, events)
        window = turns.show(state, events)
        if window is not None:
            if state.rules.shown is ShownCard.OFF:
                _draw(state, turns.begin_play(state, events), events)
            else:
                state.window = window
        state.start = replace(state.start, opening=tuple(events))
        return state

    def seats(self, state: State) -> tuple[int, ...]:
        """Who is asked: for an open card all that may ever claim such a card, from the one who has it on."""
        window = state.window
        if state.phase is Phase.OVER:
            return ()
        if window is None:
            return (state.turn,)
        if window.source in (Source.OWN, Source.PAO):
            return (window.seat,)
        first = state.start.order.index(window.seat)
        order = state.start.order[first:] + state.start.order[:first]
        if window.source is Source.THROWN:
            return order[1:]
        return order[:1] if state.rules.shown is ShownCard.DEALER_ONLY and _is_shown(window) else order

    def actions(self, state: State, seat: int) -> Sequence[Any]:
        """The law's list; a pass for a seat without a claim."""
        window = state.window
        if window is None:
            return GAME.legal_actions(state, seat)
        return window.offers[seat] or (PASS,)

    def go_on(self, state: State, answers: Answers) -> tuple[State, Sequence[Event]]:
        """The next moment and its events; answers that an earlier one outranks count for nothing (PZ 8.3)."""
        after = state.copy()
        events: Events = []
        window = state.window
        if window is None:
            ((seat, action),) = answers
            _ask(after, turns.throw(after, seat, action, events))
            return after, events
        for seat, action in answers:
            if seat in window.asked:
                window = claims.answered(window, seat, action)
        _draw(after, turns.settle(after, window, events), events)
        return after, events


def _is_shown(window: Window) -> bool:
    return window.source is Source.SHOWN


def _ask(state: State, window: Window) -> None:
    state.phase, state.window = Phase.CLAIM, window


def _draw(state: State, seat: int, events: Events) -> None:
    """Draw up to the next open card or decision; a card drawn into an own forced set is not open (PZ 3.1)."""
    while seat != NOBODY:
        card = state.stock[0]
        if forced(state.laid[seat], state.hands[seat], card) is None:
            last = len(state.stock) == 1
            state.stock, state.turn = state.stock[1:], seat
            state.known -= state.known > 0
            events.append(Event("draw", {"seat": seat, "card": card, "last": last, "rule": "PZ M10"}))
            _ask(state, claims.open_window(state, Source.DRAWN, seat, card, last=last))
            return
        seat = turns.draw(state, seat, events)
