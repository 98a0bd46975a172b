"""The levels of Bao Huang (see `bots.base`)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.baohuang.net import SHIPPED
from paiju.bots.baohuang.people import BOLD, CAREFUL, EASY, NORMAL, OUTSPOKEN, SECRETIVE, TIDY, Person
from paiju.bots.base import Bot, NetBot

HARD_DEALS, MASTER_DEALS = 400, 1500
HARD_CANDIDATES, MASTER_CANDIDATES = 6, 12
HARD_SECONDS, MASTER_SECONDS = 0.08, 1.8


def easy(seed: int) -> Bot:
    """About 3 points a deal below the heuristic."""
    return Person(seed, EASY)


def normal(seed: int) -> Bot:
    """About 0.7 points a deal below the heuristic."""
    return Person(seed, NORMAL)


bold = partial(Person, habits=BOLD)
careful = partial(Person, habits=CAREFUL)
outspoken = partial(Person, habits=OUTSPOKEN)
secretive = partial(Person, habits=SECRETIVE)
tidy = partial(Person, habits=TIDY)
"""Styles: as strong as `normal`."""


def search(seed: int) -> Bot:
    """A search by a fixed number of deals: the same seed and views give the same plays."""
    return _search_with(seed)


def net(seed: int, path: Path = SHIPPED, anchor: float | None = None) -> Bot:
    """Plays by the network in a file, anchored at the heuristic; `anchor` are points (`base.NetBot`)."""
    judge = None
    if path.is_file():
        from paiju.bots.baohuang.net.network import Judge, read_weights

        judge = Judge(read_weights(path))
    return NetBot(HeuristicBot(seed), judge, anchor)


def hard(seed: int) -> Bot:
    """Looks further, for as long as a player hardly notices."""
    return _search_with(seed, deals=HARD_DEALS, candidates=HARD_CANDIDATES, seconds=HARD_SECONDS)


def master(seed: int) -> Bot:
    """Thinks twice, the second time in deals that the network plays; else looks further until its choice is sure."""
    from paiju.bots.baohuang.compiled.search import Budget
    from paiju.bots.baohuang.net.search import FIRST, MasterBot, SecondBudget

    alone = Budget(deals=MASTER_DEALS, candidates=MASTER_CANDIDATES, seconds=MASTER_SECONDS)
    first = replace(FIRST, seconds=MASTER_SECONDS / 2)
    return MasterBot(seed, SecondBudget(seconds=MASTER_SECONDS, first=first), alone)


def _search_with(seed: int, **budget: Any) -> Bot:
    """The search with a budget (`search.Budget`)."""
    from paiju.bots.baohuang.compiled.search import Budget, SearchBot

    return SearchBot(seed, Budget(**budget))
