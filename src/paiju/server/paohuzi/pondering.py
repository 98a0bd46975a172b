"""How much there is to think about at a question of Paohuzi outside a claim window, as far as all see."""

from __future__ import annotations

from paiju.games.paohuzi.viewing import View

_YOUNG, _PER_SET, _LEAST = 0.8, 0.12, 0.2
_LATE, _FEW_LEFT = 0.2, 6


def pondering(public: View, seat: int) -> float:
    """From 0 to 1: less with each set that lies on the table, more when the stock comes to its end."""
    laid = max(_LEAST, _YOUNG - _PER_SET * len(public.melds[seat]))
    return laid + _LATE * (public.left <= _FEW_LEFT)
