"""Weights as they lie in a safetensors file: arrays by name, and notes on where they come from.

Reading takes a few lines and needs NumPy alone; training writes with the library.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from paiju.core.errors import UsageError
from paiju.core.files import from_json, read_bytes

_LENGTH = 8
_MOST_BYTES = 64 << 20


def read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and the model card in a file.

    Raises:
        UsageError: file.unreadable, file.too_large; usage.weights for a file of something else.
    """
    data = read_bytes(path, _MOST_BYTES)
    try:
        return _parse(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise no_weights(path) from error


def read_weights(path: Path, key: str, wanted: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same of a file whose card says by `key` what version of its inputs they are for.

    Raises:
        UsageError: file.unreadable, file.too_large; usage.weights for a file of something else, or of another version of them.
    """
    arrays, card = read(path)
    if key not in card:
        raise no_weights(path)
    if card[key] != wanted:
        raise UsageError("usage.weights", f"{path} was trained on {key} {card[key]}", {"path": str(path)})
    return arrays, card


def no_weights(path: Path) -> UsageError:
    """What to say of a file that holds something else."""
    return UsageError("usage.weights", f"{path} holds no weights", {"path": str(path)})


def _parse(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and notes of safetensors bytes; little-endian float32 alone."""
    length = int.from_bytes(data[:_LENGTH], "little")
    header = from_json(data[_LENGTH : _LENGTH + length])
    card = dict(from_json(header.pop("__metadata__")["notes"]))
    body = data[_LENGTH + length :]
    arrays = {}
    for name, entry in header.items():
        first, last = entry["data_offsets"]
        arrays[name] = np.frombuffer(body[first:last], "<f4").reshape(entry["shape"])
    return arrays, card
