"""The heuristic made weaker on purpose: it takes a play that it holds for nearly as good now and then."""

from __future__ import annotations

import random

from paiju.bots.baohuang.heuristic.bot import HeuristicBot
from paiju.bots.baohuang.heuristic.holding import Piece
from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters
from paiju.bots.baohuang.heuristic.playing import Nudge
from paiju.bots.chance import gumbel


class WarmBot(HeuristicBot):
    """Draws among the plays by how good they look: of two, one that is `warmth` turns better is taken e times as often.

    What loses many turns is next to never taken, so that it plays like somebody who judges worse, not like somebody who
    throws dice.
    """

    name = "warm"

    def __init__(self, seed: int, warmth: float, parameters: Parameters = DEFAULT) -> None:
        """`warmth` is in turns; at 0 it plays as the heuristic does."""
        super().__init__(seed, parameters)
        self._warmth = warmth
        self._random = random.Random(seed)

    def _nudge(self) -> Nudge | None:
        """Gumbel noise, the same for plays that differ in suits alone."""
        drawn: dict[Piece | None, float] = {}

        def nudge(piece: Piece | None) -> float:
            if piece not in drawn:
                drawn[piece] = self._warmth * gumbel(self._random)
            return drawn[piece]

        return nudge if self._warmth else None
