"""Bots and advice for Bao Huang.

| module | holds |
|---|---|
| `greedy`, `heuristic` | the yardstick, and the player that knows roles |
| `parameters` | the numbers that the heuristic plays by |
| `people` | players that play like people: levels and styles |
| `levels` | the levels that search, and the bot of the network |
| `compiled` | the policy over arrays, matches and the search inside the kernel |
| `net` | the trained player |
| `advice` | hints with reasons |
"""

from __future__ import annotations

from paiju.bots.base import Pack, levels_in

PACK = Pack(
    bots={
        "random": ("paiju.bots.base", "RandomBot"),
        "greedy": ("paiju.bots.baohuang.greedy", "GreedyBot"),
        "heuristic": ("paiju.bots.baohuang.heuristic", "HeuristicBot"),
        "search": ("paiju.bots.baohuang.compiled.search", "SearchBot"),
        "net": ("paiju.bots.baohuang.levels", "net"),
        **levels_in("paiju.bots.baohuang"),
    },
    advice=("paiju.bots.baohuang.advice", "ADVISER"),
    compiled=("paiju.bots.baohuang.compiled.warm_up", "paiju.bots.baohuang.net.warm_up"),
    fast=frozenset({"search", "net", "hard", "master"}),
    finisher=("paiju.bots.baohuang.compiled.matches", "finisher"),
)
