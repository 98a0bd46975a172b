"""The reviewer of Bao Huang: decisions before play judged by the rules, those of play in the kernel, and what a play gave away of the guard."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from math import exp, prod, sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np

from paiju.analysis.review.model import Choice, Comparison, Depth, Marks
from paiju.analysis.review.trials import PlayedOut
from paiju.bots.advice import in_turn
from paiju.bots.baohuang.advice import reasons
from paiju.bots.baohuang.compiled.matches import Settler
from paiju.bots.baohuang.compiled.memory import guard_chances, known_state, memory_of, player
from paiju.bots.baohuang.compiled.search import Budget, Search
from paiju.bots.baohuang.heuristic import Sight, best_before
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.bots.base import Reason
from paiju.core.errors import PositionError
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.determinize.draw import Snapshot, determinizations
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Phase, Role, State
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang.actions import decode, encode
from paiju.kernels.baohuang.adapter import from_law, from_view
from paiju.kernels.records import fields

SLOWER = 2
"""The factor by which fewer deals are tried where all seats have abdicated: such deals take long."""


class TwoGuards:
    """Deals that fit a view; `odds` are those of being the guard, by seat. Deal `number` hangs on that number alone."""

    def __init__(self, view: View, odds: Sequence[float]) -> None:
        hidden = [seat for seat, role in enumerate(view.roles) if role is None]
        most = max((odds[seat] for seat in hidden), default=0.0)
        self._trust = {seat: exp(DEFAULT.suspicion * (odds[seat] - most)) for seat in hidden}
        self._deals = Snapshot(view)

    def deal(self, number: int) -> State:
        """A deal, its past unasked: of those that fit, each is taken as often as its guards are likely."""
        rng = random.Random(number)
        while True:
            state = self._deals.draw(rng)
            if rng.random() < prod([self._trust.get(seat, 1.0) for seat in state.roles.guards]):
                return state


# --- decisions before play: the crown, calls, tribute, declarations, judged through the rules engine

_FEW = 6
"""Up to this many actions are all tried; of more, those that the heuristic would choose."""
_LEAST_DOUBT = 0.5
"""Points by which a mean may be off where all deals that were tried agree, over the root of their number."""


def to_play(state: State) -> State:
    """The state in which play begins (or the end of a void deal), the heuristic deciding for everyone."""
    while state.phase not in (Phase.PLAY, Phase.OVER):
        seat = state.queue[0]
        actions = GAME.legal_actions(state, seat)
        action = actions[0] if len(actions) == 1 else best_before(DEFAULT, GAME.view(state, seat), actions)
        state = GAME.apply(state, seat, action)[0]
    return state


class JudgeBefore:
    """Plays actions out in deals that fit the view, by the rules engine up to play and by the heuristic from there."""

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
        deals = determinizations(view, random.Random(seed))
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


# --- who was taken for the guard, and what a play gave away of it

_DIGITS = 3


def chances(view: View) -> list[float]:
    """The chance of each seat to be guard, as the viewer has to see it; in the playing phase."""
    viewer = view.viewer
    assert viewer is not None
    memory, found = memory_of(view, compile_rules(view.options), DEFAULT), np.zeros(SEATS)
    guard_chances(from_view(view)[0], memory[0], player(DEFAULT)[0], viewer, found)
    return [round(one, _DIGITS) for one in found.tolist()]


# --- the reviewer of Bao Huang


_DEAL_BITS = 20


class BaohuangReviewer(PlayedOut):
    """Judges decisions in place points of the seat's side, all seats continuing as the heuristic does; values with open cards are points of the table."""

    def __init__(self, options: BaohuangOptions, depth: Depth, marks: Marks) -> None:
        self._settler = Settler(options, depth.open)
        self._before = JudgeBefore(self._settler, depth)
        self._search = Search(Budget(candidates=depth.candidates))
        self._pairs: TwoGuards | None = None
        self._first = self._dealt = 0  # the number of a question's first deal, and how many have been dealt
        super().__init__(self._search.tried, depth, marks, encode, decode)

    def _depth_of(self, view: View) -> Depth:
        """Where there may be two guards deals come slowly: fewer of them then, as before play."""
        return self.depth.fewer(SLOWER * self.depth.before) if view.pair else self.depth

    def _begin(self, view: View, seed: int) -> int:
        self._first, self._dealt = seed << _DEAL_BITS, 0
        rules = compile_rules(view.options)
        memory = memory_of(view, rules, DEFAULT)
        self._pairs = TwoGuards(view, list(fields(memory).odds)) if view.pair else None
        return self._search.begin(known_state(view, rules), self._settler.rules, memory)

    def _play(self, deals: int) -> int:
        first, self._dealt = self._first + self._dealt, self._dealt + deals
        if self._pairs is None:
            return self._search.play(first - int(self.tried.deals[0]), deals)
        for number in range(first, first + deals):
            self._search.play_in(from_law(self._pairs.deal(number)))
        return deals

    def judge(self, view: View, actions: Sequence[Action], played: Action, seed: int) -> Comparison | None:
        """The play that was made, compared with the others."""
        judge = super().judge if view.phase is Phase.PLAY else self._before.judge
        return judge(view, actions, played, seed)

    def beside(
        self, view: View, actions: Sequence[Action], anchor: Action, seed: int, deals: int
    ) -> list[Choice] | None:
        """All other plays beside one; None before play."""
        return super().beside(view, actions, anchor, seed, deals) if view.phase is Phase.PLAY else None

    def why(self, view: View, action: Action) -> tuple[Reason, ...]:
        """The heuristic's reasons, which it has for the playing phase."""
        return reasons(Sight(view, [action]), action) if view.phase is Phase.PLAY else ()

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
        """The information that a play gave away: the chance to be the guard that a commoner had to give its seat before and after it, on average.

        None before play, for the emperor, and where everyone knew.
        """
        roles, plays = before.roles, before.phase is Phase.PLAY and after.phase is Phase.PLAY
        if not plays or seat == roles.emperor or roles.settled:
            return None
        people = [one for one in range(SEATS) if one != seat and roles.of(one) is Role.COMMONER]
        seen = [fmean(chances(GAME.view(state, one))[seat] for one in people) for state in (before, after)]
        return {"taken_for_guard": [round(one, _DIGITS) for one in seen]}

    def tell_table(self, states: Sequence[State]) -> Mapping[str, Any]:
        """The guards of a deal, and after each trick what each seat had to believe: `at` counts actions."""
        played = [(at, one) for at, one in enumerate(states) if one.phase is Phase.PLAY and not one.trick]
        if not played:
            return {"guards": [], "emperor": -1, "beliefs": []}
        roles = played[-1][1].roles
        beliefs = [
            {"at": at, "chances": [chances(GAME.view(state, seat)) for seat in range(SEATS)]}
            for at, state in played
        ]
        return {"guards": list(roles.guards), "emperor": roles.emperor, "beliefs": beliefs}
