"""Weights as they lie in a safetensors file: arrays by name, and notes on where they come from.

Reading takes a few lines and needs NumPy alone; training writes with the library.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.bots.baohuang.net.features.layout import VERSION
from paiju.core.errors import UsageError
from paiju.core.files import from_json, read_bytes

_LENGTH = 8
_MOST_BYTES = 64 << 20


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
        UsageError: file.unreadable, file.too_large; usage.weights for a file of something else, or of another version of them.
    """
    data = read_bytes(path, _MOST_BYTES)
    try:
        weights = Weights(*_parse(data))
        version = weights.card[key]
        parameters_from(weights.card["parameters"])  # they are asked for later
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError("usage.weights", f"{path} holds no weights", {"path": str(path)}) from error
    if version != wanted:
        raise UsageError("usage.weights", f"{path} was trained on {key} {version}", {"path": str(path)})
    return weights


def _parse(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and notes of safetensors bytes; little-endian float32 alone."""
    length = int.from_bytes(data[:_LENGTH], "little")
    header = from_json(data[_LENGTH : _LENGTH + length])
    card = from_json(header.pop("__metadata__")["notes"])
    body = data[_LENGTH + length :]
    arrays = {}
    for name, entry in header.items():
        first, last = entry["data_offsets"]
        arrays[name] = np.frombuffer(body[first:last], "<f4").reshape(entry["shape"])
    return arrays, card


def parameters_from(held: dict[str, Any]) -> Parameters:
    """The heuristic's parameters from the JSON that they were saved as."""
    return Parameters(**{name: _tupled(value) for name, value in held.items()})


def _tupled(value: object) -> Any:
    return tuple(map(_tupled, value)) if isinstance(value, list) else value
