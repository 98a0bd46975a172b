"""Bringing a database up to date, with a copy of a SQLite file put beside it first."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, delete, insert, inspect, select

from paiju.server.cluster import nodes
from paiju.server.store.base import StoreError
from paiju.server.store.schema import META
from paiju.server.store.steps import STEPS, Step

REACHED = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""The step that a database has reached, in one row; the table is named as the tool named it that ran the first steps."""
SERVES = "serves"
"""The name of the first step whose version of paiju can use the database as it is."""
_NODES = "0011"
"""The step that introduced nodes."""
_TURN = 0x7061_696A_76
_PATIENCE_MS = 500


def revision(connection: Connection) -> str | None:
    """The step that a database has reached; None for an empty one."""
    if not inspect(connection).has_table(REACHED.name):
        return None
    return connection.execute(select(REACHED.c.version_num)).scalar_one_or_none()


def newest(steps: Sequence[Step] = STEPS) -> str:
    """The last step there is."""
    return steps[-1].number


def check(connection: Connection, steps: Sequence[Step] = STEPS) -> None:
    """Check that a database is exactly at the last step.

    Raises:
        StoreError: store.newer, store.older.
    """
    reached = revision(connection)
    if reached != newest(steps):
        _known(reached, steps)
        stands = f"is at step {reached}" if reached else "is empty"
        raise StoreError("store.older", f"the database {stands}: start a server on it once")


def upgrade(
    connection: Connection, file: Path | None, steps: Sequence[Step] = STEPS, *, many: bool = False
) -> Path | None:
    """Run the steps that are missing; returns the copy made of a SQLite `file`, if one was due.

    As one of `many` nodes: the others play on meanwhile, so what a step needs of them must be so; and steps that this version does
    not know will do, as long as they serve it.

    Raises:
        StoreError: store.newer, store.running.
    """
    if not many:
        return _upgrade(connection, file, steps)
    with _in_turn(connection):
        if not _served(connection, steps):
            _check_others(connection, steps)
            _upgrade(connection, None, steps)
    return None


def _upgrade(connection: Connection, file: Path | None, steps: Sequence[Step]) -> Path | None:
    reached = revision(connection)
    connection.rollback()
    if reached == newest(steps):
        return None
    _known(reached, steps)
    copy = _copy(file, reached) if file is not None and reached is not None else None
    bring(connection, newest(steps), steps)
    serves = max(_serves(steps, None))
    connection.execute(delete(META).where(META.c.name == SERVES))
    connection.execute(insert(META).values(name=SERVES, value=serves))
    connection.commit()
    return copy


def bring(connection: Connection, step: str, steps: Sequence[Step] = STEPS) -> None:
    """Bring a database of an earlier step, or an empty one, to a step, all or nothing and without a copy."""
    reached = revision(connection) or ""
    REACHED.create(connection, checkfirst=True)
    for missing in steps:
        if reached < missing.number <= step:
            missing.run(connection)
    connection.execute(delete(REACHED))
    connection.execute(insert(REACHED).values(version_num=step))
    connection.commit()


@contextmanager
def _in_turn(connection: Connection) -> Iterator[None]:
    """One node after the other; none that plays waits long for a table that we wait for."""
    connection.exec_driver_sql(f"SELECT pg_advisory_lock({_TURN})")
    connection.exec_driver_sql(f"SET lock_timeout = {_PATIENCE_MS}")
    connection.commit()
    try:
        yield
    finally:
        connection.rollback()
        connection.exec_driver_sql("SET lock_timeout = 0")
        connection.exec_driver_sql(f"SELECT pg_advisory_unlock({_TURN})")
        connection.commit()


def _served(connection: Connection, steps: Sequence[Step]) -> bool:
    """Whether a database has steps that this version does not know, and serves it all the same."""
    reached = revision(connection)
    if reached is None or reached in numbers(steps):
        return False
    serves = connection.execute(select(META.c.value).where(META.c.name == SERVES)).scalar_one_or_none()
    return serves is not None and serves in numbers(steps)


def _check_others(connection: Connection, steps: Sequence[Step]) -> None:
    """Check that running nodes can continue after the missing steps.

    Raises:
        StoreError: store.newer, store.running.
    """
    reached = revision(connection)
    _known(reached, steps)
    if reached is None or reached < _NODES:
        return
    needs = max(_serves(steps, reached), default="")
    older = nodes.older(connection, needs, int(time.time()))
    connection.commit()
    if older:
        names = ", ".join(older)
        raise StoreError(
            "store.running", f"stop {names} first: step {needs}", {"step": needs, "known": names}
        )


def _serves(steps: Sequence[Step], reached: str | None) -> list[str]:
    """From which step on a version goes on with each of the steps after one; a step that does not say so serves none before it."""
    return [step.serves or step.number for step in steps if step.number > (reached or "")]


def numbers(steps: Sequence[Step] = STEPS) -> set[str]:
    """The steps there are."""
    return {step.number for step in steps}


def _known(reached: str | None, steps: Sequence[Step]) -> None:
    if reached is not None and reached not in numbers(steps):
        raise StoreError(
            "store.newer", f"the database is at step {reached}, which this version of paiju does not know",
            {"step": reached},
        )  # fmt: skip


def _copy(file: Path, reached: str) -> Path:
    """A whole copy, which SQLite itself writes, so that the write-ahead log is in it."""
    copy = file.with_name(f"{file.name}.before-{reached}")
    while copy.exists():
        copy = copy.with_name(copy.name + "+")
    copy.touch(mode=0o600)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy
