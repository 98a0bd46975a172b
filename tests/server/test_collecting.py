"""What the collector looks at, and that tables leave nothing to it."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from paiju.server import collecting
from paiju.server import protocol as p
from tests.server.table.world import World


class Knot:
    """An object that only the collector can free."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def quiet():
    gc.collect()
    gc.disable()
    yield
    gc.freeze()  # as after all tests were loaded
    gc.enable()


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_deal_leaves_nothing_for_the_collector(game, seed, quiet):
    world = World(game, 2, options={"match_end": "deals", "match_length": 3}, seed=seed)
    world.start()
    deals = []
    while world.table.room.stage != "over":
        world.until("playing", "over")
        deals.append(weakref.ref(world.table.running))
        world.until("settled", "over")
        for guest in list(world.pages):
            if world.table.room.stage == "settled":
                world.say(guest, p.Ready(on=True))
    assert len(deals) >= 3
    assert all(deal() is None or deal() is world.table.running for deal in deals)


def test_what_is_old_is_looked_at_only_when_there_is_much_of_it(quiet, monkeypatch):
    """Until then a look costs what has come since the last one."""
    monkeypatch.setattr(collecting, "SECONDS", 0)
    monkeypatch.setattr(collecting, "_FEW_OBJECTS", 0)

    async def work() -> None:
        collector = asyncio.create_task(collecting.collect())
        await asyncio.sleep(0)
        young, before = Knot(), gc.get_freeze_count()
        watched = weakref.ref(young)
        for _ in range(3):
            await asyncio.sleep(0)
        del young  # it has been set aside
        for _ in range(200):
            await asyncio.sleep(0)
        assert watched() is not None
        heap = [[] for _ in range(2 * before)]
        for _ in range(200):
            await asyncio.sleep(0)
        assert watched() is None
        assert gc.get_freeze_count() > len(heap)
        collector.cancel()
        await asyncio.wait([collector])

    asyncio.run(work())
    assert gc.get_freeze_count() == 0
