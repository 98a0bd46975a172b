"""How people play Paohuzi: their failings by level, and five styles meant to be as strong as `normal`.

What a style is worth was measured in the arena (docs/bots.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from paiju.bots.paohuzi.heuristic.parameters import DEFAULT, Parameters


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player judges: its numbers, how unsteadily it weighs plans, how many cards of each pile it remembers."""

    parameters: Parameters
    warmth: float
    memory: int


EASY = Habits(
    replace(DEFAULT, shortfall=0.0, refusal=1.2, tempo_pong=0.0, tempo_eat=0.0, plans=2),
    warmth=1.6, memory=1,
)  # fmt: skip
"""Takes whatever makes a set, forgets what has gone and how many hu it takes, and what others may make of a card."""
NORMAL = Habits(
    replace(DEFAULT, shortfall=0.2, refusal=0.35, tempo_pong=0.02, tempo_eat=0.02), warmth=0.38, memory=3
)
"""The same failings, less of each."""


def _styled(*, warmth: float = NORMAL.warmth, **numbers: Any) -> Habits:
    """`NORMAL` with some numbers changed, and as much steadier as these cost."""
    return Habits(replace(NORMAL.parameters, **numbers), warmth, NORMAL.memory)


BOLD = _styled(shortfall=0.1, excess=0.1, quad_hope=1.0, tempo_pong=0.0, tempo_eat=0.0)
"""Goes for many hu and four of a kind, and throws what others may want."""
CAREFUL = _styled(warmth=0.36, tempo_pong=0.12, tempo_eat=0.12, shortfall=0.4)
"""Sees to it that he has hu enough, and throws what nobody wants."""
OUTSPOKEN = _styled(refusal=0.7, pong_reach=1.5)
"""Takes what comes and lays it on the table."""
SECRETIVE = _styled(warmth=0.36, refusal=0.05, own_share=0.5)
"""Keeps his cards in hand for as long as he can."""
TIDY = _styled(warmth=0.36, pong_reach=1.15, plans=8)
"""Builds on sequences more than on pairs, and looks at fewer plans."""
