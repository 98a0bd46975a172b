"""The saved match: written whole after every decision, never half, and never over another match."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import paiju
from paiju.core.document import MOST_BYTES, Record, dumps
from paiju.core.errors import RecordError, UsageError
from paiju.core.files import (
    from_json,
    head_of,
    ready_folder,
    ready_to_write,
    unwritable,
    user_folder,
    write_whole,
)
from paiju.core.reading import loads

try:
    import fcntl
except ImportError:  # pragma: no cover - not on Windows
    fcntl = None  # type: ignore[assignment]  # nothing locks there

VERSION = 1
FORMAT = "paiju-save"
_SECRET = re.compile("[0-9a-f]{64}")
_MOST_TEXT = 4096


@dataclass(slots=True)
class Save:
    """A match that can go on.

    `bots` are bot names for the seats after the player's. `pending` is the secret already committed to for the next deal,
    and `seed` makes a match repeatable (both hex). `target` is the file that gets the record.
    """

    record: Record
    you: int
    bots: list[str]
    bot_seed: str
    lang: str
    pending: str | None = None
    seed: str | None = None
    target: str | None = None


_PLAIN = [*Save.__annotations__][1:]
"""The fields beside the record."""


def _is_secret(value: object) -> bool:
    return isinstance(value, str) and _SECRET.fullmatch(value) is not None


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MOST_TEXT


def _fit(save: Save) -> Iterator[tuple[str, bool]]:
    """The fields of a save beside its record, each with whether it is what it must be at this table."""
    seats = len(save.record.seats)
    yield "you", type(save.you) is int and 0 <= save.you < seats
    yield (
        "bots",
        isinstance(save.bots, list) and len(save.bots) == seats - 1 and all(map(_is_text, save.bots)),
    )
    yield "bot_seed", _is_secret(save.bot_seed)
    yield "lang", _is_text(save.lang)
    yield "pending", save.pending is None or _is_secret(save.pending)
    yield "seed", save.seed is None or _is_secret(save.seed)
    yield "target", save.target is None or _is_text(save.target)


def default_save() -> Path:
    """The file of a match unless another is named: below `$XDG_STATE_HOME/paiju`, by default `~/.local/state/paiju`.

    Raises:
        UsageError: save.home, for a user without a home folder.
    """
    folder = user_folder("XDG_STATE_HOME", ".local/state")
    if folder is None:
        raise UsageError("save.home", "this user has no home folder: name a file with --save")
    return folder / "match.json"


def saved_game(save: Path | None = None) -> str:
    """The game of the saved match.

    Raises:
        UsageError: save.none.
        RecordError: save.broken, file.unreadable.
    """
    path = save or default_save()
    name = read_save(path).record.game
    if name not in paiju.available():
        raise broken(path, f"a match of {name[:20]}")
    return name


def write_save(path: Path, save: Save) -> None:
    """Write a save, which holds secrets.

    Raises:
        UsageError: file.unwritable.
    """
    plain = {field: getattr(save, field) for field in _PLAIN}
    data = {"format": FORMAT, "version": VERSION, **plain, "record": json.loads(dumps(save.record))}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
    write_whole(path, text.encode(errors="backslashreplace"), private=True)  # as JSON escapes


def read_save(path: Path) -> Save:
    """The save in a file.

    Raises:
        UsageError: save.none, if there is no file.
        RecordError: save.broken, with file and place; or what is wrong with the record in it.
    """
    try:
        data = head_of(path, 2 * MOST_BYTES)
    except UsageError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise UsageError("save.none", f"{path}: no match is saved here", {"path": str(path)}) from None
        raise RecordError(error.code, error.detail, error.facts) from None
    try:
        fields = from_json(data.decode())
    except ValueError as error:
        raise broken(path, f"not usable JSON: {error}") from None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT or fields.get("version") != VERSION:
        raise broken(path, "format or version")
    try:
        record = loads(json.dumps(fields.get("record"), ensure_ascii=False).encode(errors="replace"))
    except RecordError as error:
        raise broken(path, f"record: {error.detail}") from None
    plain: dict[str, Any] = {field: fields.get(field) for field in _PLAIN}
    save = Save(record, **plain)
    for field, fits in _fit(save):
        if not fits:
            raise broken(path, field)
    return save


def broken(path: Path, where: str) -> RecordError:
    """The error for a save that cannot be used. The file stays as it is."""
    return RecordError("save.broken", f"{path}: {where}", {"path": str(path), "where": where})


def set_aside(path: Path) -> Path | None:
    """Move a saved match to the first of `match.1.json`, `match.2.json` … that is free; None if there was none.

    Raises:
        UsageError: file.unwritable.
    """
    if not path.exists():
        return None
    ready_to_write(path)
    names = (path.with_name(f"{path.stem}.{number}{path.suffix}") for number in count(1))
    other = next(name for name in names if not name.exists())
    try:
        path.rename(other)
    except OSError as error:
        raise unwritable(path, error) from None
    return other


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep a second session off this save meanwhile; where files cannot be locked, as on some network disks, nothing does.

    Raises:
        UsageError: save.busy, if another session plays it; file.unwritable.
    """
    ready_folder(path.parent)
    try:
        lock = path.with_name(f".{path.name}.lock").open("w", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    with lock:
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError("save.busy", f"{path}: is being played elsewhere", {"path": str(path)}) from None
        except OSError:
            pass
        yield
