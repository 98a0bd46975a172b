"""Classifiers of delays: whether somebody had a choice must not show in how long he took."""

from __future__ import annotations

import random
from pathlib import Path

from tests.attack.outcome import Outcome
from tests.server.table.delays import ENOUGH, classify, limit, passes_of_bots, passes_of_people


def run(size: int, rng: random.Random, _: Path) -> Outcome:
    """Train classifiers on the delays of bots and of people at sealed tables, on `size` times as many passes as the tests do."""
    tried, fallen, told = 0, 0, []
    for who, passes_of in (("bots", passes_of_bots), ("people", passes_of_people)):
        passes = passes_of(rng, size * ENOUGH)
        found = classify(passes, rng)
        tried += len(passes)
        fallen += found > limit(passes)
        told.append(f"AUC {found:.3f} for {who}, {limit(passes):.3f} allowed")
    return Outcome("passes told apart by their delays", tried, fallen, "; ".join(told))
