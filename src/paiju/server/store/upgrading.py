"""Bringing a database up to date, with a copy of a SQLite file kept beside it first."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from paiju.server.store.base import StoreError

STEPS = Path(__file__).parent / "migrations"


def revision(connection: Connection) -> str | None:
    """The step that a database has reached; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def newest(steps: Path = STEPS) -> str | None:
    """The last step there is."""
    return _scripts(steps).get_current_head()


def check(connection: Connection, steps: Path = STEPS) -> None:
    """See that a database is exactly at the last step.

    Raises:
        StoreError: store.newer, store.older.
    """
    reached = revision(connection)
    if reached != newest(steps):
        _known(reached, steps)
        raise StoreError(
            "store.older", f"the database is at step {reached or 'none'}: start a server on it once"
        )


def upgrade(connection: Connection, file: Path | None, steps: Path = STEPS) -> Path | None:
    """Run the steps that are missing; returns the copy made of a SQLite `file`, if one was due.

    Raises:
        StoreError: store.newer.
    """
    reached = revision(connection)
    connection.rollback()
    if reached == newest(steps):
        return None
    _known(reached, steps)
    copy = _copy(file, reached) if file is not None and reached is not None else None
    config = _config(steps)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()
    return copy


def _known(reached: str | None, steps: Path) -> None:
    if reached is None:
        return
    try:
        _scripts(steps).get_revision(reached)
    except CommandError:
        raise StoreError(
            "store.newer", f"the database is at step {reached}, which this version of paiju does not know",
            {"step": reached},
        ) from None  # fmt: skip


def _copy(file: Path, reached: str) -> Path:
    """A whole copy, which SQLite itself writes, so that the write-ahead log is in it."""
    copy = file.with_name(f"{file.name}.before-{reached}")
    while copy.exists():
        copy = copy.with_name(copy.name + "+")
    copy.touch(mode=0o600)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


def _config(steps: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(steps).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _scripts(steps: Path) -> ScriptDirectory:
    return ScriptDirectory.from_config(_config(steps))
