"""How much there is to think about at a question of Bao Huang, as far as all see."""

from __future__ import annotations

from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.viewing import View

_BEFORE, _LEAD, _ANSWER = 0.7, 0.5, 0.15
_OF_THE_EMPEROR, _LARGE_SET, _NEAR_THE_END = 0.1, 0.15, 0.25
_LARGE, _FEW = 3, 6


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
    return _ANSWER + near + _OF_THE_EMPEROR * (public.owner == public.emperor) + _LARGE_SET * (laid >= _LARGE)


def _cards(public: View, seat: int) -> int:
    """How many cards a seat holds, which everybody can count where the table does not show it."""
    size = public.sizes[seat]
    return public.drawn_sizes[seat] + public.gained[seat] - sum(public.played[seat]) if size is None else size
