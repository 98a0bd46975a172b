"""The network as a `Bot`: it leaves the choice of `expected` only for an action that is worth enough more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from paiju.bots.paohuzi.levels import ExpectedBot
from paiju.bots.paohuzi.net import SHIPPED
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.state import Phase
from paiju.games.paohuzi.views import View
from paiju.kernels import missing

if TYPE_CHECKING:
    from paiju.bots.paohuzi.net.playing import Judge


class NetBot:
    """Plays by expected points, anchored at `expected`.

    That plays alone for options that the network was not trained under, and where there is no numba or no weights.
    """

    name = "net"

    def __init__(self, seed: int, path: Path = SHIPPED, anchor: float | None = None) -> None:
        """`seed` decides nothing here; `anchor` are points, by default what the weights' card says."""
        self._expected = ExpectedBot(seed)
        self._judge: Judge | None = None
        self._anchor = 0.0
        if path.is_file() and not missing():
            from paiju.bots.paohuzi.net.playing import read_judge

            self._judge, shipped = read_judge(path)
            self._anchor = shipped if anchor is None else anchor

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The choice of `expected`, or what is worth at least the anchor more."""
        judge = self._judge
        if len(actions) == 1:
            return actions[0]
        if judge is None or view.phase is Phase.CUT or not judge.fits(view.options):
            return self._expected.choose(view, actions)
        action: Action = judge.judge(view).choice(self._anchor)
        return action
