"""Self-play: deals by number in, samples out. The same weights and deals give the same samples, wherever they run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.compiled.parameters import weights_of
from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.bots.baohuang.net.lockstep.asking import BOTH
from paiju.bots.baohuang.net.lockstep.rounds import network_choice
from paiju.bots.baohuang.net.network import Network
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.compiling import rules_for
from paiju.train.baohuang.advantages import Advantages, Trials
from paiju.train.baohuang.shards import Shard
from paiju.train.baohuang.tables import Tables, heuristic_choice

_MOST_PLIES = 255
_SEEDS = 1 << 40


class Lease(NamedTuple):
    """Deals `first` to `first + deals` of a run, and how they are played; `anchor` and `trace` only count for a network."""

    number: int
    first: int
    deals: int
    explore: float
    anchor: float
    trace: float = 1.0
    tried: float = 0.0
    rivals: int = 4


class Harvest(NamedTuple):
    """What a lease gave: every question with what was chosen, and what trials found at some of them."""

    samples: Shard
    advantages: Advantages


def deal_numbers(seed: int, first: int, deals: int) -> npt.NDArray[np.int64]:
    """The numbers of a run's deals; runs of other seeds (below 2**21) have others."""
    return np.arange(first, first + deals, dtype=np.int64) + seed * _SEEDS


class SelfPlayWorker:
    """Plays leases; it remembers nothing from one to the next."""

    def __init__(self, options: Mapping[str, str], parameters: Parameters, seed: int, solos: float) -> None:
        self._rules = rules_for(GAME.options(dict(options)))
        self._heuristic = weights_of(parameters)
        self._seed, self._solos = seed, solos

    def run(self, weights: Mapping[str, Any] | None, lease: Lease) -> Harvest:
        """Play the lease's deals; without weights the heuristic plays."""
        numbers = deal_numbers(self._seed, lease.first, lease.deals)
        tables = Tables(self._rules, self._heuristic, numbers, solos=self._solos)
        network = None if weights is None else Network(weights)
        chance = np.random.default_rng([self._seed, lease.number])
        trials = Trials(lease.tried, lease.rivals, chance)
        rounds: list[Round] = []
        for asked, answers in tables.rounds(np.full(lease.deals, BOTH), lease.explore):
            if network is None:  # which plays are tried is left to chance
                answers[:], worth = heuristic_choice(asked), None
                values = chance.random(len(asked.actions), np.float32)
            else:
                answers[:], worth, values = network_choice(network, asked, lease.anchor)
            if lease.tried:
                trials.hear(tables, asked, values)
            rounds.append(Round(asked.questions.copy(), asked.states, asked.actions[answers], worth))
        questions = np.concatenate([played.questions for played in rounds])
        points = tables.points[questions["table"]] * questions["side"]
        samples = Shard(
            np.concatenate([played.states for played in rounds]),
            np.concatenate([played.actions for played in rounds]),
            points.astype(np.int8),
            targets_of(rounds, tables.points, lease.trace).astype(np.float16),
            questions["guard"].astype(np.uint8),
            np.minimum(questions["ply"], _MOST_PLIES).astype(np.uint8),
        )
        return Harvest(samples, trials.found())


class Round(NamedTuple):
    """What was asked at all tables at once: questions, states, plays chosen, and what was expected of them."""

    questions: Any
    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    worth: npt.NDArray[np.float32] | None


def targets_of(rounds: Sequence[Round], points: npt.NDArray[np.int64], trace: float) -> Any:
    """What each play is said to be worth, float64, in the order of the rounds.

    With a trace of 1 that is what its side had in the end. With less, what the network expected at the seat's next
    question counts for the rest (a lambda-return), since the end of a deal is mostly what others did later. A
    question at which anything was tried is not looked beyond: its expectation is that of the play not taken.
    """
    ends = np.stack([points, -points])  # crown, people
    later = np.full((len(points), SEATS), np.nan)
    made = []
    for played in reversed(rounds):
        questions = played.questions
        at = questions["table"], questions["seat"]
        end = ends[(1 - questions["side"]) // 2, questions["table"]]
        target = np.where(np.isnan(later[at]), end, later[at])
        made.append(target)
        if played.worth is None:
            later[at] = target
        else:
            kept = np.where(questions["explore"] >= 0, 0.0, trace) if trace < 1 else 1.0
            later[at] = (1 - kept) * played.worth + kept * target
    return np.concatenate(made[::-1])


class Workers(Protocol):
    """Whoever plays leases: the same harvest for the same lease and weights, whoever and however many they are."""

    def begin(self, lease: Lease, weights: Mapping[str, Any] | None, version: int) -> None:
        """Hand a lease out; `version` tells weights from others of the same run."""
        ...

    def finish(self, number: int) -> Harvest:
        """What a lease gave that was handed out."""
        ...


class OneWorker:
    """Plays in this process, when a lease is to be finished."""

    def __init__(self, worker: SelfPlayWorker) -> None:
        self._worker = worker
        self._begun: dict[int, tuple[Lease, Mapping[str, Any] | None]] = {}

    def begin(self, lease: Lease, weights: Mapping[str, Any] | None, version: int) -> None:
        """Remember a lease."""
        self._begun[lease.number] = lease, weights

    def finish(self, number: int) -> Harvest:
        """Play it."""
        lease, weights = self._begun.pop(number)
        return self._worker.run(weights, lease)
