"""The compiled policies as bots, the searches anchored on them, and the levels that play by these."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from paiju.bots.base import Bot, NetBot
from paiju.bots.paohuzi.heuristic import HeuristicBot
from paiju.bots.paohuzi.net import SHIPPED
from paiju.bots.paohuzi.people import BOLD, CAREFUL, EASY, NORMAL, OUTSPOKEN, SECRETIVE, TIDY, Person
from paiju.core.errors import UsageError
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.state import Phase
from paiju.games.paohuzi.views import View
from paiju.kernels import missing


class WithFallback:
    """A compiled bot; without numba, or for options that the kernel does not play, the heuristic in its place."""

    name = ""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._bot: Bot | None = None

    def compiled(self) -> Bot:
        """The compiled bot, by default the policy of its name; only this may import what needs numba."""
        from paiju.bots.paohuzi.compiled.matches import CompiledBot

        return CompiledBot(self.name)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """What the compiled bot does, or the heuristic; the pack is cut where it is usual."""
        if view.phase is Phase.CUT:
            return actions[0]
        if self._bot is None:
            self._bot = self.compiled() if not missing() else HeuristicBot(self._seed)
        try:
            action: Action = self._bot.choose(view, actions)
        except UsageError:
            self._bot = HeuristicBot(self._seed)
            action = self._bot.choose(view, actions)
        return action


class EfficiencyBot(WithFallback):
    """Tile efficiency: throws and claims for distance, then for the number of live cards that shorten it; scores do not matter."""

    name = "efficiency"


class ExpectedBot(WithFallback):
    """Takes the action after which its plans win most points, each before the others win."""

    name = "expected"


class SearchBot(WithFallback):
    """Leaves the move of the expected score only for one that playouts show to be better.

    `budget` is that of the compiled search; without `seconds` in it the same seed and views give the same plays.
    """

    name = "search"

    def __init__(self, seed: int, **budget: Any) -> None:
        super().__init__(seed)
        self._budget = budget

    def compiled(self) -> Bot:
        """The compiled search."""
        from paiju.bots.paohuzi.compiled import search

        return search.SearchBot(self._seed, search.Budget(**self._budget))


class GuidedBot(SearchBot):
    """A search that begins with what the network expects; `budget` is for both, with the network and without."""

    name = "guided"

    def compiled(self) -> Bot:
        """The compiled search with the network."""
        from paiju.bots.paohuzi.compiled import search as plain
        from paiju.bots.paohuzi.net import search

        return search.SearchBot(self._seed, search.Budget(**self._budget), plain.Budget(**self._budget))


# --- levels


def net(seed: int, path: Path = SHIPPED, anchor: float | None = None) -> Bot:
    """Plays by the network in a file, anchored at `expected`; `anchor` are points (`base.NetBot`)."""
    judge = None
    if path.is_file() and not missing():
        from paiju.bots.paohuzi.net.playing import read_judge

        judge = read_judge(path)
    return NetBot(ExpectedBot(seed), judge, anchor)


HARD_PLAYOUTS, MASTER_PLAYOUTS = 150, 1200
MASTER_CANDIDATES = 6
HARD_SECONDS, MASTER_SECONDS = 0.08, 1.8


def easy(seed: int) -> Bot:
    """About 3 points a deal below the heuristic."""
    return Person(seed, EASY)


def normal(seed: int) -> Bot:
    """About 1.6 points a deal below the heuristic."""
    return Person(seed, NORMAL)


bold = partial(Person, habits=BOLD)
careful = partial(Person, habits=CAREFUL)
outspoken = partial(Person, habits=OUTSPOKEN)
secretive = partial(Person, habits=SECRETIVE)
tidy = partial(Person, habits=TIDY)
"""Styles: as strong as `normal`."""


def hard(seed: int) -> Bot:
    """Looks further, for as long as a player hardly notices."""
    return GuidedBot(seed, playouts=HARD_PLAYOUTS, seconds=HARD_SECONDS)


def master(seed: int) -> Bot:
    """Looks further until its choice is sure."""
    return GuidedBot(seed, playouts=MASTER_PLAYOUTS, candidates=MASTER_CANDIDATES, seconds=MASTER_SECONDS)
