"""The puzzles of Bao Huang: endgames won for certain, who is the guard, the best play."""

from __future__ import annotations

from math import log
from typing import Any

from paiju.analysis.baohuang.endgame import Reply, solve
from paiju.analysis.baohuang.review import chances
from paiju.analysis.puzzles import Found, Kind, Puzzle, Spot, best_action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.notation import cards_text
from paiju.games.baohuang.state import Phase, Role

_MOST_CARDS, _LEAST_ACTIONS, _MOST_WINS, _NODES = 10, 5, 2, 2500
_MOST_ACTIONS = 24
_SURE, _NEARLY, _HALF = 0.6, 0.75, 0.5
_EASIEST, _SPAN = 900, 1000


def _near_the_end(spot: Spot) -> bool:
    view = spot.view
    return view.phase is Phase.PLAY and sum(view.hand) <= _MOST_CARDS and len(spot.actions) >= _LEAST_ACTIONS


def _win(spot: Spot) -> Found | None:
    solution = solve(spot.view, _NODES)
    if solution is None or solution.left_open or not 0 < len(solution.wins) <= _MOST_WINS:
        return None
    if any(len(action.cards) == sum(spot.view.hand) for action in solution.wins):
        return None  # a hand that goes at once is no question
    text = spot.game.action_text
    replies = {text(spot.state, action): _reply(reply) for action, reply in solution.replies.items()}
    return Found(spot.view, tuple(text(spot.state, one) for one in solution.wins), {"replies": replies})


def _reply(reply: Reply | None) -> list[Any] | None:
    return None if reply is None else [reply.seat, cards_text(reply.cards, suited=False)]


def _hidden_guard(spot: Spot) -> bool:
    roles, view = spot.state.roles, spot.view
    return (
        view.phase is Phase.PLAY
        and not spot.state.trick
        and len(spot.state.tricks) > 1
        and not roles.settled
        and len(roles.guards) == 1
        and view.roles[spot.seat] is not Role.GUARD
    )


def _guard(spot: Spot) -> Found | None:
    """Where what was played points to someone. The truth comes from the deal, and now and then it is another: nothing here may hang on it."""
    (guard,) = spot.state.roles.guards
    believed = chances(spot.view)
    if max(believed) < _SURE:
        return None
    rating = round(_EASIEST + _SPAN * (1 - max(believed)))
    return Found(spot.view, (str(guard),), {"chances": believed}, rating)


def _mark_guard(puzzle: Puzzle, answer: str) -> float:
    """By log-likelihood: 1 for certainty in the right seat, 0 for what an even guess gives it or less.

    The answer has a share for each seat in percent; each counts with a share of at least 1. An answer that trusts the guard nearly as
    much as could be inferred gets at least half: it is not the player's fault if play pointed elsewhere.
    """
    shares = [max(1, int(word)) if word.isdecimal() and len(word) < 4 else 1 for word in answer.split()]  # noqa: PLR2004 - a share has three digits at most
    if len(shares) != SEATS:
        return 0.0
    (guard,) = map(int, puzzle.answers)
    details, share = puzzle.details["chances"], shares[guard] / sum(shares)
    least = _HALF if share >= _NEARLY * details[guard] else 0.0
    return max(least, 1 + log(share) / log(max(2, sum(chance > 0 for chance in details))))


def _choice(spot: Spot) -> bool:
    return spot.view.phase is Phase.PLAY and _LEAST_ACTIONS - 1 <= len(spot.actions) <= _MOST_ACTIONS


KINDS = {
    "win": Kind(_near_the_end, _win, again=_win),
    "guard": Kind(_hidden_guard, _guard, _mark_guard, acts=False, every=2),
    "best": Kind(_choice, best_action, every=7, again=best_action),
}
