"""One server for one database: the second gets an error instead of playing the same tables twice.

Holding the lock is not enough: a process may have lost it and not know yet. So the process that takes it raises a number in
the database, the epoch, and each transaction sees that its own is still the last: what an earlier holder wanted to
write after that never lands.

Nodes (`nodes`) share the lock among themselves, so that none of them and a server that wants everything for itself run at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import sys
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import URL, Connection, Dialect, Executable, TextClause, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from paiju.server.store.base import StoreError
from paiju.server.store.engines import check_sessions, file_of, keeper, make_file, name_of, troubles
from paiju.server.store.rows import Claim
from paiju.server.store.schema import META

BEAT_SECONDS = 0.5
GRACE_SECONDS = 3.0
"""Seconds of retries for a held lock of PostgreSQL: the session of a killed server outlives it briefly."""
_ANSWER_SECONDS = 5.0
_NODE_ANSWER_SECONDS = 2.0
POSTGRES_KEY = 0x7061_696A_75
"""The advisory lock of a process that uses a database, "paiju"."""
_ALONE = text(f"SELECT pg_try_advisory_lock({POSTGRES_KEY})")
_NOTHING = text("SELECT pg_advisory_unlock_all()")
_SHARED = text(f"SELECT pg_try_advisory_lock_shared({POSTGRES_KEY})")
_HELD_BY_ANOTHER = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""What the systems say of a file that is locked; anything else says that it cannot be."""
_EPOCH = "epoch"
_HELD = select(META.c.value).where(META.c.name == _EPOCH).with_for_update(read=True)


class Lock(Protocol):
    """Held as long as the server runs; the system lets go of it when the process dies."""

    lost: asyncio.Future[StoreError]
    """Done once the lock is not held any more, though nobody has let go of it."""

    async def release(self) -> None:
        """Release the lock."""


async def take(url: URL, node: str | None = None) -> Lock:
    """The lock of a database, for this process alone or as a node.

    Raises:
        StoreError: store.locked, store.open.
    """
    file = file_of(url)
    with troubles(url):
        if file is None:
            return await PostgresLock.take(url, node)
        make_file(file)
        return FileLock(file)


class FileLock:
    """A lock on a file beside the database."""

    def __init__(self, database: Path) -> None:
        self.lost: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()
        self._file = os.open(database.with_name(database.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError as error:
            os.close(self._file)
            if error.errno in _HELD_BY_ANOTHER:
                raise _taken(str(database)) from None
            reason = f"{database.parent} cannot lock files: {error.strerror}"
            raise StoreError("store.open", reason, {"reason": reason}) from None

    async def release(self) -> None:
        """Release the lock; the file stays, since removing it would race with the next holder."""
        os.close(self._file)


class PostgresLock:
    """An advisory lock, held by a session that is heard of all the time and does nothing else.

    PostgreSQL ends a session that has fallen silent, so that the lock of a machine that died is soon free.
    """

    def __init__(self, engine: AsyncEngine, connection: AsyncConnection, line: int, *, shared: bool) -> None:
        self.lost: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()
        self._engine = engine
        self._connection = connection
        self._line = line
        self._question = _SHARED if shared else _ALONE
        self._patience = _NODE_ANSWER_SECONDS if shared else _ANSWER_SECONDS
        self._turn = asyncio.Lock()
        self._released = asyncio.Event()
        self._beating = asyncio.create_task(self._beat(), name="store lock")

    @classmethod
    async def take(cls, url: URL, node: str | None = None) -> PostgresLock:
        """Raises StoreError store.locked, store.open."""
        engine = keeper(url, node)
        shared = node is not None
        connection = await engine.connect()
        try:
            async with engine.connect() as other:
                await other.execution_options(isolation_level="READ COMMITTED")
                second = await other.run_sync(lambda connection: connection)
                await connection.run_sync(check_sessions, second)
            taken = await _take(connection, _SHARED if shared else _ALONE)
            raw = await connection.get_raw_connection()
        except BaseException:
            await connection.close()
            raise
        if not taken:
            await connection.close()
            raise _taken(name_of(url))
        return cls(engine, connection, raw.driver_connection.fileno(), shared=shared)  # type: ignore[union-attr]  # it has just been opened

    async def ask(self, question: Executable, **values: Any) -> Any:
        """The first value that the session that holds the lock finds; what it locks besides is held as long."""
        async with self._turn:
            return (await self._connection.execute(question, values)).scalars().first()

    async def _beat(self) -> None:
        """Ask for the lock over and over: only its holder gets it again."""
        while not self._released.is_set():
            if not await self._holds():
                self.lost.set_result(lost())
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._released.wait(), BEAT_SECONDS)

    async def _holds(self) -> bool:
        return bool(await self._answer(self._question))

    async def _answer(self, question: Executable) -> Any:
        """As `ask`, but None where no answer comes in time."""
        silence = asyncio.get_running_loop().call_later(self._patience, self._hang_up)
        try:
            return await self.ask(question)
        except (SQLAlchemyError, OSError):
            return None
        finally:
            silence.cancel()

    def _hang_up(self) -> None:
        """Break the connection off: anyone who waits for an answer learns that none will come."""
        with (
            contextlib.suppress(OSError),
            socket.fromfd(self._line, socket.AF_INET, socket.SOCK_STREAM) as line,
        ):
            line.shutdown(socket.SHUT_RDWR)

    async def release(self) -> None:
        """Release the lock and end the session: it dies a moment after that request, and a pooled one would not."""
        self._released.set()
        await self._beating
        if not self.lost.done():
            await self._answer(_NOTHING)
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self._connection.invalidate()
            await self._connection.close()
        await self._engine.dispose()


async def _take(connection: AsyncConnection, question: TextClause) -> bool:
    """Whether the lock is taken, at once or before the grace is over."""
    loop = asyncio.get_running_loop()
    end = loop.time() + GRACE_SECONDS
    while not (await connection.execute(question)).scalar_one():
        if loop.time() >= end:
            return False
        await asyncio.sleep(0.1)
    return True


def raise_epoch(connection: Connection, above: int = 0) -> int:
    """Begin an epoch, within a transaction of the process that has just taken the lock.

    Waits for transactions of the one before, so that afterwards all of them can be read that will ever be.
    """
    before = connection.execute(select(META.c.value).where(META.c.name == _EPOCH).with_for_update())
    known = before.scalar_one_or_none()
    number = max(int(known or 0), above) + 1
    if known is None:
        connection.execute(insert(META).values(name=_EPOCH, value=str(number)))
    else:
        connection.execute(update(META).where(META.c.name == _EPOCH).values(value=str(number)))
    return number


def check_epoch(connection: Connection, claims: Collection[Claim], *, number: int) -> Collection[Claim]:
    """Check that an epoch is current, and keep it current until the transaction has ended; all tables are ours then.

    Raises:
        StoreError: store.lost.
    """
    cursor = connection.connection.cursor()  # as each transaction begins with it
    cursor.execute(_held(connection.dialect))
    if cursor.fetchone() != (str(number),):
        raise lost()
    return ()


@cache
def _held(dialect: Dialect) -> str:
    """`_HELD` as the driver takes it."""
    return str(_HELD.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))


def lost() -> StoreError:
    """The error for a database that is no longer ours."""
    return StoreError("store.lost", "this server does not hold the database any more")


def _taken(database: str) -> StoreError:
    return StoreError("store.locked", f"another server is using {database}", {"database": database})


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
