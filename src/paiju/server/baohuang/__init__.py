"""Bao Huang at a live table."""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.viewing import View
from paiju.server.baohuang.questions import QUESTIONS
from paiju.server.pack import PHRASES, Pack, Standing


def standing(state: Any, public: View) -> Standing:
    """Who is asked, as far as all see; who is out of cards or was taken out of play."""
    return Standing(public.asked, frozenset((*public.out, *public.stuck)), (public.phase, public.turn))


PACK = Pack(
    standing, ("no", "pass", "zhan_pai", "trust_me", *PHRASES), QUESTIONS, styles=("hand", "felt", "counter")
)
