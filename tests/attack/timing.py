"""Classifiers of delays: whether somebody had a choice must not show in how long he took."""

from __future__ import annotations

import random
from pathlib import Path

from tests.attack.outcome import Outcome
from tests.server.table.delays import classify, limit, passes_of_bots, passes_of_people


def run(size: int, rng: random.Random, _: Path) -> Outcome:
    """Train classifiers on the delays of bots and of people at sealed tables, `size` times each."""
    found, fallen = [], 0
    for passes_of in (passes_of_bots, passes_of_people) * size:
        passes = passes_of(rng)
        found.append(classify(passes, rng))
        fallen += found[-1] > limit(passes)
    return Outcome("classifiers of delays", len(found), fallen, f"mean AUC {sum(found) / len(found):.3f}")
