"""The greedy yardstick: blind to roles, it always plays, and plays what it will miss least.

FROZEN from the day it landed. Strengths of other bots are stated against it, so it never changes, not even
for the better, and it shares no code with the heuristic. Before play it takes the safe default.
"""

from __future__ import annotations

from collections.abc import Sequence

from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, RANK_OF, Hand, rank_count
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.views import View

Cost = tuple[int, ...]


class GreedyBot:
    """Answers whenever it can, cheapest cards first; leads its lowest rank, all of it."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        """It takes a seed as all bots do, and leaves nothing to chance."""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The play that costs least; the safe default where no cards are played."""
        if view.phase is not Phase.PLAY or len(actions) == 1 or view.hand is None:
            return actions[0]
        plays = [action for action in actions if action.verb == "play"]
        if not plays:
            return actions[0]
        hand, size = view.hand, sum(view.hand)
        cost = _lead_cost if view.top is None else _answer_cost
        return min(plays, key=lambda play: (len(play.cards) != size, cost(hand, play.cards)))


def _lead_cost(hand: Hand, cards: Cards) -> Cost:
    """Jokers stay at home, ranks stay together, low before high, many before few."""
    return _jokers(cards), _splits(hand, cards), _rank(cards), -len(cards)


def _answer_cost(hand: Hand, cards: Cards) -> Cost:
    """Jokers stay at home, ranks stay together, low before high."""
    return _jokers(cards), _splits(hand, cards), _rank(cards)


def _jokers(cards: Cards) -> int:
    """What the jokers among some cards are worth: a small one 1, a bigger one 2."""
    return sum(1 + (kind >= BIG) for kind in cards if kind >= FIRST_JOKER)


def _splits(hand: Hand, cards: Cards) -> int:
    """The number of ranks that are played in part, their rest being left in hand."""
    ranks = [RANK_OF[kind] for kind in cards if kind < FIRST_JOKER]
    return sum(ranks.count(rank) < rank_count(hand, rank) for rank in set(ranks))


def _rank(cards: Cards) -> int:
    """The lowest rank among some cards; cards are sorted by kind."""
    return RANK_OF[cards[0]]
