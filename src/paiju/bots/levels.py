"""The levels that players choose: each is a bot with its judgement blurred, or with time to look further.

| level | Bao Huang | Paohuzi |
|---|---|---|
| `easy`, `normal` | the heuristic, which now and then takes a play that it holds for nearly as good | the same |
| `hard` | a search over a few hundred sampled deals, under 100 ms | the same |
| `master` | thinks twice: what is close is tried again in deals that the network plays | the same search, much longer |

Where the kernels are missing, or have no form for a table's options, the heuristic plays at full strength in place of
`hard` and `master`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paiju.bots.base import Bot
from paiju.bots.heuristic.warm import WarmBot
from paiju.bots.paohuzi.fallback import WithFallback
from paiju.bots.paohuzi.warm import WarmBot as WarmPaohuziBot
from paiju.kernels import missing

LEVELS = ("easy", "normal", "hard", "master")

# In turns; measured with `paiju arena`, see docs/ladder.md.
EASY_WARMTH, NORMAL_WARMTH = 0.295, 0.135
HARD_WORLDS, MASTER_WORLDS = 400, 1500
HARD_CANDIDATES, MASTER_CANDIDATES = 6, 12
HARD_PLAYOUTS = 150
MASTER_PLAYOUTS = 900
HARD_SECONDS, MASTER_SECONDS = 0.08, 1.8
EASY_PAOHUZI_WARMTH, NORMAL_PAOHUZI_WARMTH = 0.8, 0.25


def baohuang_easy(seed: int) -> Bot:
    """About 3 points a deal below the heuristic."""
    return WarmBot(seed, EASY_WARMTH)


def baohuang_normal(seed: int) -> Bot:
    """About 1 point a deal below the heuristic."""
    return WarmBot(seed, NORMAL_WARMTH)


def baohuang_search(seed: int) -> Bot:
    """A search by a fixed number of worlds: the same seed and views give the same plays."""
    return _baohuang_search(seed)


def baohuang_hard(seed: int) -> Bot:
    """Looks further, for as long as a player hardly notices."""
    return _baohuang_search(seed, worlds=HARD_WORLDS, candidates=HARD_CANDIDATES, seconds=HARD_SECONDS)


def baohuang_master(seed: int) -> Bot:
    """Thinks twice, the second time in deals that the network plays; else looks further until its choice is sure."""
    if missing():
        return WarmBot(seed, 0.0)
    from paiju.bots.compiled.baohuang.search import Budget  # noqa: PLC0415 - needs numba
    from paiju.bots.net.master import MasterBot  # noqa: PLC0415
    from paiju.bots.net.search import FIRST, SecondBudget  # noqa: PLC0415

    alone = Budget(worlds=MASTER_WORLDS, candidates=MASTER_CANDIDATES, seconds=MASTER_SECONDS)
    first = replace(FIRST, seconds=MASTER_SECONDS / 2)
    return MasterBot(seed, SecondBudget(seconds=MASTER_SECONDS, first=first), alone)


def _baohuang_search(seed: int, **budget: Any) -> Bot:
    """The search with a budget (`search.Budget`)."""
    if missing():
        return WarmBot(seed, 0.0)
    from paiju.bots.compiled.baohuang.bot import SearchBot  # noqa: PLC0415 - needs numba
    from paiju.bots.compiled.baohuang.search import Budget  # noqa: PLC0415

    return SearchBot(seed, Budget(**budget))


def paohuzi_easy(seed: int) -> Bot:
    """About 2 points a deal below the heuristic."""
    return WarmPaohuziBot(seed, EASY_PAOHUZI_WARMTH)


def paohuzi_normal(seed: int) -> Bot:
    """About 0.8 points a deal below the heuristic."""
    return WarmPaohuziBot(seed, NORMAL_PAOHUZI_WARMTH)


def paohuzi_hard(seed: int) -> Bot:
    """Looks further, for as long as a player hardly notices."""
    return PaohuziSearch(seed, HARD_PLAYOUTS, HARD_SECONDS)


def paohuzi_master(seed: int) -> Bot:
    """Looks further until its choice is sure."""
    return PaohuziSearch(seed, MASTER_PLAYOUTS, MASTER_SECONDS)


class PaohuziSearch(WithFallback):
    """The search with a budget of its own."""

    name = "search"

    def __init__(self, seed: int, playouts: int, seconds: float | None) -> None:
        super().__init__(seed)
        self._playouts, self._seconds = playouts, seconds

    def compiled(self) -> Bot:
        """The compiled search."""
        from paiju.bots.compiled.paohuzi.search import Budget, SearchBot  # noqa: PLC0415 - needs numba

        return SearchBot(self._seed, Budget(playouts=self._playouts, seconds=self._seconds))
