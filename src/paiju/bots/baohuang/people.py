"""Bots that play like people: habits, mistakes, and a sense of what is worth holding back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from paiju.bots.baohuang.heuristic import HeuristicBot, Piece, Sight, piece_of
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.bots.base import Habits
from paiju.games.baohuang.actions import PASS, Action
from paiju.games.baohuang.cards import ACE, FIRST_JOKER, RANK_OF, RANKS
from paiju.games.baohuang.views import View

EASY = Habits(
    replace(DEFAULT, split=0.3, small=0.65, big=1.6, suspicion=0.0, run_out=0.3, feed_friend=0.0),
    temperature=0.22, memory=1,
)  # fmt: skip
"""Plays what lies at hand: remembers the last trick, guesses at nobody, plans no end, is stingy with jokers and pairs."""
NORMAL = Habits(replace(DEFAULT, split=0.15, small=0.45, big=1.35, suspicion=0.7), temperature=0.05, memory=6)
"""The same failings, less of each."""
BOLD = NORMAL.styled(
    temperature=0.04,
    memory=7,
    doubt=1.4,
    lead_control=0.5,
    follow_control=0.6,
    declare_above=-0.5,
    revolt_above=1.0,
)
"""Trusts that a set stands, goes for the lead, and raises the stakes."""
CAREFUL = NORMAL.styled(
    temperature=0.035, memory=7, doubt=2.2, small=0.55, big=1.45, declare_above=1.0, revolt_above=2.5
)
"""Expects to be beaten, and keeps jokers for the end."""
OUTSPOKEN = NORMAL.styled(
    temperature=0.03, memory=8, hidden=0.9, showing=0.0, ally_people=1.15, feed_friend=0.5, declare_above=-1.0
)
"""Reveals a guard's role early; helps likely friends."""
SECRETIVE = NORMAL.styled(
    temperature=0.045, memory=6, hidden=0.35, showing=0.6, ally_people=0.95, declare_above=2.0
)
"""Hides a guard's role for as long as possible; helps no seat that is not near the end."""
TIDY = NORMAL.styled(temperature=0.02, memory=9, split=0.25, height=0.05, card=0.0)
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


def sensible(sight: Sight) -> Sequence[int]:
    """The places of those actions that nobody would wonder at; all, where one would wonder at each of them."""
    odd = _odd_lead if sight.leads else _odd_answer
    places = range(len(sight.actions))
    return [at for at in places if len(sight.actions[at].cards) == sight.size or not odd(sight, at)] or places


def _odd_lead(sight: Sight, at: int) -> bool:
    cards = sight.actions[at].cards
    piece = piece_of(cards)
    foes = [rival.size for rival in sight.rivals if rival.friendship <= -1]
    if len(cards) in foes and sight.standing[at] < _SURE:  # it lets a known foe out that may well beat it
        return True
    if _is_part(sight, piece):
        return sight.ranks[piece.rank] not in foes
    high = piece.small or piece.big or piece.rank >= ACE
    return bool(high) and _is_young(sight) and any(sight.ranks[:_LOW])


def _odd_answer(sight: Sight, at: int) -> bool:
    action, owner = sight.actions[at], sight.view.owner
    friend = sight.friendship[owner]
    size = next((rival.size for rival in sight.rivals if rival.seat == owner), 0)
    if not action.cards:
        return action == PASS and friend <= -1 and 0 < size < NEAR
    piece = piece_of(action.cards)
    if friend >= 1 and not _is_last_but_one(sight, piece) and _is_rude(sight, piece, size):
        return True
    if sight.work.danger >= _CALM or not _is_young(sight):
        return False
    return _wastes_jokers(sight, piece) or (
        piece.naturals == 1 and _is_part(sight, piece) and sight.ranks[piece.rank] >= _QUAD
    )


def _is_rude(sight: Sight, piece: Piece, size: int) -> bool:
    """Beating a friend with `size` cards is more than getting rid of low cards: it costs high ones, or the friend the lead that they need."""
    costly = piece.small or piece.big or piece.rank >= _MIDDLE
    return bool(costly) or _is_part(sight, piece) or size <= NEAR


def _wastes_jokers(sight: Sight, piece: Piece) -> bool:
    """Two jokers at once, or one on what is low."""
    jokers, state = piece.small + piece.big, sight.state
    return jokers > 1 or (jokers == 1 and not state.top_bomb and state.top_base <= _LOW)


def _is_part(sight: Sight, piece: Piece) -> bool:
    """Whether a play tears a rank apart."""
    return piece.rank >= 0 and piece.naturals < sight.ranks[piece.rank]


def _is_last_but_one(sight: Sight, piece: Piece) -> bool:
    """Whether one more set would end the hand."""
    work = sight.work
    left = work.groups - (piece.rank >= 0 and not _is_part(sight, piece)) - (piece.fillers > 0)
    return bool(left + work.small + work.big - piece.small - piece.big <= 1)


def _is_young(sight: Sight) -> bool:
    return sight.size >= YOUNG


# --- a player with habits: the heuristic with other numbers, a short memory and an unsteady eye


class Person(HeuristicBot):
    """Errs in what it sees and how it weighs it, and does nothing that everyone at the table would wonder at."""

    name = "person"

    def __init__(self, seed: int, habits: Habits) -> None:
        """The same seed and views give the same actions."""
        super().__init__(seed, habits.parameters, habits.temperature)
        self._memory = habits.memory

    def sight(self, view: View, actions: Sequence[Action]) -> Sight:
        """The question as this player sees it: naturals of earlier tricks count as if they were still to come."""
        return Sight(view, actions, self._parameters, _forgotten(view, self._memory))

    def _considered(self, sight: Sight) -> Sequence[int]:
        return sensible(sight)


easy = partial(Person, habits=EASY)
"""About 3 points a deal below the heuristic."""
normal = partial(Person, habits=NORMAL)
"""About 0.7 points a deal below the heuristic."""
bold = partial(Person, habits=BOLD)
careful = partial(Person, habits=CAREFUL)
outspoken = partial(Person, habits=OUTSPOKEN)
secretive = partial(Person, habits=SECRETIVE)
tidy = partial(Person, habits=TIDY)
"""Styles: as strong as `normal`."""


def _forgotten(view: View, memory: int) -> list[int]:
    """The naturals that others laid before the last `memory` tricks, by rank; who has played a joker, nobody forgets."""
    counts = [0] * len(RANKS)
    for seat, cards, _ in chain.from_iterable(view.tricks[: max(0, len(view.tricks) - memory)]):
        if seat != view.viewer:
            for kind in cards:
                if kind < FIRST_JOKER:
                    counts[RANK_OF[kind]] += 1
    return counts
