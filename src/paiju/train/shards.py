"""What runs keep on disk: arrays with notes, and the shards of a run under the name of their configuration and lease."""

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


class Shelf:
    """The shards of a run in a folder, tuples of arrays of one `kind`; only the newest are kept."""

    def __init__(self, folder: Path, digest: str, kind: type[Any]) -> None:
        self._folder, self._digest, self._kind = folder, digest, kind

    def path(self, lease: int) -> Path:
        """Where the shard of a lease is kept."""
        return self._folder / f"{self._digest}-{lease:06d}.safetensors"

    def put(self, lease: int, shard: Any, version: int) -> None:
        """Keep the shard of a lease, played with weights of a version (the learner's steps)."""
        write_tensors(self.path(lease), shard._asdict(), {"lease": lease, "version": version})

    def get(self, lease: int, version: int | None = None) -> Any:
        """The shard of a lease if it is there, and was played with that version where one is asked for; else None."""
        path = self.path(lease)
        if not path.exists():
            return None
        arrays, notes = read_tensors(path)
        return self._kind(**arrays) if version in (None, notes["version"]) else None

    def drop_before(self, lease: int) -> None:
        """Forget the leases before one."""
        for path in self._folder.glob(f"{self._digest}-*.safetensors"):
            if path < self.path(lease):
                path.unlink()
