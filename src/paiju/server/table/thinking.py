"""Questions to bots that take their time: the table asks, somebody else thinks, the table hears the answer.

A table never waits. What a slow bot has not found in time is decided by a quick one (`FALLBACK`), what a quick one has not
is decided at the table, and what comes too late is nobody's any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from paiju.bots.base import make_bot

SLOW = frozenset({"hard", "master"})
"""Bots that take too long to be asked at the table itself."""

FALLBACK = "normal"
UNCOMPILED = "heuristic"
"""Who answers for a slow bot that is not compiled yet."""
PATIENCE_MS = 150
"""How long after its time a bot is waited for, within a claim window, which has its own end."""


class Think(Protocol):
    """Finds something; `compiled` says whether searches are ready to be used."""

    def __call__(self, *, compiled: bool) -> Any:
        """What was found."""
        ...


@dataclass(frozen=True, slots=True)
class Thought:
    """`think` may take a while, touches no table, and runs anywhere; `hear` gets what it found, and the time, at the table.

    `slow`: a search, which needs compiled bots and a second of a processor. After `until`, a time of the table, nobody
    wants to know any more: whoever has not begun by then finds None.
    """

    think: Think
    hear: Callable[[Any, int], None]
    slow: bool = True
    until: int | None = None


def choose(level: str, seed: int, view: Any, actions: Sequence[Any]) -> Any:
    """What a bot does."""
    return make_bot(level, seed).choose(view, actions)


@dataclass(frozen=True, slots=True)
class Choosing:
    """Thinks about what a bot does; one that searches does so only where its searches are compiled."""

    level: str
    seed: int
    view: Any
    actions: Sequence[Any]

    def __call__(self, *, compiled: bool) -> Any:
        """What it does."""
        level = self.level if compiled or self.level not in SLOW else UNCOMPILED
        return choose(level, self.seed, self.view, self.actions)
