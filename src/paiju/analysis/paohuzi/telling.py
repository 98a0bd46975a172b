"""What was waiting for what, all hands open: for the danger of discards and the course of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import Kind
from paiju.games.paohuzi.hands import waits
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.state import Phase, State


def kinds_waited_for(state: State, seat: int) -> tuple[Kind, ...]:
    """The kinds with which a seat would win if somebody else drew them."""
    if seat not in state.start.order or state.phase is Phase.OVER:
        return ()
    found = waits(state.hands[seat], state.melds[seat], state.rules.options)
    return tuple(kind for kind, wait in found.items() if wait.other)


def tell_discard(before: State, seat: int, action: Action) -> Mapping[str, Any] | None:
    """Who was waiting for a card that was thrown, with open cards; None for answers."""
    if before.phase is not Phase.DISCARD:
        return None
    (thrown,) = action.cards
    others = (other for other in before.start.order if other != seat)
    return {"waited_for_by": [other for other in others if thrown in kinds_waited_for(before, other)]}


def waiting(states: Sequence[State]) -> Mapping[str, Any]:
    """By action, what each seat was waiting for; only where it changed."""
    found: list[dict[str, Any]] = []
    last: list[list[str]] | None = None
    for at, state in enumerate(states):
        now = [
            [card_text(kind) for kind in kinds_waited_for(state, seat)] for seat in range(state.rules.seats)
        ]
        if now != last and state.phase is not Phase.OVER:
            found.append({"at": at, "waits": now})
            last = now
    return {"waiting": found}
