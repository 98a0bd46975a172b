"""Hints: the choices of the strongest player here, with their worth and reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from paiju.bots.base import Advice, Reason, Thought, load, make_bot, pack_of
from paiju.kernels import missing

MOST = 3
_MOST_LISTED = 5000

Found = tuple[Any, float | None, float | None]
"""An action, the points to expect, and their standard error."""


class Adviser(NamedTuple):
    """A game's hints.

    `search` is a function of (view, actions, seed): what a search finds, best first, and nothing where there is nothing to search.
    `reasons` is one of (view, actions, searches): the reasons for each of some actions; `searches` says whether this was searched.
    """

    search: Callable[[Any, Sequence[Any], int], list[Found]]
    reasons: Callable[[Any, Sequence[Any], bool], list[tuple[Reason, ...]]]


def advise(view: Any, actions: Sequence[Any], seed: int, *, compiled: bool = True) -> tuple[Advice, ...]:
    """Up to three of `actions`, best first; none where nobody knows the game. May take a second.

    Nothing is played out where the search is not `compiled` yet, and where there is no numba. The points are those that the game's
    search counts.
    """
    if (path := pack_of(view.options.game).advice) is None:
        return ()
    adviser: Adviser = load(path)
    searches = compiled and not missing() and len(actions) > 1
    found = adviser.search(view, actions, seed) if searches else []
    found = (found or [(action, None, None) for action in in_turn(view, actions, seed)])[:MOST]
    reasons = adviser.reasons(view, [action for action, _, _ in found], searches)
    return tuple(Advice(*one, why) for one, why in zip(found, reasons, strict=True))


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
