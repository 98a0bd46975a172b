"""The played units of a match, each a line of a file, so that an interrupted match can resume."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from paiju.core.files import from_json, read_text, ready_folder, unwritable, write_whole

_MOST_BYTES = 256 << 20


class Play(NamedTuple):
    """One deal of a unit: the points of the measured seats, and the data for the game's figures."""

    points: float
    facts: Any = None


class Unit(NamedTuple):
    """One duplicate deal: the plays with A in the measured seats, and those with B there.

    `redealt` counts the deals discarded before it; the seconds are those of each decision of A and of B.
    """

    a_apart: Sequence[Play]
    b_apart: Sequence[Play]
    redealt: int
    a_seconds: Sequence[float]
    b_seconds: Sequence[float]

    @property
    def margin(self) -> float:
        """A's points per deal."""
        return self.margin_within(inf)

    def margin_within(self, limit: float) -> float:
        """The margin with the points of each play cut at `limit` to either side."""
        return (points_apart(self.a_apart, limit) - points_apart(self.b_apart, limit)) / 2


def points_apart(plays: Sequence[Play], limit: float = inf) -> float:
    """Points per deal of the measured seats."""
    return sum(min(limit, max(-limit, play.points)) for play in plays) / len(plays)


def unit_of(fields: list[Any]) -> Unit:
    """A unit from its fields in JSON."""
    a_apart, b_apart, *rest = fields
    return Unit([Play(*play) for play in a_apart], [Play(*play) for play in b_apart], *rest)


class Journal:
    """The units of a match in the file at `path`: `units` are those already there.

    Raises:
        UsageError: file.unreadable, file.unwritable, file.too_large.
    """

    def __init__(self, path: Path) -> None:
        self.units: list[Unit] = []
        self._path = path
        self._seconds = 0.0
        whole = []
        for line, seconds, fields in _lines(path):
            try:
                unit = unit_of(fields)
                float(unit.margin)
            except (IndexError, TypeError, ValueError):
                break  # not written by this class
            self.units.append(unit)
            self._seconds = seconds
            whole.append(line)
        if path.exists():
            write_whole(path, "".join(whole).encode())

    def keep(self, units: Iterable[Unit]) -> Iterator[Unit]:
        """The same units, each written to the file before it is yielded.

        Raises:
            UsageError: file.unwritable.
        """
        began = monotonic() - self._seconds
        for unit in units:
            self._seconds = round(monotonic() - began, 3)
            ready_folder(self._path.parent)
            try:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([self._seconds, unit], separators=(",", ":")) + "\n")
            except OSError as error:
                raise unwritable(self._path, error) from None
            yield unit


def seconds_in(path: Path) -> float:
    """The seconds of all units in a journal, over all runs; 0 if there is no journal.

    Raises:
        UsageError: file.unreadable, file.too_large.
    """
    return max((seconds for _, seconds, _ in _lines(path)), default=0.0)


def _lines(path: Path) -> Iterator[tuple[str, float, list[Any]]]:
    """The lines of a journal and their contents, up to a line that was cut off."""
    if not path.exists():
        return
    for line in read_text(path, _MOST_BYTES).splitlines(keepends=True):
        try:
            seconds, fields = from_json(line)
            seconds = float(seconds)
        except (TypeError, ValueError):
            return
        if not line.endswith("\n"):
            return
        yield line, seconds, fields
