"""Many nodes on one database: each table is one node's, and what a node that has lost it still writes never lands.

What the database holds is read with plain SQL.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.errors import PaijuError
from paiju.server.cluster import nodes
from paiju.server.errors import ServerError
from paiju.server.store import engines, locking, upgrade
from paiju.server.store.base import StoreError
from paiju.server.store.rows import Claim, PlayedRow
from paiju.server.store.steps import STEPS, Step
from paiju.server.store.store import Store
from tests.server.postgres import INSTALLED
from tests.server.store.samples import action, deal, record, table

PATIENCE = 30.0
pytestmark = [
    pytest.mark.skipif(not INSTALLED, reason="PostgreSQL is not installed"),
    pytest.mark.usefixtures("patient"),
]


@asynccontextmanager
async def running(postgres, *names):
    async with AsyncExitStack() as stack:
        stores = []
        for name in names:
            store = Store(postgres.address, node=name)
            await store.open()
            stack.push_async_callback(store.close)
            stores.append(store)
        yield stores


async def code_of(awaited: Any) -> str:
    with pytest.raises(PaijuError) as caught:
        await awaited
    return caught.value.code


def kill(postgres, name: str) -> None:
    """End a node's sessions at once, as its death would."""
    ended = postgres.ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name",
        name=f"paiju {name}",
    )
    assert ended


def owner(postgres, room: str) -> list[str]:
    """The node whose a table is."""
    return postgres.ask(
        "SELECT name FROM nodes JOIN homes ON homes.node = nodes.id WHERE room = :room AND ended IS NULL",
        room=room,
    )


