"""The heuristic of Paohuzi made weaker on purpose, as `bots.baohuang.heuristic.warm` does for Bao Huang."""

from __future__ import annotations

import random

from paiju.bots.chance import gumbel
from paiju.bots.paohuzi.heuristic.bot import HeuristicBot
from paiju.bots.paohuzi.heuristic.parameters import DEFAULT, Parameters


class WarmBot(HeuristicBot):
    """Draws among actions by how good their plans look; what it can win, it wins."""

    name = "warm"

    def __init__(self, seed: int, warmth: float, parameters: Parameters = DEFAULT) -> None:
        """`warmth` is in the units of a plan's value, logarithms of chances; at 0 it plays as the heuristic does."""
        super().__init__(seed, parameters)
        self._warmth = warmth
        self._random = random.Random(seed)

    def _nudge(self) -> float:
        return self._warmth * gumbel(self._random)
