"""Addresses of databases as SQLAlchemy takes them, and the connections made from them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from paiju.server.store.base import StoreError

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
_BUSY_MS = 10_000
_READERS = 2

SILENT_SECONDS = 6
"""A session of ours that PostgreSQL has heard nothing of for so long is ended, and its locks are free."""
NODE_SILENT_SECONDS = 3
"""The same for one of several nodes: another is there to go on."""
NODE_ANSWER_SECONDS = 4.0
"""A node waits so long for what it reads or takes: something between it and PostgreSQL may keep a connection and carry nothing."""
_CONNECTION = {
    "connect_timeout": "5",
    "keepalives": "1",
    "keepalives_idle": "2",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
    "client_encoding": "utf8",
}
"""How soon a connection notices that PostgreSQL's machine has gone; without these it takes hours. What is read is text, whatever the database calls it."""
_SESSION = (
    "SET tcp_keepalives_idle = 2",
    "SET tcp_keepalives_interval = 1",
    "SET tcp_keepalives_count = 3",
    "SET tcp_user_timeout = 5000",
)
"""How soon PostgreSQL notices that our machine has gone."""
_KNOWS_IDLE = 14_00_00  # the version


def default_url(environ: Mapping[str, str]) -> str:
    """The database in the user's state folder."""
    state = environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")  # noqa: PTH111 - a default only
    return f"sqlite:///{state}/paiju/tables.db"


def parse_url(text: str) -> URL:
    """The address with the driver that is used for it.

    Raises:
        StoreError: store.url.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise _refused(text, "is no database address; try sqlite:///FILE") from None
    driver = _DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise _refused(text, "is neither sqlite:///FILE nor postgresql://HOST/NAME")
    if driver.startswith("sqlite") and url.database in (None, "", ":memory:"):
        raise _refused(text, "names no file; try sqlite:///FILE")
    if driver.startswith("postgresql") and find_spec("psycopg") is None:
        raise _refused(text, "needs a driver: pip install 'paiju[postgres]'")
    return url.set(drivername=driver)


def _refused(text: str, reason: str) -> StoreError:
    shown = text.partition("@")[2] or text  # what stands before @ may be a password
    return StoreError("store.url", f"{shown!r} {reason}", {"text": shown, "reason": reason})


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database, None for another."""
    return Path(url.database) if url.database and url.drivername.startswith("sqlite") else None


def name_of(url: URL) -> str:
    """How a database is called before people: its file, or its address without the password."""
    return str(file_of(url) or url.render_as_string())


def make_file(file: Path) -> None:
    """See that the file of a database is there, readable by its owner alone.

    Raises:
        StoreError: store.open.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise StoreError("store.open", f"{file}: {error.strerror}", {"reason": str(error.strerror)}) from None


def writer(url: URL, node: str | None = None) -> Engine:
    """The engine that writes, from one thread; as one of several nodes it has to be quick."""
    if file_of(url) is None:
        engine = create_engine(_watched(url, node), pool_size=1, max_overflow=0, pool_pre_ping=True)
        _settle(engine, _silence(node))
        return engine
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), pool_size=1, max_overflow=0)
    _prepare(engine, "BEGIN IMMEDIATE", "PRAGMA synchronous=FULL")
    return engine


def reader(url: URL) -> AsyncEngine:
    """The engine that reads; each of its connections sees one moment."""
    if file_of(url) is None:
        engine = create_async_engine(_watched(url), pool_size=5, pool_pre_ping=True)
        _settle(engine.sync_engine, SILENT_SECONDS)
        return engine.execution_options(isolation_level="REPEATABLE READ")
    engine = create_async_engine(url, pool_size=_READERS, max_overflow=0)
    _prepare(engine.sync_engine, "BEGIN", "PRAGMA query_only=ON")
    return engine


def claimer(url: URL, node: str) -> AsyncEngine:
    """The engine with which a node takes tables; where one has to wait for a lock, the others go on."""
    engine = create_async_engine(_watched(url, node), pool_size=4, pool_pre_ping=True)
    _settle(engine.sync_engine, NODE_SILENT_SECONDS)
    return engine


def keeper(url: URL, node: str | None = None) -> AsyncEngine:
    """The engine for the one PostgreSQL session that holds the lock and has to be heard of all the time."""
    engine = create_async_engine(_watched(url, node), poolclass=NullPool, isolation_level="AUTOCOMMIT")
    _settle(engine.sync_engine, _silence(node), heard=True)
    return engine


def passer(url: URL) -> AsyncEngine:
    """The engine for what passes between processes on PostgreSQL: one session that hears hints, and two that ask."""
    engine = create_async_engine(_watched(url), pool_size=3, max_overflow=0, isolation_level="AUTOCOMMIT")
    _settle(engine.sync_engine, SILENT_SECONDS, "SET synchronous_commit = off")
    return engine


def visitor(url: URL) -> Engine:
    """The engine of somebody who only looks, at a PostgreSQL database."""
    engine = create_engine(_watched(url), poolclass=NullPool)
    event.listen(engine, "connect", _keeps_text)
    return engine


def _keeps_text(connection: Any, _record: Any) -> None:
    """Refuse a database that does not know what letters are, as one made under the locale `C` does not."""
    kept = connection.info.parameter_status("server_encoding")
    if kept != "UTF8":
        reason = f"its text is {kept}; make it with ENCODING 'UTF8' TEMPLATE template0"
        raise StoreError("store.open", reason, {"reason": reason})


def _silence(node: str | None) -> int:
    return SILENT_SECONDS if node is None else NODE_SILENT_SECONDS


def _watched(url: URL, node: str | None = None) -> URL:
    """The address with a short patience for a machine that does not answer, unless it names another one."""
    named = {} if node is None else {"application_name": f"paiju {node}"}
    return url.set(query={**_CONNECTION, **named, **url.query})


def _settle(engine: Engine, silence: int, *more: str, heard: bool = False) -> None:
    """Tell each session of PostgreSQL how long to wait for us, and what `more` there is; one that is `heard` of all the time is never idle."""
    wanted = [*_SESSION, *more, f"SET idle_in_transaction_session_timeout = '{silence}s'"]

    def connect(connection: Any, record: Any) -> None:
        _keeps_text(connection, record)
        statements = wanted
        if heard and connection.info.server_version >= _KNOWS_IDLE:
            statements = [*wanted, f"SET idle_session_timeout = '{silence}s'"]
        cursor = connection.cursor()
        cursor.execute("; ".join(statements))
        cursor.close()
        connection.commit()

    event.listen(engine, "connect", connect)


def _prepare(engine: Engine, begin: str, pragma: str) -> None:
    """Take transactions out of the hands of Python's driver, which begins them too late."""

    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for statement in (
            f"PRAGMA busy_timeout={_BUSY_MS}",
            "PRAGMA journal_mode=WAL",
            "PRAGMA foreign_keys=ON",
            pragma,
        ):
            cursor.execute(statement)
        cursor.close()

    event.listen(engine, "connect", connect)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
