"""Players of Paohuzi: one that plans, a frozen yardstick, and levels; who they are, and who gives advice."""

from __future__ import annotations

from paiju.bots.base import Pack

PACK = Pack(
    bots={
        "random": ("paiju.bots.random_bot", "RandomBot"),
        "greedy": ("paiju.bots.paohuzi.greedy", "GreedyBot"),
        "heuristic": ("paiju.bots.paohuzi.heuristic", "HeuristicBot"),
        "efficiency": ("paiju.bots.paohuzi.efficiency", "EfficiencyBot"),
        "expected": ("paiju.bots.paohuzi.expected", "ExpectedBot"),
        "search": ("paiju.bots.paohuzi.search", "SearchBot"),
        "easy": ("paiju.bots.levels", "paohuzi_easy"),
        "normal": ("paiju.bots.levels", "paohuzi_normal"),
        "hard": ("paiju.bots.levels", "paohuzi_hard"),
        "master": ("paiju.bots.levels", "paohuzi_master"),
    },
    advice=("paiju.bots.paohuzi.advice", "advise"),
    compiled=("paiju.bots.compiled.paohuzi.warmup",),
)
