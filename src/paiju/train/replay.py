"""The replay buffer: the newest rows in a ring of fixed arrays, drawn from at random, and their shards on disk."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.train.shards import Shelf


class Replay:
    """At most as many rows as `blank` (a tuple of arrays) has.

    Where a row lies depends on how many came before it, so that a resumed run's lie alike.
    """

    def __init__(self, blank: Any) -> None:
        self.room = len(blank[0])
        self._rows = blank

    def add(self, shard: Any, first: int) -> None:
        """Put a shard in as rows `first`, `first` + 1 … of the run."""
        places = (first + np.arange(len(shard[0]))) % self.room
        for rows, new in zip(self._rows, shard, strict=True):
            rows[places] = new

    def draw(self, rng: Any, count: int, written: int) -> Any:
        """`count` rows at random, with repetition, of the `written` ones that the run has made so far."""
        places = rng.integers(0, min(written, self.room), count)
        return type(self._rows)(*(rows[places] for rows in self._rows))


class Stock:
    """Everything of one kind that a run may still draw from: a ring, and the shards that it can be filled from again."""

    def __init__(self, shelf: Shelf, blank: Any) -> None:
        self.shelf = shelf
        self._replay = Replay(blank)
        self.firsts: list[int] = []
        """The first row of each lease so far."""
        self.oldest = 0
        """The first lease of which rows are still in the ring."""
        self.written = 0

    def add(self, shard: Any) -> None:
        """Put the next lease's shard in."""
        self._replay.add(shard, self.written)
        self.firsts.append(self.written)
        self.written += len(shard[0])
        gone = self.written - self._replay.room
        while self.firsts[self.oldest + 1 :] and self.firsts[self.oldest + 1] <= gone:
            self.oldest += 1

    def draw(self, rng: Any, count: int) -> Any:
        """`count` rows at random."""
        return self._replay.draw(rng, count, self.written)

    def notes(self) -> dict[str, Any]:
        """What `restore` needs beside the shards."""
        return {"firsts": self.firsts, "oldest": self.oldest, "written": self.written}

    def restore(self, notes: dict[str, Any]) -> int | None:
        """Go on from `notes`; a lease whose shard is gone, None if all are there."""
        self.firsts, self.oldest, self.written = notes["firsts"], notes["oldest"], notes["written"]
        for lease in range(self.oldest, len(self.firsts)):
            shard = self.shelf.get(lease)
            if shard is None:
                return lease
            self._replay.add(shard, self.firsts[lease])
        return None
