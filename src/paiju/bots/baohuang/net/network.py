"""The two-tower network of Bao Huang (`bots.towers`).

Outputs of a play are the expected place points of the acting side, then logits of its loss, tie and win; the side head says
who of the seats after the viewer is the guard.
"""

from __future__ import annotations

from collections.abc import Mapping

from paiju.bots.baohuang.net.features.layout import ACTION, OTHERS, STATE
from paiju.bots.towers import Array, Bytes, Plan, Towers, softmax

OUTCOMES = 3
GUARD = "guard"
PLAN = Plan(STATE, ACTION, 1 + OUTCOMES, {GUARD: OTHERS})


def shapes(trunk: int, join: int, head: int) -> dict[str, tuple[int, ...]]:
    """The shapes of all weights for some widths."""
    return PLAN.shapes(trunk, join, head)


class Network(Towers):
    """The network ready to be asked."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        super().__init__(PLAN, weights)

    def guards(self, states: Bytes) -> Array:
        """Chances to be the guard of the seats after each viewer in order, shape (states, 4)."""
        return softmax(self.side(GUARD, states))
