"""Leases: the deals that one worker plays with one version of the weights, and who plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from paiju.train.advantages import Advantages

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

    samples: Any
    advantages: Advantages


def deal_numbers(seed: int, first: int, deals: int) -> npt.NDArray[np.int64]:
    """The numbers of a run's deals; runs of other seeds (below 2**21) have others."""
    return np.arange(first, first + deals, dtype=np.int64) + seed * _SEEDS


class Round(NamedTuple):
    """What was asked at all tables at once: questions, states, plays chosen, and what was expected of them."""

    questions: Any
    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    worth: npt.NDArray[np.float32] | None


def targets_of(
    rounds: Sequence[Round], end_of: Callable[[Any], Any], places: tuple[int, int], trace: float
) -> Any:
    """What each play is said to be worth, float64, in the order of the rounds.

    `end_of` says what the sides of some questions had in the end; `places` are the numbers of tables and of seats. With a trace of
    1 that is the answer. With less, what the network expected at the seat's next
    question counts for the rest (a lambda-return), since the end of a deal is mostly what others did later. A
    question at which anything was tried is not looked beyond: its expectation is that of the play not taken.
    """
    later = np.full(places, np.nan)
    made = []
    for played in reversed(rounds):
        questions = played.questions
        at = questions["table"], questions["seat"]
        target = np.where(np.isnan(later[at]), end_of(questions), later[at])
        made.append(target)
        if played.worth is None:
            later[at] = target
        else:
            kept = np.where(questions["explore"] >= 0, 0.0, trace) if trace < 1 else 1.0
            later[at] = (1 - kept) * played.worth + kept * target
    return np.concatenate(made[::-1])


class Worker(Protocol):
    """Plays leases; it remembers nothing from one to the next."""

    def run(self, weights: Mapping[str, Any] | None, lease: Lease) -> Harvest:
        """Play the lease's deals; without weights the heuristic plays."""
        ...


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

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._begun: dict[int, tuple[Lease, Mapping[str, Any] | None]] = {}

    def begin(self, lease: Lease, weights: Mapping[str, Any] | None, version: int) -> None:
        """Remember a lease."""
        self._begun[lease.number] = lease, weights

    def finish(self, number: int) -> Harvest:
        """Play it."""
        lease, weights = self._begun.pop(number)
        return self._worker.run(weights, lease)
