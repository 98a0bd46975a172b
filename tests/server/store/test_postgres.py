"""PostgreSQL's lock goes with a session: with ours, with PostgreSQL itself, with a machine that falls silent."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from contextlib import asynccontextmanager, contextmanager

import pytest
from sqlalchemy import text

from paiju.server.ops.doctor import examine, look_at_postgres
from paiju.server.store import engines, locking
from paiju.server.store.base import StoreError
from paiju.server.store.store import Store
from tests.server.postgres import TransactionPooler
from tests.server.store.samples import action, deal, table

PATIENCE = 30.0


@asynccontextmanager
async def opened(postgres):
    store = Store(postgres.address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def is_lost(store) -> bool:
    return (await asyncio.wait_for(store.lost(), PATIENCE)).code == "store.lost"


async def retaken(store) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await store.retake()
            except StoreError:
                await asyncio.sleep(0.05)


async def goes_on(store) -> list[str]:
    await store.write((action(1),))
    return [action.text for action in (await store.load("t1")).deals[0].actions]


def lose(postgres, how):
    """A store that loses its lock by something that happens outside, and takes it again."""

    async def work():
        async with opened(postgres) as store:
            await store.write((table(), deal(), action(0)))
            how()
            assert await is_lost(store)
            with pytest.raises(StoreError) as caught:
                await store.write((action(9),))
            await retaken(store)
            return caught.value.code, await goes_on(store)

    return asyncio.run(work())


def test_a_session_that_is_ended(postgres):
    assert lose(postgres, postgres.end_lock_session) == ("store.lost", ["play 0", "play 1"])


def test_a_database_that_is_restarted(postgres):
    def restart():
        postgres.stop()
        postgres.start()

    assert lose(postgres, restart) == ("store.lost", ["play 0", "play 1"])


def test_a_transaction_that_outlives_its_lease_ends_with_its_session(postgres):
    """Otherwise the collector would find the session, open."""
    begun, may_end = threading.Event(), threading.Event()

    def transact(connection) -> int:
        begun.set()
        may_end.wait(PATIENCE)
        return 1

    async def work():
        store = Store(postgres.address)
        await store.open()
        wanted = asyncio.create_task(store.run(transact))
        await asyncio.to_thread(begun.wait, PATIENCE)
        thread = store._owned.writer._thread
        postgres.end_lock_session()
        assert await is_lost(store)
        await store.close()
        may_end.set()
        await asyncio.to_thread(thread.shutdown)
        with pytest.raises(StoreError, match="hold"):
            await wanted

    asyncio.run(work())
    until = time.monotonic() + PATIENCE
    while sessions(postgres, "backend_type = 'client backend' AND pid <> pg_backend_pid()"):
        assert time.monotonic() < until
        time.sleep(0.02)


def sessions(postgres, which: str) -> list[int]:
    return postgres.ask(f"SELECT pid FROM pg_stat_activity WHERE {which}")


LOCK = "pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"


@contextmanager
def frozen(pid: int):
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_database_that_does_not_answer(postgres):
    """Only the session without an answer has a short limit: the next one may meet a busy machine."""

    async def work():
        async with opened(postgres) as store:
            await store.write((table(), deal(), action(0)))
            (session,) = sessions(postgres, LOCK)
            store._owned._lock._patience = 0.3
            with frozen(session):
                assert await is_lost(store)
            await retaken(store)
            return await goes_on(store)

    assert asyncio.run(work()) == ["play 0", "play 1"]


def test_a_session_that_outlives_its_server_for_a_moment_is_waited_for(postgres, monkeypatch):
    """The second server asks again until the first has ended."""
    monkeypatch.setattr(locking, "GRACE_SECONDS", PATIENCE)
    asked = threading.Event()
    sleep = asyncio.sleep

    async def noted(seconds):
        asked.set()
        await sleep(seconds)

    async def work():
        first, second = Store(postgres.address), Store(postgres.address)
        await first.open()
        monkeypatch.setattr(locking.asyncio, "sleep", noted)
        opening = asyncio.create_task(second.open())
        await asyncio.to_thread(asked.wait, PATIENCE)
        await first.close()
        await opening
        await second.ping()
        await second.close()
        assert asked.is_set()

    asyncio.run(work())


async def fall_silent(store):
    """The session of the lock ends after a second in which PostgreSQL hears nothing of it; it does not before the store is open, for a busy machine is slow."""
    await store._owned._lock.ask(text("SELECT set_config('idle_session_timeout', '1000', false)"))


@asynccontextmanager
async def opened_soon(postgres):
    """A store after one that has fallen silent."""
    store = Store(postgres.address)
    await retaken(store)
    try:
        yield store
    finally:
        await store.close()


def test_a_machine_that_falls_silent_loses_the_lock_by_itself(postgres, monkeypatch):
    """Its connections stay open as far as PostgreSQL can tell, for hours."""
    monkeypatch.setattr(locking, "BEAT_SECONDS", 3600)

    async def work():
        async with opened(postgres) as first:
            await fall_silent(first)
            async with opened_soon(postgres) as second:
                await second.write((table(),))

    asyncio.run(work())


def test_a_client_that_stalls_in_a_write_blocks_no_other(postgres, monkeypatch):
    monkeypatch.setattr(locking, "BEAT_SECONDS", 3600)
    under_way, go_on = threading.Event(), threading.Event()

    def silent(connection):
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = '1s'")
        under_way.set()
        go_on.wait(PATIENCE)

    async def work():
        async with opened(postgres) as first:
            await first.write((table(), deal()))
            writing = asyncio.create_task(first._owned.writer.run(silent))
            await asyncio.to_thread(under_way.wait, PATIENCE)
            await fall_silent(first)
            async with opened_soon(postgres) as second:
                await second.write((action(0),))
                go_on.set()
                outcome = (await asyncio.gather(writing, return_exceptions=True))[0]
                with pytest.raises(StoreError) as caught:
                    await first.write((action(0),))
                return outcome, caught.value.code

    outcome, code = asyncio.run(work())
    assert isinstance(outcome, StoreError)
    assert code == "store.lost"


def test_the_session_of_the_lock_is_heard_of_again_and_again(postgres):
    async def work():
        heard = f"SELECT query_start FROM pg_stat_activity WHERE {LOCK}"
        async with opened(postgres):
            before, until = postgres.ask(heard), time.monotonic() + PATIENCE
            while postgres.ask(heard) == before:
                assert time.monotonic() < until
                await asyncio.sleep(0.05)

    asyncio.run(work())


def test_connections_to_a_lost_machine_end_within_seconds():
    """On both sides: ours would wait for hours for a database that has lost its power."""
    url = engines.parse_url("postgresql://host/name?connect_timeout=9")
    query = engines._watched(url).query
    assert query["connect_timeout"] == "9"
    idle, interval, count = (int(query[f"keepalives_{name}"]) for name in ("idle", "interval", "count"))
    assert idle + interval * count <= engines.SILENT_SECONDS
    assert int(query["tcp_user_timeout"]) <= 1000 * engines.SILENT_SECONDS
    assert locking.BEAT_SECONDS + locking._ANSWER_SECONDS <= engines.SILENT_SECONDS


def test_a_database_that_does_not_know_letters_is_refused(postgres):
    """As `initdb` makes it under the locale C, which a bare container has."""
    postgres.ask("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
    address = postgres.address.removesuffix("/postgres") + "/ascii"
    try:
        with pytest.raises(StoreError, match="SQL_ASCII") as caught:
            asyncio.run(Store(address).open())
        assert caught.value.code == "store.open"
        found = list(examine(address, None))
        assert [one.text for one in found if one.level == "wrong" and "SQL_ASCII" in one.text]
    finally:
        postgres.ask("DROP DATABASE ascii WITH (FORCE)")


def test_a_pooler_of_transactions_is_noticed(postgres):
    """Locks would not last there: the server does not start, and the doctor says why."""
    with TransactionPooler(postgres) as pooler:
        for node in (None, "a"):
            with pytest.raises(StoreError) as refused:
                asyncio.run(Store(pooler.address, node=node).open())
            assert (refused.value.code, "pool_mode = session" in refused.value.detail) == ("store.open", True)
        found = {
            finding.code: finding.level for finding in look_at_postgres(engines.parse_url(pooler.address))
        }
    assert (found["database.pooler"], "database.sessions" in found) == ("wrong", False)
    found = {finding.code: finding.level for finding in look_at_postgres(engines.parse_url(postgres.address))}
    assert (found["database.sessions"], "database.pooler" in found) == ("ok", False)
