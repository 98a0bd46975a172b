"""How people play Bao Huang: their failings by level, and five styles of the same strength as `normal`.

What a style is worth was measured in the arena (docs/bots.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player judges: its numbers, how unsteadily it weighs plays (in turns), how many tricks it remembers."""

    parameters: Parameters
    warmth: float
    memory: int


EASY = Habits(
    replace(DEFAULT, split=0.3, small=0.65, big=1.6, suspicion=0.0, run_out=0.3, feed_friend=0.0),
    warmth=0.22, memory=1,
)  # fmt: skip
"""Plays what lies at hand: remembers the last trick, guesses at nobody, plans no end, is stingy with jokers and pairs."""
NORMAL = Habits(replace(DEFAULT, split=0.15, small=0.45, big=1.35, suspicion=0.7), warmth=0.05, memory=6)
"""The same failings, less of each."""


def _styled(*, warmth: float = NORMAL.warmth, memory: int = NORMAL.memory, **numbers: Any) -> Habits:
    """`NORMAL` with some numbers changed, and as much steadier as these cost."""
    return Habits(replace(NORMAL.parameters, **numbers), warmth, memory)


BOLD = _styled(
    warmth=0.04,
    memory=7,
    doubt=1.4,
    lead_control=0.5,
    follow_control=0.6,
    declare_above=-0.5,
    revolt_above=1.0,
)
"""Trusts that his sets stand, goes for the lead, and raises the stakes."""
CAREFUL = _styled(
    warmth=0.035, memory=7, doubt=2.2, small=0.55, big=1.45, declare_above=1.0, revolt_above=2.5
)
"""Expects to be beaten, and keeps jokers for the end."""
OUTSPOKEN = _styled(
    warmth=0.03, memory=8, hidden=0.9, showing=0.0, ally_people=1.15, feed_friend=0.5, declare_above=-1.0
)
"""As a guard shows himself early; helps whom he takes for a friend."""
SECRETIVE = _styled(warmth=0.045, memory=6, hidden=0.35, showing=0.6, ally_people=0.95, declare_above=2.0)
"""As a guard stays hidden for as long as he can; helps nobody who is not near the end."""
TIDY = _styled(warmth=0.02, memory=9, split=0.25, height=0.05, card=0.0)
"""Does not tear sets apart, and plays many cards at once."""
