"""The search that knows the network: deals are tried on top of what the network expects.

The anchor is the policy's choice, as the network's is. The rivals are those that the network likes best, and what it expects
each to gain counts as much as `trust` deals would in which just that came out, give or take `spread` points.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paiju.bots.anchored import try_only
from paiju.bots.base import Thought
from paiju.bots.paohuzi.compiled import search as plain
from paiju.bots.paohuzi.net import SHIPPED
from paiju.bots.paohuzi.net.playing import Judge, read_judge
from paiju.games.paohuzi.views import View
from paiju.kernels.paohuzi.actions import encode
from paiju.kernels.records import fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget(plain.Budget):
    """The limits of a decision, and the weight of the network.

    Measured in 624 questions of the network's own play, chosen in some deals and judged in others.
    """

    z: float = 0.5
    trust: int = 40
    spread: float = 5.0


class Search(plain.Search):
    """Searches where the network fits the options; one object serves one thread."""

    def __init__(self, budget: Budget, judge: Judge) -> None:
        super().__init__(budget)
        self._prior, self.judge = budget, judge

    def _begin(self, view: View, laws: plain.Laws, seed: object) -> int:
        found, judged = super()._begin(view, laws, seed), self.judge.judge(view)
        if not judged.points:
            return found
        q, trust, anchor = fields(self._search), self._prior.trust, judged.preferred
        rivals = sorted(set(range(len(judged.points))) - {anchor}, key=lambda i: -judged.points[i])
        rivals = rivals[: self._prior.candidates - 1]
        try_only(q, range(1, len(rivals) + 1))
        q.codes[0] = encode(judged.actions[anchor])
        for at, rival in enumerate(rivals, start=1):
            gain = judged.points[rival] - judged.points[anchor]
            q.codes[at] = encode(judged.actions[rival])
            q.deals[at] = trust
            q.gains[at] = trust * gain
            q.squares[at] = trust * (gain**2 + self._prior.spread**2)
        return len(rivals) + 1


class SearchBot(plain.SearchBot):
    """Searches with the network; without it under rules that it was not trained on, and where there are no weights."""

    def __init__(self, seed: int, budget: Budget, alone: plain.Budget, path: Path = SHIPPED) -> None:
        """`seed` decides which deals are sampled; with `seconds` in a budget the clock has a say too."""
        super().__init__(seed, alone)
        self._guided = Search(budget, read_judge(path)) if path.is_file() else None

    def think(self, view: View) -> Thought:
        """The result for a seat that has a choice.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        if self._guided and self._guided.judge.fits(view.options):
            return self._guided.think(view, self._seed)
        return super().think(view)
