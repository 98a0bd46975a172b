"""Self-play of Paohuzi, deals by number in and samples out, matches of a network, and what it believes of hidden hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.arena.figures import Mean, mean_of
from paiju.bots.networks import Numbers, Questions, network_choice
from paiju.bots.paohuzi.net.features import AT, GAP, GAP_UNIT, OTHERS, THREE
from paiju.bots.paohuzi.net.network import TAKERS, Network
from paiju.games.paohuzi.cards import KINDS, SEATS
from paiju.kernels.paohuzi.records import BITS, FIELD
from paiju.train import selfplay
from paiju.train.export import Trained
from paiju.train.paohuzi.tables import MOST_POINTS, NO_TAKER, Shard, Tables, blank_samples
from paiju.train.selfplay import Opponent, WorkItem, facing
from paiju.train.trainers import Strength

_SHIFTS = BITS * np.arange(KINDS)


class SelfPlayWorker(selfplay.SelfPlayWorker):
    """Against an opponent it plays one seat of each deal, by the remainder of the deal's number."""

    network = Network
    seats = SEATS
    most_points = MOST_POINTS
    blank_samples = staticmethod(blank_samples)

    def _deal(self, numbers: Numbers) -> Tables:
        return Tables(self._options, numbers)

    def _learns(self, numbers: Numbers) -> Numbers:
        return np.asarray(1 << numbers % SEATS)

    def _likes(self, asked: Questions, chance: Any) -> npt.NDArray[np.float32]:
        """What the policy prefers, equals in any order."""
        likes = chance.random(len(asked.actions)) - asked.actions[:, GAP].astype(np.float32)
        return np.asarray(likes / GAP_UNIT, np.float32)

    def _beside(self, tables: Tables, questions: Any) -> Sequence[npt.NDArray[np.uint8]]:
        hands = questions["hands"][:, :, None] >> _SHIFTS & FIELD
        takers = tables.takers[questions["table"], questions["number"]]
        return takers, hands.reshape(len(questions), -1).astype(np.uint8)


# --- a network of Paohuzi against the policy it is anchored at, or another network: duplicate walls in lockstep

_MATCHES = 1 << 61  # far from the deals of any run
_CHUNK = 200
_LONE = 1 << np.arange(SEATS)
_MASKS = np.concatenate([_LONE, Tables.everybody - _LONE])


def play_walls(
    trained: Trained, pairs: int, anchor: float, *, first: int = 0, opponent: Opponent | None = None
) -> Strength:
    """Play walls `first` to `first + pairs`, the same for all weights, against the policy or a network.

    Parts are the points alone against two, and two against one.
    """
    network = Network(trained.weights)
    alone: list[float] = []
    pair: list[float] = []
    for start in range(first, first + pairs, _CHUNK):
        numbers = _MATCHES + np.arange(start, min(start + _CHUNK, first + pairs))
        tables = Tables(trained.options, np.repeat(numbers, len(_MASKS)))
        for asked, answers in facing(tables, opponent, Network).rounds(np.tile(_MASKS, len(numbers))):
            answers[:] = network_choice(network, asked, anchor).rows
        returns = tables.returns.reshape(len(numbers), 2, SEATS, -1)
        lone = np.einsum("wkss->wk", returns[..., :SEATS]) / SEATS
        alone.extend(lone[:, 0].tolist())
        pair.extend((-lone[:, 1]).tolist())
    margins = [(a + b) / 2 for a, b in zip(alone, pair, strict=True)]
    return Strength(mean_of(margins), {"alone": mean_of(alone), "pair": mean_of(pair)})


# --- what a network says of who takes a thrown card and of what others hold, while `expected` plays against itself

_SEED = (1 << 20) - 1  # of deals that no run has
_TINY = 1e-9

Floats = npt.NDArray[np.float64]


class Belief(NamedTuple):
    """Nats of the network and of a blind guess, means over questions."""

    name: str
    nats: Mean
    blind: Mean


def measure(trained: Trained, deals: int) -> list[Belief]:
    """The beliefs at the questions of some deals that no run has learned from."""
    shard = SelfPlayWorker(trained.options, _SEED).run(None, WorkItem(0, 0, deals, 0.0, 0.0)).samples
    network = Network(trained.weights)
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
        live = state[AT.live : AT.live + KINDS]
        for other, at in enumerate((AT.size1, AT.size2)):
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
