"""Self-play on Ray: the workers of a run as actors. The only module that loads Ray."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ray
from ray.exceptions import RayError

from paiju.train.selfplay import SelfPlayBatch, SelfPlayWorker, WorkItem

LOCAL = "local"
_MOST_TRIES = 5
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def connect(address: str, workers: int) -> None:
    """Join the cluster at an address (`auto`: the one that is running here), or begin one (`local`)."""
    if ray.is_initialized():
        return
    if address == LOCAL:
        ray.init(LOCAL, num_cpus=workers, include_dashboard=False, log_to_driver=False)
    else:
        ray.init(address, log_to_driver=False)


class RayWorkers:
    """`count` actors that share the work items out among them."""

    def __init__(self, count: int, kind: type[SelfPlayWorker], *arguments: Any) -> None:
        """`arguments` are those of the kind of worker."""
        maker: Any = ray.remote(kind)
        self._made = maker.options(
            num_cpus=1, max_restarts=-1, max_task_retries=-1, runtime_env={"env_vars": _ONE_THREAD}
        )
        self._arguments = arguments
        self.actors = [self._actor() for _ in range(count)]
        self._begun: dict[int, tuple[WorkItem, Any, Any]] = {}
        self._version = -1
        self._weights: Any = None

    def _actor(self) -> Any:
        return self._made.remote(*self._arguments)

    def begin(self, item: WorkItem, weights: Mapping[str, Any] | None, version: int) -> None:
        """Hand a work item to the actor whose turn it is; weights travel once for each version."""
        if version != self._version or weights is None:
            self._version, self._weights = version, ray.put(weights)
        self._begun[item.number] = item, self._weights, self._send(item, self._weights)

    def _send(self, item: WorkItem, weights: Any) -> Any:
        return self.actors[item.number % len(self.actors)].run.remote(weights, item)

    def finish(self, number: int) -> SelfPlayBatch:
        """The result of a work item; it is handed out again if its actor died.

        Raises:
            RayError: where that does not help.
        """
        item, weights, reference = self._begun.pop(number)
        for _ in range(_MOST_TRIES):
            try:
                return SelfPlayBatch(*ray.get(reference))
            except RayError:
                self.actors[number % len(self.actors)] = self._actor()
                reference = self._send(item, weights)
        return SelfPlayBatch(*ray.get(reference))

    def close(self) -> None:
        """End the actors."""
        for actor in self.actors:
            ray.kill(actor)
