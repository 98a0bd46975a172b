"""The levels of Paohuzi that search, and the bot of its network; `people` has the others (see `bots.base`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paiju.bots.base import Bot, NetBot
from paiju.bots.paohuzi.net import SHIPPED


def guided(seed: int, **budget: Any) -> Bot:
    """A search that begins with what the network expects; `budget` is for both, with the network and without."""
    from paiju.bots.paohuzi.compiled import search as plain
    from paiju.bots.paohuzi.net.network import Budget, SearchBot

    return SearchBot(seed, Budget(**budget), plain.Budget(**budget))


def net(seed: int, path: Path = SHIPPED, anchor: float | None = None) -> Bot:
    """Plays by the network in a file, anchored at `expected`; `anchor` are points (`base.NetBot`)."""
    from paiju.bots.paohuzi.compiled.matches import expected

    judge = None
    if path.is_file():
        from paiju.bots.paohuzi.net.network import read_judge

        judge = read_judge(path)
    return NetBot(expected(seed), judge, anchor)


HARD_PLAYOUTS, MASTER_PLAYOUTS = 150, 1200
MASTER_CANDIDATES = 6
HARD_SECONDS, MASTER_SECONDS = 0.08, 1.8


def hard(seed: int) -> Bot:
    """Looks further, for as long as a player hardly notices."""
    return guided(seed, playouts=HARD_PLAYOUTS, seconds=HARD_SECONDS)


def master(seed: int) -> Bot:
    """Looks further until its choice is sure."""
    return guided(seed, playouts=MASTER_PLAYOUTS, candidates=MASTER_CANDIDATES, seconds=MASTER_SECONDS)
