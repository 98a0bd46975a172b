"""Self-play on Ray: the same workers as actors. The only module that loads Ray.

A lease is a pure function of its deals and weights, so whatever dies is simply played again: Ray restarts an actor and
repeats its calls, and where an actor is gone for good another one takes its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ray
from ray.exceptions import RayError

from paiju.train.leases import Harvest, Lease, Worker

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
