"""Database addresses and connections, and what a driver's exception means."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool, StaticPool
from sqlalchemy.util import immutabledict

from paiju.core.errors import Fact
from paiju.core.files import user_folder
from paiju.server.ops.logs import log_error
from paiju.server.store.base import StoreError

_DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
_BUSY_MS = 10_000
_READERS = 2

SILENT_SECONDS = 6
"""Silence after which PostgreSQL ends a session of ours and frees its locks."""
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
_LOOKS = 12
_KNOWS_IDLE = 14_00_00  # the version


def default_url() -> URL:
    """The database in the user's state folder; the folder's name may hold any characters, so it is no text to be parsed.

    Raises:
        StoreError: store.url, for a user without a home folder.
    """
    folder = user_folder("XDG_STATE_HOME", ".local/state")
    if folder is None:
        raise _refused(
            "~/.local/state", "is not to be found, as this user has no home folder; name a database with --db"
        )
    return URL.create("sqlite", database=str(folder / "tables.db"))


def parse_url(text: str | URL | None) -> URL:
    """The address with the driver that is used for it; None is the database in the state folder, an empty text is no address.

    Raises:
        StoreError: store.url.
    """
    try:
        url = default_url() if text is None else make_url(text)
    except (ArgumentError, ValueError):
        raise _refused(_harmless(str(text)), "is not a database address; try sqlite:///FILE") from None
    driver = _DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise _refused(name_of(url), "is neither sqlite:///FILE nor postgresql://HOST/NAME")
    if driver.startswith("sqlite") and url.database in (None, "", ":memory:"):
        raise _refused(name_of(url), "names no file; try sqlite:///FILE")
    if driver.startswith("postgresql") and find_spec("psycopg") is None:
        raise _refused(name_of(url), "needs a driver: pip install 'paiju[postgres]'")
    return url.set(drivername=driver)


def _harmless(text: str) -> str:
    """A text that cannot be parsed, as far as it holds no password."""
    return text if not {"@", "?"} & {*text} else f"{text.partition(':')[0]}:…"


def _refused(address: str, reason: str) -> StoreError:
    return StoreError("store.url", f"{address!r} {reason}", {"text": address, "reason": reason})


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database, None for another."""
    return Path(url.database) if url.database and url.drivername.startswith("sqlite") else None


def name_of(url: URL) -> str:
    """The name of a database for people: its file, or its address without user, password and query, which may hold one."""
    return str(file_of(url) or url._replace(username=None, password=None, query=immutabledict()))


def make_file(file: Path) -> None:
    """Make sure that the file of a database exists and only its owner can read it.

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
        _settle(engine, node)
        return engine
    engine = create_engine(url, poolclass=StaticPool, paramstyle="named")
    _prepare(engine, "BEGIN IMMEDIATE", "PRAGMA synchronous=FULL")
    return engine


class Reader:
    """Reads a database.

    A file is read in threads: each piece of work costs the event loop one turn, and not one for each call of the driver.
    """

    def __init__(self, url: URL) -> None:
        self._sessions: AsyncEngine | None = None
        if file_of(url) is None:
            engine = _sessions(url, pool_size=5, pool_pre_ping=True)
            self._sessions = engine.execution_options(isolation_level="REPEATABLE READ")
            self.engine = engine.sync_engine
        else:
            self.engine = create_engine(url, pool_size=_READERS, max_overflow=0)
            _prepare(self.engine, "BEGIN", "PRAGMA query_only=ON")
            self._threads = ThreadPoolExecutor(_READERS, "paiju-reader")

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """The result of a piece of work on a connection that sees one moment."""
        if self._sessions is None:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, work)
        async with self._sessions.connect() as connection:
            return await connection.run_sync(work)

    def _read(self, work: Callable[[Connection], Found]) -> Found:
        with self.engine.connect() as connection:
            return work(connection)

    async def dispose(self) -> None:
        """Close the connections; later work opens new ones."""
        if self._sessions is None:
            self.engine.dispose()
        else:
            await self._sessions.dispose()


def claimer(url: URL, node: str) -> AsyncEngine:
    """The engine with which a node takes tables; where one has to wait for a lock, the others go on."""
    return _sessions(url, node, pool_size=4, pool_pre_ping=True)


def keeper(url: URL, node: str | None = None) -> AsyncEngine:
    """The engine for the one PostgreSQL session that holds the lock and has to be heard of all the time."""
    return _sessions(url, node, heard=True, poolclass=NullPool, isolation_level="AUTOCOMMIT")


def passer(url: URL) -> AsyncEngine:
    """The engine for what passes between processes on PostgreSQL: one session that hears hints, and two that ask."""
    relaxed = "SET synchronous_commit = off"
    return _sessions(url, None, relaxed, pool_size=3, max_overflow=0, isolation_level="AUTOCOMMIT")


def visitor(url: URL) -> Engine:
    """The engine of a visitor that only reads a PostgreSQL database."""
    engine = create_engine(_watched(url), poolclass=NullPool)
    event.listen(engine, "connect", _keeps_text)
    return engine


def _keeps_text(connection: Any, _record: Any) -> None:
    """Refuse a database that does not know what letters are, as one made under the locale `C` does not."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        reason = f"its text is {encoding}; make it with ENCODING 'UTF8' TEMPLATE template0"
        raise StoreError("store.open", reason, {"reason": reason})


