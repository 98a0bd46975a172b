"""A puzzle: a question about a position that has a right answer, and files of them.

A file is JSON Lines: a head that says what it was mined from, then one puzzle a line. The question is the `kind`; the position
is the text of what a seat knows (docs/positions.md).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paiju.core.errors import UsageError
from paiju.core.files import from_json, lines_of, malformed, write_whole

FORMAT, VERSION = "paiju-puzzles", 1
_LONGEST_LINE = 20_000
_MOST = 100_000
_ID = 10


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question, its right answers as text, and what can be told about it afterwards.

    `levels` are the bots that were asked, weakest first, and whether each found an answer. `rating` is how hard it is, on the
    scale of ratings.
    """

    game: str
    kind: str
    position: str
    answers: tuple[str, ...]
    told: Mapping[str, Any]
    levels: Mapping[str, bool]
    rating: int

    @property
    def id(self) -> str:
        """A name that comes from the question alone."""
        return hashlib.sha256(f"{self.kind}/{self.position}".encode()).hexdigest()[:_ID]

    def to_json(self) -> dict[str, Any]:
        """The puzzle as JSON."""
        return {
            "kind": self.kind, "position": self.position, "answers": list(self.answers), "told": dict(self.told),
            "levels": dict(self.levels), "rating": self.rating,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Head:
    """What a file was mined from: the same words and version mine the same puzzles."""

    game: str
    law: int
    options: Mapping[str, Any]
    seed: str
    deals: int
    bots: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The head as JSON."""
        return {
            "format": FORMAT, "version": VERSION, "game": self.game, "law": self.law, "options": dict(self.options),
            "seed": self.seed, "deals": self.deals, "bots": list(self.bots),
        }  # fmt: skip


def write_puzzles(path: Path, head: Head, puzzles: Iterable[Puzzle]) -> None:
    """Write a file.

    Raises:
        UsageError: file.unwritable.
    """
    lines = [head.to_json(), *(puzzle.to_json() for puzzle in puzzles)]
    text = "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in lines)
    write_whole(path, text.encode(errors="backslashreplace"))  # as JSON escapes


def read_puzzles(path: Path) -> tuple[Head, list[Puzzle]]:
    """A file's head and its puzzles.

    Raises:
        UsageError: file.unreadable; file.syntax with line and column.
    """
    lines = _lines(path)
    number, first = next(lines, (1, {}))
    if first.get("format") != FORMAT or first.get("version") != VERSION:
        raise malformed(f"{path}:{number}:1", "no file of puzzles")
    try:
        head = Head(
            str(first["game"]),
            first["law"],
            first["options"],
            first["seed"],
            first["deals"],
            tuple(first["bots"]),
        )
    except (KeyError, TypeError) as error:
        raise malformed(f"{path}:{number}:1", f"no head: {error}") from None
    return head, [_puzzle(head.game, line, f"{path}:{at}:1") for at, line in lines]


def _puzzle(game: str, line: dict[str, Any], where: str) -> Puzzle:
    try:
        answers, told = tuple(map(str, line["answers"])), dict(line["told"])
        levels = {str(name): bool(found) for name, found in line["levels"].items()}
        return Puzzle(
            game, str(line["kind"]), str(line["position"]), answers, told, levels, int(line["rating"])
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise malformed(where, f"no puzzle: {error}") from None


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(lines_of(file, _LONGEST_LINE), start=1):
                if number > _MOST or len(line) > _LONGEST_LINE:
                    raise malformed(f"{path}:{number}:1", "too long")
                yield number, _object(line, f"{path}:{number}:1")
    except OSError as error:
        raise UsageError("file.unreadable", f"{path}: {error.strerror}", {"path": str(path)}) from None


def _object(line: bytes, where: str) -> dict[str, Any]:
    try:
        data = from_json(line.decode())
    except ValueError:
        raise malformed(where, "no JSON") from None
    if not isinstance(data, dict):
        raise malformed(where, "no object")
    return data


def spread(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most so many, as evenly over their ratings as there are some, in their order."""
    if len(puzzles) <= most:
        return list(puzzles)
    ranked = sorted(range(len(puzzles)), key=lambda at: (puzzles[at].rating, at))
    kept = {ranked[at * len(ranked) // most] for at in range(most)}
    return [puzzle for at, puzzle in enumerate(puzzles) if at in kept]
