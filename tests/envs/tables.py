"""What the environment tests share."""

from __future__ import annotations

import paiju

EVERY = [(game, {"preset": preset}) for game in paiju.available() for preset in paiju.load(game).presets()]


def play(table, rng) -> None:
    """Play a table to the end at random."""
    while table.turn >= 0:
        table.step(rng.choice(table.legal()))
