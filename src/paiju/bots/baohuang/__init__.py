"""Who plays Bao Huang, and who gives advice."""

from __future__ import annotations

from paiju.bots.base import Pack

PACK = Pack(
    bots={
        "random": ("paiju.bots.random_bot", "RandomBot"),
        "greedy": ("paiju.bots.greedy", "GreedyBot"),
        "heuristic": ("paiju.bots.heuristic.bot", "HeuristicBot"),
        "search": ("paiju.bots.levels", "baohuang_search"),
        "net": ("paiju.bots.net.bot", "NetBot"),
        "easy": ("paiju.bots.levels", "baohuang_easy"),
        "normal": ("paiju.bots.levels", "baohuang_normal"),
        "hard": ("paiju.bots.levels", "baohuang_hard"),
        "master": ("paiju.bots.levels", "baohuang_master"),
    },
    advice=("paiju.bots.baohuang.advice", "advise"),
    compiled=("paiju.bots.compiled.baohuang.warmup", "paiju.bots.net.warmup"),
)
