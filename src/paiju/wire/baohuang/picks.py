"""Choices of cards from a Bao Huang hand that are too many to be listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.games.baohuang.cards import RANK_OF
from paiju.games.baohuang.notation import card_text
from paiju.games.baohuang.phases.transfers import CardChoices
from paiju.games.baohuang.state import State
from paiju.wire.pack import Limit, Pick


def pick_of(state: State, seat: int, choices: Sequence[Any]) -> Pick | None:
    """A choice too long to be listed, by its verb, its size, and the cards that may not all be chosen; None for others."""
    if not isinstance(choices, CardChoices):
        return None
    hand, suited = state.hands[seat], state.rules.suited
    held = [kind for kind, n in enumerate(hand) if n]
    low, most = choices.low
    protected = [kind for kind in held if RANK_OF[kind] == low and kind in choices.kinds]
    barred = [kind for kind in held if kind not in choices.kinds]
    limits: list[Limit] = [
        {"cards": [card_text(kind, suited=suited) for kind in kinds], "most": n}
        for kinds, n in ((protected, most), (barred, 0))
        if kinds
    ]
    return {"verb": choices.verb, "count": choices.size, "limits": limits}
