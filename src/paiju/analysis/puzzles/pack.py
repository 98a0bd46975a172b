"""What puzzles must know of a game: its kinds of questions, each of which finds, checks and marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from paiju.analysis.puzzles.model import Puzzle
from paiju.analysis.review.pack import Pack
from paiju.bots.base import found
from paiju.core.game import Game
from paiju.games import registry


class Spot(NamedTuple):
    """A moment of a bot game: whose turn it is, what he knows, what he may do, and a seed for whatever chance is needed."""

    game: Game
    state: Any
    seat: int
    view: Any
    actions: Sequence[Any]
    seed: int


class Found(NamedTuple):
    """A question that was found: the view it is about, its right answers, what can be told.

    `rating` is how hard it is where bots are not asked; None where they are.
    """

    view: Any
    answers: tuple[str, ...]
    told: Mapping[str, Any]
    rating: int | None = None


Solve = Callable[[Spot], Found | None]
Mark = Callable[[Puzzle, str], float]


def chosen(puzzle: Puzzle, answer: str) -> float:
    """1 for one of the right answers, 0 for any other."""
    return float(answer in puzzle.answers)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question: how it is found and answered by the same solver, and how an answer is marked from 0 to 1.

    `ready` is a cheap test that most moments fail. `acts` says that the answer is one of the actions at the table.
    One moment in `every` is looked at. `again` solves a position anew, as far as its text tells; None for a question that only the whole deal answers.
    `hides` are numbers of the view's JSON that would tell the answer.
    """

    ready: Callable[[Spot], bool]
    solve: Solve
    mark: Mark = chosen
    acts: bool = True
    every: int = 1
    again: Solve | None = None
    hides: tuple[str, ...] = ()


@cache
def kinds_of(game: str) -> Mapping[str, Kind]:
    """The kinds of a game, by name; none for a game that brings none.

    Raises:
        UsageError: usage.game, for a game without analysis.
    """
    pack: Pack = registry.pack("analysis", game)
    return {} if pack.kinds is None else found(pack.kinds)
