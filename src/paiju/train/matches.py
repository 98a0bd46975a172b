"""A network against the heuristic it is anchored at: duplicate pairs in lockstep, for the curve of a run.

Both play the same deals on both sides; only deals with a guard are used. Deals of matches are never learned from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from paiju.arena.figures import Mean, mean_of
from paiju.bots.compiled.baohuang.parameters import weights_record
from paiju.bots.heuristic.parameters import Parameters
from paiju.bots.net.network import Network
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.rules import rules_record
from paiju.train.lockstep import CROWN, PEOPLE
from paiju.train.tables import Tables, network_choice

_MATCHES = 1 << 61  # far from the deals of any run
_CHUNK = 1000


class Strength(NamedTuple):
    """Points per deal of the network over the heuristic, and its points as the crown and as the people."""

    margin: Mean
    crown: Mean
    people: Mean


def play_matches(
    options: Mapping[str, str],
    parameters: Parameters,
    weights: Mapping[str, Any],
    *,
    pairs: int,
    anchor: float,
    first: int = 0,
) -> Strength:
    """Play pairs `first` to `first + pairs`, the same deals for all weights."""
    rules, heuristic = rules_record(GAME.options(dict(options))), weights_record(parameters)
    network = Network(weights)
    crown: list[float] = []
    people: list[float] = []
    for start in range(first, first + pairs, _CHUNK):
        numbers = _MATCHES + np.arange(start, min(start + _CHUNK, first + pairs))
        for side, made in ((CROWN, crown), (PEOPLE, people)):
            tables = Tables(rules, heuristic, numbers)
            for asked, answers in tables.rounds(np.full(len(numbers), side)):
                answers[:] = network_choice(network, asked, anchor)
            made.extend(tables.points.tolist())
    margins = [(a - b) / 2 for a, b in zip(crown, people, strict=True)]
    return Strength(mean_of(margins), mean_of(crown), mean_of([-point for point in people]))
