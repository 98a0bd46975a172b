"""The replay buffer: the newest samples in a ring of fixed arrays, drawn from at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.net.features.layout import ACTION_SIZE, STATE_SIZE
from paiju.train.shards import Shard


class Replay:
    """At most `room` samples. Where a sample lies depends on how many came before it, so that a resumed run's lie alike."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._rows = Shard(
            np.zeros((room, STATE_SIZE), np.uint8),
            np.zeros((room, ACTION_SIZE), np.uint8),
            np.zeros(room, np.int8),
            np.zeros(room, np.float16),
            np.zeros(room, np.uint8),
            np.zeros(room, np.uint8),
        )

    def add(self, shard: Shard, first: int) -> None:
        """Put a shard in as samples `first`, `first` + 1 … of the run."""
        places = (first + np.arange(len(shard.points))) % self.room
        rows: Any
        for rows, new in zip(self._rows, shard, strict=True):
            rows[places] = new

    def draw(self, rng: Any, count: int, written: int) -> Shard:
        """`count` samples at random, with repetition, of the `written` ones that the run has made so far."""
        places = rng.integers(0, min(written, self.room), count)
        return Shard(*(rows[places] for rows in self._rows))
