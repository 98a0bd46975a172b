"""What the answers to a Paohuzi question would bring, where the seat can know it."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.games.paohuzi import claims
from paiju.games.paohuzi.actions import HU, PONG, Action
from paiju.games.paohuzi.melds import RUN_OF, SetKind, set_hu
from paiju.games.paohuzi.notation import action_text
from paiju.games.paohuzi.scoring import payments
from paiju.games.paohuzi.state import Source, State
from paiju.wire.pack import Details, Win

_LAYING = ("pong", "eat")


def details_of(state: State, seat: int, offered: Sequence[Action]) -> Details:
    """What a hu would score, and what the sets of a claim are worth."""
    details: Details = {}
    if state.window:
        if HU in offered:
            details["hu"] = _win(state, seat)
        card = state.window.card
        if lays := {
            action_text(action): _laid_hu(action, card) for action in offered if action.verb in _LAYING
        }:
            details["lays"] = lays
    return details


def _laid_hu(action: Action, card: int) -> int:
    if action == PONG:
        return set_hu(SetKind.EXPOSED_3, card)
    return sum(RUN_OF[cards].hu for cards in action.sets)


def _win(state: State, seat: int) -> Win:
    window = state.window
    assert window is not None
    score = claims.score_of(state, window.source, window.seat, seat, window.card, last=window.last)
    assert score is not None, "a hu that is offered"
    discarder = window.seat if window.source is Source.THROWN else None
    points = payments(state.rules, state.start.order, seat, score.final, discarder)
    return {"hu": score.hu, "final": score.final, "points": points[seat]}
