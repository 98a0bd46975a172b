"""Signals: what a seat says at the table about a play, by a rule of the game, and without any effect on the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from paiju.core.errors import RuleError, no_signal
from paiju.core.game import Game, Place


class Signal(NamedTuple):
    """A signal of a seat, after a number of actions of a deal."""

    after: int
    seat: int
    text: str


@runtime_checkable
class Signalling(Protocol):
    """A game that knows signals."""

    def signals(self, options: Any) -> Mapping[str, str]:
        """The signals at a table of these options, each with the number of its rule."""

    def check_signal(self, state: Any, seat: int, text: str) -> None:
        """Check that a seat may say a signal now, if it has not been said before.

        Raises:
            RuleError: signal.none, there is no such signal; signal.standing, the seat has no play that stands.
        """

    def signal_place(self, state: Any) -> Place:
        """The place of a signal in this state."""


def signals_of(game: Game, options: Any) -> Mapping[str, str]:
    """The signals at a table and their rules; none in a game that knows none."""
    return game.signals(options) if isinstance(game, Signalling) else {}


class Signals:
    """The signals of one deal."""

    def __init__(self, game: Game, options: Any) -> None:
        self._game = game if isinstance(game, Signalling) else None
        self._rules = signals_of(game, options)
        self._said: list[tuple[Place, Signal]] = []

    def say(self, state: Any, after: int, seat: int, text: str) -> Signal:
        """A signal in the state after a number of actions.

        Raises:
            RuleError: as `check_signal`, and signal.repeated.
            UsageError: usage.seat | type.
        """
        place = self._place_of(state, seat, text)
        said = Signal(after, seat, text)
        self._said.append((place, said))
        return said

    def sayable(self, state: Any, seat: int) -> tuple[str, ...]:
        """The signals that a seat may say in this state."""
        return tuple(text for text in self._rules if self._may_say(state, seat, text))

    def _may_say(self, state: Any, seat: int, text: str) -> bool:
        try:
            self._place_of(state, seat, text)
        except RuleError:
            return False
        return True

    def _place_of(self, state: Any, seat: int, text: str) -> Place:
        """Where a signal is said; errors as in `say`."""
        game = self._game
        if game is None:
            raise no_signal(text, "")
        game.check_signal(state, seat, text)
        place = game.signal_place(state)
        if any(at[0] == place[0] and (one.seat, one.text) == (seat, text) for at, one in self._said):
            raise RuleError(
                "signal.repeated", f"seat {seat} has said it before", self._rules[text], {"seat": seat}
            )
        return place

    def standing(self, state: Any) -> tuple[Signal, ...]:
        """The signals about the play on top in this state."""
        if not self._said or self._game is None:
            return ()
        place = self._game.signal_place(state)
        return tuple(one for at, one in self._said if at == place)
