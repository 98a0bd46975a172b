"""The greedy yardstick of Paohuzi: it takes every set it can, and throws its least connected card.

FROZEN from the day it landed. Strengths of other bots are stated against it, so it never changes, not even
for the better, and it shares no code with the heuristic.
"""

from __future__ import annotations

from collections.abc import Sequence

from paiju.games.paohuzi.actions import HU, PONG, Action
from paiju.games.paohuzi.cards import LARGE, Kind
from paiju.games.paohuzi.views import Counts, View

_COPY, _TWIN, _NEXT, _NEAR, _RED = 4, 2, 2, 1, 1
_RED_NUMBERS = (1, 6, 9)


class GreedyBot:
    """Hu, Pong, the eating that lays most sets; the card with the fewest neighbours goes."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        """It takes a seed as all bots do, and leaves nothing to chance."""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The strongest claim, or the loosest card."""
        for claim in (HU, PONG):
            if claim in actions:
                return claim
        eats = [action for action in actions if action.verb == "eat"]
        if eats:
            return max(eats, key=lambda eat: len(eat.sets))
        hand = view.hand
        assert hand is not None
        if actions[0].verb != "discard":
            return actions[0]
        return min(actions, key=lambda action: _ties(hand, action.cards[0]))


def _ties(hand: Counts, kind: Kind) -> int:
    """How much the rest of the hand has to do with a card."""
    number, suit = kind % LARGE, kind - kind % LARGE
    ties = _COPY * (hand[kind] - 1) + _TWIN * hand[(kind + LARGE) % (2 * LARGE)]
    for step, worth in ((1, _NEXT), (2, _NEAR)):
        for near in (number - step, number + step):
            if 0 <= near < LARGE and hand[suit + near]:
                ties += worth
    if number in _RED_NUMBERS:
        ties += sum(_RED for red in _RED_NUMBERS if red != number and hand[suit + red])
    return ties
