"""The network as a `Bot`: it leaves the heuristic's choice only for a play that is worth enough more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from paiju.bots.baohuang.heuristic.bot import HeuristicBot
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.views import View
from paiju.kernels import missing

if TYPE_CHECKING:
    from paiju.bots.baohuang.net.playing import Judge

SHIPPED = Path(__file__).parent / "weights" / "baohuang.safetensors"


class NetBot:
    """Plays by expected points, anchored at the heuristic.

    The heuristic itself decides before play, for options that the network was not trained on, and where there is no
    numba or no weights.
    """

    name = "net"

    def __init__(self, seed: int, path: Path = SHIPPED, anchor: float | None = None) -> None:
        """`seed` decides nothing; `anchor` are points, by default what the weights' card says."""
        self._heuristic = HeuristicBot(seed)
        self._judge = _judge(path) if path.is_file() and not missing() else None
        self._anchor = anchor

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The heuristic's choice, or what is worth at least the anchor more."""
        judge = self._judge
        if len(actions) == 1:
            return actions[0]
        if judge is None or view.phase is not Phase.PLAY or not judge.fits(view.options):
            return self._heuristic.choose(view, actions)
        action: Action = judge.judge(view).choice(judge.anchor if self._anchor is None else self._anchor)
        return action


def _judge(path: Path) -> Judge:
    from paiju.bots.baohuang.net.playing import Judge, read_weights

    return Judge(read_weights(path))
