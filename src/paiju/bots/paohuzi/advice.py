"""Advice in Paohuzi: what a search finds, with reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    takers: Mapping[Any, Sequence[float]] = {}
    if compiled and not missing() and len(actions) > 1 and view.phase is not Phase.CUT:
        found, takers = _searched(view, actions, seed), _takers(view)
    if not found:
        found = [(action, None, None) for action in in_turn(view, actions, seed)]
    return tuple(Advice(*one, reasons(view, one[0], takers.get(one[0]))) for one in found[:MOST])


def _takers(view: Any) -> Mapping[Any, Sequence[float]]:
    """For each action the chances that nobody, the next seat and the one after takes what it throws, as far as the network knows."""
    from paiju.bots.paohuzi.net.bot import SHIPPED
    from paiju.bots.paohuzi.net.playing import read_judge

    if view.phase is not Phase.DISCARD or not SHIPPED.is_file():
        return {}
    judge, _ = read_judge(SHIPPED)
    if not judge.fits(view.options):
        return {}
    actions = judge.judge(view).actions
    return dict(zip(actions, judge.takers().tolist(), strict=True))


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
