"""What a series counts of a finished deal: the roles, places and winners of each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.state import Role
from paiju.games.baohuang.state import State as BaohuangState
from paiju.games.paohuzi.state import State as PaohuziState

SOLO = "solo"
DEALER, OTHER, OUT = "dealer", "other", ""


class Outcome(NamedTuple):
    """By seat: its role (`OUT` if it sat out), its place (() if there are none), whether it won."""

    roles: tuple[str, ...]
    places: tuple[int, ...]
    won: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a game is read: chairs at its table, its roles, how many places there are, the outcome of a state."""

    seats: Callable[[Any], int]
    roles: tuple[str, ...]
    places: int
    outcome: Callable[[Any], Outcome]


def _baohuang(state: BaohuangState) -> Outcome:
    result, roles = state.result, state.roles
    assert result is not None
    names = tuple(
        SOLO if roles.solo and seat == roles.emperor else str(roles.of(seat)) for seat in range(SEATS)
    )
    return Outcome(names, result.places, tuple(points > 0 for points in result.returns))


def _paohuzi(state: PaohuziState) -> Outcome:
    result, start = state.result, state.start
    assert result is not None
    seats = range(state.rules.seats)
    roles = tuple(
        OUT if seat not in start.order else DEALER if seat == start.dealer else OTHER for seat in seats
    )
    return Outcome(roles, (), tuple(seat == result.winner for seat in seats))


READINGS: Mapping[str, Reading] = {
    # A solo emperor counts as `solo`, not as emperor; a win is a deal with points above 0.
    "baohuang": Reading(lambda _: SEATS, (*(str(role) for role in Role), SOLO), SEATS, _baohuang),
    "paohuzi": Reading(lambda options: int(options.seats), (DEALER, OTHER), 0, _paohuzi),
}
