"""A network of Paohuzi against the policy it is anchored at, or another network: duplicate walls in lockstep.

As in the arena the same wall is played six times: the network in each seat against two of the policy, then the policy in each
against two networks. Walls of matches are never learned from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from paiju.arena.figures import Mean, mean_of
from paiju.bots.asked import network_choice
from paiju.bots.paohuzi.net.network import Network
from paiju.games.paohuzi.cards import SEATS
from paiju.train.opponents import Opponent
from paiju.train.paohuzi.tables import ALL_SEATS, Tables, facing

_MATCHES = 1 << 61  # far from the deals of any run
_CHUNK = 200
_LONE = 1 << np.arange(SEATS)
_MASKS = np.concatenate([_LONE, ALL_SEATS - _LONE])


class Strength(NamedTuple):
    """Points per deal of the network over the policy, and its two parts: alone against two, two against one."""

    margin: Mean
    alone: Mean
    pair: Mean


def play_walls(
    options: Mapping[str, Any], weights: Mapping[str, Any], *, walls: int, anchor: float, first: int = 0,
    opponent: Opponent | None = None,
) -> Strength:  # fmt: skip
    """Play walls `first` to `first + walls`, the same for all weights, against the policy or a network."""
    network = Network(weights)
    alone: list[float] = []
    pair: list[float] = []
    for start in range(first, first + walls, _CHUNK):
        numbers = _MATCHES + np.arange(start, min(start + _CHUNK, first + walls))
        tables = Tables(options, np.repeat(numbers, len(_MASKS)))
        for asked, answers in facing(tables, opponent).rounds(np.tile(_MASKS, len(numbers))):
            answers[:] = network_choice(network, asked, anchor).rows
        returns = tables.returns.reshape(len(numbers), 2, SEATS, -1)
        lone = np.einsum("wkss->wk", returns[..., :SEATS]) / SEATS
        alone.extend(lone[:, 0].tolist())
        pair.extend((-lone[:, 1]).tolist())
    margins = [(a + b) / 2 for a, b in zip(alone, pair, strict=True)]
    return Strength(mean_of(margins), mean_of(alone), mean_of(pair))
