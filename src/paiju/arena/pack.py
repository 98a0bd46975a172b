"""The part of a game in the arena.

A game without a pack has no roles and no ladder; its bots are compared in plain rounds (`plain`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, cast

from paiju.arena.match import Match
from paiju.games import registry

OUT = ""
"""The role of a seat that sat out."""


class Outcome(NamedTuple):
    """By seat: its role (`OUT` if it sat out), its place (() if there are none), whether it won."""

    roles: tuple[str, ...]
    places: tuple[int, ...]
    won: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """A game in the arena.

    `roles` are all that a seat can have, `places` how many there are, `outcome` reads the state at the end of a deal,
    together with its returns. `play` plays a match. `rungs` are the bots of the ladder, weakest first as far as known, `slow` those that take
    long to decide, with the most pairs that each plays.
    """

    title: str
    roles: tuple[str, ...]
    places: int
    outcome: Callable[[Any, Sequence[int]], Outcome]
    play: Match
    rungs: tuple[str, ...] = ()
    slow: Mapping[str, int] = field(default_factory=dict)


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game.

    Raises:
        UsageError: usage.game.
    """
    return cast("Pack", registry.pack("arena", game))
