"""Weights as they lie in a safetensors file: arrays by name, and notes on where they come from.

Reading takes a few lines and needs NumPy alone; training writes with the library.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiju.bots.heuristic.parameters import Parameters
from paiju.bots.net.features.layout import VERSION
from paiju.core.errors import UsageError

_LENGTH = 8


class Weights(NamedTuple):
    """Arrays by the names of `network.shapes`, float32, and what the model card says."""

    arrays: dict[str, Any]
    card: dict[str, Any]

    @property
    def parameters(self) -> Parameters:
        """The heuristic that the network was trained beside: its scores are among the features."""
        return parameters_from(self.card["parameters"])


def read_weights(path: Path, key: str = "features", wanted: int = VERSION) -> Weights:
    """The weights in a file, whose card says by `key` what version of its inputs they are for.

    Raises:
        UsageError: file.unreadable; usage.weights for a file of something else, or of another version of them.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            "file.unreadable", f"{path} cannot be read: {error.strerror}", {"path": str(path)}
        ) from error
    try:
        arrays, card = _parse(data)
        version = card[key]
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError("usage.weights", f"{path} holds no weights", {"path": str(path)}) from error
    if version != wanted:
        raise UsageError("usage.weights", f"{path} was trained on {key} {version}", {"path": str(path)})
    return Weights(arrays, card)


def _parse(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and notes of safetensors bytes; little-endian float32 alone."""
    length = int.from_bytes(data[:_LENGTH], "little")
    header = json.loads(data[_LENGTH : _LENGTH + length])
    card = json.loads(header.pop("__metadata__")["notes"])
    body = data[_LENGTH + length :]
    arrays = {}
    for name, entry in header.items():
        first, last = entry["data_offsets"]
        arrays[name] = np.frombuffer(body[first:last], "<f4").reshape(entry["shape"])
    return arrays, card


def parameters_from(held: dict[str, Any]) -> Parameters:
    """The heuristic's parameters from the JSON that they were saved as."""
    return Parameters(**{name: _tupled(value) for name, value in held.items()})


def _tupled(value: Any) -> Any:
    return tuple(map(_tupled, value)) if isinstance(value, list) else value
