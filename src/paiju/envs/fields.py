"""Observations as tables: named fields that lie one after another in a vector of `int8`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.int8]

Span = tuple[int, int]
"""From the first table to the one behind the last."""

MOST = 127


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its shape, the values it may have (both ends included), what they count, and what it says."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    unit: str
    text: str


class Layout:
    """A version of an observation: its fields in order, and where each lies in the vector."""

    def __init__(self, game: str, version: int, fields: Iterable[Field]) -> None:
        self.game = game
        self.version = version
        self.fields = tuple(fields)
        self.start: dict[str, int] = {}
        size = 0
        for field in self.fields:
            self.start[field.name] = size
            size += prod(field.shape)
        self.size = size

    @property
    def low(self) -> Vector:
        """The lowest value at every place."""
        return np.concatenate([np.full(prod(f.shape), f.low, np.int8) for f in self.fields])

    @property
    def high(self) -> Vector:
        """The highest value at every place."""
        return np.concatenate([np.full(prod(f.shape), f.high, np.int8) for f in self.fields])

    def vector(self, values: Mapping[str, Any]) -> Vector:
        """The vector of shape (size,) that holds `values`, one entry for each field."""
        made = np.empty(self.size, np.int8)
        for field in self.fields:
            first = self.start[field.name]
            made[first : first + prod(field.shape)] = np.ravel(values[field.name])
        return made

    def named(self, vector: Vector) -> dict[str, Vector]:
        """The fields of a vector (or of many: the last axis is taken apart), each in its shape."""
        found: dict[str, Vector] = {}
        for field in self.fields:
            first = self.start[field.name]
            part = vector[..., first : first + prod(field.shape)]
            found[field.name] = part.reshape(*vector.shape[:-1], *field.shape)
        return found

    def rows(self) -> Iterator[str]:
        """The table of the documentation, line by line."""
        yield "| place | field | shape | values | unit | what it says |"
        yield "|---|---|---|---|---|---|"
        for field in self.fields:
            shape = " × ".join(map(str, field.shape))
            values = f"{field.low} … {field.high}"
            place = self.start[field.name]
            yield f"| {place} | `{field.name}` | {shape} | {values} | {field.unit} | {field.text} |"


def clip(value: int) -> int:
    """A number that may be too large for a field, cut off."""
    return min(value, MOST)


def places(layout: Layout, fields: int) -> Any:
    """Where the first fields of a layout lie, `int64`, as the kernels want to know it."""
    return np.array([layout.start[field.name] for field in layout.fields[:fields]], np.int64)
