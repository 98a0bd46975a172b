"""Deals finished inside a kernel, with equal results: the fast way of the arena.

A module `paiju.bots.GAME.compiled.matches` may have a function `finisher(options, names)`. For the bots `names`, by
seat, it returns what plays a state of the law to its end and returns the state at the end, or None where one of
the bots or the options has no compiled form. The bots it plays leave nothing to chance and choose exactly what
the bots of these names choose. What the kernel plays has no single decisions to time, so the first `TIMED` pairs of
every match go through the law.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from paiju.bots.base import Maker, maker
from paiju.kernels import missing

TIMED = 40

Player = str | Maker
"""A bot by name, or what makes one from a seed."""
Finish = Callable[[Any], Any]
"""From a state of the law to the state at the end of the deal."""


def made_by(player: Player) -> Maker:
    """What makes a player's bots.

    Raises:
        UsageError: usage.bot, for a name that no bot has.
    """
    return maker(player) if isinstance(player, str) else player


def finisher(options: Any, players: Sequence[Player], index: int) -> Finish | None:
    """The fast way for pair `index` of a match, `players` by seat; None where there is none."""
    if index < TIMED or not all(isinstance(player, str) for player in players):
        return None
    return _finisher(options, tuple(map(str, players)))


@lru_cache(maxsize=64)
def _finisher(options: Any, names: tuple[str, ...]) -> Finish | None:
    where = f"paiju.bots.{options.game}.compiled.matches"
    if missing() or find_spec(where.rpartition(".compiled")[0]) is None or find_spec(where) is None:
        return None
    made: Callable[[Any, tuple[str, ...]], Finish | None] | None = getattr(
        import_module(where), "finisher", None
    )
    return made(options, names) if made else None
