"""Decisions before play: the crown, calls, tribute, declarations, judged through the law."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import islice
from math import sqrt
from statistics import fmean, stdev

from paiju.analysis.baohuang.two_guards import SLOWER
from paiju.analysis.review.model import Choice, Comparison, Depth
from paiju.bots.advice import in_turn
from paiju.bots.baohuang.compiled.settling import Settler
from paiju.bots.baohuang.heuristic.before import best_before
from paiju.bots.baohuang.heuristic.parameters import DEFAULT
from paiju.core.errors import PositionError
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.completion import completions
from paiju.games.baohuang.state import Phase, Role, State
from paiju.games.baohuang.viewing import View

_FEW = 6
"""So many actions are all tried; of more, those that the heuristic would choose."""
_LEAST_DOUBT = 0.5
"""Points by which a mean may be off where all deals that were tried agree, over the root of their number."""


def to_play(state: State) -> State:
    """The state in which play begins (or the end of a void deal), the heuristic deciding for everybody."""
    while state.phase not in (Phase.PLAY, Phase.OVER):
        seat = state.queue[0]
        actions = GAME.legal_actions(state, seat)
        action = actions[0] if len(actions) == 1 else best_before(DEFAULT, GAME.view(state, seat), actions)
        state = GAME.apply(state, seat, action)[0]
    return state


class JudgeBefore:
    """Tries actions in deals that fit the view, the law deciding what follows and the heuristic playing it out."""

    def __init__(self, settler: Settler, depth: Depth) -> None:
        self._settler, self._depth = settler, depth

    def judge(self, view: View, actions: Sequence[Action], played: Action, seed: int) -> Comparison | None:
        """The action taken beside the best other and the heuristic's; None where no deal is found that fits the view."""
        try:
            return self._judged(view, actions, played, seed)
        except PositionError:
            return None

    def _judged(self, view: View, actions: Sequence[Action], played: Action, seed: int) -> Comparison:
        policy = best_before(DEFAULT, view, actions)
        others = [one for one in self._candidates(view, actions, policy, seed) if one != played]
        depth = self._depth.fewer(self._depth.before * (SLOWER if _all_abdicated(view) else 1))
        deals = completions(view, random.Random(seed))
        tried = self._tried(view, (played, *others), islice(deals, depth.first))
        best = max(tried, key=lambda one: fmean(tried[one]))
        left = dict.fromkeys((played, best, policy))
        found = self._tried(view, tuple(left), islice(deals, depth.second))
        mean, error = _mean_and_error(found[played])
        return Comparison(
            mean, error,
            None if best == played else _choice(best, found, played),
            None if policy == played else _choice(policy, found, played),
        )  # fmt: skip

    def _candidates(self, view: View, actions: Sequence[Action], policy: Action, seed: int) -> list[Action]:
        if len(actions) <= _FEW:
            return list(actions)
        return list(dict.fromkeys((policy, *in_turn(view, actions, seed))))

    def _tried(
        self, view: View, actions: Sequence[Action], deals: Iterable[State]
    ) -> dict[Action, list[float]]:
        """Place points of the viewer's side by action, in the same deals for all."""
        found: dict[Action, list[float]] = {one: [] for one in actions}
        for state in deals:
            for one in actions:
                found[one].append(self._points(state, view, one))
        return found

    def _points(self, state: State, view: View, action: Action) -> float:
        assert view.viewer is not None
        after = to_play(GAME.apply(state, view.viewer, action)[0])
        if after.phase is Phase.OVER:
            return 0.0
        points = self._settler.crown_points(after)
        return float(-points if after.roles.of(view.viewer) is Role.COMMONER else points)


def _all_abdicated(view: View) -> bool:
    return sum(step.verb == "abdicate" for step in view.past or ()) >= SEATS


def _choice(action: Action, found: dict[Action, list[float]], played: Action) -> Choice:
    gains = [one - other for one, other in zip(found[action], found[played], strict=True)]
    return Choice(action, *_mean_and_error(gains))


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    return fmean(values), max(stdev(values), _LEAST_DOUBT) / sqrt(len(values))
