"""Bao Huang on the wire."""

from __future__ import annotations

from paiju.games.baohuang.suits import suits_of
from paiju.wire.baohuang.opened import opened
from paiju.wire.baohuang.picks import pick_of
from paiju.wire.baohuang.tricks import Tricks
from paiju.wire.baohuang.typed import BaohuangView, HiddenDraw
from paiju.wire.baohuang.views import hidden_draw, view_json
from paiju.wire.pack import Pack

PACK = Pack(
    view_json, opened, pick=pick_of, dress=suits_of, past=Tricks, veil_json=hidden_draw, typed=(BaohuangView, HiddenDraw)
)  # fmt: skip
