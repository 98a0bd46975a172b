"""What the tests of the ledger BH A18 share: four tables of rules, and ways through a deal."""

from __future__ import annotations

from .builders import (
    Phase,
    State,
    everybody,
    first,
    follow,
    options,
)

P = options("pagat")
S = options("pagat-scored")
M = options("moegirl")
X = options("sixes-last")
LONG = "667788"


def quiet(state: State) -> State:
    return everybody(state, "quiet")


def tributes(state: State) -> State:
    """The first answers through every question of the tribute."""
    while state.phase in (Phase.TRIBUTE, Phase.TAKE, Phase.GIVE_BACK):
        state = follow(state, f"{state.turn} {first(state)}")
    return state


def passes(state: State, *seats: int) -> State:
    return follow(state, *(f"{seat} abdicate" for seat in seats))
