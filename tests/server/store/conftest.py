"""A store of each kind: SQLite always, PostgreSQL where it is installed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from paiju.server.cluster import leases
from paiju.server.store import database, engines, locking
from paiju.server.store.database import Timekeeper
from paiju.server.store.store import Store
from tests.server.blank import blank
from tests.server.postgres import INSTALLED, Postgres

KINDS = ["sqlite", *(["postgresql"] if INSTALLED else [])]
collect_ignore = [] if INSTALLED else ["test_postgres.py"]


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with tables in which nothing stands."""
    if request.param == "sqlite":
        return blank(tmp_path / "tables.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.address


@pytest.fixture
def bare(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> str:
    """The same address, and not even tables there: the steps make them."""
    if url.startswith("sqlite"):
        (tmp_path / "tables.db").unlink()
    else:
        request.getfixturevalue("postgres").empty()
    return url


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes a node for dead because its machine, or the database's, is busy with other things for some seconds."""
    monkeypatch.setattr(engines, "NODE_SILENT_SECONDS", 60)
    monkeypatch.setattr(locking, "_NODE_ANSWER_SECONDS", 60.0)
    for module in (leases, database):
        monkeypatch.setattr(module, "NODE_ANSWER_SECONDS", 60.0)


Use = Callable[[Store], Awaitable[Any]]


class Clock:
    """A clock that moves only on command."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that is held is requested once."""
    monkeypatch.setattr(locking, "GRACE_SECONDS", 0.0)


@pytest.fixture
def use(url: str, clock: Clock) -> Callable[[Use], Any]:
    """Runs a piece of work on an open store; each call opens it again."""

    async def opened(work: Use) -> Any:
        store = Store(url, clock=Timekeeper(clock, clock))
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return lambda work: asyncio.run(opened(work))
