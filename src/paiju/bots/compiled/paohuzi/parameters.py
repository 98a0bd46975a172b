"""The numbers of the compiled players, tuned on training deals and then frozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiju.bots.compiled.paohuzi.records import EFFICIENCY, EXPECTED

NUMBERS: Mapping[str, Mapping[str, Any]] = {
    "efficiency": {
        "style": EFFICIENCY, "slack": 0, "nodes": 3_000, "eat": 0.75, "pong": 1.3, "barred": 0.35, "win": 1.0, "own": 0.33,
        "together": 1.0,
    },
    "expected": {
        "style": EXPECTED, "slack": 1, "nodes": 3_000, "eat": 0.75, "pong": 1.3, "barred": 0.35, "win": 1.0, "own": 0.33,
        "quad": 0.5, "threat": 0.01, "threat_sets": 0.3, "together": 5.0, "give_pong": 0.04, "give_eat": 0.04,
        "refusal": 0.0, "base": 1.0,
    },
    "playout": {
        "style": EXPECTED, "slack": 0, "nodes": 100, "eat": 0.75, "pong": 1.3, "barred": 0.35, "win": 1.0, "own": 0.33,
        "quad": 0.5, "threat": 0.01, "threat_sets": 0.3, "together": 5.0, "give_pong": 0.1, "give_eat": 0.1,
        "refusal": -0.15, "base": 1.0,
    },
}  # fmt: skip
"""By bot, and what searches play out with; `records.WEIGHTS` says what they mean."""
