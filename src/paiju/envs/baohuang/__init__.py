"""Bao Huang for learners."""

from __future__ import annotations

from paiju.envs.baohuang.observations import LAYOUT, encode
from paiju.envs.baohuang.spaces import space
from paiju.envs.pacing import LawPace
from paiju.envs.pack import Pack
from paiju.games.baohuang import GAME

PACK = Pack(
    title="Bao Huang",
    layout=LAYOUT,
    encode=encode,
    space=space,
    pace=LawPace(GAME),
    rule="BH A13",
    longest=4000,
    seats=(5, 5),
    batch=("paiju.envs.baohuang.batch", "Tables"),
)
