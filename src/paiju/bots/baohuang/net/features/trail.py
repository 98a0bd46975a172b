"""What the network wants to know of a deal beside the heuristic's memory: who answered how, and how often.

`begin` is called once at the first lead, `notice` before every action, forced passes included. All of it is public.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.coding import DEFER
from paiju.kernels.baohuang.records import StateRecord
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Grid, Ints

PASSED, PLAYED = 1, 2
MOST = 127
"""Where a count stops."""


class TrailRecord:
    """Who answered how, and how often."""

    plies: int  # actions so far
    answered: Annotated[Ints, np.int8, SEATS]  # in the running trick: 0 nothing, `PASSED`, `PLAYED`
    reacted: Annotated[
        Grid[int], np.int8, SEATS, 4
    ]  # let the emperor's sets stand, beat them; the same for others' sets


@compiled
def begin(trail: TrailRecord) -> None:
    """Nothing has been done yet."""
    trail.plies = 0
    for seat in range(SEATS):
        trail.answered[seat] = 0
        for i in range(4):
            trail.reacted[seat, i] = 0


@compiled
def notice(state: StateRecord, trail: TrailRecord, code: int) -> None:
    """Remember what the seat to act is about to do."""
    trail.plies += 1
    if not state.has_top:
        for seat in range(SEATS):
            trail.answered[seat] = 0
    else:
        _react(state, trail, code)
    trail.answered[state.turn] = PLAYED if code > DEFER else PASSED


@inlined
def _react(state: StateRecord, trail: TrailRecord, code: int) -> None:
    at = (0 if state.owner == state.emperor else 2) + (1 if code > DEFER else 0)
    trail.reacted[state.turn, at] = min(MOST, int(trail.reacted[state.turn, at]) + 1)
