"""The roles, places and winners of a finished deal of Bao Huang."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.arena.pack import Outcome, Teams
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.state import Role, State

SOLO = "solo"
ROLES = (*(str(role) for role in Role), SOLO)


def outcome(state: State, returns: Sequence[int]) -> Outcome:
    """A solo emperor counts as `solo`, not as emperor; a win is a deal with points above 0."""
    result, roles = state.result, state.roles
    assert result is not None
    names = tuple(
        SOLO if roles.solo and seat == roles.emperor else str(roles.of(seat)) for seat in range(SEATS)
    )
    return Outcome(names, result.places, tuple(points > 0 for points in returns))


def teams(roles: Sequence[str]) -> Teams:
    """The emperor's side and the people."""
    people = tuple(seat for seat, role in enumerate(roles) if role == Role.COMMONER)
    return tuple(seat for seat in range(len(roles)) if seat not in people), people
