"""Ratings of players and puzzles: a puzzle that is solved lost to its player (Elo, 1978).

Both start from a rating and move towards what happens: quickly at first, then by less. A puzzle's rating stays near the one
that the bots gave it, so that a few players cannot turn it into something else.
"""

from __future__ import annotations

from typing import NamedTuple

START = 1200
LOWEST, HIGHEST = 400, 2600
_SCALE = 400
_FIRST, _LAST, _SETTLED = 60, 20, 30
_PUZZLE_STEP, _FARTHEST = 12, 500


class Rated(NamedTuple):
    """A rating, and how many results it comes from."""

    rating: float
    results: int


def expected(player: float, puzzle: float) -> float:
    """The chance that the player solves it."""
    return 1 / (1 + 10 ** ((puzzle - player) / _SCALE))


def after(
    player: Rated, puzzle: Rated, score: float, first: int, *, solved: bool = False
) -> tuple[Rated, Rated]:
    """Both after a result from 0 to 1; `first` is the rating that the puzzle was made with.

    A puzzle that counts as solved costs its player nothing, even where the score is below what was expected.
    """
    surprise = score - expected(player.rating, puzzle.rating)
    if solved:
        surprise = max(0.0, surprise)
    step = _FIRST + (_LAST - _FIRST) * min(1, player.results / _SETTLED)
    own = min(HIGHEST, max(LOWEST, player.rating + step * surprise))
    its = puzzle.rating - _PUZZLE_STEP * surprise
    its = min(first + _FARTHEST, max(first - _FARTHEST, its))
    return Rated(own, player.results + 1), Rated(its, puzzle.results + 1)
