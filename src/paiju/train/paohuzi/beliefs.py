"""What a network says of who takes a thrown card and of what others hold, while `expected` plays against itself.

Beside its nats stand those of a blind guess: how often cards are taken at all, and hands drawn at random from what is unseen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.arena.figures import Mean, mean_of
from paiju.bots.paohuzi.net.features.layout import OTHERS, STATE, THREE
from paiju.bots.paohuzi.net.network import TAKERS, Network
from paiju.bots.towers import starts
from paiju.games.paohuzi.cards import KINDS
from paiju.train.leases import Lease
from paiju.train.paohuzi.lockstep import NO_TAKER
from paiju.train.paohuzi.selfplay import SelfPlayWorker
from paiju.train.paohuzi.shards import Shard

_SEED = (1 << 20) - 1  # of deals that no run has
_AT = dict(zip((field.name for field in STATE), starts(STATE), strict=False))
_LIVE, _SIZES = _AT["live"], (_AT["size1"], _AT["size2"])
_TINY = 1e-9

Floats = npt.NDArray[np.float64]


class Belief(NamedTuple):
    """Nats of the network and of a blind guess, means over questions."""

    name: str
    nats: Mean
    blind: Mean


def measure(options: Mapping[str, Any], weights: Mapping[str, Any], *, deals: int) -> list[Belief]:
    """What is believed at the questions of some deals that no run has learned from."""
    shard = SelfPlayWorker(options, _SEED).run(None, Lease(0, 0, deals, 0.0, 0.0)).samples
    network = Network(weights)
    return [_takers(network, shard), _hands(network, shard)]


def _takers(network: Network, shard: Shard) -> Belief:
    thrown = np.flatnonzero(shard.takers != NO_TAKER)
    wanted = shard.takers[thrown]
    said = np.concatenate([network.takers(shard.states[i], shard.actions[i : i + 1]) for i in thrown])
    often = np.bincount(wanted, minlength=TAKERS) / len(thrown)
    rows = np.arange(len(thrown))
    return Belief("who takes a thrown card", _nats(said[rows, wanted]), _nats(often[wanted]))


def _hands(network: Network, shard: Shard) -> Belief:
    held = shard.hands.reshape(-1, OTHERS, KINDS)[..., None] > np.arange(THREE)
    said = network.hands(shard.states).astype(np.float64)
    blind = np.empty(said.shape)
    for i, state in enumerate(shard.states.tolist()):
        live = state[_LIVE : _LIVE + KINDS]
        for other, at in enumerate(_SIZES):
            blind[i, other] = [_at_least(copies, state[at], sum(live)) for copies in live]
    return Belief("copies that others hold", *(_nats(np.where(held, p, 1 - p)) for p in (said, blind)))


@cache
def _at_least(copies: int, size: int, unseen: int) -> tuple[float, ...]:
    """Chances that a random hand of `size` among `unseen` cards holds one or more of some copies, two or more, three or more."""
    ways = [comb(copies, n) * comb(unseen - copies, size - n) if n <= size else 0 for n in range(copies + 1)]
    return tuple(sum(ways[n:]) / comb(unseen, size) for n in range(1, THREE + 1))


def _nats(chances: Any) -> Mean:
    """The mean over questions of the log-losses of what came true."""
    losses: Floats = -np.log(np.maximum(chances, _TINY))
    return mean_of(losses.reshape(len(losses), -1).mean(axis=1).tolist())
