"""Bao Huang at a live table."""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.viewing import View
from paiju.server.baohuang.picture import picture
from paiju.server.baohuang.pondering import pondering
from paiju.server.baohuang.questions import QUESTIONS
from paiju.server.pack import PHRASES, Glance, Pack


def glance(state: Any, public: View) -> Glance:
    """Who is asked, as far as all see; who is out of cards or was taken out of play."""
    return Glance(public.asked, frozenset((*public.out, *public.stuck)), (public.phase, public.turn))


PACK = Pack(
    glance, ("no", "pass", "trust_me", *PHRASES), QUESTIONS, pondering=pondering, picture=picture,
    styles=("hand", "felt", "counter"),
)  # fmt: skip
