"""The roles and the winner of a finished deal of Paohuzi."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.arena.pack import OUT, Outcome
from paiju.games.paohuzi.state import State

DEALER, OTHER = "dealer", "other"


def outcome(state: State, returns: Sequence[int]) -> Outcome:
    """There are no places, and at most one winner."""
    result, start = state.result, state.start
    assert result is not None
    seats = range(len(returns))
    roles = tuple(
        OUT if seat not in start.order else DEALER if seat == start.dealer else OTHER for seat in seats
    )
    return Outcome(roles, (), tuple(seat == result.winner for seat in seats))
