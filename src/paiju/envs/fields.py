"""Observations as tables: named fields that lie one after another in a vector of `int8`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from paiju.core.errors import UsageError

Vector = npt.NDArray[np.int8]
Scaled = npt.NDArray[np.float32]

Span = tuple[int, int]
"""From the first table to the one behind the last."""

# What the vector environments and their kernels tell each other by numbers below 0: in place of a step, and of a seat.
DEAL, STAY = -1, -2
SELF, DRAWN = -1, -2
POLICIES = ("random", "greedy", "heuristic")
RANDOM, GREEDY, HEURISTIC = range(len(POLICIES))

MOST = 127

NAMING = ("number", "seat", "kind")
"""Units whose numbers are names, with no order or distance."""

Reading = int | range
"""How a network reads a number: divided by this, or as a name, with a place for each value that is 1 where it is that value."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its shape, the values it may have (both ends included), what they count, and what it says.

    `reads` is how networks read it: one reading for all its numbers, or one for each column of its last axis. Without
    any, names are read as names and everything else is divided by the largest value there is.
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    unit: str
    text: str
    reads: tuple[Reading, ...] = ()

    @property
    def readings(self) -> tuple[Reading, ...]:
        """How a network reads the numbers of the last axis, again and again from the first to the last."""
        if self.reads:
            return self.reads
        return (range(self.low, self.high + 1) if self.unit in NAMING else max(abs(self.low), self.high),)

    @property
    def size(self) -> int:
        """The number of values in the field."""
        return prod(self.shape)


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
            size += field.size
        self.size = size
        self._slots = [
            (field.name, self.start[field.name], self.start[field.name] + field.size, field.shape)
            for field in self.fields
        ]

    @property
    def low(self) -> Vector:
        """The lowest value at every place."""
        return np.concatenate([np.full(f.size, f.low, np.int8) for f in self.fields])

    @property
    def high(self) -> Vector:
        """The highest value at every place."""
        return np.concatenate([np.full(f.size, f.high, np.int8) for f in self.fields])

    def vector(self, values: Mapping[str, Any]) -> Vector:
        """The vector of shape (size,) that holds `values`, one entry for each field."""
        made = np.empty(self.size, np.int8)
        for name, first, last, shape in self._slots:
            made[first:last].reshape(shape)[...] = values[name]
        return made

    def named(self, vector: Vector) -> dict[str, Vector]:
        """The fields of a vector (or of many: the last axis is taken apart), each in its shape."""
        found: dict[str, Vector] = {}
        for field in self.fields:
            first = self.start[field.name]
            part = vector[..., first : first + field.size]
            found[field.name] = part.reshape(*vector.shape[:-1], *field.shape)
        return found

    @cached_property
    def scaling(self) -> Scaling:
        """The scaling of the layout for networks, place by place."""
        return Scaling(self)

    def scaled(self, vector: Vector) -> Scaled:
        """A vector, or a batch of them, for networks: `float32`, the last axis `scaling.size` long. Nothing is lost."""
        return self.scaling.of(vector)

    def rows(self) -> Iterator[str]:
        """The table of the documentation, line by line."""
        yield "| place | field | shape | values | unit | what it says | for networks | from |"
        yield "|---|---|---|---|---|---|---|---|"
        for field in self.fields:
            shape = " × ".join(map(str, field.shape))
            values = f"{field.low} … {field.high}"
            place, there = self.start[field.name], self.scaling.start[field.name]
            how = ", ".join(map(_described, field.readings))
            yield f"| {place} | `{field.name}` | {shape} | {values} | {field.unit} | {field.text} | {how} | {there} |"


class Scaling:
    """What networks read of a layout: `size` numbers; the `start` of each field, the `low`est and the `high`est by place."""

    def __init__(self, layout: Layout) -> None:
        self.start: dict[str, int] = {}
        source: list[int] = []
        wanted: list[int] = []
        by: list[int] = []
        for field in layout.fields:
            self.start[field.name] = len(source)
            for place in range(field.size):
                reading = field.readings[place % len(field.readings)]
                values, divisor = (reading, 0) if isinstance(reading, range) else ((0,), reading)
                source += [layout.start[field.name] + place] * len(values)
                wanted += values
                by += [divisor] * len(values)
        self.size = len(source)
        self._source, self._wanted = np.array(source), np.array(wanted, np.int8)
        self._names = np.array(by) == 0
        self._by = np.where(self._names, 1, by).astype(np.float32)
        self.low: Scaled = np.where(self._names, 0, layout.low[self._source] / self._by).astype(np.float32)
        self.high: Scaled = np.where(self._names, 1, layout.high[self._source] / self._by).astype(np.float32)

    def of(self, vector: Vector) -> Scaled:
        """A vector of the layout, or a batch of them, as networks read it."""
        found = vector[..., self._source]
        return np.where(self._names, found == self._wanted, found / self._by).astype(np.float32)


def _described(reading: Reading) -> str:
    return f"÷ {reading}" if isinstance(reading, int) else f"names {reading[0]} … {reading[-1]}"


def check_shape(values: Any, wanted: tuple[int, ...]) -> None:
    """Check that an array, or what makes one, has a shape.

    Raises:
        UsageError: usage.shape.
    """
    try:
        shape = str(np.shape(values))
    except ValueError:  # lists of unequal lengths
        shape = "ragged"
    if shape != str(wanted):
        raise UsageError(
            "usage.shape", f"shape {wanted} wanted, not {shape}", {"wanted": str(wanted), "text": shape}
        )


def clip(value: int) -> int:
    """A number that may be too large for a field, cut off."""
    return min(value, MOST)


def places(layout: Layout, fields: int) -> Any:
    """The places of the first fields of a layout, `int64`, for the kernels."""
    return np.array([layout.start[field.name] for field in layout.fields[:fields]], np.int64)
