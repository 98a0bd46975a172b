"""Who plays Bao Huang, and who gives advice."""

from __future__ import annotations

from paiju.bots.base import Pack

PACK = Pack(
    bots={
        "random": ("paiju.bots.base", "RandomBot"),
        "greedy": ("paiju.bots.baohuang.greedy", "GreedyBot"),
        "heuristic": ("paiju.bots.baohuang.heuristic.bot", "HeuristicBot"),
        "search": ("paiju.bots.baohuang.levels", "search"),
        "net": ("paiju.bots.baohuang.net.bot", "NetBot"),
        "easy": ("paiju.bots.baohuang.levels", "easy"),
        "normal": ("paiju.bots.baohuang.levels", "normal"),
        "bold": ("paiju.bots.baohuang.levels", "bold"),
        "careful": ("paiju.bots.baohuang.levels", "careful"),
        "outspoken": ("paiju.bots.baohuang.levels", "outspoken"),
        "secretive": ("paiju.bots.baohuang.levels", "secretive"),
        "tidy": ("paiju.bots.baohuang.levels", "tidy"),
        "hard": ("paiju.bots.baohuang.levels", "hard"),
        "master": ("paiju.bots.baohuang.levels", "master"),
    },
    advice=("paiju.bots.baohuang.advice", "advise"),
    compiled=("paiju.bots.baohuang.compiled.warm_up", "paiju.bots.baohuang.net.warm_up"),
    fast=frozenset({"search", "net", "hard", "master"}),
    playable=("paiju.kernels.baohuang.rules", "rules_for"),
)
