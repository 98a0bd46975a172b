"""A SQLite database and the disk it lies on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from paiju.server.doctor.findings import Finding, fine, note, wrong
from paiju.server.store import upgrading
from paiju.server.store.base import StoreError
from paiju.server.store.troubles import RAISED

_LEAST_BYTES = 1 << 30
_LEAST_SHARE = 0.05
_OTHERS = 0o077
_UPDATE = "start a server of this version on it once: it brings the database up to date"
_NEWER = "install the version of paiju that it belongs to: pip install -U 'paiju[server]'"


def look(file: Path) -> Iterator[Finding]:
    """What there is to say about a file."""
    if not file.is_file():
        yield wrong("database.none", f"{file} is not there", "start a server on it, or correct --db")
        return
    if file.stat().st_mode & _OTHERS:
        yield wrong("database.mode", f"others on this machine may read {file}", f"chmod 600 {file}")
    engine = create_engine(f"sqlite:///file:{file}?mode=ro&uri=true", poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield step(connection)
    except RAISED as error:
        reason = str(error.__cause__ or error).splitlines()[0]
        yield wrong("database.open", f"{file} cannot be read: {reason}", "put a backup back: paiju restore")
    yield disk(file.parent)


def step(connection: Connection) -> Finding:
    """Whether a database is at the step that this version knows."""
    try:
        upgrading.check(connection)
    except StoreError as error:
        newer = error.code == "store.newer"
        return wrong(f"database.{'newer' if newer else 'older'}", error.detail, _NEWER if newer else _UPDATE)
    reached = str(upgrading.revision(connection))
    return fine("database.step", f"the database is at step {reached}", step=reached)


def disk(folder: Path) -> Finding:
    """How much room there is where a database lies."""
    usage = shutil.disk_usage(folder)
    free, share = usage.free, usage.free / usage.total
    text = f"{free / (1 << 30):.1f} GiB are free ({100 * share:.0f} %) where the database lies"
    if free < _LEAST_BYTES or share < _LEAST_SHARE:
        return wrong("disk.low", text, "make room: a full disk stops all tables", free=free)
    return fine("disk.room", text, free=free)


def unseen_disk() -> Finding:
    """The disk of a database on another machine."""
    return note(
        "disk.elsewhere", "the disk of the database cannot be seen from here", "watch it there: an alarm at 20 % free"
    )  # fmt: skip
