"""Players of Paohuzi: one that plans, a frozen yardstick, and levels; who they are, and who gives advice.

| module | holds |
|---|---|
| `greedy`, `heuristic` | the yardstick, and the player that plans |
| `people` | players that play like people: levels and styles |
| `levels` | the levels that search, and the bot of the network |
| `compiled` | policies, matches and the search inside the kernel |
| `net` | the trained player |
| `advice` | hints with reasons |
"""

from __future__ import annotations

from paiju.bots.base import Pack, levels_in

PACK = Pack(
    bots={
        "random": ("paiju.bots.base", "RandomBot"),
        "greedy": ("paiju.bots.paohuzi.greedy", "GreedyBot"),
        "heuristic": ("paiju.bots.paohuzi.heuristic", "HeuristicBot"),
        "efficiency": ("paiju.bots.paohuzi.compiled.matches", "efficiency"),
        "expected": ("paiju.bots.paohuzi.compiled.matches", "expected"),
        "search": ("paiju.bots.paohuzi.compiled.search", "SearchBot"),
        "net": ("paiju.bots.paohuzi.levels", "net"),
        **levels_in("paiju.bots.paohuzi"),
    },
    advice=("paiju.bots.paohuzi.advice", "ADVISER"),
    compiled=("paiju.bots.paohuzi.compiled.warm_up", "paiju.bots.paohuzi.net.warm_up"),
    fast=frozenset({"efficiency", "expected", "search", "net", "hard", "master"}),
    finisher=("paiju.bots.paohuzi.compiled.matches", "finisher"),
)
