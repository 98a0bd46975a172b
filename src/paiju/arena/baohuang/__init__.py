"""Bao Huang in the arena: duplicate pairs, sides swapped."""

from __future__ import annotations

from paiju.arena.baohuang.duplicate import play_duplicate
from paiju.arena.baohuang.outcome import ROLES, outcome, teams
from paiju.arena.pack import Pack
from paiju.games.baohuang.cards import SEATS

PACK = Pack(
    title="Bao Huang 保皇",
    roles=ROLES,
    places=SEATS,
    outcome=outcome,
    teams=teams,
    play=play_duplicate,
    rungs=("random", "greedy", "easy", "normal", "heuristic", "search", "net", "hard", "master"),
    slow={"easy": 300, "normal": 300, "search": 400, "hard": 300, "master": 200},
)
