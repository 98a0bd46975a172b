"""Paohuzi at a live table."""

from __future__ import annotations

from typing import Any

from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.viewing import View
from paiju.server.pack import PHRASES, Glance, Pack
from paiju.server.paohuzi.picture import picture
from paiju.server.paohuzi.pondering import pondering
from paiju.server.paohuzi.questions import QUESTIONS
from paiju.server.paohuzi.waiting import waits_json


def glance(state: Any, public: View) -> Glance:
    """Who is asked, as far as all see; who rests."""
    resting = frozenset(range(len(public.sizes))) - frozenset(public.order)
    return Glance(public.asked, resting, (public.phase, public.turn))


PACK = Pack(
    glance, ("pass", "good_card", "what_a_card", *PHRASES), QUESTIONS, waits_json, GAME.why_not, pondering=pondering, picture=picture,
    styles=("frame", "seats", "middle", "hand", "claims", "sizes", "low", "wide-seats", "wide-middle", "wide-hand", "words"),
)  # fmt: skip
