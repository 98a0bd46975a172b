"""The part of a game for environments, and the seats that decide."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any, Protocol, cast

from paiju.core.errors import UsageError
from paiju.core.game import Event, Game
from paiju.envs.fields import Layout, Vector
from paiju.envs.history import UNTOLD, Past
from paiju.envs.spaces import Space
from paiju.games import registry


def _unbounded(_options: Any) -> float:
    return inf


@dataclass(frozen=True, slots=True)
class Pack:
    """A game for learners.

    `encode` makes a vector of the `layout` from a view, `space(options)` the steps there are. `rule` says which seats decide. For OpenSpiel
    `longest` bounds the steps of a deal, `seats` the players at a table, and `most_points(options)` the points of a seat in a deal
    that takes nothing over from another. `past` describes the events, for learners that read the history. `batch` is the module of the compiled tables.
    """

    title: str
    layout: Layout
    encode: Callable[[Any], Vector]
    space: Callable[[Any], Space]
    pace: Pace
    rule: str
    longest: int
    seats: tuple[int, int]
    past: Past = UNTOLD
    batch: str = ""
    most_points: Callable[[Any], float] = _unbounded


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game.

    Raises:
        UsageError: usage.game, also for a game that brings none.
    """
    return cast("Pack", registry.pack("envs", game))


def games() -> tuple[str, ...]:
    """The games with a pack."""
    return tuple(game for game in registry.available() if _has_pack(game))


def _has_pack(game: str) -> bool:
    try:
        pack_of(game)
    except UsageError:
        return False
    return True


Answers = tuple[tuple[int, Any], ...]
"""Seats and what they answered, in the order they were asked."""


class Pace(Protocol):
    """The moments of a game's deals, as pure functions."""

    def deal(self, options: Any, seed: bytes, carry: Any) -> Any:
        """A new deal at its first moment."""

    def seats(self, state: Any) -> tuple[int, ...]:
        """The seats that decide at a moment, in order; () when the deal is over."""

    def actions(self, state: Any, seat: int) -> Sequence[Any]:
        """The actions of a seat to act."""

    def go_on(self, state: Any, answers: Answers) -> tuple[Any, Sequence[Event]]:
        """The next moment, once all have answered, and what happened until then."""

    def determinized(self, view: Any, rng: random.Random) -> Any:
        """Any of the moments that look like a view, each as likely as every other."""


class LawPace:
    """The moments of the rules, where it asks one seat at a time whatever is hidden."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def deal(self, options: Any, seed: bytes, carry: Any) -> Any:
        """A new deal at its first decision."""
        return self._game.deal(options, seed, carry)

    def seats(self, state: Any) -> tuple[int, ...]:
        """The seat that decides."""
        return self._game.actors(state)

    def actions(self, state: Any, seat: int) -> Sequence[Any]:
        """Its legal actions."""
        return self._game.legal_actions(state, seat)

    def go_on(self, state: Any, answers: Answers) -> tuple[Any, Sequence[Event]]:
        """The state after its action, and its events."""
        ((seat, action),) = answers
        return self._game.apply(state, seat, action)

    def determinized(self, view: Any, rng: random.Random) -> Any:
        """The deal that the rules determinize."""
        return self._game.determinize(view, rng)
