"""The task of a table: what is due is done in time, and a table that does not do it takes no whole core."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from paiju.server.hub import registry as hosting
from paiju.server.hub.registry import Host, Registry
from paiju.server.store.rows import Claim
from paiju.server.tables.context import Effects

DUE = 10


class Sleeper:
    """A table of which something is due at one time, once or for ever."""

    wants_code = False
    room = SimpleNamespace(table="t", stage="playing")

    def __init__(self, *, for_ever: bool) -> None:
        self.wake: int | None = DUE
        self.ticks: list[int] = []
        self._for_ever = for_ever

    def tick(self, now: int) -> None:
        self.ticks.append(now)
        if now >= DUE and not self._for_ever:
            self.wake = None

    def take(self, now: int) -> Effects:
        return Effects()


async def until(true: Any) -> None:
    """Wait for something that nobody tells; only a busy machine needs long."""
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)


async def hosted(table: Any, work: Any) -> Any:
    """What comes of some work beside a table whose clock stands until the work moves it."""
    time = [DUE / 2000]
    registry = Registry(None, lambda: time[0], None, None)  # type: ignore[arg-type]  # nothing is stored, and no bot thinks
    host = Host(table, Claim("t"), registry)
    await work(host, time)
    await host.stop()
    assert "tables_failed" not in registry.counts
    return registry.counts


def test_a_message_just_before_a_deadline_does_not_delay_it():
    async def work(host: Host, time: list[float]) -> None:
        def late(now: int) -> None:
            assert now < DUE
            time[0] = 2 * DUE / 1000

        host.post(late)
        await until(lambda: table.wake is None)

    table = Sleeper(for_ever=False)
    counts = asyncio.run(hosted(table, work))
    assert table.wake is None
    assert "stuck" not in counts


def test_a_table_that_misses_its_deadlines_is_counted_and_waits(monkeypatch):
    monkeypatch.setattr(hosting, "STUCK_SECONDS", 3600)

    async def work(host: Host, time: list[float]) -> None:
        time[0] = 2 * DUE / 1000
        await until(lambda: "stuck" in host._registry.counts)
        before = len(table.ticks)
        for _ in range(1000):
            await asyncio.sleep(0)
        assert len(table.ticks) == before, "nothing is done before the pause is over"

    table = Sleeper(for_ever=True)
    counts = asyncio.run(hosted(table, work))
    assert counts["stuck"] == 1
