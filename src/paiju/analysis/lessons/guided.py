"""A guided first deal: a position, the line that it is told along, and what is said before each own answer.

The deal is played by the law. While the learner follows the line, the others answer as it says; whoever leaves it plays
on against bots, and is told what a bot would do and why.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import paiju
from paiju.bots.advice import advise
from paiju.bots.base import Reason, make_bot
from paiju.games.registry import AT_HOME

OTHERS = "heuristic"
"""Who plays the other seats beside the line: needs nothing compiled, and does the same each time."""


class Say(NamedTuple):
    """Something to say: the name of its text, and what it points at."""

    name: str
    spot: str


class Taken(NamedTuple):
    """An answer in notation."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """A deal to be told: `before` it begins, and the name of a step for each answer of `seat` along the line."""

    game: str
    position: str
    seat: int
    line: tuple[Taken, ...]
    before: tuple[Say, ...]
    steps: tuple[str, ...]

    def begin(self) -> Any:
        """The state in which it begins."""
        return paiju.position(self.position).state


class Tip(NamedTuple):
    """What is suggested: the step of the line that says it, None beside the line; the action, and why."""

    step: int | None
    action: str
    reasons: tuple[Reason, ...] = ()


class Guide:
    """Follows a deal and knows what comes next on its line."""

    def __init__(self, first: FirstDeal) -> None:
        self._first = first
        self._game = paiju.load(first.game)
        self._bots = [make_bot(OTHERS, seat) for seat in range(self._game.seats)]
        self._at: int | None = 0

    @property
    def on_line(self) -> bool:
        """Whether every answer so far was as the line has it."""
        return self._at is not None

    def hear(self, taken: Taken) -> None:
        """Take note of an answer."""
        if self._at is not None:
            self._at = self._at + 1 if self._next() == taken else None

    def choose(self, state: Any, seat: int, actions: Sequence[Any]) -> Any:
        """What another seat does: as the line says, else as a bot finds."""
        planned = self._next()
        if planned is not None and planned.seat == seat:
            return self._game.parse_action(state, seat, planned.action)
        return self._bots[seat].choose(self._game.view(state, seat), actions)

    def tip(self, state: Any, actions: Sequence[Any]) -> Tip:
        """What the learner might do, who is asked now."""
        planned = self._next()
        if planned is not None:
            own = [at for at, taken in enumerate(self._first.line) if taken.seat == self._first.seat]
            return Tip(own.index(self._at or 0), planned.action)
        best = advise(self._game.view(state, self._first.seat), actions, 0, compiled=False)[0]
        return Tip(None, self._game.action_text(state, best.action), best.reasons)

    def _next(self) -> Taken | None:
        line = self._first.line
        return line[self._at] if self._at is not None and self._at < len(line) else None


@cache
def first_deal(game: str) -> FirstDeal | None:
    """The guided first deal of a game; None where there is none."""
    if game not in AT_HOME:
        return None
    told = json.loads(files("paiju.analysis").joinpath(game, "first_deal.json").read_text("utf-8"))
    line = [entry.partition(" ") for entry in told["line"]]
    return FirstDeal(
        game,
        told["position"],
        told["seat"],
        tuple(Taken(int(seat), action) for seat, _, action in line),
        tuple(Say(**say) for say in told["before"]),
        tuple(told["steps"]),
    )
