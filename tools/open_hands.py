"""How much a player who sees all cards would win: a perfect-information player against a level, on duplicate deals.

    python -m tools.open_hands baohuang net --by net --pairs 300 --jobs 2
    python -m tools.open_hands paohuzi expected --by hands --pairs 300

The player tries every legal action in the true deal, lets a policy play it to the end on all seats, and takes the action of highest value; among equal
ones the policy's own choice, else the first. The policy must resemble the opponents, or full information wins little: in Bao Huang it is the heuristic
or the network. In Paohuzi it is `expected`; with `hands` the player knows the hands but not the stock, and averages over shuffled stocks.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple

import numpy as np

import paiju
from paiju.arena.baohuang import PLACE_POINTS
from paiju.arena.match import Match, Players, play_unit
from paiju.arena.pack import pack_of
from paiju.arena.seeds import Seed
from paiju.bots.baohuang.compiled.matches import Settler
from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.net import SHIPPED
from paiju.bots.baohuang.net.lockstep import BOTH, Playouts
from paiju.bots.baohuang.net.network import Judge, question_of, read_weights
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.bots.base import make_bot
from paiju.bots.networks import network_choice
from paiju.bots.paohuzi.compiled.matches import Settler as StockSettler
from paiju.bots.paohuzi.compiled.matches import finisher
from paiju.core.errors import PaijuError
from paiju.games.baohuang.rules import compile_rules
from paiju.kernels.baohuang.actions import encode
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.paohuzi.actions import encode as encode_action

STOCKS = 32
_MOST_TRIED = 512
Worth = Callable[[Any, int, Sequence[Any]], Sequence[float]]
"""Points of a seat, or its side, from a state, the seat and its actions, for each of these."""


class OpenTable:
    """A game whose bots may look at `state`, the last one viewed."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.state: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, state: Any, seat: int | None) -> Any:
        """The view that the game gives; `state` is remembered."""
        self.state = state
        return self._game.view(state, seat)


class OpenHandsPlayer:
    """Sits at an open table."""

    name = "open hands"

    def __init__(self, table: OpenTable, policy: str, worth: Worth) -> None:
        self._table, self._worth = table, worth
        self._policy = make_bot(policy, 0)

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """The action that comes to most."""
        tried = list(dict.fromkeys((self._policy.choose(view, actions), *actions)))
        worth = self._worth(self._table.state, view.viewer, tried)
        return tried[max(range(len(tried)), key=worth.__getitem__)]


def by_heuristic(options: Any) -> Worth:
    """Bao Huang: place points of the seat's side, the heuristic playing on."""
    game, settler = paiju.load("baohuang"), Settler(options, 1)

    def worth(state: Any, seat: int, action: Any) -> float:
        crown = {state.roles.emperor, *state.roles.guards}
        after, _ = game.apply(state, seat, action)
        places = after.result and after.result.places
        points = sum(PLACE_POINTS[places[one]] for one in crown) if places else settler.crown_points(after)
        return points if seat in crown else -points

    return lambda state, seat, actions: [worth(state, seat, action) for action in actions]


class OpenPlayouts(Playouts):
    """Bao Huang: place points of the seat's side, the network playing on and deciding every play."""

    near = inf

    def __init__(self, options: Any) -> None:
        judge = Judge(read_weights(SHIPPED))
        super().__init__(judge.network, weights_of(DEFAULT), judge.anchor, _MOST_TRIED)
        self._game = paiju.load("baohuang")
        self._options, self._rules = compile_rules(options), rules_for(options)

    def __call__(self, state: Any, seat: int, actions: Sequence[Any]) -> list[float]:
        """The points of each action."""
        view, count = self._game.view(state, seat), len(actions)
        question = question_of(view, self._options)
        tables = self._tables[:count]
        tables["state"], tables["memories"], tables["trail"] = (
            from_law(state),
            question.memory,
            question.trail,
        )
        if len(state.roles.guards) == 1:
            tables["memories"]["knows"] = 1 << state.roles.guards[0]
        begun = np.array([encode(action) for action in actions])
        for questions, answers in self.rounds(np.full(count, BOTH), begun=begun):
            answers[:] = network_choice(self._network, questions, self._anchor).rows
        side = 1 if seat in {state.roles.emperor, *state.roles.guards} else -1
        return [float(side * points) for points in self._ends(count)]


def by_expected(options: Any) -> Worth:
    """Paohuzi: points of the seat, `expected` playing on and the stock being as it is."""
    game = paiju.load("paohuzi")
    finish = finisher(options, ("expected",) * options.seats)
    assert finish is not None

    def worth(state: Any, seat: int, action: Any) -> float:
        return game.returns(finish(game.apply(state, seat, action)[0]))[seat]

    return lambda state, seat, actions: [worth(state, seat, action) for action in actions]


def by_stocks(options: Any) -> Worth:
    """Paohuzi: mean points of the seat over stocks, the same for all its actions, the quick policy of the search playing on."""
    settler = StockSettler(options, STOCKS)
    return lambda state, seat, actions: [
        settler.returns(state, 0, seat, encode_action(action))[seat] for action in actions
    ]


class Way(NamedTuple):
    """The policy of the player, and what finds the value of actions under some options."""

    policy: str
    worth_of: Callable[[Any], Worth]


WAYS: Mapping[str, Mapping[str, Way]] = {
    "baohuang": {"heuristic": Way("heuristic", by_heuristic), "net": Way("net", OpenPlayouts)},
    "paohuzi": {"expected": Way("expected", by_expected), "hands": Way("expected", by_stocks)},
}


@dataclass(frozen=True)
class Unit:
    """Plays one unit of a match, with perfect-information players who go a `way` in place of bot A."""

    way: Way

    def __call__(self, match: Match, options: Any, players: Players, seed: Seed, index: int) -> Any:
        """The unit; A is the name of the policy that these players like."""
        policy, level = players
        table, worth = OpenTable(paiju.load(options.game)), self.way.worth_of(options)
        return play_unit(
            match, options, (lambda _: OpenHandsPlayer(table, policy, worth), level), seed, index, game=table
        )


def match(name: str, level: str, *, by: str, pairs: int, seed: str, jobs: int) -> Any:
    """The result of a match of perfect-information players against a level."""
    options, way = paiju.load(name).options({}), WAYS[name][by]
    played = replace(pack_of(name).play, play=Unit(way))
    return played(options, way.policy, level, pairs, seed, jobs=jobs)


def main() -> None:
    """Print what the player wins from a level, with its standard error."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=tuple(WAYS))
    parser.add_argument("level")
    parser.add_argument("--by", choices=sorted({way for ways in WAYS.values() for way in ways}))
    parser.add_argument("--pairs", type=int, default=100, help="pairs of deals, or walls")
    parser.add_argument("--seed", default="test")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    by = given.by or next(iter(WAYS[given.game]))
    if by not in WAYS[given.game]:
        parser.error(f"nobody goes about {given.game} by {by}")
    try:
        found = match(given.game, given.level, by=by, pairs=given.pairs, seed=given.seed, jobs=given.jobs)
    except PaijuError as error:
        parser.error(str(error))
    print(f"{found.margin.points} points a deal, {found.a_ms.mean:.1f} ms a decision")


if __name__ == "__main__":
    main()
