"""A database belongs to one server: what another one that has lost it still wants to write never lands."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from paiju.server.ops.backup import backup, restore
from paiju.server.store import locking
from paiju.server.store.base import StoreError
from paiju.server.store.store import Store
from tests.server.store.samples import action, deal, table

PATIENCE = 30.0


@asynccontextmanager
async def opened(url: str):
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def asked_for_writing() -> Iterator[threading.Event]:
    """Set once a database runs what only one session may do at a time: to begin to write (SQLite), or for the epoch (PostgreSQL)."""
    question = threading.Event()

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.endswith("FOR UPDATE"):
            question.set()

    def begins(connection: Any) -> None:
        if connection.dialect.name == "sqlite":
            question.set()

    event.listen(Engine, "before_cursor_execute", note)
    event.listen(Engine, "begin", begins)
    try:
        yield question
    finally:
        event.remove(Engine, "before_cursor_execute", note)
        event.remove(Engine, "begin", begins)


@pytest.fixture
def steal(request: pytest.FixtureRequest, url: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Takes the lock from its holder, who does not notice."""
    monkeypatch.setattr(locking, "BEAT_SECONDS", 3600)
    if url.startswith("sqlite"):
        return Path(url.removeprefix("sqlite:///") + ".lock").unlink
    return request.getfixturevalue("postgres").end_lock_session


async def refused(awaited: Any) -> str:
    with pytest.raises(StoreError) as caught:
        await awaited
    return caught.value.code


@pytest.mark.usefixtures("no_grace")
def test_a_write_of_the_former_owner_never_lands(url, steal):
    async def work():
        async with opened(url) as first:
            await first.write((table(), deal()))
            steal()
            async with opened(url) as second:
                assert await refused(first.write((action(0),))) == "store.lost"
                assert (await asyncio.wait_for(first.lost(), PATIENCE)).code == "store.lost"
                for awaited in (
                    first.put_guest("g", "g", "en"),
                    first.load("t1"),
                    first.ping(),
                    first.sweep(9),
                ):
                    assert await refused(awaited) == "store.lost"
                await second.write((action(0),))
                assert await refused(first.retake()) == "store.locked"
                return await second.load("t1"), await second.guest("g")

    stored, guest = asyncio.run(work())
    assert [action.text for action in stored.deals[0].actions] == ["play 0"]
    assert guest is None


def test_waiting_calls_fail_once_the_database_is_lost(url, steal):
    async def work():
        async with opened(url) as first:
            await first.write((table(), deal()))
            steal()
            async with opened(url):
                writes = [asyncio.create_task(first.write((action(i),))) for i in range(500)]
                return {await refused(write) for write in writes}

    assert asyncio.run(work()) == {"store.lost"}


def test_the_next_owner_waits_for_pending_writes_and_reads_them(url, steal):
    """It would read too early otherwise, and lose what the first has sent its players."""

    async def work():
        under_way, go_on = threading.Event(), threading.Event()

        def slow(connection: Any) -> None:
            under_way.set()
            assert go_on.wait(PATIENCE)

        async with opened(url) as first:
            await first.write((table(), deal()))
            writing = asyncio.create_task(first._owned.writer.run(slow))
            stored = asyncio.create_task(first.write((action(0),)))
            await asyncio.to_thread(under_way.wait, PATIENCE)
            steal()
            second = Store(url)
            with asked_for_writing() as question:
                opening = asyncio.create_task(second.open())
                assert await asyncio.to_thread(question.wait, PATIENCE)
            assert not opening.done()
            go_on.set()
            await writing
            await opening
            sent = (await asyncio.gather(stored, return_exceptions=True))[0] is None
            loaded = await second.load("t1")
            await second.close()
            return sent, len(loaded.deals[0].actions)

    sent, actions = asyncio.run(work())
    assert sent == actions


def test_a_released_lease_is_taken_again(url, steal):
    async def work():
        async with opened(url) as first:
            await first.write((table(),))
            steal()
            async with opened(url) as second:
                await second.write((table(data='{"by": 2}'),))
                await refused(first.write((table(data='{"by": 1}'),)))
            await first.retake()
            before = await first.load("t1")
            await first.write((table(data='{"by": 1}'),))
            return before.data, (await first.load("t1")).data

    assert asyncio.run(work()) == ('{"by": 2}', '{"by": 1}')


def test_a_restored_backup_does_not_revive_an_old_owner(url, steal, tmp_path):
    """It holds the number of an earlier time."""

    async def work():
        async with opened(url) as first:
            await first.write((table(),))
            await backup(url, tmp_path / "b.gz")
            steal()
            await restore(url, tmp_path / "b.gz", replace=True)
            return await refused(first.write((table(data="{}"),)))

    assert asyncio.run(work()) == "store.lost"
