"""Paohuzi in the arena: duplicate walls, every bot in every seat."""

from __future__ import annotations

from paiju.arena.pack import Pack
from paiju.arena.paohuzi.outcome import DEALER, OTHER, outcome
from paiju.arena.paohuzi.walls import play_walls

PACK = Pack(
    title="Paohuzi 跑胡子",
    roles=(DEALER, OTHER),
    places=0,
    outcome=outcome,
    play=play_walls,
    # The `search` of Paohuzi is its `hard` without a clock and without the network.
    rungs=(
        "random",
        "easy",
        "greedy",
        "normal",
        "efficiency",
        "heuristic",
        "expected",
        "net",
        "hard",
        "master",
    ),
    slow={"easy": 600, "normal": 600, "hard": 600, "master": 400},
)
