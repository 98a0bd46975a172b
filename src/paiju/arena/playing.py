"""A deal played out by bots, for every game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from time import perf_counter
from typing import Any

from paiju.bots.base import Bot
from paiju.core.game import Game, Seat

Choose = Callable[[Seat, Any, Sequence[Any]], Any]
"""What a seat does, from its view and its legal actions."""
Heard = Callable[[Any, Seat, Any], None]
"""Is told of every action that is carried out: the state before it, the seat, the action."""


def play_out(game: Game, state: Any, choose: Choose, heard: Heard | None = None) -> Any:
    """The state at the end of a deal; nobody is asked where only one action is legal.

    All who are asked at a time answer before any of them is heard, so that their order decides nothing.
    """
    while asked := game.actors(state):
        answers = [(seat, _answer(game, state, seat, choose)) for seat in asked]
        for seat, action in answers:
            if seat not in game.actors(state):
                continue  # outranked by an answer before
            if heard:
                heard(state, seat, action)
            state, events = game.apply(state, seat, action)
            if events:
                break  # the question is settled, answers left over count for nothing
    return state


def _answer(game: Game, state: Any, seat: Seat, choose: Choose) -> Any:
    legal = game.legal_actions(state, seat)
    return legal[0] if len(legal) == 1 else choose(seat, game.view(state, seat), legal)


def timed(bots: Sequence[Bot], seconds: Callable[[Seat], list[float]]) -> Choose:
    """Let each seat's bot choose, and note how long it took in the list of its seat."""

    def choose(seat: Seat, view: Any, legal: Sequence[Any]) -> Any:
        began = perf_counter()
        action = bots[seat].choose(view, legal)
        seconds(seat).append(perf_counter() - began)
        return action

    return choose


def kept_apart(
    own: Collection[Seat], mine: list[float], others: list[float]
) -> Callable[[Seat], list[float]]:
    """Where the seconds of a seat go: `mine` for the seats `own`."""
    return lambda seat: mine if seat in own else others
