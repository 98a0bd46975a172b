"""What the network wants to know of a deal beside the heuristic's memory: who answered how, and how often.

`begin` is called once at the first lead, `notice` before every action, forced passes included. All of it is public.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.codes import DEFER
from paiju.kernels.jit import compiled, inlined

PASSED, PLAYED = 1, 2
MOST = 127
"""Where a count stops."""

TRAIL = np.dtype(
    [
        ("plies", np.int64),  # actions so far
        ("answered", np.int8, (SEATS,)),  # in the running trick: 0 nothing, `PASSED`, `PLAYED`
        (
            "reacted",
            np.int8,
            (SEATS, 4),
        ),  # let the emperor's sets stand, beat them; the same for others' sets
    ],
    align=True,
)


@compiled
def begin(t: Any) -> None:
    """Start a deal; `t` is one record of `TRAIL`."""
    t.plies = 0
    for seat in range(SEATS):
        t.answered[seat] = 0
        for i in range(4):
            t.reacted[seat, i] = 0


@compiled
def notice(s: Any, t: Any, code: int) -> None:
    """Remember what the seat to act is about to do."""
    t.plies += 1
    if not s.has_top:
        for seat in range(SEATS):
            t.answered[seat] = 0
    else:
        _react(s, t, code)
    t.answered[s.turn] = PLAYED if code > DEFER else PASSED


@inlined
def _react(s: Any, t: Any, code: int) -> None:
    at = (0 if s.owner == s.emperor else 2) + (1 if code > DEFER else 0)
    t.reacted[s.turn, at] = min(MOST, int(t.reacted[s.turn, at]) + 1)
