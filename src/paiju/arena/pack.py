"""What the arena must know of a game.

A game that brings none has no roles and no ladder; its bots are compared in plain rounds (`plain`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, Protocol, cast

from paiju.arena.figures import Mean, Times
from paiju.games import registry

OUT = ""
"""The role of a seat that sat out."""


class Outcome(NamedTuple):
    """By seat: its role (`OUT` if it sat out), its place (() if there are none), whether it won."""

    roles: tuple[str, ...]
    places: tuple[int, ...]
    won: tuple[bool, ...]


Teams = tuple[tuple[int, ...], ...]
"""Seats that win and lose together."""


class Result(Protocol):
    """What a match of bot A against bot B showed; only `a_ms` and `b_ms` differ from run to run."""

    @property
    def margin(self) -> Mean:
        """Points per deal for A; two equal players have 0."""

    @property
    def a_ms(self) -> Times:
        """What A's decisions took."""

    @property
    def b_ms(self) -> Times:
        """What B's decisions took."""

    def lines(self, a: str, b: str) -> Iterator[str]:
        """What it shows beyond the margin, for people."""

    def figures(self) -> dict[str, Any]:
        """The same by name."""


def singles(roles: Sequence[str]) -> Teams:
    """Everybody for himself."""
    return tuple((seat,) for seat, role in enumerate(roles) if role != OUT)


@dataclass(frozen=True, slots=True)
class Pack:
    """A game in the arena.

    `roles` are all that a seat can have, `places` how many there are, `outcome` reads the state at the end of a deal,
    together with its returns. `teams` are made from roles by seat. `play(options, a, b, pairs, seed, until=, jobs=, progress=)` plays a match;
    where there is a ladder it takes a `journal=` too, as `matches.Match` does. `rungs` are the bots of the ladder, weakest
    first as far as they can be told apart, `slow` those that take long to decide and the most pairs that they play.
    """

    title: str
    roles: tuple[str, ...]
    places: int
    outcome: Callable[[Any, Sequence[int]], Outcome]
    play: Callable[..., Result]
    teams: Callable[[Sequence[str]], Teams] = singles
    rungs: tuple[str, ...] = ()
    slow: Mapping[str, int] = field(default_factory=dict)


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game.

    Raises:
        UsageError: usage.game.
    """
    return cast("Pack", registry.pack("arena", game))
