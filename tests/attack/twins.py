"""Two worlds that look alike to a seat, through the tables of the server."""

from __future__ import annotations

import random
from pathlib import Path

from tests.attack.outcome import Outcome
from tests.server.table.test_twins import TABLES, walk
from tests.server.table.world import World

MOMENTS = 10


def run(size: int, rng: random.Random, _: Path) -> Outcome:
    """Walk through `size` worlds beside twins with other hidden cards; whatever a seat is sent must agree."""
    compared = fallen = 0
    for number in range(size):
        game, people, options = TABLES[number % len(TABLES)]
        world = World(game, people, options=options, seed=rng.getrandbits(32))
        world.start()
        try:
            compared += walk(world, rng, MOMENTS)
        except AssertionError:
            fallen += 1
    return Outcome("deals that differ in hidden cards", size, fallen, f"compared at {compared} moments")
