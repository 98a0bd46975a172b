"""How much there is to be won by who sees all cards: a seer against a level, on duplicate deals.

    python -m tools.seer baohuang net --pairs 300 --jobs 2
    python -m tools.seer paohuzi expected --pairs 300 --hands

A seer tries every legal action in the deal as it is, has the reference policy play it to the end on all seats, and does what came to most; of actions that come
to the same, what the policy itself would do, else the first. With `--hands` a seer of Paohuzi sees hands, but of the stock no more than
others do: it tries each action over stocks that are shuffled anew.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import paiju
from paiju.arena.baohuang.duplicate import PLACE_POINTS, play_duplicate, play_pair
from paiju.arena.finishing import Player
from paiju.arena.paohuzi.walls import play_wall, play_walls
from paiju.arena.seeds import Seed
from paiju.bots.baohuang.compiled.settling import Settler as CardSettler
from paiju.bots.base import make_bot
from paiju.bots.paohuzi.compiled.matches import finisher
from paiju.bots.paohuzi.compiled.settling import Settler as StockSettler
from paiju.kernels.paohuzi.coding import encode

POLICY = {"baohuang": "heuristic", "paohuzi": "expected"}
STOCKS = 32
Worth = Callable[[Any, int, Any], float]
"""Points of a seat, or its side, from a state, the seat and its action."""


class OpenTable:
    """A game at whose table the cards lie open for those who look at `state`, what was shown last."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.state: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, state: Any, seat: int | None) -> Any:
        """The view that the game gives; the state is kept."""
        self.state = state
        return self._game.view(state, seat)


class Seer:
    """Sits at an open table."""

    name = "seer"

    def __init__(self, table: OpenTable, policy: str, worth: Worth) -> None:
        self._table, self._worth, self._policy = table, worth, make_bot(policy, 0)

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """The action that comes to most."""
        liked = self._policy.choose(view, actions)
        worth = {action: self._worth(self._table.state, view.viewer, action) for action in (liked, *actions)}
        return max(worth, key=worth.__getitem__)


def side_worth(options: Any) -> Worth:
    """Bao Huang: place points of the seat's side."""
    game, settler = paiju.load("baohuang"), CardSettler(options, 1)

    def worth(state: Any, seat: int, action: Any) -> float:
        roles = state.roles
        crown = {roles.emperor, *roles.guards}
        after, _ = game.apply(state, seat, action)
        places = after.result and after.result.places
        points = sum(PLACE_POINTS[places[one]] for one in crown) if places else settler.crown_points(after)
        return points if seat in crown else -points

    return worth


def wall_worth(options: Any) -> Worth:
    """Paohuzi: points of the seat, the stock being as it is."""
    game = paiju.load("paohuzi")
    finish = finisher(options, (POLICY["paohuzi"],) * options.seats)
    assert finish is not None

    def worth(state: Any, seat: int, action: Any) -> float:
        return game.returns(finish(game.apply(state, seat, action)[0]))[seat]

    return worth


def hands_worth(options: Any) -> Worth:
    """Paohuzi: mean points of the seat over stocks, the same for all actions of a question."""
    settler = StockSettler(options, STOCKS)

    def worth(state: Any, seat: int, action: Any) -> float:
        return settler.returns(state, 0, seat, encode(action))[seat]

    return worth


@dataclass(frozen=True)
class Unit:
    """Plays one unit of a match (`arena.matches`) by `play`, with seers that go by `worth_of` in place of bot A."""

    play: Callable[..., Any]
    worth_of: Callable[[Any], Worth]

    def __call__(self, options: Any, policy: Any, level: Player, seed: Seed, index: int) -> Any:
        """The unit; `policy` is the name of the seers' own."""
        table, worth = OpenTable(paiju.load(options.game)), self.worth_of(options)
        return self.play(options, lambda _: Seer(table, policy, worth), level, seed, index, game=table)


def match(name: str, level: str, *, pairs: int, seed: str, jobs: int, hands: bool = False) -> Any:
    """What seers win from a level: the result of a match of that game."""
    options, against = paiju.load(name).options({}), (POLICY[name], level, pairs, seed)
    if name == "baohuang":
        return replace(play_duplicate, unit=Unit(play_pair, side_worth))(options, *against, jobs=jobs)
    worth = hands_worth if hands else wall_worth
    return replace(play_walls, unit=Unit(play_wall, worth))(options, *against, jobs=jobs)


def main() -> None:
    """Print what a seer wins from a level, with its standard error."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=tuple(POLICY))
    parser.add_argument("level")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of deals, or walls")
    parser.add_argument("--hands", action="store_true", help="in Paohuzi, see hands alone")
    parser.add_argument("--seed", default="test")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    found = match(
        given.game, given.level, pairs=given.pairs, seed=given.seed, jobs=given.jobs, hands=given.hands
    )
    print(f"{found.margin.points} points a deal, {found.a_ms.mean:.1f} ms a decision")


if __name__ == "__main__":
    main()
