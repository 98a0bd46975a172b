"""What the speed rows must know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import cast

from paiju.bench.measure import Measurement
from paiju.games import registry

Rows = Callable[[str], tuple[Measurement, ...]]
"""Makes the rows of the game of a name, which their own names begin with."""


def no_rows(_game: str) -> tuple[Measurement, ...]:
    """The rows of a game that has none of a kind."""
    return ()


@dataclass(frozen=True, slots=True)
class Pack:
    """The speed rows of a game.

    `law` are the rows of the law, `compiled` those that need the kernels. `peers` are the rows that are driven in the same way
    as a row of another library, by the names of both; those here without the game.
    """

    law: Rows
    compiled: Rows = no_rows
    peers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game; one that brings none has a row of its law under the default rules.

    Raises:
        UsageError: usage.game.
    """
    return cast("Pack", registry.pack("bench", game))
