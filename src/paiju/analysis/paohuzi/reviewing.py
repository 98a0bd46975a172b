"""The reviewer of Paohuzi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiju.analysis.paohuzi.playing import JudgePlay
from paiju.analysis.paohuzi.telling import tell_discard, waiting
from paiju.analysis.review.model import Choice, Comparison, Depth, Marks
from paiju.bots.base import Reason
from paiju.bots.paohuzi.compiled.settling import Settler
from paiju.bots.paohuzi.heuristic.reasons import reasons
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import CUTS, Action
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import Phase, State
from paiju.games.paohuzi.viewing import View
from paiju.kernels.paohuzi.coding import encode


class PaohuziReviewer:
    """Judges decisions in points of the table."""

    def __init__(self, options: PaohuziOptions, depth: Depth, marks: Marks) -> None:
        self._settler, self._play = Settler(options, depth.open), JudgePlay(options, depth, marks)

    def judge(self, view: View, actions: Sequence[Action], played: Action, seed: int) -> Comparison | None:
        """What was done beside the others; nothing can be said of where a pack is cut that nobody has seen."""
        if view.phase is Phase.CUT:
            return None
        return self._play.judge(view, played, seed)

    def beside(
        self, view: View, actions: Sequence[Action], anchor: Action, seed: int, worlds: int
    ) -> list[Choice] | None:
        """All other actions beside one."""
        return self._play.beside(view, actions, anchor, seed, worlds)

    def why(self, view: View, action: Action) -> tuple[Reason, ...]:
        """The reasons for an action."""
        return reasons(view, action)

    def open_value(self, state: State, seed: int) -> tuple[float, ...]:
        """Returns by seat to expect from here, hands open and the stock shuffled."""
        if state.phase is Phase.CUT:
            state = GAME.apply(state, state.turn, CUTS[0])[0]
        if state.phase is Phase.OVER:
            return tuple(map(float, GAME.returns(state)))
        return self._settler.returns(state, seed)

    def open_value_after(self, state: State, seat: int, action: Action, seed: int) -> tuple[float, ...]:
        """The same once a seat has done something, whatever the stock brings then; a cut fixes what is dealt."""
        if state.phase is Phase.CUT:
            return self.open_value(GAME.apply(state, seat, action)[0], seed)
        return self._settler.returns(state, seed, seat, encode(action))

    def tell(self, before: State, seat: int, action: Action, after: State) -> Mapping[str, Any] | None:
        """What a discard was in danger of."""
        return tell_discard(before, seat, action)

    def tell_table(self, states: Sequence[State]) -> Mapping[str, Any]:
        """What each seat was waiting for, by action."""
        return waiting(states)
