"""The numbers of the compiled players, tuned on training deals and then frozen."""

from __future__ import annotations

from collections.abc import Mapping

from paiju.bots.paohuzi.compiled.records import EFFICIENCY, EXPECTED

_TUNED: Mapping[str, float] = {
    "style": EXPECTED, "eat": 0.75, "pong": 2.332, "barred": 0.35, "win": 0.994, "own": 0.482, "quad": 0.307, "threat": 0.01,
    "threat_sets": 0.3, "together": 7.211, "give_pong": 0.013, "give_eat": 0.195, "refusal": -0.203, "base": 1.266,
}  # fmt: skip
"""By some sixty steps of evolution on kernel walls 20,000,000 to 25,000,000, all of them training deals."""

NUMBERS: Mapping[str, Mapping[str, float]] = {
    "efficiency": {
        "style": EFFICIENCY, "nodes": 4_000, "eat": 1.0, "pong": 1.0, "barred": 1.0, "win": 1.0, "own": 0.5, "together": 1.0,
    },
    "expected": {**_TUNED, "slack": 1, "nodes": 4_000},
    "playout": {**_TUNED, "slack": 0, "nodes": 250},
    "guess": {**_TUNED, "slack": 0, "nodes": 60},
}  # fmt: skip
"""By bot, what searches play out with, and what they see others' hands with; `records.WeightsRecord` says what they mean."""
