"""Calling the guard: which cards may be called, who becomes guard, and 老王 (BH A4, A12)."""

from __future__ import annotations

from dataclasses import replace

from paiju.core.game import Event
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import (
    BIG,
    LAOWANG,
    MARKED_BIG,
    Hand,
    Kind,
)
from paiju.games.baohuang.phases.transfers import show
from paiju.games.baohuang.state import Actions, Events, Phase, Plan, State
from paiju.games.baohuang.views import guards_of, with_laowang

TRIPLE, PAIR = 3, 2


def copies_in(hand: Hand, kind: Kind) -> int:
    """Copies of a kind in a hand; the marked red joker counts as a red one (BH A18-36)."""
    return hand[kind] + (hand[MARKED_BIG] if kind == BIG else 0)


def callable_kinds(state: State, hand: Hand, need: int) -> tuple[Kind, ...]:
    """The kinds that the holder of `hand` may call by showing `need` copies (BH A12, A18-36)."""
    kinds = state.rules.crowning.callable_kinds(first_deal=state.start.carry.first_deal)
    return tuple(kind for kind in kinds if copies_in(hand, kind) >= need)


def as_held(state: State, seat: int, cards: list[Kind]) -> list[Kind]:
    """How cards drawn after the call look in their holder's hand."""
    called = state.roles.called
    if called < 0 or seat == state.roles.emperor or not state.rules.crowning.laowang:
        return cards
    return [LAOWANG if kind == called else kind for kind in cards]


def ask_call(state: State, need: int) -> None:
    """Ask the emperor for his call."""
    state.phase = Phase.CALL
    state.queue = (state.roles.emperor,)
    state.plan = Plan(state.plan.drawing, need)


def legal_calls(state: State, seat: int) -> Actions:
    """One call for each kind of which enough copies are held (BH A12)."""
    kinds = callable_kinds(state, state.hand(seat), state.plan.need)
    return tuple(Action("call", (kind,)) for kind in kinds)


def apply_call(state: State, seat: int, action: Action, events: Events) -> None:
    """BH A4: the emperor shows his copies; whoever holds one more of them is guard.

    Three copies make an ordinary call, even where two would do (BH A18-42).
    """
    hand, kind = state.hand(seat), action.cards[0]
    count = min(copies_in(hand, kind), TRIPLE)
    plain = min(count, hand[kind])
    shown = (kind,) * plain + (MARKED_BIG,) * (count - plain)
    state.roles = replace(state.roles, called=kind, pair=count == PAIR)
    events.append(Event("called", {"seat": seat, "card": kind, "cards": shown, "rule": "BH A12"}))
    show(state, seat, shown)
    if count == TRIPLE and state.rules.crowning.laowang:
        state.hands = tuple(
            hand if holder == seat else with_laowang(hand, kind) for holder, hand in enumerate(state.hands)
        )
    state.plan = Plan(state.plan.drawing)
    state.queue = ()
    if state.plan.drawing is None:
        settle(state, events)


def settle(state: State, events: Events) -> None:
    """Name the guards once all cards are drawn; each learns it for himself."""
    roles = state.roles
    guards = guards_of(roles.emperor, roles.called, state.hands)
    state.roles = replace(roles, guards=guards)
    told = {seat: {"role": "guard"} for seat in guards} or {roles.emperor: {"role": "solo"}}
    events.append(Event("guard_named", {"rule": "BH A4"}, told))
