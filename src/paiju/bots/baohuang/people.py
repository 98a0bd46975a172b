"""Bots that play like people: habits, mistakes, and a sense of what is worth holding back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from paiju.bots.baohuang.heuristic.bot import SoftmaxBot
from paiju.bots.baohuang.heuristic.policy import Sight, hidden_cards, stand_chance, top_of
from paiju.bots.baohuang.heuristic.values import DEFAULT, Outlook, Parameters, Piece, piece_of, unseen_of
from paiju.games.baohuang.actions import PASS, Action
from paiju.games.baohuang.cards import ACE, FIRST_JOKER, RANKS, Hand
from paiju.games.baohuang.options import Order
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.views import View


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player judges: its numbers, how unsteadily it weighs plays (in turns), how many tricks it remembers."""

    parameters: Parameters
    temperature: float
    memory: int


EASY = Habits(
    replace(DEFAULT, split=0.3, small=0.65, big=1.6, suspicion=0.0, run_out=0.3, feed_friend=0.0),
    temperature=0.22, memory=1,
)  # fmt: skip
"""Plays what lies at hand: remembers the last trick, guesses at nobody, plans no end, is stingy with jokers and pairs."""
NORMAL = Habits(replace(DEFAULT, split=0.15, small=0.45, big=1.35, suspicion=0.7), temperature=0.05, memory=6)
"""The same failings, less of each."""


def _styled(
    *, temperature: float = NORMAL.temperature, memory: int = NORMAL.memory, **numbers: Any
) -> Habits:
    """`NORMAL` with some numbers changed, and as much steadier as these cost."""
    return Habits(replace(NORMAL.parameters, **numbers), temperature, memory)


BOLD = _styled(
    temperature=0.04,
    memory=7,
    doubt=1.4,
    lead_control=0.5,
    follow_control=0.6,
    declare_above=-0.5,
    revolt_above=1.0,
)
"""Trusts that a set stands, goes for the lead, and raises the stakes."""
CAREFUL = _styled(
    temperature=0.035, memory=7, doubt=2.2, small=0.55, big=1.45, declare_above=1.0, revolt_above=2.5
)
"""Expects to be beaten, and keeps jokers for the end."""
OUTSPOKEN = _styled(
    temperature=0.03, memory=8, hidden=0.9, showing=0.0, ally_people=1.15, feed_friend=0.5, declare_above=-1.0
)
"""Reveals a guard's role early; helps likely friends."""
SECRETIVE = _styled(
    temperature=0.045, memory=6, hidden=0.35, showing=0.6, ally_people=0.95, declare_above=2.0
)
"""Hides a guard's role for as long as possible; helps no seat that is not near the end."""
TIDY = _styled(temperature=0.02, memory=9, split=0.25, height=0.05, card=0.0)
"""Does not tear sets apart, and plays many cards at once."""


# --- plays that no experienced player makes, however bad their judgement

YOUNG = 15
"""With this many cards in hand no seat is about to run out."""
NEAR = 4
"""With this few cards a seat may be out with its next set."""
_QUAD = 4
_LOW, _MIDDLE = RANKS.index("T"), RANKS.index("Q")
_SURE = 0.9
_CALM = 0.5


def sensible(sight: Sight, actions: Sequence[Action]) -> Sequence[Action]:
    """Those of `actions` that nobody would wonder at; all, where one would wonder at each of them."""
    size = sum(sight.hand)
    odd = _odd_lead if sight.leads else _odd_answer
    kept = [action for action in actions if len(action.cards) == size or not odd(sight, action)]
    return kept or actions


def _odd_lead(sight: Sight, action: Action) -> bool:
    piece, size = piece_of(action.cards), len(action.cards)
    if _lets_out(sight, piece, size):
        return True
    ranks = sight.holding.ranks
    if _is_part(sight, piece):
        return not any(rival.size == ranks[piece.rank] for rival in sight.rivals if rival.friendship <= -1)
    high = piece.small or piece.big or piece.rank >= ACE
    return bool(high) and _is_young(sight) and any(ranks[:_LOW])


def _lets_out(sight: Sight, piece: Piece, size: int) -> bool:
    """Whether a lead has just the size that ends a known foe's hand, and the foe may well beat it."""
    foe = any(rival.size == size and rival.friendship <= -1 for rival in sight.rivals)
    return foe and stand_chance(sight, piece, size) < _SURE


def _odd_answer(sight: Sight, action: Action) -> bool:
    owner = sight.view.owner
    friend = sight.friendship[owner]
    if not action.cards:
        return action == PASS and friend <= -1 and 0 < sight.size_of(owner) < NEAR
    piece = piece_of(action.cards)
    if friend >= 1 and not _is_last_but_one(sight, piece) and _is_rude(sight, piece, owner):
        return True
    if sight.danger >= _CALM or not _is_young(sight):
        return False
    return _wastes_jokers(sight, piece) or (
        piece.naturals == 1 and _is_part(sight, piece) and sight.holding.ranks[piece.rank] >= _QUAD
    )


def _is_rude(sight: Sight, piece: Piece, owner: int) -> bool:
    """Beating a friend is more than getting rid of low cards: it costs high ones, or the friend the lead that they need."""
    costly = piece.small or piece.big or piece.rank >= _MIDDLE
    return bool(costly) or _is_part(sight, piece) or sight.size_of(owner) <= NEAR


def _wastes_jokers(sight: Sight, piece: Piece) -> bool:
    """Two jokers at once, or one on what is low."""
    jokers = piece.small + piece.big
    assert sight.view.top is not None
    return jokers > 1 or (jokers == 1 and -1 < top_of(sight.view.top).rank <= _LOW)


def _is_part(sight: Sight, piece: Piece) -> bool:
    """Whether a play tears a rank apart."""
    return piece.rank >= 0 and piece.naturals < sight.holding.ranks[piece.rank]


def _is_last_but_one(sight: Sight, piece: Piece) -> bool:
    """Whether one more set would end the hand."""
    holding = sight.holding
    left = holding.groups - (piece.rank >= 0 and not _is_part(sight, piece)) - (piece.fillers > 0)
    return left + holding.small + holding.big - piece.small - piece.big <= 1


def _is_young(sight: Sight) -> bool:
    return sum(sight.hand) >= YOUNG


# --- a player with habits: the heuristic with other numbers, a short memory and an unsteady eye


class Person(SoftmaxBot):
    """Errs in what it sees and how it weighs it, and does nothing that everybody at the table would wonder at."""

    name = "person"

    def __init__(self, seed: int, habits: Habits) -> None:
        """The same seed and views give the same actions."""
        super().__init__(seed, habits.temperature, habits.parameters)
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
