"""Advice in Paohuzi: what a search finds, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.bots.advice import MOST, Found, in_turn, ranked
from paiju.bots.base import Advice
from paiju.bots.paohuzi.heuristic.reasons import reasons
from paiju.core.errors import UsageError
from paiju.games.paohuzi.actions import HU
from paiju.games.paohuzi.state import Phase
from paiju.kernels import missing

PLAYOUTS = 1200  # no clock has a say, so that the same question gets the same answer


def advise(view: Any, actions: Sequence[Any], seed: int, *, compiled: bool = True) -> tuple[Advice, ...]:
    """Up to three of `actions`, best first; the points are the seat's own."""
    found: list[Found] = []
    if compiled and not missing() and len(actions) > 1 and view.phase is not Phase.CUT:
        found = _searched(view, actions, seed)
    if not found:
        found = [(action, None, None) for action in in_turn(view, actions, seed)]
    return tuple(Advice(*one, reasons(view, one[0])) for one in found[:MOST])


def _searched(view: Any, actions: Sequence[Any], seed: int) -> list[Found]:
    """What the search found; empty where the kernel does not play the options, and where a hand is complete."""
    from paiju.bots.paohuzi.compiled.search import Budget, SearchBot
    from paiju.kernels.paohuzi.coding import decode

    if HU in actions:
        return []
    try:
        thought = SearchBot(seed, Budget(playouts=PLAYOUTS)).think(view)
    except UsageError:
        return []
    return ranked(thought, decode, actions)
