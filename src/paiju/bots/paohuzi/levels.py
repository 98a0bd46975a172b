"""The levels of Paohuzi (see `bots.base`), and the compiled policies and searches as bots."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from paiju.bots.base import Bot, NetBot
from paiju.bots.paohuzi.net import SHIPPED
from paiju.bots.paohuzi.people import BOLD, CAREFUL, EASY, NORMAL, OUTSPOKEN, SECRETIVE, TIDY, Person


def efficiency(seed: int) -> Bot:
    """Tile efficiency: throws and claims for distance, then for the number of live cards that shorten it; scores do not matter."""
    return _policy("efficiency", seed)


def expected(seed: int) -> Bot:
    """Takes the action after which its plans win most points, each before the others win."""
    return _policy("expected", seed)


def _policy(name: str, seed: int) -> Bot:
    from paiju.bots.paohuzi.compiled.matches import CompiledBot

    return CompiledBot(name)


def search(seed: int) -> Bot:
    """Leaves the move of the expected score only for one that playouts show to be better."""
    from paiju.bots.paohuzi.compiled.search import SearchBot

    return SearchBot(seed)


def guided(seed: int, **budget: Any) -> Bot:
    """A search that begins with what the network expects; `budget` is for both, with the network and without."""
    from paiju.bots.paohuzi.compiled import search as plain
    from paiju.bots.paohuzi.net.network import Budget, SearchBot

    return SearchBot(seed, Budget(**budget), plain.Budget(**budget))


def net(seed: int, path: Path = SHIPPED, anchor: float | None = None) -> Bot:
    """Plays by the network in a file, anchored at `expected`; `anchor` are points (`base.NetBot`)."""
    judge = None
    if path.is_file():
        from paiju.bots.paohuzi.net.network import read_judge

        judge = read_judge(path)
    return NetBot(expected(seed), judge, anchor)


HARD_PLAYOUTS, MASTER_PLAYOUTS = 150, 1200
MASTER_CANDIDATES = 6
HARD_SECONDS, MASTER_SECONDS = 0.08, 1.8


def easy(seed: int) -> Bot:
    """About 3 points a deal below the heuristic."""
    return Person(seed, EASY)


def normal(seed: int) -> Bot:
    """About 1.6 points a deal below the heuristic."""
    return Person(seed, NORMAL)


bold = partial(Person, habits=BOLD)
careful = partial(Person, habits=CAREFUL)
outspoken = partial(Person, habits=OUTSPOKEN)
secretive = partial(Person, habits=SECRETIVE)
tidy = partial(Person, habits=TIDY)
"""Styles: as strong as `normal`."""


def hard(seed: int) -> Bot:
    """Looks further, for as long as a player hardly notices."""
    return guided(seed, playouts=HARD_PLAYOUTS, seconds=HARD_SECONDS)


def master(seed: int) -> Bot:
    """Looks further until its choice is sure."""
    return guided(seed, playouts=MASTER_PLAYOUTS, candidates=MASTER_CANDIDATES, seconds=MASTER_SECONDS)
