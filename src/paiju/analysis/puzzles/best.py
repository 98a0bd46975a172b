"""The best action, where there is one beyond doubt: the review's paired playouts of all actions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from paiju.analysis.puzzles.pack import Found, Spot
from paiju.analysis.review.model import Depth
from paiju.analysis.review.pack import Reviewer, pack_of
from paiju.kernels.warming import require

FIRST, SECOND, MOST = 48, 400, 24
BEYOND_DOUBT = 3.0
"""So many standard errors the best action lies above each other one."""
_DEPTH = Depth(candidates=MOST + 1, first=FIRST, second=SECOND)
_DIGITS = 2


def best_action(spot: Spot) -> Found | None:
    """The best action and what each other one loses beside it; None unless it is better than all of them beyond doubt, by an inaccuracy.

    It is chosen in some deals and measured in others.

    Raises:
        UsageError: usage.kernels, without numba; usage.kernel_option, for options that no kernel plays.
    """
    require()
    reviewer = _reviewer(spot.view.options)
    first = reviewer.beside(spot.view, spot.actions, spot.actions[0], spot.seed, FIRST)
    if first is None:
        return None
    least = pack_of(spot.view.options).marks.inaccuracy
    gains = {spot.actions[0]: 0.0} | {one.action: one.gain for one in first}
    anchor, *rivals = sorted(gains, key=lambda action: -gains[action])
    if gains[anchor] - gains[rivals[0]] < least:
        return None
    second = reviewer.beside(spot.view, spot.actions, anchor, spot.seed + 1, SECOND)
    if second is None or any(-one.gain < max(least, BEYOND_DOUBT * one.error) for one in second):
        return None
    text = spot.game.action_text
    lost = {
        text(spot.state, one.action): [round(-one.gain, _DIGITS), round(one.error, _DIGITS)] for one in second
    }
    why = [{"key": key, "facts": dict(facts)} for key, facts in reviewer.why(spot.view, anchor)]
    return Found(spot.view, (text(spot.state, anchor),), {"loss": lost, "why": why})


@lru_cache(8)
def _reviewer(options: Any) -> Reviewer:
    return pack_of(options).reviewer(options, _DEPTH)
