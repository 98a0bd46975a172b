"""What a driver's exception, or a row that cannot be read, means to those who run or use the server."""

from __future__ import annotations

import json
import sqlite3
from typing import TypeVar

from alembic.util.exc import CommandError
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from paiju.core.errors import Fact
from paiju.server.logs import log_error
from paiju.server.store.base import StoreError
from paiju.server.store.engines import name_of

RAISED = (SQLAlchemyError, sqlite3.Error, CommandError, OSError, UnicodeDecodeError)
"""What a database that is not as it should be makes the libraries raise."""

_PRIMARY = 0xFF
"""SQLite's codes carry their details in the higher bytes."""
_FULL = ("53100",)
_DAMAGED = ("XX001", "XX002")
"""Of PostgreSQL: disk_full; data_corrupted, index_corrupted."""
_NO_TEXT = "Could not decode to UTF-8"
"""What Python's driver of SQLite says of a value, without a code; of the schema it raises UnicodeDecodeError."""

UNREADABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError)
"""What a row that nobody has written as it is raises in those who read it."""
Value = TypeVar("Value", list, dict)  # type: ignore[type-arg]  # of anything: it comes from JSON


def trouble(error: BaseException, url: URL, otherwise: str = "store.open") -> StoreError:
    """What to say about an exception: its own code if it has one, store.full, store.damaged, or `otherwise`."""
    if isinstance(error, StoreError):
        return error
    cause = getattr(error, "orig", None) or error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    reason = lines[0][:200]
    if _is_full(cause):
        return StoreError("store.full", "there is no room left to write")
    if _is_damaged(cause):
        database = name_of(url)
        facts: dict[str, Fact] = {"database": database, "reason": reason}
        return StoreError("store.damaged", f"{database} is damaged: {reason}", facts)
    return StoreError(otherwise, reason, {"reason": reason})


def _is_full(cause: object) -> bool:
    code = getattr(cause, "sqlite_errorcode", 0)
    # The memory that connections share cannot be made either where the disk is full.
    full = code & _PRIMARY == sqlite3.SQLITE_FULL or code == sqlite3.SQLITE_IOERR_SHMSIZE
    return full or getattr(cause, "sqlstate", "") in _FULL


def parsed(text: str, otherwise: Value) -> Value:
    """The JSON of a row; `otherwise`, and a line in the log, where it is no JSON of that type any more."""
    try:
        value = json.loads(text)
        if not isinstance(value, type(otherwise)):
            raise TypeError
    except UNREADABLE as error:
        log_error("row unreadable", error)
        return otherwise
    return value


def _is_damaged(cause: object) -> bool:
    if isinstance(cause, UnicodeDecodeError) or str(cause).startswith(_NO_TEXT):
        return True
    code = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY
    damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return damaged or getattr(cause, "sqlstate", "") in _DAMAGED
