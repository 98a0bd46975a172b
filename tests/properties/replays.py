"""Whether a state in the middle of play can have come about: its tricks are played again from the full hands."""

from __future__ import annotations

from dataclasses import replace

from paiju.core.errors import RuleError
from paiju.games.baohuang import GAME, trick
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import EMPTY, LAOWANG, MARKED_SMALL, SEATS
from paiju.games.baohuang.state import Phase, State
from tests.properties.invariants import answers, together

_COMPARED = ("phase", "queue", "hands", "played", "top", "owner", "passes", "barred", "debt", "asked_again",
             "trick", "tricks", "out", "stuck", "result", "lows", "roles")  # fmt: skip


def contradiction(state: State) -> str:
    """Where the tricks of a state do not fit its cards; "" if they do, or if nothing was played yet."""
    if state.phase not in (Phase.PLAY, Phase.OVER) or not answers(state):
        return ""
    again = _beginning(state)
    for seat, cards, verb in answers(state):
        if GAME.actors(again) != (seat,):
            return f"{GAME.actors(again)} would be asked, not {seat}"
        try:
            again, _ = GAME.apply(again, seat, Action(verb, cards))
        except RuleError as error:
            return f"{verb} {cards} of {seat}: {error}"
    names = [name for name in _COMPARED if getattr(again, name) != getattr(state, name)]
    return f"other {', '.join(names)}" if names else ""


def _beginning(state: State) -> State:
    start = state.copy()
    start.hands = tuple(tuple(together(*both)) for both in zip(state.hands, state.played, strict=True))
    start.played, start.tricks, start.trick = (EMPTY,) * SEATS, (), ()
    start.top, start.owner, start.passes, start.barred = None, -1, 0, frozenset()
    start.debt = start.asked_again = False
    start.out = start.stuck = ()
    start.phase, start.queue, start.result, start.known = Phase.PLAY, (state.roles.emperor,), None, ()
    start.roles = _roles_before(state)
    if start.rules.low_last:
        start.lows = tuple(trick.low_of(start.rules, hand) for hand in start.hands)
    return start


def _roles_before(state: State):
    roles = state.roles
    if roles.forced:
        return roles
    cards = (MARKED_SMALL, LAOWANG, *([roles.called] if roles.called >= 0 else []))
    by_play = {seat for seat in range(SEATS) if any(state.played[seat][card] for card in cards)}
    announced = roles.usurped or "solo" in state.stakes.factors
    declared = roles.shown - by_play if "guard" not in state.stakes.factors or roles.pair else roles.shown
    return replace(roles, shown=declared, solo_shown=roles.solo_shown and announced)
