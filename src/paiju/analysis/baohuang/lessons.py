"""Questions of Bao Huang's lessons beyond what the rules answer: sides, who may be the guard, plays that win for certain."""

from __future__ import annotations

import random

from paiju.analysis.baohuang.endgame import solve
from paiju.analysis.lessons import Ask, Part, Question, Table
from paiju.games.baohuang.cards import SEATS

_DEALS = 200
"""This many sampled deals miss a seat that holds the card in one of twenty in fewer than one lesson of ten thousand."""


def _seats(seats: set[int]) -> Question:
    return Question(tuple(map(str, range(SEATS))), frozenset(map(str, seats)))


def side(part: Part, table: Table | None) -> Question:
    """The seats on the side of the seat to answer."""
    assert table is not None, "seats want a position"
    roles = table.state.roles
    court = {roles.emperor, *roles.guards}
    return _seats(court if table.seat in court else set(range(SEATS)) - court)


def guards(part: Part, table: Table | None) -> Question:
    """The seats that may still be the guard, as far as the seat knows: in some deal that fits what it has seen."""
    assert table is not None, "seats want a position"
    view, rng = table.view, random.Random(0)
    found: set[int] = set()
    for _ in range(_DEALS):
        found |= set(table.game.determinize(view, rng).roles.guards)
    return _seats(found - {view.emperor})


def win(part: Part, table: Table | None) -> Question:
    """Plays that get the seat out next, whatever the others hold."""
    assert table is not None, "actions want a position"
    solution = solve(table.view)
    assert solution is not None, "a position that the solver knows"
    text = table.game.action_text
    wins = frozenset(text(table.state, action) for action in solution.wins)
    actions = table.game.legal_actions(table.state, table.seat)
    plays = tuple(text(table.state, action) for action in actions if action.cards)
    return Question(plays, wins, many=False, free=True)


KINDS: dict[str, Ask] = {"side": side, "guards": guards, "win": win}
