"""Bao Huang for learners."""

from __future__ import annotations

from paiju.envs.baohuang.observations import LAYOUT, encode
from paiju.envs.baohuang.spaces import space
from paiju.envs.history import Past
from paiju.envs.pacing import LawPace
from paiju.envs.pack import Pack
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import KINDS
from paiju.games.baohuang.scoring import most_points

EVENTS = (
    "dealt", "cut", "claim", "crowned", "abdicated", "forced", "pool", "paid", "received", "moved", "called", "guard_named",
    "declined", "usurped", "declared", "quiet", "revolted", "countered", "revealed", "play", "played", "passed", "deferred",
    "finished", "stuck", "trick", "void", "over", "score",
)  # fmt: skip
PACK = Pack(
    title="Bao Huang",
    layout=LAYOUT,
    encode=encode,
    space=space,
    pace=LawPace(GAME),
    rule="BH A13",
    longest=4000,
    seats=(5, 5),
    past=Past(EVENTS, KINDS, 640),
    batch=("paiju.envs.baohuang.batch", "Tables"),
    most_points=most_points,
)
