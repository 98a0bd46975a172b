"""Bao Huang at a live table: what its room asks, and how long bots think."""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.views import View
from paiju.server.pack import PHRASES, Glance, Pack, Question

_BEFORE, _LEAD, _ANSWER = 0.7, 0.5, 0.15
_OF_THE_EMPEROR, _LARGE_SET, _NEAR_THE_END = 0.1, 0.15, 0.25
_LARGE_PACK, _FEW = 3, 6


def pondering(public: View, seat: int) -> float:
    """From 0, the seat cannot but pass, to 1; `public` is the view of a spectator."""
    if public.phase is not Phase.PLAY:
        return _BEFORE
    near = _NEAR_THE_END * any(0 < _cards(public, other) <= _FEW for other in range(len(public.sizes)))
    if public.top is None:
        return _LEAD + near
    laid = len(public.top.strengths)
    if _cards(public, seat) < laid:
        return 0.0
    return (
        _ANSWER
        + near
        + _OF_THE_EMPEROR * (public.owner == public.emperor)
        + _LARGE_SET * (laid >= _LARGE_PACK)
    )


def _cards(public: View, seat: int) -> int:
    """How many cards a seat holds, which everybody can count where the table does not show it."""
    size = public.sizes[seat]
    return public.drawn_sizes[seat] + public.gained[seat] - sum(public.played[seat]) if size is None else size


QUESTIONS = (
    Question("threes", "3 4 5", {"deck": "216"}, {"deck": "168"}),
    # A called guard has no marked card to hold as well, so abdication cannot ask for both cards (BH A6).
    Question("called", "9 9 9 → L", {"guard_by": "called", "abdication": "on"}, {"guard_by": "marked_black"}),
    Question("abdication", "R → R", {"abdication": "on"}, {"abdication": "off"}),
    Question("by_place", "2 → 2", {"tribute_mode": "place"}, {"tribute_mode": "camp"}),
    Question("return", "2 ⇄ 6", {"tribute_return": "same_count"}, {"tribute_return": "none"}),
    Question("declare", "B ×2", {"declarations": "all"}, {"declarations": "off"}),
    Question("lowest_last", "K K … 6", {"low_last": "lowest_rank"}, {"low_last": "off"}),
    Question("points", "+2 −2", {"scoring": "team2"}, {"scoring": "free"}),
    Question("equal", "9 9 r = 9 9 b", {"order": "joker_strict"}, {"order": "strict"}),
    Question("bombs", "8h 8h 8h 8h > 2", {"bombs": "on"}, {"bombs": "off"}),
)


def glance(state: Any, public: View) -> Glance:
    """Who decides, as far as all see; who is out of cards or was taken out of play."""
    return Glance(public.asked, frozenset((*public.out, *public.stuck)), (public.phase, public.turn))


PACK = Pack(
    glance, ("no", "pass", "trust_me", *PHRASES), QUESTIONS, pondering=pondering,
    styles=("hand", "felt", "counter"),
)  # fmt: skip
