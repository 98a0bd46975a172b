"""Paohuzi at a live table."""

from __future__ import annotations

from paiju.server.pack import PHRASES, Pack
from paiju.server.paohuzi.questions import QUESTIONS
from paiju.server.paohuzi.waiting import waits_json

PACK = Pack(
    ("pass", "good_card", "what_a_card", *PHRASES), QUESTIONS, waits_json,
    styles=("frame", "seats", "middle", "hand", "claims", "sizes", "low"),
)  # fmt: skip
