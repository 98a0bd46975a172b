"""What the tests of the ledger BH A18 share: four tables of rules, and ways through a deal."""

from __future__ import annotations

from .builders import (
    GAME,
    Phase,
    State,
    everybody,
    first,
    follow,
    options,
    playing,
)

P = options("pagat")
S = options("pagat-scored")
M = options("moegirl")
X = options("sixes-last")
LONG = "667788"


def table(rules: object, *hands: str, **more: object) -> State:
    return playing(rules, hands, **{"guards": (1,), "called": "Ad", **more})


def quiet(state: State) -> State:
    return everybody(state, "quiet")


def tributes(state: State) -> State:
    """The first answers through every question of the tribute."""
    while state.phase in (Phase.TRIBUTE, Phase.TAKE, Phase.GIVE_BACK):
        state = follow(state, f"{state.turn} {first(state)}")
    return state


def passes(state: State, *seats: int) -> State:
    return follow(state, *(f"{seat} abdicate" for seat in seats))


def to_the_end(state: State) -> State:
    """Silence, then every leader plays his first and nobody answers."""
    while state.phase is not Phase.OVER:
        state = GAME.apply(state, state.turn, GAME.legal_actions(state, state.turn)[0])[0]
    return state
