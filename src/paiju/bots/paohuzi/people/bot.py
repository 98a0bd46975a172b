"""A player with habits: the heuristic with other numbers, a short memory and an unsteady eye."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paiju.bots.paohuzi.heuristic.warm import WarmBot
from paiju.bots.paohuzi.people.habits import Habits
from paiju.bots.paohuzi.people.sense import sensible
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.state import Left
from paiju.games.paohuzi.viewing import View


class Person(WarmBot):
    """Errs in what it sees and how it weighs it, and does nothing that everybody at the table would wonder at."""

    name = "person"

    def __init__(self, seed: int, habits: Habits) -> None:
        """The same seed and views give the same actions."""
        super().__init__(seed, habits.warmth, habits.parameters)
        self._memory = habits.memory

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The action that looks best among those that make sense."""
        if len(actions) == 1 or view.hand is None or HU in actions:
            return super().choose(view, actions)
        return super().choose(self._remembered(view), sensible(view, actions))

    def _remembered(self, view: View) -> View:
        """The view without the cards of the piles that lie too far back."""
        return replace(view, piles=tuple([self._end(pile) for pile in view.piles]))

    def _end(self, pile: tuple[Left, ...]) -> tuple[Left, ...]:
        return pile[max(0, len(pile) - self._memory) :]
