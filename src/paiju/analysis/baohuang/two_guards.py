"""Deals after a call with two cards, in which there may be two guards: for those the kernel's own draw has no form.

They come from the quick draw, which gives the called cards to whoever may have them, and are taken as readily as play points to their
guards. The exact draw takes a tenth of a second and more where much has moved face down, and five abdications came before such a call.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import exp

from paiju.bots.baohuang.heuristic.parameters import DEFAULT
from paiju.games.baohuang.quick import quick_play
from paiju.games.baohuang.state import State
from paiju.games.baohuang.viewing import View

SLOWER = 2
"""So many times fewer deals are tried where all seats have abdicated, before play and in it: such deals take long."""


class TwoGuards:
    """Deals that fit a view; `odds` are those of `Suspicion`. Deal `number` hangs on that number alone."""

    def __init__(self, view: View, odds: Sequence[float]) -> None:
        self._view = view
        hidden = [seat for seat, role in enumerate(view.roles) if role is None]
        most = max((odds[seat] for seat in hidden), default=0.0)
        self._trust = {seat: exp(DEFAULT.suspicion * (odds[seat] - most)) for seat in hidden}

    def deal(self, number: int) -> State:
        """A deal, its past unasked."""
        return quick_play(self._view, random.Random(number), self._chance)

    def _chance(self, guards: Iterable[int]) -> float:
        chance = 1.0
        for seat in guards:
            chance *= self._trust.get(seat, 1.0)
        return chance
