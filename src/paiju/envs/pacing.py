"""Which seats are asked, and what their answers do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from paiju.core.game import Event, Game

Answers = tuple[tuple[int, Any], ...]
"""Seats and what they answered, in the order they were asked."""


class Pace(Protocol):
    """How a game's deal goes from moment to moment; all of it pure."""

    def deal(self, options: Any, seed: bytes, carry: Any) -> Any:
        """A new deal at its first moment."""

    def seats(self, state: Any) -> tuple[int, ...]:
        """Who is asked at a moment, in order; () when the deal is over."""

    def actions(self, state: Any, seat: int) -> Sequence[Any]:
        """What a seat that is asked may answer."""

    def go_on(self, state: Any, answers: Answers) -> tuple[Any, Sequence[Event]]:
        """The next moment, once all have answered, and what happened until then."""

    def imagined(self, view: Any, rng: random.Random) -> Any:
        """Any of the moments that look like a view, each as likely as every other."""


class LawPace:
    """The law's own moments, where it asks one seat at a time whatever is hidden."""

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
        """The state after its action, and the law's events."""
        ((seat, action),) = answers
        return self._game.apply(state, seat, action)

    def imagined(self, view: Any, rng: random.Random) -> Any:
        """The law's completion."""
        return self._game.determinize(view, rng)
