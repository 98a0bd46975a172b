"""What the environment tests share."""

from __future__ import annotations

import paiju
from paiju.games.baohuang.state import Phase

EVERY = [(game, {"preset": preset}) for game in paiju.available() for preset in paiju.load(game).presets()]


def is_looked_at(state, rng) -> bool:
    """Whether states are replaced by sampled ones: slow in Bao Huang's play, where most moments are, once cards were passed on."""
    return rng.random() < (0.02 if state.phase is Phase.PLAY else 0.2)


def play(table, rng) -> None:
    """Play a table to the end at random."""
    while table.turn >= 0:
        table.step(rng.choice(table.legal()))
