"""What an environment must know of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any, cast

from paiju.core.errors import UsageError
from paiju.envs.fields import Layout, Vector
from paiju.envs.history import UNTOLD, Past
from paiju.envs.pacing import Pace
from paiju.envs.spaces import Space
from paiju.games import registry


def _unbounded(_options: Any) -> float:
    return inf


@dataclass(frozen=True, slots=True)
class Pack:
    """A game for learners.

    `encode` makes a vector of the `layout` from a view, `space(options)` the steps there are. `rule` says who is asked; `longest` bounds the steps of a deal and `seats`
    how few and how many sit at a table, for OpenSpiel, and `most_points(options)` the points that a seat can win or lose in a deal that takes nothing over from another; `past` says what may happen, for those who want the history. `batch` is where the compiled tables of `BatchEnv` stand.
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
    batch: tuple[str, str] | None = None
    most_points: Callable[[Any], float] = _unbounded


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game.

    Raises:
        UsageError: usage.game, also for a game that brings none.
    """
    return cast("Pack", registry.pack("envs", game))


def games() -> tuple[str, ...]:
    """The games that bring a pack."""
    return tuple(game for game in registry.available() if _has_pack(game))


def _has_pack(game: str) -> bool:
    try:
        pack_of(game)
    except UsageError:
        return False
    return True