def check_sessions(one: Connection, other: Connection) -> None:
    """Check that both connections are sessions of the database: a pooler that hands out transactions breaks locks.

    Such a pooler serves one of them by several processes of the database, or both by one; where it is busy, not at once.

    Raises:
        StoreError: store.open.
    """
    served = []
    for look, connection in enumerate((one, other) * _LOOKS):
        # the driver prepares what is asked often, which such a pooler does not bear
        served.append(connection.execute(text(f"SELECT pg_backend_pid() AS look_{look}")).scalar_one())
        connection.commit()
    if len(set(served)) != 2 or served[0] == served[1]:  # noqa: PLR2004 - one process for each
        reason = "a pooler hands out transactions and not whole sessions; set pool_mode = session"
        raise StoreError("store.open", reason, {"reason": reason})


def _sessions(url: URL, node: str | None = None, *more: str, heard: bool = False, **pool: Any) -> AsyncEngine:
    """An engine whose sessions are settled (`_settle`)."""
    engine = create_async_engine(_watched(url, node), **pool)
    _settle(engine.sync_engine, node, *more, heard=heard)
    return engine


def _watched(url: URL, node: str | None = None) -> URL:
    """The address with a short patience for a machine that does not answer, unless it names another one."""
    named = {} if node is None else {"application_name": f"paiju {node}"}
    return url.set(query={**_CONNECTION, **named, **url.query})


def _settle(engine: Engine, node: str | None, *more: str, heard: bool = False) -> None:
    """Tell each session of PostgreSQL how long to wait for us, and what `more` there is; one that is `heard` of all the time is never idle."""
    silence = SILENT_SECONDS if node is None else NODE_SILENT_SECONDS
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
    event.listen(engine, "begin", lambda connection: connection.connection.cursor().execute(begin))


# --- what a driver's exception, or a row that cannot be read, means to those who run or use the server

RAISED = (SQLAlchemyError, sqlite3.Error, OSError, UnicodeDecodeError)
"""The exceptions that the libraries raise for a damaged or missing database."""

_PRIMARY = 0xFF
"""SQLite's codes carry their details in the higher bytes."""
_FULL = ("53100",)
_DAMAGED = ("XX001", "XX002")
"""Of PostgreSQL: disk_full; data_corrupted, index_corrupted."""
_NO_TEXT = "Could not decode to UTF-8"
"""What Python's driver of SQLite says of a value, without a code; of the schema it raises UnicodeDecodeError."""

UNREADABLE = (
    msgspec.MsgspecError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
)
"""The exceptions that reading a damaged row raises."""
Found = TypeVar("Found")
Value = TypeVar("Value", list, dict)  # type: ignore[type-arg]  # of anything: it comes from JSON


@contextmanager
def troubles(url: URL) -> Iterator[None]:
    """Let what goes wrong with a database be a StoreError, as `trouble` finds it."""
    try:
        yield
    except RAISED as error:
        raise trouble(error, url) from None


def trouble(error: BaseException, url: URL, otherwise: str = "store.open") -> StoreError:
    """The error for an exception: its own code if it has one, store.full, store.damaged, or `otherwise`."""
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
    """The JSON of a row; `otherwise`, with a line in the log, where it is not JSON of that type."""
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
