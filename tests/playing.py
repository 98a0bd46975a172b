"""Deals of any game played by bots or at random, question by question."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from paiju.core.errors import PositionError


class Decision(NamedTuple):
    """One question of a deal, and what the seat that was prompted did."""

    state: Any
    seat: int
    view: Any
    actions: Sequence[Any]
    action: Any


class ByBots:
    """The questions of a deal that bots play, one for each seat; of several seats that are prompted at once the first answers.

    `state` is the last one, after the last question the end.
    """

    def __init__(self, game: Any, state: Any, bots: Sequence[Any]) -> None:
        self.game, self.state, self.bots = game, state, bots

    def __iter__(self) -> Iterator[Decision]:
        while seats := self.game.actors(self.state):
            seat = seats[0]
            view, actions = self.game.view(self.state, seat), self.game.legal_actions(self.state, seat)
            action = self.bots[seat].choose(view, actions)
            assert action in actions
            yield Decision(self.state, seat, view, actions, action)
            self.state, _ = self.game.apply(self.state, seat, action)


def seed_of(text: str) -> bytes:
    """The seed of a deal that is always the same."""
    return hashlib.sha256(text.encode()).digest()


def possible(game: Any, view: Any, rng: random.Random) -> Any | None:
    """A deal that agrees with a view; None where none was found, as happens with hands that no shuffle makes."""
    try:
        return game.determinize(view, rng)
    except PositionError as error:
        if error.code != "position.rare":
            raise
        return None


def at_random(game: Any, state: Any, rng: random.Random) -> Iterator[Any]:
    """Every state of a deal in which any seat that is prompted does anything."""
    yield state
    while seats := game.actors(state):
        seat = rng.choice(seats)
        actions = game.legal_actions(state, seat)
        state, _ = game.apply(state, seat, actions[rng.randrange(len(actions))])
        yield state
