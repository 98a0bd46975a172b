"""Hints: the choices of the strongest player here, with their worth and reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from paiju.bots.base import Advice, load, make_bot, pack_of

if TYPE_CHECKING:
    from paiju.bots.base import Thought

MOST = 3
_MOST_LISTED = 5000

Found = tuple[Any, float | None, float | None]
"""An action, the points to expect, and their standard error."""


def advise(view: Any, actions: Sequence[Any], seed: int, *, compiled: bool = True) -> tuple[Advice, ...]:
    """Up to three of `actions`, best first; none where nobody knows the game. May take a second.

    Nothing is played out where the search is not `compiled` yet, and where there is no numba. What the points
    count is said by the game's own `advise`.
    """
    path = pack_of(view.options.game).advice
    given: tuple[Advice, ...] = () if path is None else load(path)(view, actions, seed, compiled=compiled)
    return given


def in_turn(view: Any, actions: Sequence[Any], seed: int) -> list[Any]:
    """What the heuristic chooses, what it would choose without that, and so on."""
    chosen: list[Any] = []
    left = actions
    while len(chosen) < MOST and len(left):
        chosen.append(make_bot("heuristic", seed).choose(view, left))
        if len(left) > _MOST_LISTED:
            break
        left = [other for other in left if other != chosen[-1]]
    return chosen


def ranked(thought: Thought, decode: Callable[[int], Any], actions: Sequence[Any]) -> list[Found]:
    """The choice of a search, then the others by their points."""
    if thought.deals < 2:  # noqa: PLR2004 - a single action was worth a thought
        return [(decode(thought.choice), None, None)]
    tried = [(thought.anchor, thought.points, thought.error)]
    tried += [
        (rival.code, thought.points + rival.gain, rival.error) for rival in thought.rivals if rival.deals > 1
    ]
    tried.sort(key=lambda one: (one[0] != thought.choice, -one[1]))
    return [
        (decode(code), float(points), float(error))
        for code, points, error in tried
        if decode(code) in actions
    ]
