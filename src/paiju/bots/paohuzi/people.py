"""Bots that play like people: habits, mistakes, and a sense of what is worth holding back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from paiju.bots.base import Habits
from paiju.bots.paohuzi.heuristic import DEFAULT, HeuristicBot, completions, packings
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.cards import UNIT, Hand, Kind, kinds_of, packed
from paiju.games.paohuzi.hands import hidden
from paiju.games.paohuzi.state import Left
from paiju.games.paohuzi.views import View

EASY = Habits(
    replace(DEFAULT, shortfall=0.0, refusal=1.2, tempo_pong=0.0, tempo_eat=0.0, plans=2),
    temperature=1.6, memory=1,
)  # fmt: skip
"""Takes whatever makes a set, forgets what has gone and how many hu it takes, and what others may make of a card."""
NORMAL = Habits(
    replace(DEFAULT, shortfall=0.2, refusal=0.35, tempo_pong=0.02, tempo_eat=0.02), temperature=0.38, memory=3
)
"""The same failings, less of each."""
BOLD = NORMAL.styled(shortfall=0.1, excess=0.1, quad_hope=1.0, tempo_pong=0.0, tempo_eat=0.0)
"""Goes for many hu and four of a kind, and throws what others may want."""
CAREFUL = NORMAL.styled(temperature=0.36, tempo_pong=0.12, tempo_eat=0.12, shortfall=0.4)
"""Makes sure of enough hu, and throws what no other seat wants."""
OUTSPOKEN = NORMAL.styled(refusal=0.7, pong_reach=1.5)
"""Takes what comes and lays it on the table."""
SECRETIVE = NORMAL.styled(temperature=0.36, refusal=0.05, own_share=0.5)
"""Keeps cards in hand for as long as possible."""
TIDY = NORMAL.styled(temperature=0.36, pong_reach=1.15, plans=8)
"""Builds on sequences more than on pairs, and looks at fewer plans."""


# --- cards that no experienced player throws, however bad their judgement

_COPIES = 15
_PAIR = 2


def sensible(view: View, actions: Sequence[Action]) -> Sequence[Action]:
    """The unsurprising ones of `actions`; all of them if each would surprise.

    While there is a card without a set, none is thrown out of a complete set; while there is one without any
    company, none of a pair.
    """
    if actions[0].verb != "discard":
        return actions
    assert view.hand is not None
    free = hidden(packed(view.hand)).free
    spare = _spare(free, one_five_ten=view.options.one_five_ten)
    if any(_is_alone(free, kind, one_five_ten=view.options.one_five_ten) for kind in spare):
        spare = {kind for kind in spare if free >> 4 * kind & _COPIES != _PAIR}
    return [action for action in actions if action.cards[0] in spare] or actions


def _spare(free: Hand, *, one_five_ten: bool) -> set[Kind]:
    """The kinds that are left over in some way to lay out the most sets."""
    cuts = packings(free, one_five_ten)
    most = max(cut.sets for cut in cuts)
    return {kind for cut in cuts if cut.sets == most for kind in kinds_of(cut.rest)}


def _is_alone(free: Hand, kind: Kind, *, one_five_ten: bool) -> bool:
    """Whether a card could make no set with any other card of the hand and a third."""
    if free >> 4 * kind & _COPIES > 1:
        return False
    pairs = completions(one_five_ten=one_five_ten)
    return not any((min(kind, other), max(kind, other)) in pairs for other in kinds_of(free - UNIT[kind]))


# --- a player with habits: the heuristic with other numbers, a short memory and an unsteady eye


class Person(HeuristicBot):
    """Errs in what it sees and how it weighs it, and does nothing that everyone at the table would wonder at."""

    name = "person"

    def __init__(self, seed: int, habits: Habits) -> None:
        """The same seed and views give the same actions."""
        super().__init__(seed, habits.parameters, habits.temperature)
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


easy = partial(Person, habits=EASY)
"""About 3 points a deal below the heuristic."""
normal = partial(Person, habits=NORMAL)
"""About 1.6 points a deal below the heuristic."""
bold = partial(Person, habits=BOLD)
careful = partial(Person, habits=CAREFUL)
outspoken = partial(Person, habits=OUTSPOKEN)
secretive = partial(Person, habits=SECRETIVE)
tidy = partial(Person, habits=TIDY)
"""Styles: as strong as `normal`."""
