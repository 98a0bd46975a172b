"""Bao Huang at a live table."""

from __future__ import annotations

from paiju.server.baohuang.questions import QUESTIONS
from paiju.server.pack import PHRASES, Pack

PACK = Pack(("no", "pass", "zhan_pai", "trust_me", *PHRASES), QUESTIONS, styles=("hand", "felt", "counter"))
