"""Advice in Bao Huang: what a search finds, with the reasons of the heuristic and the guess who the guard is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.bots.advice import MOST, Found, in_turn, ranked
from paiju.bots.baohuang.heuristic.bot import HeuristicBot
from paiju.bots.baohuang.heuristic.parameters import DEFAULT
from paiju.bots.baohuang.heuristic.reasons import reasons
from paiju.bots.base import Advice, Reason
from paiju.games.baohuang.state import Phase
from paiju.kernels import missing

WORLDS = 160  # a third of a second; no clock has a say, so that the same question gets the same answer


def advise(view: Any, actions: Sequence[Any], seed: int, *, compiled: bool = True) -> tuple[Advice, ...]:
    """Up to three of `actions`, best first; the points are those of the seat's side."""
    searches = compiled and not missing()
    found: list[Found] = []
    if searches and len(actions) > 1 and view.phase is Phase.PLAY:
        found = _searched(view, actions, seed)
    if not found:
        found = [(action, None, None) for action in in_turn(view, actions, seed)]
    why = _reasons(view, found[:MOST], _guards(view) if searches else None)
    return tuple(Advice(*one, reason) for one, reason in zip(found[:MOST], why, strict=True))


def _reasons(view: Any, found: Sequence[Found], guards: Sequence[float] | None) -> list[tuple[Reason, ...]]:
    if view.phase is not Phase.PLAY:
        return [() for _ in found]
    sight = HeuristicBot(0).sight(view)
    return [reasons(sight, action, guards) for action, _, _ in found]


def _guards(view: Any) -> list[float] | None:
    """The chance of each seat to be the hidden guard, as far as the network for it knows the rules."""
    from paiju.bots.baohuang.net.guards.reading import GuardReader

    chances = GuardReader().chances(view)
    if chances is None or view.alone is False:
        return chances
    return [chance * (1 - DEFAULT.solo) for chance in chances]


def _searched(view: Any, actions: Sequence[Any], seed: int) -> list[Found]:
    """What a search of Bao Huang found; empty where nothing can be searched."""
    from paiju.bots.baohuang.compiled.bot import SearchBot
    from paiju.bots.baohuang.compiled.search import Budget
    from paiju.kernels.baohuang.coding import decode

    thought = SearchBot(seed, Budget(worlds=WORLDS)).think(view, actions)
    return ranked(thought, decode, actions) if thought else []
