"""Workers of a run: leases of numbered deals, played in processes or on Ray."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import ray
from ray.exceptions import RayError

from paiju.train.learner import Advantages

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


# --- self-play on Ray: the same workers as actors. The only module that loads Ray

LOCAL = "local"
_MOST_TRIES = 5
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def connect(address: str, workers: int) -> None:
    """Join the cluster at an address (`auto`: the one that is running here), or begin one (`local`)."""
    if ray.is_initialized():
        return
    if address == LOCAL:
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    else:
        ray.init(address=address, log_to_driver=False)


class RayWorkers:
    """`count` actors that share the leases out among them."""

    def __init__(self, count: int, kind: type[Worker], *arguments: Any) -> None:
        """`arguments` are those of the kind of worker."""
        maker: Any = ray.remote(kind)
        self._made = maker.options(
            num_cpus=1, max_restarts=-1, max_task_retries=-1, runtime_env={"env_vars": _ONE_THREAD}
        )
        self._arguments = arguments
        self.actors = [self._actor() for _ in range(count)]
        self._begun: dict[int, tuple[Lease, Any, Any]] = {}
        self._version = -1
        self._weights: Any = None

    def _actor(self) -> Any:
        return self._made.remote(*self._arguments)

    def begin(self, lease: Lease, weights: Mapping[str, Any] | None, version: int) -> None:
        """Hand a lease to the actor whose turn it is; weights travel once for each version."""
        if version != self._version or weights is None:
            self._version, self._weights = version, ray.put(weights)
        self._begun[lease.number] = lease, self._weights, self._send(lease, self._weights)

    def _send(self, lease: Lease, weights: Any) -> Any:
        return self.actors[lease.number % len(self.actors)].run.remote(weights, lease)

    def finish(self, number: int) -> Harvest:
        """What a lease gave; it is handed out again if its actor died.

        Raises:
            RayError: where that does not help.
        """
        lease, weights, reference = self._begun.pop(number)
        for _ in range(_MOST_TRIES):
            try:
                return Harvest(*ray.get(reference))
            except RayError:
                self.actors[number % len(self.actors)] = self._actor()
                reference = self._send(lease, weights)
        return Harvest(*ray.get(reference))

    def close(self) -> None:
        """End the actors."""
        for actor in self.actors:
            ray.kill(actor)
