"""What the strongest player here would do, for people who ask: a few actions, what they are worth, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.bots.base import Advice, make_bot
from paiju.bots.heuristic.bot import HeuristicBot
from paiju.bots.heuristic.reasons import reasons
from paiju.bots.paohuzi.reasons import reasons as paohuzi_reasons
from paiju.games.baohuang.state import Phase
from paiju.kernels import missing

MOST = 3
WORLDS = 160  # a third of a second; no clock has a say, so that the same question gets the same answer
_MOST_LISTED = 5000


def advise(view: Any, actions: Sequence[Any], seed: int, *, compiled: bool = True) -> tuple[Advice, ...]:
    """Up to three of `actions`, best first. May take a second; the points are those of the seat's side.

    Nothing is played out where the search is not `compiled` yet, and where there is no numba.
    """
    if view.options.game == "paohuzi":
        return tuple(
            Advice(action, None, None, paohuzi_reasons(view, action))
            for action in _in_turn(view, actions, seed)
        )
    if view.phase is not Phase.PLAY:
        return tuple(Advice(action, None, None, ()) for action in _in_turn(view, actions, seed))
    found = _searched(view, actions, seed) if compiled and not missing() else []
    table = HeuristicBot(seed).table(view)
    if not found:
        found = [(action, None, None) for action in _in_turn(view, actions, seed)]
    return tuple(Advice(*one, reasons(table, one[0])) for one in found[:MOST])


def _in_turn(view: Any, actions: Sequence[Any], seed: int) -> list[Any]:
    """What the heuristic chooses, what it would choose without that, and so on."""
    chosen: list[Any] = []
    left = actions
    while len(chosen) < MOST and len(left):
        chosen.append(make_bot("heuristic", seed).choose(view, left))
        if len(left) > _MOST_LISTED:
            break
        left = [other for other in left if other != chosen[-1]]
    return chosen


def _searched(view: Any, actions: Sequence[Any], seed: int) -> list[tuple[Any, float | None, float | None]]:
    """The choice of a search, then the others by their points; empty where nothing can be searched."""
    from paiju.bots.compiled.baohuang.bot import SearchBot  # noqa: PLC0415 - needs numba
    from paiju.bots.compiled.baohuang.search import Budget  # noqa: PLC0415
    from paiju.kernels.baohuang.codes import decode  # noqa: PLC0415

    thought = SearchBot(seed, Budget(worlds=WORLDS)).think(view, actions)
    if thought is None:
        return []
    anchor = (thought.anchor, thought.points, thought.error)
    rivals = [
        (rival.code, thought.points + rival.gain, rival.error) for rival in thought.rivals if rival.worlds > 1
    ]
    ranked = sorted([anchor, *rivals], key=lambda one: (one[0] != thought.choice, -one[1]))
    if thought.worlds < 2:  # noqa: PLR2004 - a single action was worth a thought
        return [(decode(thought.choice), None, None)]
    return [
        (decode(code), float(points), float(error))
        for code, points, error in ranked
        if decode(code) in actions
    ]
