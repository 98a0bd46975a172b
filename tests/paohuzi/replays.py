"""The past of a state, played again from its cards by the verbs of the rules: what one seat has seen, step by step."""

from __future__ import annotations

from typing import Any

from paiju.core.errors import PaijuError
from paiju.core.game import whole
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import HU, PASS
from paiju.games.paohuzi.claims import rank
from paiju.games.paohuzi.state import ALONE, WORST, Carry, Layout, Phase, State


class Replay:
    """Deals the cards of a state again, and does what was seen to be done; nobody else claims anything."""

    def __init__(self, state: State, viewer: int | None) -> None:
        self.events: list[Any] = []
        self.offers: dict[Any, Any] = {}
        self.likelihood = 1.0
        """The likelihood of the observed actions, if every prompted seat takes each of its actions equally often."""
        self._viewer = viewer
        self._end = state
        start = state.start
        carry = Carry(start.dealer, start.streak, start.draws)
        self._hear(GAME.opening_moments(state.rules.options, Layout(start.wall), carry))
        while (step := self._next()) is not None:
            self._hear(GAME.moments(self.state, *step))

    def _hear(self, moments: Any) -> None:
        self.events += [event.seen_by(self._viewer) for event in whole(moments).events]
        self.state = moments[-1].state
        for moment in moments:
            window, past = moment.state.window, moment.state.past
            if window is not None and not any(window.answers) and len(past) < len(self._end.past):
                self.likelihood *= self._outcome(window, *self._end.past[len(past)])
            if window is not None and self._sees(window) and len(past) <= len(self._end.past):
                self.offers[len(past), window.source] = window.offers[self._viewer]

    def _sees(self, window: Any) -> bool:
        """Whether the viewer is a seat that knows of the window: of a forced set only its owner does (PZ 3.1)."""
        return self._viewer is not None and (window.source not in ALONE or window.seat == self._viewer)

    def _outcome(self, window: Any, seat: int, action: Any) -> float:
        """How likely a window ends as it was seen to; a claim that loses to the one carried out is nobody's to see."""
        claimed = action.verb in ("pong", "eat")
        lead = rank(window, seat, action.verb) if claimed else WORST
        result = 1.0
        for other, offers in enumerate(window.offers):
            if claimed and other == seat:
                result *= (action in offers) / max(1, len(offers))
            elif offers:
                result *= sum(
                    offer == PASS or rank(window, other, offer.verb) > lead for offer in offers
                ) / len(offers)
        return result

    def _next(self) -> tuple[int, Any] | None:
        """What is done next: the claim or discard that was seen, else a pass; None at the end."""
        state, end = self.state, self._end
        if not GAME.actors(state):
            return None
        follows = end.past[len(state.past)] if len(state.past) < len(end.past) else None
        if follows is None:
            if state.window is None:
                return None
            if end.window is not None and end.window.source is state.window.source:
                return None
            if end.phase is Phase.OVER and end.result.winner in state.window.asked and self._wins(state):
                return end.result.winner, HU
            return state.window.asked[0], PASS
        if state.window is None:
            assert follows[0] == state.turn, "another seat is to discard"
            self.likelihood /= len(GAME.legal_actions(state, state.turn))
            return follows
        if follows[1].verb in ("pong", "eat") and follows[0] in state.window.asked:
            return follows
        return state.window.asked[0], PASS

    def _wins(self, state: State) -> bool:
        result, window = self._end.result, state.window
        return HU in window.offers[result.winner] and result.card == window.card


def contradiction(one: Replay, two: Replay) -> str:
    """What looks different in two replays; "" if nothing does."""
    if one.events != two.events:
        first = next(
            (pair for pair in zip(one.events, two.events, strict=False) if pair[0] != pair[1]), "lengths"
        )
        return f"events {first}"
    return "" if one.offers == two.offers else "offers"


def difference(state: State, other: State, viewer: int | None) -> str:
    """How `other` or its past look different from `state` to a viewer, or what is not as its past led to; "" if nothing is."""
    try:
        two = Replay(other, viewer)
    except (AssertionError, PaijuError) as error:
        return f"{type(error).__name__}: {error}"
    for name in State.__slots__:
        if name not in ("start", "window") and getattr(two.state, name) != getattr(other, name):
            return f"replay ends with another {name}"
    if GAME.view(other, viewer) != GAME.view(state, viewer):
        return "views"
    return contradiction(Replay(state, viewer), two)
