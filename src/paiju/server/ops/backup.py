"""Backups: one gzipped file of JSON Lines, the same whichever database it came from and goes to.

The first line names format and schema. Each row follows as one line, `["table", {column: value}]`. The last line has the
number of rows in each table, so that a truncated file is noticed.

BackupError
  backup.format    not a backup, a damaged one, or one of a newer schema; names file and line
  backup.full      the database to restore into is not empty
"""

from __future__ import annotations

import asyncio
import gzip
import json
import math
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    Table,
    create_engine,
    delete,
    func,
    insert,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from paiju import __version__
from paiju.core.errors import PaijuError, UsageError
from paiju.core.files import from_json, whole_file
from paiju.server.store import upgrade
from paiju.server.store.base import StoreError
from paiju.server.store.engines import Reader, file_of, parse_url, troubles, writer
from paiju.server.store.locking import raise_epoch, take
from paiju.server.store.schema import META, METADATA, PASSING

FORMAT, VERSION = "paiju-backup", 1
STORED = [table for table in METADATA.sorted_tables if table not in PASSING]
Lines = Iterator[tuple[str, Any]]
"""The lines of a backup, each with where it stands."""
_CHUNK = 500
_MOST_LINE = 64 << 20


class BackupError(PaijuError):
    """A backup that cannot be read, or must not be restored here."""


async def backup(url: str | URL | None, file: Path) -> dict[str, int]:
    """Write everything in a database, as of one moment, to a new `file`; a server may be running on it.

    Returns the number of rows by table.

    Raises:
        StoreError: store.url, store.open, store.newer, store.older.
        UsageError: file.exists, file.unwritable.
    """
    address = parse_url(url)
    source = file_of(address)
    if source is not None and not source.exists():
        raise StoreError("store.open", f"there is no database {source}", {"reason": str(source)})
    if file.exists():  # noqa: ASYNC240 - once, before anything else runs
        raise UsageError("file.exists", f"{file} exists already", {"path": str(file)})
    engine = Reader(address)
    try:
        with troubles(address):
            return await engine.read(partial(_dump, file=file))
    finally:
        await engine.dispose()


async def restore(url: str | URL | None, file: Path, *, replace: bool = False) -> dict[str, int]:
    """Fill a database from a backup, all or nothing; no server may be running on it.

    Returns the number of rows by table. With `replace` what was in the database goes.

    Raises:
        BackupError: backup.format, backup.full.
        StoreError: store.url, store.open, store.locked, store.newer.
        UsageError: file.unreadable.
    """
    address = parse_url(url)
    lock = await take(address)
    try:
        with troubles(address):
            return await asyncio.to_thread(_restore, address, file, replace=replace)
    finally:
        await lock.release()


def _restore(address: URL, file: Path, *, replace: bool) -> dict[str, int]:
    engine = writer(address)
    try:
        with _opened(file) as lines, engine.connect() as connection:
            return _fill(connection, lines, file_of(address), replace=replace)
    finally:
        engine.dispose()


def _dump(connection: Connection, file: Path) -> dict[str, int]:
    upgrade.check(connection)
    head: Any = {"format": FORMAT, "version": VERSION, "schema": upgrade.newest(), "paiju": __version__}
    head["created"] = int(time.time())
    with (
        whole_file(file, private=True, new=True) as out,  # it holds secrets
        gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as packed,
    ):
        for _, line in chain([("", head)], _lines_of(connection, "")):
            packed.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    counts: dict[str, int] = line["end"]
    return counts


