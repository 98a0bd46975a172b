"""The reviewer of Bao Huang."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiju.analysis.baohuang.before import JudgeBefore, to_play
from paiju.analysis.baohuang.playing import JudgePlay
from paiju.analysis.baohuang.telling import guard_beliefs, tell_guard
from paiju.analysis.review.model import Choice, Comparison, Depth, Marks
from paiju.bots.baohuang.compiled.settling import Settler
from paiju.bots.baohuang.heuristic.bot import HeuristicBot
from paiju.bots.baohuang.heuristic.reasons import reasons
from paiju.bots.base import Reason
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Phase, State
from paiju.games.baohuang.viewing import View


class BaohuangReviewer:
    """Judges decisions in place points of the seat's side; values with open cards are points of the table."""

    def __init__(self, options: BaohuangOptions, depth: Depth, marks: Marks) -> None:
        self._settler = Settler(options, depth.open)
        self._play = JudgePlay(self._settler.rules, depth, marks)
        self._before = JudgeBefore(self._settler, depth)

    def judge(self, view: View, actions: Sequence[Action], played: Action, seed: int) -> Comparison | None:
        """What was played beside the others."""
        judge = self._play if view.phase is Phase.PLAY else self._before
        return judge.judge(view, actions, played, seed)

    def beside(
        self, view: View, actions: Sequence[Action], anchor: Action, seed: int, worlds: int
    ) -> list[Choice] | None:
        """All other plays beside one; None before play."""
        return self._play.beside(view, actions, anchor, seed, worlds) if view.phase is Phase.PLAY else None

    def why(self, view: View, action: Action) -> tuple[Reason, ...]:
        """The heuristic's reasons, which it has for the playing phase."""
        return reasons(HeuristicBot(0).sight(view), action) if view.phase is Phase.PLAY else ()

    def open_value(self, state: State, seed: int) -> tuple[float, ...]:
        """Returns by seat that players like the heuristic bring home from here."""
        if state.phase is not Phase.OVER:
            state = to_play(state)
        if state.phase is Phase.OVER:
            return tuple(map(float, GAME.returns(state)))
        return self._settler.returns(state)

    def open_value_after(self, state: State, seat: int, action: Action, seed: int) -> tuple[float, ...]:
        """As `open_value` of what it leads to: what chance does after the cards are dealt is fixed with them."""
        return self.open_value(GAME.apply(state, seat, action)[0], seed)

    def tell(self, before: State, seat: int, action: Action, after: State) -> Mapping[str, Any] | None:
        """What others had to believe about the guard before and after a play."""
        return tell_guard(before, seat, after)

    def tell_table(self, states: Sequence[State]) -> Mapping[str, Any]:
        """The truth about the guard, and what each seat had to believe, trick by trick."""
        return guard_beliefs(states)
