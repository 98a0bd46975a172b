"""A player with habits: the heuristic with other numbers, a short memory and an unsteady eye."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from paiju.bots.baohuang.heuristic.holding import unseen_of
from paiju.bots.baohuang.heuristic.outlook import Outlook
from paiju.bots.baohuang.heuristic.seeing import Sight, hidden_cards
from paiju.bots.baohuang.heuristic.warm import WarmBot
from paiju.bots.baohuang.people.habits import Habits
from paiju.bots.baohuang.people.sense import sensible
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import FIRST_JOKER, Hand
from paiju.games.baohuang.option_values import Order
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.viewing import View


class Person(WarmBot):
    """Errs in what it sees and how it weighs it, and does nothing that everybody at the table would wonder at."""

    name = "person"

    def __init__(self, seed: int, habits: Habits) -> None:
        """The same seed and views give the same actions."""
        super().__init__(seed, habits.warmth, habits.parameters)
        self._memory = habits.memory

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The action that looks best among those that make sense."""
        if len(actions) > 1 and view.phase is Phase.PLAY:
            actions = sensible(self.sight(view), actions)
        return super().choose(view, actions)

    def sight(self, view: View) -> Sight:
        """The question as this player sees it: naturals of earlier tricks count as if they were still to come."""
        sight = super().sight(view)
        forgotten = _forgotten(view, self._memory)
        unseen = unseen_of(
            tuple([a + b for a, b in zip(hidden_cards(view, sight.rules), forgotten, strict=True)])
        )
        ties = view.options.order is Order.JOKER_STRICT
        outlook = Outlook(self._parameters, unseen, sight.rivals, ties_beat=ties)
        return sight._replace(outlook=outlook)


def _forgotten(view: View, memory: int) -> Hand:
    """The naturals that others laid before the last `memory` tricks; who has played a joker, nobody forgets."""
    counts = [0] * len(view.played[0])
    for seat, cards, _ in chain.from_iterable(view.tricks[: max(0, len(view.tricks) - memory)]):
        if seat != view.viewer:
            for kind in cards:
                counts[kind] += kind < FIRST_JOKER
    return tuple(counts)
