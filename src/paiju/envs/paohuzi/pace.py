"""The moments of Paohuzi, so that turn order tells nothing.

The law asks those who can claim an open card, and goes straight on where nobody can. Here every open card is a moment
of its own at which every seat that could have a claim is asked, in the same order whatever the hands; who has none may
only pass. Nobody sees an answer before all have answered. A forced set laid face down that completes a hand is
asked of its owner alone: to the others it looks like one that does not (PZ 3.1), and they are not asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paiju.core.game import Event
from paiju.envs.pacing import Answers
from paiju.games.paohuzi import GAME, claims, turns
from paiju.games.paohuzi.actions import CUTS, PASS
from paiju.games.paohuzi.determinize.draw import determinize
from paiju.games.paohuzi.options import PaohuziOptions, ShownCard
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import ALONE, Carry, Events, Phase, Source, State, Window
from paiju.games.paohuzi.views import View


class PaohuziPace:
    """The law's moments, and every open card that nobody can claim."""

    def deal(self, options: PaohuziOptions, seed: bytes, carry: Carry | None) -> State:
        """A new deal at its first moment: the shown card where the table asks about it, else a discard or draw.

        Where the pack is cut it begins after a cut in the middle: nobody can learn where to cut a pack that nobody has seen.
        """
        state, events = turns.deal(compile_rules(options), seed, carry or Carry())
        if state.phase is Phase.CUT:
            turns.act(state, state.turn, CUTS[0], events, pausing=True)
            del events[0]
        _over_forced_sets(state, events)
        state.start = replace(state.start, opening=tuple(events))
        return state

    def seats(self, state: State) -> tuple[int, ...]:
        """Who is asked: for an open card all that may ever claim such a card, from the one who has it on."""
        window = state.window
        if window is None:
            return GAME.actors(state)
        if window.source in ALONE:
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
            turns.act(after, seat, action, events, pausing=True)
        else:
            for seat, action in answers:
                if seat in window.asked:
                    window = claims.answered(window, seat, action)
            after.window = window
            turns.settle(after, events, pausing=True)
        _over_forced_sets(after, events)
        return after, events

    def imagined(self, view: View, rng: random.Random) -> State:
        """Any of the moments that look like a view: this table waits also where nobody has a claim."""
        return determinize(view, rng, waits=False)


def _is_shown(window: Window) -> bool:
    return window.source is Source.SHOWN


def _over_forced_sets(state: State, events: Events) -> None:
    """Go on where a forced set completes no hand: there is nothing to ask its owner (PZ 3.1)."""
    while turns.is_idle(state) and state.window is not None and state.window.source in ALONE:
        turns.settle(state, events, pausing=True)
