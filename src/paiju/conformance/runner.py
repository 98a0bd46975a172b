"""Reads case files, runs each case with its game's checker, and reports differences."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paiju.core.errors import PaijuError, UsageError
from paiju.core.files import from_json, lines_of, malformed
from paiju.games import registry

Case = Mapping[str, Any]
Checker = Callable[[Case], Any]

_MOST_BYTES = 1 << 20


class Outcome(NamedTuple):
    """The result of a case: its id and the difference, "" if there is none."""

    case: str
    difference: str


def check_file(path: Path) -> Iterator[Outcome]:
    """The outcome of every case of a file, in order.

    Raises:
        UsageError: file.unreadable; file.syntax with line and column.
    """
    for text, where in _texts(path):
        yield check_line(text, where)


def cases_of(path: Path) -> Iterator[tuple[str, Case]]:
    """The cases of a file with their names, unchecked; errors as in `check_file`."""
    for text, where in _texts(path):
        case = _parse(text, where)
        if "expect" not in case:
            raise malformed(where, "a case expects something")
        yield str(case.get("id", where)), case


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    """The lines of a file that are not empty, each with its place."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(lines_of(file, _MOST_BYTES), start=1):
                if len(line) > _MOST_BYTES:
                    raise _too_long(f"{path}:{number}")
                if text := line.decode().strip():
                    yield text, f"{path}:{number}"
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise UsageError("file.unreadable", f"{path}: {reason}", {"path": str(path)}) from None


def check_line(line: str, where: str) -> Outcome:
    """The outcome of one case.

    Raises:
        UsageError: file.syntax, if the line is no JSON object with an id, a game and a kind.
    """
    case = _parse(line, where)
    name = str(case.get("id", where))
    try:
        checkers: Mapping[str, Checker] = registry.pack("conformance", str(case.get("game")))
    except UsageError:
        return Outcome(name, f"error: no game {case.get('game')!r}")
    checker = checkers.get(str(case.get("kind")))
    if checker is None:
        return Outcome(name, f"error: no kind {case.get('kind')!r}")
    try:
        return Outcome(name, checker(case))
    except PaijuError as error:
        return Outcome(name, f"error: {error}")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return Outcome(name, f"error: the case is malformed ({type(error).__name__}: {error})")


def _parse(line: str, where: str) -> Case:
    if len(line) > _MOST_BYTES:
        raise _too_long(where)
    try:
        case = from_json(line)
    except json.JSONDecodeError as error:
        raise malformed(f"{where}:{error.colno}", error.msg) from None
    except ValueError as error:
        raise malformed(where, f"not usable JSON: {error}") from None
    if not isinstance(case, dict):
        raise malformed(where, "a case is a JSON object")
    return case


def _too_long(where: str) -> UsageError:
    return malformed(where, f"a case has more than {_MOST_BYTES} bytes")
