"""Random deals of both games for the tests of what leaves the server."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from paiju.core.game import Event
from paiju.games import baohuang, paohuzi
from tests import strategies
from tests.paohuzi import builders

GAMES = (baohuang.GAME, paohuzi.GAME)
CHOOSE = (strategies.any_action, strategies.longest, strategies.shortest, strategies.bold)


class Moment(NamedTuple):
    """A state of a deal, and the events that led to it from the one before."""

    state: Any
    events: tuple[Event, ...]


def random_deal(game: Any, rng: random.Random) -> Any:
    """A deal under random options."""
    if game is baohuang.GAME:
        return strategies.random_deal(rng, strategies.random_options(rng))
    return builders.random_deal(rng, builders.random_options(rng))


def moments(game: Any, state: Any, rng: random.Random) -> Iterator[Moment]:
    """Every state of a deal played at random, the first with the events of the deal itself."""
    yield Moment(state, game.opening(state))
    if game is baohuang.GAME:
        for step in strategies.walk(state, rng, rng.choice(CHOOSE)):
            yield Moment(step.after, step.events)
        return
    while game.actors(state):
        state, _, _, events = builders.random_step(rng, state)
        yield Moment(state, tuple(events))


def viewers(game: Any, state: Any) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(len(game.returns(state))), None]
