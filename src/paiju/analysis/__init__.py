"""Analysis of play: reviews, lessons and puzzles of every game, and what hands of Paohuzi wait for.

| module | holds |
|---|---|
| `review` | what each decision cost, and how much of a result was luck |
| `lessons` | a guided first deal, short lessons, and their questions |
| `puzzles` | questions with one right answer, found in games of bots |
| `best` | the best actions in a position, with the points to expect |
| `GAME.review`, `GAME.lessons`, `GAME.puzzles` | what a game brings for these |
| `baohuang.endgame` | endgames solved exactly, whatever the others hold |
| `paohuzi.hands`, `paohuzi.safety` | what a hand waits for, what discards are worth, and which are safe |
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from paiju.bots.advice import advise
from paiju.bots.base import Reason
from paiju.core.errors import PositionError, check_type
from paiju.games.positions import position as parsed


class Best(NamedTuple):
    """An action in notation, the points that its seat can expect and their standard error (None where nothing was played out), and why."""

    seat: int
    action: str
    points: float | None
    error: float | None
    reasons: tuple[Reason, ...]


def best(position: str, *, seat: int | None = None, seed: int = 0) -> tuple[Best, ...]:
    """Up to three actions in a position, best first, judged by what the seat knows; () where nobody decides.

    `seat` is one that decides, by default the first of them; cards that the position leaves open are dealt by `seed`.
    Numbers need `paiju[fast]`, and take about a second.

    Raises:
        UsageError: usage.type | game | seat.
        NotationError, PositionError, OptionError: as `paiju.position`.
    """
    check_type(position, str)
    game, state, view = _read(position, seed)
    seats = [one for one in game.actors(state) if view is None or one == view.viewer]
    if seat is not None:
        seats = [one for one in seats if one == seat]
    if not seats:
        return ()
    actions = game.legal_actions(state, seats[0])
    found = advise(view or game.view(state, seats[0]), actions, seed)
    return tuple(
        Best(seats[0], game.action_text(state, one.action), one.points, one.error, one.reasons)
        for one in found
    )


def _read(text: str, seed: int) -> Any:
    try:
        return parsed(text)
    except PositionError as error:
        if error.code != "position.open":
            raise
    return parsed(text, random.Random(seed))
