"""The files of a run: arrays with notes, shards under the name of their run, and the replay buffer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from paiju.core.errors import UsageError
from paiju.core.files import from_json, write_whole

CHECKPOINT, CURVE = "checkpoint.safetensors", "curve.jsonl"
"""Files in the folder of a run."""
AVERAGE = "average/"
"""Before the names of averaged weights in a checkpoint."""


def write_tensors(path: Path, tensors: Mapping[str, Any], notes: Mapping[str, Any]) -> None:
    """Write arrays and JSON notes as one safetensors file, atomically."""
    held = {name: np.ascontiguousarray(array) for name, array in tensors.items()}
    write_whole(path, save(held, {"notes": json.dumps(notes, sort_keys=True)}))


def read_tensors(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and the notes of a file of `write_tensors`.

    Raises:
        UsageError: usage.weights, for any other file.
    """
    try:
        with safe_open(path, "np") as file:
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - no mapping
            return arrays, from_json(file.metadata()["notes"])
    except (SafetensorError, OSError, KeyError, TypeError, ValueError) as error:
        raise UsageError("usage.weights", f"{path} holds no weights: {error}", {"path": str(path)}) from error


def read_run(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The averaged weights of a run's checkpoint, and its notes.

    Raises:
        UsageError: usage.no_run, where there is none; usage.weights.
    """
    path = folder / CHECKPOINT
    if not path.is_file():
        raise UsageError("usage.no_run", f"{folder} holds no run", {"path": str(folder)})
    tensors, notes = read_tensors(path)
    averages = {
        name.removeprefix(AVERAGE): array for name, array in tensors.items() if name.startswith(AVERAGE)
    }
    return averages, notes


class ShardStore:
    """The shards of a run in a folder, tuples of arrays of one `kind`; older ones are deleted."""

    def __init__(self, folder: Path, digest: str, kind: type[Any]) -> None:
        self._folder, self._digest, self._kind = folder, digest, kind

    def path(self, item: int) -> Path:
        """Where the shard of a work item lies."""
        return self._folder / f"{self._digest}-{item:06d}.safetensors"

    def put(self, item: int, shard: Any, version: int) -> None:
        """Store the shard of a work item, played with weights of a version (the learner's steps)."""
        write_tensors(self.path(item), shard._asdict(), {"lease": item, "version": version})

    def get(self, item: int, version: int | None = None) -> Any:
        """The shard of a work item if it is there, and was played with that version where one is asked for; else None."""
        path = self.path(item)
        if not path.exists():
            return None
        arrays, notes = read_tensors(path)
        return self._kind(**arrays) if version in (None, notes["version"]) else None

    def drop_before(self, item: int) -> None:
        """Delete the shards before one."""
        for path in self._folder.glob(f"{self._digest}-*.safetensors"):
            if path < self.path(item):
                path.unlink()


# --- the replay buffer: the newest rows in a ring of fixed arrays, drawn from at random, and their shards on disk


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

    def __init__(self, store: ShardStore, blank: Any) -> None:
        self.store = store
        self._replay = Replay(blank)
        self.firsts: list[int] = []
        """The first row of each work item so far."""
        self.oldest = 0
        """The first work item of which rows are still in the ring."""
        self.written = 0

    def add(self, shard: Any) -> None:
        """Put the shard of the next work item in."""
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
        """Go on from `notes`; a work item whose shard is gone, None if all are there."""
        self.firsts, self.oldest, self.written = notes["firsts"], notes["oldest"], notes["written"]
        for item in range(self.oldest, len(self.firsts)):
            shard = self.store.get(item)
            if shard is None:
                return item
            self._replay.add(shard, self.firsts[item])
        return None
