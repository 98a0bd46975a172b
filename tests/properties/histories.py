"""The past of a deal of Bao Huang, played again from its deck by the verbs of the rules: what one seat has seen, event by event."""

from __future__ import annotations

import random
from math import log
from typing import Any

from paiju.core.errors import PaijuError
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import CROWN, WAIT, Action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.phases.dealing import drawers
from paiju.games.baohuang.state import Layout, State
from tests.playing import possible

_GIVES = {"give": ("tribute", "paid"), "take": ("got",), "return": ("return",)}


def completed(state: State, viewer: int | None, rng: random.Random) -> State | None:
    """A deal that looks like another to somebody."""
    return possible(GAME, GAME.view(state, viewer), rng)


class History:
    """Deals the cards of a state again, and does what was done; `seen` are the events as the viewer saw them."""

    def __init__(self, state: State, viewer: int | None, *, weigh: bool = False) -> None:
        self._viewer, self._end = viewer, state
        start = state.start
        hands: list[list[int]] = [[] for _ in range(SEATS)]
        for seat, card in zip(drawers(start), start.deck, strict=True):
            hands[seat].append(card)
        layout = Layout(tuple(map(tuple, hands)), start.first_drawer, start.pile, start.seed)
        self.state = GAME.deal(state.rules.options, layout, start.carry)
        self.seen = [event.seen_by(viewer) for event in GAME.opening(self.state)]
        self.doubt = 0.0
        """The logarithm of how unlikely it is that this was done, if every seat does any of what it may, each as likely."""
        for seat, action in self._actions():
            if weigh:
                self.doubt += log(len(GAME.legal_actions(self.state, seat)))
            self.state, events = GAME.apply(self.state, seat, action)
            self.seen += [event.seen_by(viewer) for event in events]

    def _actions(self) -> Any:
        past = self._end.past or ()
        for at, step in enumerate(past):
            if step.verb == "wait":
                yield step.seat, WAIT
            elif step.verb == "crown":
                yield step.seat, CROWN
            elif step.verb == "call":
                yield step.seat, Action("call", step.cards)
            elif step.verb in _GIVES and step.to < 0:
                yield step.seat, Action(step.verb, tuple(sorted(_given(past, at))))
            elif step.to < 0 and step.verb not in ("paid", "got", "dealt"):
                yield step.seat, Action(step.verb, number=step.number)
        for trick in (*self._end.tricks, self._end.trick):
            for laid in trick:
                yield laid.seat, Action(laid.verb, laid.cards)


def _given(past: Any, at: int) -> list[int]:
    """The cards that a gift, a taking or a return moved."""
    cards: list[int] = []
    seat, verb = past[at].seat, past[at].verb
    for later in past[at + 1 :]:
        if later.seat != seat or later.verb not in _GIVES[verb] or (later.verb == verb and later.to < 0):
            break
        cards += later.cards
    return cards


def difference(state: State, other: State, viewer: int | None) -> str:
    """How `other` or its past look different from `state` to a viewer, or what is not as its past led to; "" if nothing is."""
    if GAME.view(other, viewer) != GAME.view(state, viewer):
        return "views"
    try:
        two = History(other, viewer)
    except (AssertionError, PaijuError) as error:
        return f"{type(error).__name__}: {error}"
    for name in State.__slots__:
        if name not in ("start", "offered", "past") and getattr(two.state, name) != getattr(other, name):
            return f"replay ends with another {name}"
    one = History(state, viewer)
    if one.seen != two.seen:
        pairs = zip(one.seen, two.seen, strict=False)
        return f"events {next((pair for pair in pairs if pair[0] != pair[1]), 'lengths')}"
    return ""
