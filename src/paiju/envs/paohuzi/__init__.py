"""Paohuzi for learners."""

from __future__ import annotations

from paiju.envs.history import Past
from paiju.envs.pack import Pack
from paiju.envs.paohuzi.observations import LAYOUT, encode
from paiju.envs.paohuzi.pace import PaohuziPace
from paiju.envs.paohuzi.spaces import space
from paiju.games.paohuzi.cards import KINDS
from paiju.games.paohuzi.hands import most_points

EVENTS = (
    "dealt", "bottom", "draw", "discard", "left", "pong", "eat", "wei", "ti", "pao", "dead", "hu", "over", "score",
)  # fmt: skip
PACK = Pack(
    title="Paohuzi",
    layout=LAYOUT,
    encode=encode,
    space=space,
    pace=PaohuziPace(),
    rule="PZ M10",
    longest=1000,
    seats=(3, 4),
    past=Past(EVENTS, KINDS, 160),
    batch=("paiju.envs.paohuzi.batch", "Tables"),
    most_points=most_points,
)
