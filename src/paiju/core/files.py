"""Files, lines and JSON from untrusted sources: reads are bounded in size and depth."""

from __future__ import annotations

import errno
import gc
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from math import isfinite
from pathlib import Path
from typing import IO, Any, AnyStr

from paiju.core.errors import UsageError


@contextmanager
def loading() -> Iterator[None]:
    """Suspend garbage collection in the block, and exempt what exists at its end."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()


# --- files, lines and JSON that nobody vouches for: no more is read than was requested, and no depth ends the program

MOST_DEPTH = 64
"""Objects and arrays in one another, which is far more than any document here has."""
_MEBI = 20
_SHORT = 40
_NO_NAME = "no name of a file"
_PACKAGE = Path(os.path.realpath(__file__)).parents[1]


def user_folder(variable: str, default: str) -> Path | None:
    """The user's folder for our files of a kind: below that of an XDG `variable`, else below the `default` at home; None for a user without a home."""
    named = Path(os.environ.get(variable, ""))
    try:
        return (named if named.is_absolute() else Path.home() / default) / "paiju"
    except RuntimeError:
        return None


def head_of(path: Path, most: int) -> bytes:
    """The first bytes of a file, `most` of them if it is that long; it may be endless.

    Raises:
        UsageError: file.unreadable.
    """
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise _unreadable(path, str(error.strerror)) from error
    except ValueError as error:  # a name that no file can have
        raise _unreadable(path, _NO_NAME) from error


def read_bytes(path: Path, most: int) -> bytes:
    """All of a file.

    Raises:
        UsageError: file.unreadable, file.too_large.
    """
    data = head_of(path, most + 1)
    if len(data) > most:
        limit = most >> _MEBI
        raise UsageError(
            "file.too_large", f"{path}: more than {limit} MiB", {"path": str(path), "limit": limit}
        )
    return data


def read_text(path: Path, most: int) -> str:
    """All of a file of UTF-8 text.

    Raises:
        UsageError: file.unreadable, file.too_large.
    """
    try:
        return read_bytes(path, most).decode()
    except UnicodeDecodeError:
        raise _unreadable(path, "not UTF-8 text") from None


def read_json(path: Path, most: int) -> Any:
    """The JSON document in a file.

    Raises:
        UsageError: file.unreadable, file.too_large; file.syntax with line and column.
    """
    text = read_text(path, most)
    try:
        return from_json(text)
    except json.JSONDecodeError as error:
        raise malformed(f"{path}:{error.lineno}:{error.colno}", error.msg) from None
    except ValueError as error:
        raise malformed(str(path), str(error)) from None


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file, as `whole_file`.

    Raises:
        UsageError: file.unwritable, file.package.
    """
    with whole_file(path, private=private) as file:
        file.write(data)


@contextmanager
def whole_file(path: Path, *, private: bool = False, new: bool = False) -> Iterator[IO[bytes]]:
    """A file to write, which takes its place at the end of the block: at any moment the old or the new one is there, whole, even after a power cut.

    With `private` its owner alone may read it; a `new` one takes no other's place. Leftovers of processes killed while writing are removed.

    Raises:
        UsageError: file.unwritable, file.package; file.exists, where a new one finds another.
    """
    try:
        place, part = _places_of(path)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    try:
        with open(part, "wb", opener=_open_private if private else None) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if new:
            _take_free_place(part, place)
        else:
            part.replace(place)
    except FileExistsError:
        raise UsageError("file.exists", f"{path} exists already", {"path": str(path)}) from None
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        part.unlink(missing_ok=True)


def _take_free_place(part: Path, place: Path) -> None:
    try:
        os.link(part, place)
    except FileExistsError:
        raise
    except OSError:  # where there are no links: exFAT, SMB, FUSE
        place.touch(exist_ok=False)
        part.replace(place)


def ready_to_write(path: Path) -> None:
    """Check that `write_whole` will be able to write a file, before long work begins; its folder is there then.

    Raises:
        UsageError: file.unwritable, file.package.
    """
    try:
        _, part = _places_of(path)
        part.touch()
        part.unlink()
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def ready_folder(path: Path) -> None:
    """Make a folder to write files into, unless it exists.

    Raises:
        UsageError: file.unwritable, file.package.
    """
    try:
        _outside_package(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def _outside_package(path: Path) -> Path:
    """The path to write, with its links followed.

    Raises:
        UsageError: file.package, inside the package: its code, weights and texts are what was installed, and stay so.
        ValueError: for `-`, which elsewhere is standard output and would be a file of that name here.
    """
    if str(path) == "-":
        raise ValueError(_NO_NAME)
    path = Path(os.path.realpath(path))
    if path.is_relative_to(_PACKAGE):
        raise UsageError(
            "file.package", f"{path} is inside the package: name a place outside it", {"path": str(path)}
        )
    return path


def _places_of(path: Path) -> tuple[Path, Path]:
    """Where a file is, behind links, and where it is written before it takes that place, each process for itself.

    Its folder is there then, and no part of a process that is gone. A folder, a device or a pipe gives its place to no file.
    """
    path = _outside_package(path)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "neither a file nor a free path")
    path.parent.mkdir(parents=True, exist_ok=True)
    for part in path.parent.glob(f".{escape(path.name)}.*.part"):
        number = part.suffixes[-2].removeprefix(".")
        if number.isdecimal() and _is_gone(int(number)):
            part.unlink(missing_ok=True)
    return path, path.with_name(f".{path.name}.{os.getpid()}.part")


def _is_gone(number: int) -> bool:
    """Whether there is no process of a number. Where asking would end one, as on Windows, all are taken to be there."""
    try:
        if os.name == "posix":
            os.kill(number, 0)
    except (OSError, OverflowError) as error:
        return isinstance(error, ProcessLookupError)
    return False


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def unwritable(path: Path, error: OSError | ValueError) -> UsageError:
    """The error for a file that cannot be written; a ValueError stands for an impossible file name."""
    reason = error.strerror if isinstance(error, OSError) else _NO_NAME
    return UsageError("file.unwritable", f"{path}: {reason}", {"path": str(path)})


def lines_of(file: IO[AnyStr], most: int) -> Iterator[AnyStr]:
    """The lines of a file; of one longer than `most` only a head that is longer too, and never the rest."""
    while line := file.readline(most + 1):
        newline = line[:0] + ("\n" if isinstance(line, str) else b"\n")
        yield line
        while line and not line.endswith(newline):
            line = file.readline(most)


def from_json(text: str | bytes) -> Any:
    """A JSON document: finite numbers, no key twice in an object, at most `MOST_DEPTH` levels.

    Raises:
        ValueError: for anything else; json.JSONDecodeError where there is a place to name.
    """
    try:
        data = json.loads(
            text, parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_unique
        )
    except RecursionError:
        raise ValueError("nested too deep") from None
    level = [data]
    for _ in range(MOST_DEPTH):
        level = [inner for outer in level for inner in _inside(outer) if isinstance(inner, dict | list)]
        if not level:
            return data
    raise ValueError("nested too deep")


def malformed(where: str, reason: str) -> UsageError:
    """The error for a file that is not what it should be, with its place."""
    return UsageError("file.syntax", f"{where}: {reason}", {"where": where})


def _inside(data: Any) -> Any:
    if isinstance(data, dict):
        return data.values()
    return data if isinstance(data, list) else ()


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refuse_constant(digits[:_SHORT])


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key appears twice in an object")
    return data


def _unreadable(path: Path, reason: str) -> UsageError:
    return UsageError("file.unreadable", f"{path}: {reason}", {"path": str(path)})
