"""What the collector looks at, and that tables leave nothing to it."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from paiju.server import protocol as p
from tests.server.growing import grow
from tests.server.table.world import World

ROOT = Path(__file__).parents[2]


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


def test_what_is_old_is_looked_at_only_when_there_is_much_of_it():
    """Until then a look costs what has come since the last one. In a process with little in it: twice as much has to come."""
    code = f"import asyncio; from {grow.__module__} import grow; asyncio.run(grow())"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
