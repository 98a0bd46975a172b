"""Opponents that do not learn: one side of each deal learns to beat them, and their questions are nobody's samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from paiju.bots.networks import Asked, Numbers, Towers, network_choice
from paiju.core.errors import UsageError
from paiju.train.export import Trained

HEURISTIC, NET = "heuristic", "net"
"""Words for what a game's networks are anchored at, and for the weights that come with the package."""


class Opponent(NamedTuple):
    """Who plays the other side: a network and the points at which it leaves the heuristic; without weights the heuristic."""

    weights: Mapping[str, Any] | None = None
    anchor: float = 0.0


def weights_path(given: str, shipped: Path) -> Path:
    """Where the weights are that somebody names: those of the package by `net`, others by their path.

    Raises:
        UsageError: usage.train_config, for a word that is neither.
    """
    path = Path(given)
    if given == NET:
        return shipped
    if not (path.exists() or path.suffix or len(path.parts) > 1):
        detail = f"there are no weights {given!r}: name {NET}, or a path"
        raise UsageError("usage.train_config", detail, {"text": detail})
    return path


def named(against: str, anchored: str) -> str:
    """Who plays the other side in a match, for people; `anchored` is the name of the heuristic."""
    return anchored if against in ("", HEURISTIC) else against


def opponent_of(
    against: str, shipped: Path, read: Callable[[Path], Trained], fits: Callable[[Trained], bool]
) -> Opponent:
    """Who is meant: `heuristic`, `net`, or weights by their path; `fits` says whether they know the rules that are played.

    Raises:
        UsageError: usage.train_config, usage.no_run, file.unreadable; usage.weights, also where they do not fit.
    """
    if against == HEURISTIC:
        return Opponent()
    path = weights_path(against, shipped)
    trained = read(path)
    if not fits(trained):
        raise UsageError("usage.weights", f"{path} was trained under other rules", {"path": str(path)})
    return Opponent(trained.weights, trained.anchor)


class Tables(Protocol):
    """Tables in lockstep."""

    def rounds(self, whom: Numbers, explore: float = ..., /) -> Iterator[tuple[Asked, Numbers]]:
        """Play to the end; each round yields the questions of `whom` at each table, and an array for their answers."""
        ...

    def try_rivals(
        self, questions: Any, values: npt.NDArray[np.float32], most: int, stream: Numbers
    ) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """Carry plays out at questions that wait for their answers; see `advantages.Tables`."""
        ...


class Facing:
    """Tables at which a network that does not learn answers for all others; only the learner's questions come out.

    `everybody` asks tables for all questions, `own` says which of some questions are those of `whom`.
    """

    def __init__(
        self,
        tables: Tables,
        network: Towers,
        anchor: float,
        everybody: int,
        own: Callable[[Any, Numbers], npt.NDArray[np.bool_]],
    ) -> None:
        self._tables, self._network, self._anchor = tables, network, anchor
        self._everybody, self._own = everybody, own
        self._plays, self._rows = 0, np.zeros(0, np.int64)

    def rounds(self, whom: Numbers, explore: float = 0.0) -> Iterator[tuple[Asked, Numbers]]:
        """As of tables where the others need not be asked; they never explore."""
        for asked, answers in self._tables.rounds(np.full_like(whom, self._everybody), explore):
            own = self._own(asked.questions, whom)
            mine, rows = asked.only(own)
            theirs, their_rows = asked.only(~own)
            theirs.questions["explore"] = -1
            answers[~own] = their_rows[network_choice(self._network, theirs, self._anchor).rows]
            self._plays, self._rows = len(asked.actions), rows
            chosen = np.full(len(mine.questions), -1)
            yield mine, chosen
            answers[own] = rows[chosen]

    def try_rivals(
        self, questions: Any, values: npt.NDArray[np.float32], most: int, stream: Numbers
    ) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """The tables' own, rows counted among the learner's."""
        everywhere = np.zeros(self._plays, np.float32)
        everywhere[self._rows] = values
        there = questions.copy()
        there["first"] = self._rows[questions["first"]]
        rows, gains = self._tables.try_rivals(there, everywhere, most, stream)
        return np.where(rows < 0, -1, np.searchsorted(self._rows, rows)), gains