async def settled(store, room: str) -> Claim:
    """Take a table as soon as it may be taken."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(ServerError):
                return await store.claim(room)
            await asyncio.sleep(0.02)


async def retaken(store) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(StoreError):
                return await store.retake()
            await asyncio.sleep(0.02)


async def begun(store, room: str = "t1") -> Claim:
    claim = await store.claim(room, new=True)
    await store.write((table(room), deal(room)), claim)
    return claim


def test_a_table_belongs_to_one_node_until_released(postgres):
    async def work():
        async with running(postgres, "a", "b") as (a, b):
            first = await begun(a)
            with pytest.raises(PaijuError) as caught:
                await b.claim("t1")
            assert (caught.value.code, caught.value.facts) == ("table.elsewhere", {"node": "a"})
            assert owner(postgres, "t1") == ["a"]
            assert await b.claim("t2") is None
            await a.leases.release(first)
            assert owner(postgres, "t1") == []
            second = await b.claim("t1")
            assert second.epoch == first.epoch + 1
            assert owner(postgres, "t1") == ["b"]

    asyncio.run(work())
    assert postgres.ask("SELECT epoch FROM takings WHERE room = 't1' ORDER BY epoch") == [1, 2]


WRITES = {
    "rooms": (table(data='{"by": "a"}', members=("g9",)),),
    "deals": (deal(number=2),),
    "actions": (action(0),),
    "records": (record("r9"),),
}


def test_writes_of_a_dead_node_are_refused(postgres, monkeypatch):
    """It does not notice, since its beat is still; rooms, members, deals, actions and records alike."""
    monkeypatch.setattr(locking, "BEAT_SECONDS", 3600)

    async def work():
        async with running(postgres, "a", "b") as (a, b):
            old = await begun(a)
            await begun(a, "t2")
            assert postgres.ask(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1"
            )
            new = await settled(b, "t1")
            outcomes = await asyncio.gather(
                *(code_of(a.write(writes, old)) for writes in WRITES.values()),
                code_of(a.put_guest("g9", "g", "en")),
            )
            assert set(outcomes) == {"store.lost"}
            await b.write((action(0),), new)
            assert owner(postgres, "t2") == []

    asyncio.run(work())
    assert postgres.ask("SELECT data FROM rooms WHERE id = 't1'") == ["{}"]
    assert postgres.ask("SELECT guest FROM members WHERE room = 't1' ORDER BY guest") == ["g1", "g2"]
    assert postgres.ask("SELECT number FROM deals WHERE room = 't1'") == [1]
    assert postgres.ask("SELECT text FROM actions") == ["play 0"]
    assert postgres.ask("SELECT count(*) FROM records") == [0]
    assert postgres.ask("SELECT count(*) FROM guests") == [0]


def test_an_expired_claim_writes_nothing_and_the_rest_of_the_transaction_is_stored(postgres):
    async def work():
        async with running(postgres, "a", "b") as (a, b):
            gone, stays = await begun(a), await begun(a, "t2")
            await a.leases.release(gone)
            await b.claim("t1")
            hold = threading.Event()
            held = asyncio.create_task(a._owned.writer.run(lambda _: hold.wait(PATIENCE)))
            await asyncio.sleep(0)
            writes = [
                asyncio.create_task(a.write((action(0, name),), claim))
                for name, claim in (("t1", gone), ("t2", stays))
            ]
            await asyncio.sleep(0)
            hold.set()
            await held
            assert await code_of(writes[0]) == "store.moved"
            await writes[1]
            assert await code_of(a.write((action(1, "t2"),))) == "store.moved"

    asyncio.run(work())
    assert postgres.ask("SELECT room FROM actions") == ["t2"]


def test_a_new_owner_waits_for_the_writes_of_the_old_one(postgres, monkeypatch):
    monkeypatch.setattr(locking, "BEAT_SECONDS", 3600)

    async def work():
        under_way, go_on = threading.Event(), threading.Event()

        def slow(_connection: Any) -> None:
            under_way.set()
            assert go_on.wait(PATIENCE)

        async with running(postgres, "a", "b") as (a, b):
            claim = await begun(a)
            writing = asyncio.create_task(a._owned.writer.run(slow))
            stored = asyncio.create_task(a.write((action(0),), claim))
            await asyncio.to_thread(under_way.wait, PATIENCE)
            postgres.ask(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1"
            )
            taking = asyncio.create_task(settled(b, "t1"))
            waits = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'paiju b' AND wait_event_type = 'Lock'"
            async with asyncio.timeout(PATIENCE):
                while postgres.ask(waits) != [1]:
                    assert not taking.done()
                    await asyncio.sleep(0.02)
            go_on.set()
            await asyncio.gather(writing, taking)
            sent = (await asyncio.gather(stored, return_exceptions=True))[0] is None
            return sent, len((await b.load("t1")).deals[0].actions)

    sent, actions = asyncio.run(work())
    assert sent == actions


def test_a_killed_node_loses_its_tables_and_starts_again(postgres):
    async def work():
        async with running(postgres, "a", "b") as (a, b):
            old = await begun(a)
            kill(postgres, "a")
            assert (await asyncio.wait_for(a.lost(), PATIENCE)).code == "store.lost"
            new = await settled(b, "t1")
            assert new.epoch == old.epoch + 1
            await retaken(a)
            assert await code_of(a.claim("t1")) == "table.elsewhere"
            assert await code_of(a.write((action(0),), old)) == "store.moved"
            await begun(a, "t2")

    asyncio.run(work())


def test_a_silent_node_is_declared_dead_in_time(postgres, monkeypatch):
    """Its connection stays open as far as PostgreSQL can tell, and it believes that it holds its lock."""

    async def believes() -> bool:
        return True

    async def work():
        with monkeypatch.context() as silent:
            silent.setattr(engines, "NODE_SILENT_SECONDS", 3)
            async with running(postgres, "a") as (a,):
                silent.undo()
                async with running(postgres, "b") as (b,):
                    claim = await begun(a)
                    monkeypatch.setattr(a._owned._lock, "_holds", believes)
                    await settled(b, "t1")
                    assert await code_of(a.write((action(0),), claim)) == "store.lost"

    asyncio.run(work())


def test_live_nodes_find_the_tables_of_dead_ones(postgres):
    async def work():
        async with running(postgres, "a", "b") as (a, b):
            for name in ("t1", "t2", "t3"):
                await begun(a, name)
            await a.write((table("t3", over=True),), Claim("t3", 1))
            assert await b.leases.orphans(9) == []
            kill(postgres, "a")
            await settled(b, "t2")
            assert await b.leases.orphans(9) == ["t1"]  # and not that whose match is over
            await b.claim("t1")
            assert await b.leases.orphans(9) == []

    asyncio.run(work())


def test_new_tables_go_to_the_node_that_has_clearly_fewer(postgres):
    async def work():
        async with running(postgres, "a", "b", "c") as (a, b, c):
            for number in range(4):
                await begun(a, f"t{number}")
            assert await a.leases.lightest() in ("b", "c")
            await begun(b, "t7")
            assert await a.leases.lightest() == "c"
            assert await b.leases.lightest() is None
            await c.leases.leave()
            assert await a.leases.lightest() == "b"
            assert await c.leases.lightest() in ("a", "b")

    asyncio.run(work())


@pytest.mark.usefixtures("no_grace")
def test_node_names_are_unique_and_a_single_server_excludes_nodes(postgres):
    async def work():
        async with running(postgres, "a"):
            assert await code_of(Store(postgres.address, node="a").open()) == "store.node"
            assert await code_of(Store(postgres.address).open()) == "store.locked"
        alone = Store(postgres.address)
        await alone.open()
        assert await code_of(Store(postgres.address, node="a").open()) == "store.locked"
        await alone.close()
        async with running(postgres, "a"):
            pass

    asyncio.run(work())
    with pytest.raises(StoreError) as caught:
        Store("sqlite:///x.db", node="a")
    assert caught.value.code == "store.alone"


def step(number: str, serves: str) -> Step:
    """A step that adds a column named after it."""
    return Step(number, f"ALTER TABLE guests ADD COLUMN m{number} TEXT;", serves)


def test_a_version_upgrades_the_database_while_the_one_before_plays_on(postgres):
    """As long as the step says that it serves that one, which may begin again meanwhile; another step waits for its end."""
    second = (*STEPS, step("9001", serves=upgrade.newest()))
    third = (*second, step("9002", serves="9001"))
    columns = "SELECT column_name FROM information_schema.columns WHERE table_name = 'guests' AND column_name LIKE 'm9%'"

    async def work():
        async with running(postgres, "a") as (a,):
            claim = await begun(a)
            newer = Store(postgres.address, node="b", steps=second)
            await newer.open()
            assert postgres.ask(columns) == ["m9001"]
            await a.write((action(0),), claim)
            await a.put_guest("g1", "g", "en")
            kill(postgres, "a")
            await asyncio.wait_for(a.lost(), PATIENCE)
            await retaken(a)
            await a.write((action(1),), await a.claim("t1"))
            newest = Store(postgres.address, node="c", steps=third)
            with pytest.raises(StoreError) as caught:
                await newest.open()
            assert (caught.value.code, caught.value.facts["known"]) == ("store.running", "a")
            assert postgres.ask(columns) == ["m9001"]
        await newest.open()
        assert sorted(postgres.ask(columns)) == ["m9001", "m9002"]
        assert await code_of(Store(postgres.address, node="a").open()) == "store.newer"
        await newest.close()
        await newer.close()

    asyncio.run(work())


def test_a_deal_moves_only_to_a_node_with_the_same_rules(postgres, monkeypatch):
    async def work():
        async with running(postgres, "a", "b") as (a, b):
            with monkeypatch.context() as newer:
                newer.setattr(nodes, "laws", lambda: "baohuang 99 paohuzi 99")
                await b.leases.leave()
                async with running(postgres, "c"):
                    assert await b.leases.lightest(alike=True) == "c"
                    await a.leases.leave()
                    newer.undo()
                    assert await a.leases.lightest() == "c"
                    assert await a.leases.lightest(alike=True) is None

    asyncio.run(work())


def test_a_node_goes_on_while_another_widens_a_column(postgres):
    """As step 0023 does: PostgreSQL would refuse a prepared statement then; unnamed ones are not stored."""

    def widen(kind: str) -> None:
        for name in ("played", "attempts"):
            postgres.ask(f"ALTER TABLE {name} ALTER COLUMN points TYPE {kind}")

    async def work():
        widen("integer")
        async with running(postgres, "a") as (store,):
            claim = await begun(store)
            outcome = PlayedRow("r1", 1, 0, "g1", "d" * 12, "people", 5, -7)
            await store.write((replace(record(), outcomes=(outcome,)),), claim)
            before = [await store.played_by("g1") for _ in range(60)]
            widen("bigint")
            await store.write((replace(record("r2"), outcomes=(replace(outcome, record="r2"),)),), claim)
            return before, [await store.played_by("g1") for _ in range(10)]

    before, after = asyncio.run(work())
    assert [len(found) for found in before + after] == [1] * 60 + [2] * 10
