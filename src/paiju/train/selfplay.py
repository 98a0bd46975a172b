"""Self-play: deals by number in, samples out. The same weights and deals give the same samples, wherever they run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from paiju.bots.compiled.baohuang.parameters import weights_record
from paiju.bots.heuristic.parameters import Parameters
from paiju.bots.net.network import Network
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.rules import rules_record
from paiju.train.lockstep import BOTH
from paiju.train.shards import Shard
from paiju.train.tables import Tables, heuristic_choice, network_choice

_MOST_PLIES = 255
_SEEDS = 1 << 40


class Lease(NamedTuple):
    """Deals `first` to `first + deals` of a run, and how they are played: `anchor` only counts for a network."""

    number: int
    first: int
    deals: int
    explore: float
    anchor: float


def deal_numbers(seed: int, first: int, deals: int) -> npt.NDArray[np.int64]:
    """The numbers of a run's deals; runs of other seeds (below 2**21) have others."""
    return np.arange(first, first + deals, dtype=np.int64) + seed * _SEEDS


class SelfPlayWorker:
    """Plays leases; it remembers nothing from one to the next."""

    def __init__(self, options: Mapping[str, str], parameters: Parameters, seed: int, solos: float) -> None:
        self._rules = rules_record(GAME.options(dict(options)))
        self._heuristic = weights_record(parameters)
        self._seed, self._solos = seed, solos

    def run(self, weights: Mapping[str, Any] | None, lease: Lease) -> Shard:
        """Every question of the lease's deals with what was chosen; without weights the heuristic plays."""
        numbers = deal_numbers(self._seed, lease.first, lease.deals)
        tables = Tables(self._rules, self._heuristic, numbers, solos=self._solos)
        network = None if weights is None else Network(weights)
        parts: list[tuple[Any, Any, Any]] = []
        for asked, answers in tables.rounds(np.full(lease.deals, BOTH), lease.explore):
            if network is None:
                answers[:] = heuristic_choice(asked)
            else:
                answers[:] = network_choice(network, asked, lease.anchor)
            parts.append((asked.questions.copy(), asked.states, asked.actions[answers]))
        questions = np.concatenate([part[0] for part in parts])
        points = tables.points[questions["table"]] * questions["side"]
        return Shard(
            np.concatenate([part[1] for part in parts]),
            np.concatenate([part[2] for part in parts]),
            points.astype(np.int8),
            questions["guard"].astype(np.uint8),
            np.minimum(questions["ply"], _MOST_PLIES).astype(np.uint8),
        )


class Workers(Protocol):
    """Whoever plays leases: the same shard for the same lease and weights, whoever and however many they are."""

    def begin(self, lease: Lease, weights: Mapping[str, Any] | None, version: int) -> None:
        """Hand a lease out; `version` tells weights from others of the same run."""
        ...

    def finish(self, number: int) -> Shard:
        """The shard of a lease that was handed out."""
        ...


class OneWorker:
    """Plays in this process, when a shard is asked for."""

    def __init__(self, worker: SelfPlayWorker) -> None:
        self._worker = worker
        self._begun: dict[int, tuple[Lease, Mapping[str, Any] | None]] = {}

    def begin(self, lease: Lease, weights: Mapping[str, Any] | None, version: int) -> None:
        """Remember a lease."""
        self._begun[lease.number] = lease, weights

    def finish(self, number: int) -> Shard:
        """Play it."""
        lease, weights = self._begun.pop(number)
        return self._worker.run(weights, lease)
