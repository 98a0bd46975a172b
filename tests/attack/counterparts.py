"""Two simulations that look alike to a seat, through the tables of the server."""

from __future__ import annotations

import random
from pathlib import Path

from tests.attack.outcome import Outcome
from tests.server.table.simulation import Simulation
from tests.server.table.test_counterparts import TABLES, walk

MOMENTS = 10


def run(size: int, rng: random.Random, _: Path) -> Outcome:
    """Walk through `size` simulations beside counterparts with other hidden cards; whatever a seat is sent must agree."""
    compared = fallen = 0
    for number in range(size):
        game, people, options = TABLES[number % len(TABLES)]
        sim = Simulation(game, people, options=options, seed=rng.getrandbits(32))
        sim.start()
        try:
            compared += walk(sim, rng, MOMENTS)
        except AssertionError:
            fallen += 1
    return Outcome("deals that differ in hidden cards", size, fallen, f"compared at {compared} moments")
