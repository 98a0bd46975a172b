"""`efficiency` and `expected`, and what plays in their place where numba is missing."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.bots.base import Bot
from paiju.bots.paohuzi.heuristic.bot import HeuristicBot
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
