"""The levels of Bao Huang that search, and the bot of its network; `people` has the others (see `bots.base`)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.baohuang.net import SHIPPED
from paiju.bots.base import Bot, NetBot

HARD_DEALS, MASTER_DEALS = 400, 1500
HARD_CANDIDATES, MASTER_CANDIDATES = 6, 12
HARD_SECONDS, MASTER_SECONDS = 0.08, 1.8


def net(seed: int, path: Path = SHIPPED, anchor: float | None = None) -> Bot:
    """Plays by the network in a file, anchored at the heuristic; `anchor` are points (`base.NetBot`)."""
    judge = None
    if path.is_file():
        from paiju.bots.baohuang.net.network import Judge, read_weights

        judge = Judge(read_weights(path))
    return NetBot(HeuristicBot(seed), judge, anchor)


def hard(seed: int) -> Bot:
    """Looks further, for as long as a player hardly notices."""
    from paiju.bots.baohuang.compiled.search import Budget, SearchBot

    return SearchBot(seed, Budget(HARD_DEALS, HARD_CANDIDATES, seconds=HARD_SECONDS))


def master(seed: int) -> Bot:
    """Thinks twice, the second time in deals that the network plays; else looks further until its choice is sure."""
    from paiju.bots.baohuang.compiled.search import Budget
    from paiju.bots.baohuang.net.search import FIRST, MasterBot, SecondBudget

    alone = Budget(deals=MASTER_DEALS, candidates=MASTER_CANDIDATES, seconds=MASTER_SECONDS)
    first = replace(FIRST, seconds=MASTER_SECONDS / 2)
    return MasterBot(seed, SecondBudget(seconds=MASTER_SECONDS, first=first), alone)
