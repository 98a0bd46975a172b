"""One server for one database: the second is told so instead of playing the same tables twice."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Protocol

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from paiju.server.store.base import StoreError

_POSTGRES_KEY = 0x7061_696A_75  # "paiju"


class Lock(Protocol):
    """Held as long as the server runs; the system lets go of it when the process dies."""

    async def release(self) -> None:
        """Let go."""


class FileLock:
    """A lock on a file beside the database."""

    def __init__(self, database: Path) -> None:
        self._file = os.open(database.with_name(database.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise _taken(str(database)) from None

    async def release(self) -> None:
        """Let go; the file stays, since removing it would race with the next holder."""
        os.close(self._file)


class PostgresLock:
    """An advisory lock, held by a connection that does nothing else."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    @classmethod
    async def take(cls, engine: AsyncEngine) -> PostgresLock:
        """Raises StoreError store.locked."""
        connection = await engine.connect()
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        asked = await connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": _POSTGRES_KEY})
        if not asked.scalar_one():
            await connection.close()
            raise _taken(engine.url.render_as_string())
        return cls(connection)

    async def release(self) -> None:
        """Let go by ending the session: a pooled one would keep the lock."""
        await self._connection.invalidate()
        await self._connection.close()


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
