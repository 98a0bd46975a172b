"""A table that several guests wake at once is awake once, even if the first of them goes away meanwhile."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace

import pytest

from paiju.server.errors import ServerError
from paiju.server.hub.registry import Registry
from paiju.server.store.rows import Claim


class _Sleeper(Registry):
    """A registry whose tables wake once they may."""

    def __init__(self, fails: int = 0) -> None:
        super().__init__(None, None, None, None)
        self.woken, self._fails = 0, fails
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()

    async def _wake(self, table_id):
        self.woken += 1
        self.begun.set()
        await self.may_end.wait()
        if self.woken <= self._fails:
            raise ServerError("room.none", "no such table")
        self.hosts[table_id] = host = SimpleNamespace(leaving=False)
        return host


def test_concurrent_requests_wake_one_table():
    async def work():
        registry = _Sleeper()
        first, *others = [asyncio.create_task(registry.host("t")) for _ in range(3)]
        await registry.begun.wait()
        first.cancel()
        others.append(asyncio.create_task(registry.host("t")))
        registry.may_end.set()
        hosts = await asyncio.gather(*others)
        assert len(set(map(id, hosts))) == registry.woken == 1
        assert await registry.host("t") is hosts[0]

    asyncio.run(work())


def test_a_table_that_fails_to_wake_may_be_requested_again():
    async def work():
        registry = _Sleeper(fails=1)
        registry.may_end.set()
        with pytest.raises(ServerError, match=r"room\.none"):
            await registry.host("t")
        assert await registry.host("t")
        assert registry.woken == 2

    asyncio.run(work())


@pytest.mark.parametrize("closed", [False, True])
def test_the_loop_goes_on_while_a_long_match_is_read(monkeypatch, closed):
    """If the tables close meanwhile, what was read does not count."""
    may_end = threading.Event()

    async def load(table_id):
        return table_id

    def restore(row, now, **given):
        assert may_end.wait(10)
        return f"table {row}"

    async def work():
        monkeypatch.setattr("paiju.server.hub.registry.restore", restore)
        registry = Registry(SimpleNamespace(load=load, node=None), lambda: 0, None, None)
        reading = asyncio.create_task(registry._read(Claim("t")))
        await asyncio.sleep(0)
        if closed:
            registry.close(ServerError("server.restart", "the database is lost"))
        may_end.set()
        return await reading

    if closed:
        with pytest.raises(ServerError, match="the database is lost"):
            asyncio.run(work())
    else:
        assert asyncio.run(work()) == "table t"
