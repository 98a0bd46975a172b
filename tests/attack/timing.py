"""Classifiers of delays: whether somebody had a choice must not show in how long they took."""

from __future__ import annotations

import random
from pathlib import Path

from tests.attack.outcome import Outcome
from tests.server.table.delays import ENOUGH, passes_of_bots, passes_of_people, told_apart


def run(size: int, rng: random.Random, _: Path) -> Outcome:
    """Train classifiers on the delays of bots and of people at sealed tables, on `size` times as many passes as the tests do."""
    tried, fallen, reported = 0, 0, []
    for who, passes_of in (("bots", passes_of_bots), ("people", passes_of_people)):
        found = told_apart(passes_of, rng, size * ENOUGH)
        tried += found.passes
        fallen += found.auc > found.allowed
        reported.append(f"AUC {found.auc:.3f} for {who}, {found.allowed:.3f} allowed")
    return Outcome("passes classified by their delays", tried, fallen, "; ".join(reported))
