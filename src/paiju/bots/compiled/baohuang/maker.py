"""Searching bots where there is a kernel, the heuristic where there is none; importing this needs no numba."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from paiju import kernels
from paiju.bots.base import Bot
from paiju.bots.heuristic.bot import HeuristicBot


def search_bot(seed: int, **budget: Any) -> Bot:
    """A `SearchBot` with the fields of `search.Budget` given; `HeuristicBot` where the kernels cannot be used."""
    if kernels.missing():
        return HeuristicBot(seed)
    bot = import_module("paiju.bots.compiled.baohuang.bot")
    search = import_module("paiju.bots.compiled.baohuang.search")
    made: Bot = bot.SearchBot(seed, search.Budget(**budget))
    return made
