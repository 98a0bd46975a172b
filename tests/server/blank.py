"""Databases in which nothing stands: their steps are run once a process, for they take longer than most tests."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

from paiju.server.store.store import Store

NOTHING_NOTED = "DELETE FROM meta WHERE name <> 'serves'"
"""Takes away what the store noted that made the tables, as the time: tests have clocks of their own."""


def blank(file: Path) -> str:
    """The address of a SQLite database; where there is no file yet, of one with tables in which nothing stands.

    Where a loop runs already it is for a thread: the first call begins a loop of its own.
    """
    if not file.exists():
        file.touch(mode=0o600)
        file.write_bytes(_made())
    return f"sqlite:///{file}"


async def make_tables(address: str) -> None:
    """Have a store make its tables."""
    store = Store(address)
    await store.open()
    await store.close()


@cache
def _made() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        asyncio.run(make_tables(f"sqlite:///{file}"))
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(NOTHING_NOTED)
        return file.read_bytes()
