"""The two-tower network of Paohuzi (`bots.towers`).

Outputs of an action are the points to expect, then logits of three outcomes (another wins, nobody, the viewer) and of who takes
a thrown card (nobody, the next seat, the one after). The side head says what others hold: for each of the two seats after the viewer
and each kind, logits of one copy or more, two or more, three or more.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from paiju.bots.paohuzi.net.features.layout import ACTION, OTHERS, STATE, THREE
from paiju.bots.towers import Array, Bytes, Plan, Towers, softmax
from paiju.games.paohuzi.cards import KINDS

OUTCOMES, TAKERS = 3, 3
HANDS = "hands"
PLAN = Plan(STATE, ACTION, 1 + OUTCOMES + TAKERS, {HANDS: OTHERS * KINDS * THREE})


class Network(Towers):
    """The network ready to be asked."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        super().__init__(PLAN, weights)

    def takers(self, state: Bytes, throws: Bytes) -> Array:
        """Chances that nobody, the next seat and the one after takes each thrown card, shape (throws, 3)."""
        return softmax(self.further(state, throws)[:, OUTCOMES:])

    def hands(self, states: Bytes) -> Array:
        """Chances of so many copies or more, shape (states, seats after the viewer, kinds, 1 to 3 copies)."""
        logits = self.side(HANDS, states).reshape(-1, OTHERS, KINDS, THREE)
        return np.asarray(1 / (1 + np.exp(-logits)), np.float32)
