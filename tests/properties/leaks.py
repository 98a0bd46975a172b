"""The check that nothing leaks: a deal that looks the same to a viewer *is* the same to him."""

from __future__ import annotations

import random

from paiju.core.game import Event
from paiju.games.baohuang import GAME
from paiju.games.baohuang.state import Phase, State
from tests.properties.invariants import KINDS, deck_of, on_table, owned, together
from tests.strategies import near_misses, refused, same_actions

_MISSES = 4
# What an own action causes beyond itself may hang on hidden cards; these parts of it may not.
_OWN_EVENTS = ("cut", "paid", "moved", "received", "quiet", "declared", "revolted", "countered", "declined",
               "usurped", "played", "passed", "deferred", "revealed", "finished", "abdicated", "crowned",
               "called")  # fmt: skip


def leak(state: State, viewer: int | None, rng: random.Random) -> str:
    """What a viewer sees of hidden things: "" if two deals that he cannot tell apart look the same to him."""
    view = GAME.view(state, viewer)
    first, second = GAME.complete(view, rng), GAME.complete(view, rng)
    for other in (first, second):
        again = GAME.view(other, viewer)
        if again != view or repr(again) != repr(view):
            names = [n for n in view.__slots__ if getattr(view, n) != getattr(again, n)]
            return f"the views differ in {', '.join(names)}"
    return _other_answers(state, first, viewer, rng)


def _other_answers(state: State, other: State, viewer: int | None, rng: random.Random) -> str:
    if state.phase is not Phase.DRAW and GAME.actors(other) != GAME.actors(state):
        return f"asked are {GAME.actors(other)}, not {GAME.actors(state)}"
    if viewer is None or GAME.actors(state) != (viewer,):
        return ""
    legal = GAME.legal_actions(state, viewer)
    if not same_actions(legal, GAME.legal_actions(other, viewer), rng):
        return "other legal actions"
    for action in near_misses(state, viewer, rng, _MISSES):
        if str(refused(state, viewer, action)) != str(refused(other, viewer, action)):
            return f"another reason to refuse {action}"
    return _other_events(state, other, viewer, rng)


def _other_events(state: State, other: State, viewer: int, rng: random.Random) -> str:
    legal = GAME.legal_actions(state, viewer)
    action = legal[rng.randrange(len(legal))]
    (after, events), (after_other, others) = (GAME.apply(s, viewer, action) for s in (state, other))
    for one, two in zip(events, others, strict=False):
        if one.kind not in _OWN_EVENTS or two.kind not in _OWN_EVENTS or not _own(one, viewer):
            break
        if one.seen_by(viewer) != two.seen_by(viewer):
            return f"{action} shows {one.seen_by(viewer)} or {two.seen_by(viewer)}"
    ended = after.phase is not state.phase and after_other.phase is not other.phase
    if state.phase is Phase.COUNTER and not ended:
        asked, asked_other = (GAME.view(s, viewer).asked for s in (after, after_other))
        if asked != asked_other or after.phase is not after_other.phase:
            return f"after {action} {asked} or {asked_other} are asked to counter"
    return ""


def _own(event: Event, viewer: int) -> bool:
    return viewer in (event.public.get("seat"), event.public.get("from"))


def unlikely(state: State) -> str:
    """What is wrong with a completed deal, as far as its cards tell."""
    there = together(*(owned(state, seat) for seat in range(5)), on_table(state))
    deck = deck_of(state)
    if state.phase is Phase.OVER and not state.tricks and not state.trick:
        wrong = [kind for kind in range(KINDS) if there[kind] > deck[kind]]
    else:
        wrong = [kind for kind in range(KINDS) if there[kind] != deck[kind]]
    return f"kinds {wrong} are lost or gained" if wrong else ""
