"""Positions of any game: reading one line, and files of them.

A file of positions, puzzles for instance, has one a line; empty lines, and what follows a `#`, are for people.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paiju.core.document import MOST_POSITION
from paiju.core.errors import NotationError, PaijuError, PositionError, UsageError, check_type
from paiju.core.files import lines_of, malformed
from paiju.core.game import Position
from paiju.core.position import positioned, split
from paiju.games.registry import load

MOST_LINES = 100_000
_COMMENT = "#"


class Entry(NamedTuple):
    """A line of a file: its number from 1, its text and its comment."""

    line: int
    text: str
    comment: str


def position(text: str, rng: random.Random | None = None) -> Position:
    """The position that one line of text describes: its game, state and perhaps view (docs/positions.md).

    `rng` deals what the text leaves open.

    Raises:
        UsageError: usage.type | game.
        NotationError: position.syntax, with the column.
        PositionError: position.field | value | conflict | cards | open | rare, with field and column.
        OptionError: for unknown options.
    """
    return positioned(load(split(text).game)).parse_position(text, rng)


def read_positions(path: Path | str, rng: random.Random | None = None) -> Iterator[tuple[Entry, Position]]:
    """The positions of a file with their lines, in order.

    Raises:
        UsageError: file.unreadable; file.syntax with line and column, and what is wrong there.
    """
    for entry in entries(path):
        try:
            yield entry, position(entry.text, rng)
        except PaijuError as error:
            column = error.column if isinstance(error, NotationError | PositionError) else 1
            raise malformed(f"{path}:{entry.line}:{max(column, 1)}", str(error)) from error


def entries(path: Path | str) -> Iterator[Entry]:
    """The lines of a file that are not empty, unread.

    Raises:
        UsageError: file.unreadable; file.syntax with line and column.
    """
    check_type(path, (Path, str))
    try:
        with Path(path).open("rb") as file:
            for number, line in enumerate(lines_of(file, 4 * MOST_POSITION), start=1):
                if number > MOST_LINES:
                    raise malformed(f"{path}:{number}:1", f"more than {MOST_LINES} lines")
                if len(line) > 4 * MOST_POSITION:
                    raise malformed(f"{path}:{number}:{MOST_POSITION + 1}", "a line too long")
                text, _, comment = _decoded(line, f"{path}:{number}").partition(_COMMENT)
                if text.strip():
                    yield Entry(number, text.rstrip(), comment.strip())
    except OSError as error:
        raise UsageError("file.unreadable", f"{path}: {error.strerror}", {"path": str(path)}) from None
    except ValueError:
        raise UsageError("file.unreadable", f"{path}: no name of a file", {"path": str(path)}) from None


def _decoded(line: bytes, where: str) -> str:
    try:
        return line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise malformed(f"{where}:{error.start + 1}", "not UTF-8 text") from None
