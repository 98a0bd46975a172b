"""Who was taken for the guard, and what a play gave away of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from paiju.bots.baohuang.heuristic.parameters import DEFAULT
from paiju.bots.baohuang.heuristic.suspicion import Suspicion, friendships
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.state import Phase, Role, State
from paiju.games.baohuang.viewing import View

_DIGITS = 3


def chances(view: View) -> list[float]:
    """The chance of each seat to be guard, as the viewer has to see it; in the playing phase."""
    viewer = view.viewer
    assert viewer is not None
    crown = view.roles[viewer] is not Role.COMMONER
    friendship = friendships(DEFAULT, view, Suspicion(DEFAULT).odds(view))
    found = [(1 + one) / 2 if crown else (1 - one) / 2 for one in friendship]
    found[view.emperor] = 0.0
    found[viewer] = 1.0 if view.roles[viewer] is Role.GUARD else 0.0
    return [round(one, _DIGITS) for one in found]


def tell_guard(before: State, seat: int, after: State) -> Mapping[str, Any] | None:
    """What a play gave away: the chance to be the guard that a commoner had to give its seat before and after it, in the mean.

    None before play, for the emperor, and where everybody knew.
    """
    roles = before.roles
    if (
        before.phase is not Phase.PLAY
        or after.phase is not Phase.PLAY
        or seat == roles.emperor
        or roles.settled
    ):
        return None
    people = [one for one in range(SEATS) if one != seat and roles.of(one) is Role.COMMONER]
    seen = [fmean(chances(GAME.view(state, one))[seat] for one in people) for state in (before, after)]
    return {"taken_for_guard": [round(one, _DIGITS) for one in seen]}


def guard_beliefs(states: Sequence[State]) -> Mapping[str, Any]:
    """The guards of a deal, and after each trick what each seat had to believe: `at` counts actions."""
    played = [(at, state) for at, state in enumerate(states) if state.phase is Phase.PLAY and not state.trick]
    if not played:
        return {"guards": [], "emperor": -1, "beliefs": []}
    roles = played[-1][1].roles
    beliefs = [
        {"at": at, "chances": [chances(GAME.view(state, seat)) for seat in range(SEATS)]}
        for at, state in played
    ]
    return {"guards": list(roles.guards), "emperor": roles.emperor, "beliefs": beliefs}
