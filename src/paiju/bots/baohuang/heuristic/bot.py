"""The heuristic as a `Bot`."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.bots.baohuang.heuristic.before import best_before
from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters
from paiju.bots.baohuang.heuristic.playing import Nudge, best_play
from paiju.bots.baohuang.heuristic.seeing import Sight, see
from paiju.bots.baohuang.heuristic.suspicion import Suspicion, friendships
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.viewing import View


class HeuristicBot:
    """Plays by weights: what each play is worth in turns saved, for a seat that knows who is on its side."""

    name = "heuristic"

    def __init__(self, seed: int, parameters: Parameters = DEFAULT) -> None:
        """A bot with other `parameters` is another player; `seed` decides nothing yet."""
        self._parameters = parameters
        self._suspicion = Suspicion(parameters)
        self._rules: Rules | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The best-scored action."""
        if len(actions) == 1:
            return actions[0]
        if view.phase is not Phase.PLAY:
            return best_before(self._parameters, view, actions)
        return best_play(self.sight(view), actions, self._nudge())

    def sight(self, view: View) -> Sight:
        """The question as this bot sees it; `view` must be of the playing phase."""
        odds = self._suspicion.odds(view)
        friendship = friendships(self._parameters, view, odds)
        return see(self._parameters, self._rules_of(view), view, friendship)

    def _nudge(self) -> Nudge | None:
        """Nothing is left to chance here."""
        return None

    def _rules_of(self, view: View) -> Rules:
        """The rules of a view, kept because telling options apart takes long."""
        if self._rules is None or self._rules.options is not view.options:
            self._rules = compile_rules(view.options)
        return self._rules