@contextmanager
def _opened(file: Path) -> Iterator[Lines]:
    """The lines of a backup, each with its number."""
    try:
        source = gzip.open(file, "rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise UsageError("file.unreadable", f"{file}: {error.strerror}", {"path": str(file)}) from None
    with source:
        yield _lines(source, str(file))


def _lines(source: gzip.GzipFile, name: str) -> Lines:
    number = 0
    try:
        while line := source.readline(_MOST_LINE):
            number += 1
            yield f"{name}: line {number}", from_json(line)
    except (OSError, EOFError, ValueError) as error:
        raise damaged(f"{name}: line {number or 1}", str(error)) from None
    raise damaged(f"{name}: line {number + 1}", "breaks off before its end")


def damaged(where: str, reason: str) -> BackupError:
    """A refusal that names the place."""
    return BackupError("backup.format", f"{where}: {reason}", {"where": where, "reason": reason})


def _fill(connection: Connection, lines: Lines, database: Path | None, *, replace: bool) -> dict[str, int]:
    step = _step_of(*next(lines))
    upgrade.upgrade(connection, database)
    with _brought_up(lines, step) as now, connection.begin():
        if _is_full(connection) and not replace:
            raise BackupError("backup.full", "the database is not empty; --replace deletes what is in it")
        epoch = raise_epoch(connection)
        for table in reversed(METADATA.sorted_tables):
            connection.execute(delete(table))
        _, counts = _read_rows(connection, now, {table.name: table for table in STORED})
        raise_epoch(connection, above=epoch)
        return counts


def _step_of(where: str, head: Any) -> str:
    """The step that a backup was made at."""
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise damaged(where, "is not a backup of paiju")
    step = head.get("schema")
    if head.get("version") != VERSION or not isinstance(step, str) or step not in upgrade.numbers():
        made_by = str(head.get("paiju"))[:20]
        raise damaged(where, f"was made by paiju {made_by}, which is newer; restore it with that version")
    return step


@contextmanager
def _brought_up(lines: Lines, step: str) -> Iterator[Lines]:
    """The lines of a backup as if it were of the newest step: those of an earlier one go through a database of their own."""
    if step == upgrade.newest():
        yield lines
        return
    with tempfile.TemporaryDirectory(prefix="paiju-restore-") as folder:
        engine = create_engine(f"sqlite:///{folder}/earlier.db")
        try:
            with engine.connect() as connection:
                upgrade.bring(connection, step)
                tables = _tables_of(connection)
                for table in reversed(tables.values()):
                    connection.execute(delete(table))
                where = _read_rows(connection, lines, tables)[0]
                connection.commit()
                upgrade.bring(connection, upgrade.newest())
                yield _lines_of(connection, where)
        finally:
            engine.dispose()


def _tables_of(connection: Connection) -> dict[str, Table]:
    """The tables of a database at its step, those that others refer to first."""
    found = MetaData()
    found.reflect(connection)
    return {table.name: table for table in found.sorted_tables if table.name != upgrade.REACHED.name}


def _lines_of(connection: Connection, where: str) -> Lines:
    """The lines of a backup of a database, all of them at one place of the file that it came from."""
    counts = dict.fromkeys((table.name for table in STORED), 0)
    for table in STORED:
        rows = select(table).order_by(*table.primary_key).execution_options(yield_per=_CHUNK)
        for row in connection.execute(rows).mappings():
            counts[table.name] += 1
            yield where, [table.name, dict(row)]
    yield where, {"end": counts}


def _is_full(connection: Connection) -> bool:
    """Whether anything is stored but the word of how it was brought up to date."""
    counts = {table: select(func.count()).select_from(table) for table in STORED}
    counts[META] = counts[META].where(META.c.name != upgrade.SERVES)
    return any(connection.execute(count).scalar_one() for count in counts.values())


def _read_rows(connection: Connection, lines: Lines, tables: dict[str, Table]) -> tuple[str, dict[str, int]]:
    """Insert the rows up to the end of a backup; where that is, and how many there are by table."""
    counts: Counter[str] = Counter()
    waiting: list[dict[str, Any]] = []
    of: Table | None = None
    for where, line in lines:
        if isinstance(line, dict) and "end" in line:
            _insert(connection, of, waiting, where)
            end = line["end"]
            if not isinstance(end, dict) or end != {**dict.fromkeys(end, 0), **counts}:
                raise damaged(where, "rows are missing")
            return where, end
        table, row = _row(where, line, tables)
        if table is not of or len(waiting) >= _CHUNK:
            _insert(connection, of, waiting, where)
            of, waiting = table, []
        waiting.append(row)
        counts[table.name] += 1
    raise AssertionError  # the lines raise before they end


def _row(where: str, line: Any, tables: dict[str, Table]) -> tuple[Table, dict[str, Any]]:
    if not (isinstance(line, list) and len(line) == 2 and isinstance(line[1], dict)):  # noqa: PLR2004 - name, row
        raise damaged(where, "is not a row")
    name, row = line
    table = tables.get(name) if isinstance(name, str) else None
    if table is None or set(row) != {column.name for column in table.c}:
        raise damaged(where, "has other columns")
    for column in table.c:
        if not _fits(column, row[column.name]):
            raise damaged(where, f"{column.name} has another type")
    return table, row


def _fits(column: Column[Any], value: Any) -> bool:
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, Boolean):
        return isinstance(value, bool)
    if isinstance(column.type, Integer):
        return type(value) is int and -(1 << 63) <= value < 1 << 63
    if isinstance(column.type, Float):
        return type(value) is float and math.isfinite(value)
    return isinstance(value, str)


def _insert(connection: Connection, table: Table | None, rows: list[dict[str, Any]], where: str) -> None:
    if table is None or not rows:
        return
    try:
        connection.execute(insert(table), rows)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        raise damaged(where, reason) from None
