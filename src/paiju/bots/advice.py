"""What the strongest player here would do, for people who ask: a few actions, what they are worth, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from paiju.bots.base import Advice, Reason, make_bot
from paiju.bots.heuristic.bot import HeuristicBot
from paiju.bots.heuristic.parameters import DEFAULT
from paiju.bots.heuristic.reasons import reasons
from paiju.bots.paohuzi.reasons import reasons as paohuzi_reasons
from paiju.core.errors import UsageError
from paiju.games.baohuang.state import Phase
from paiju.games.paohuzi.actions import HU
from paiju.kernels import missing

if TYPE_CHECKING:
    from paiju.bots.compiled.thoughts import Thought

MOST = 3
WORLDS = 160  # a third of a second; no clock has a say, so that the same question gets the same answer
PLAYOUTS = 1200
_MOST_LISTED = 5000

Found = tuple[Any, float | None, float | None]
"""An action, the points to expect, and their standard error."""


def advise(view: Any, actions: Sequence[Any], seed: int, *, compiled: bool = True) -> tuple[Advice, ...]:
    """Up to three of `actions`, best first. May take a second.

    The points are those of the seat's side in Bao Huang, its own in Paohuzi. Nothing is played out where the search is not `compiled` yet, and where there is no numba.
    """
    paohuzi = view.options.game == "paohuzi"
    compiled = compiled and not missing()
    found: list[Found] = []
    if compiled and len(actions) > 1:
        if paohuzi:
            found = _searched_paohuzi(view, actions, seed)
        elif view.phase is Phase.PLAY:
            found = _searched(view, actions, seed)
    if not found:
        found = [(action, None, None) for action in _in_turn(view, actions, seed)]
    guards = _guards(view) if compiled and not paohuzi else None
    return tuple(
        Advice(*one, why) for one, why in zip(found[:MOST], _reasons(view, found[:MOST], guards), strict=True)
    )


def _reasons(view: Any, found: Sequence[Found], guards: Sequence[float] | None) -> list[tuple[Reason, ...]]:
    if view.options.game == "paohuzi":
        return [paohuzi_reasons(view, action) for action, _, _ in found]
    if view.phase is not Phase.PLAY:
        return [() for _ in found]
    table = HeuristicBot(0).table(view)
    return [reasons(table, action, guards) for action, _, _ in found]


def _guards(view: Any) -> list[float] | None:
    """The chance of each seat to be the hidden guard, as far as the network for it knows the rules."""
    from paiju.bots.net.guards.reading import GuardReader  # noqa: PLC0415 - needs numba

    chances = GuardReader().chances(view)
    if chances is None or view.alone is False:
        return chances
    return [chance * (1 - DEFAULT.solo) for chance in chances]


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


def _searched(view: Any, actions: Sequence[Any], seed: int) -> list[Found]:
    """What a search of Bao Huang found; empty where nothing can be searched."""
    from paiju.bots.compiled.baohuang.bot import SearchBot  # noqa: PLC0415 - needs numba
    from paiju.bots.compiled.baohuang.search import Budget  # noqa: PLC0415
    from paiju.kernels.baohuang.codes import decode  # noqa: PLC0415

    thought = SearchBot(seed, Budget(worlds=WORLDS)).think(view, actions)
    return _ranked(thought, decode, actions) if thought else []


def _searched_paohuzi(view: Any, actions: Sequence[Any], seed: int) -> list[Found]:
    """What a search of Paohuzi found; empty where the kernel does not play the options, and where a hand is complete."""
    from paiju.bots.compiled.paohuzi.search import Budget, SearchBot  # noqa: PLC0415 - needs numba
    from paiju.kernels.paohuzi.coding import action_of  # noqa: PLC0415

    if HU in actions:
        return []
    try:
        thought = SearchBot(seed, Budget(playouts=PLAYOUTS)).think(view)
    except UsageError:
        return []
    return _ranked(thought, action_of, actions)


def _ranked(thought: Thought, decode: Callable[[int], Any], actions: Sequence[Any]) -> list[Found]:
    """The choice of a search, then the others by their points."""
    if thought.worlds < 2:  # noqa: PLR2004 - a single action was worth a thought
        return [(decode(thought.choice), None, None)]
    tried = [(thought.anchor, thought.points, thought.error)]
    tried += [
        (rival.code, thought.points + rival.gain, rival.error) for rival in thought.rivals if rival.worlds > 1
    ]
    tried.sort(key=lambda one: (one[0] != thought.choice, -one[1]))
    return [
        (decode(code), float(points), float(error))
        for code, points, error in tried
        if decode(code) in actions
    ]
