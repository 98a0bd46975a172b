"""What the collector looks at, and that tables leave nothing to it."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from paiju.server import protocol as p
from tests.server.table.simulation import Simulation

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
    sim = Simulation(game, 2, options={"match_end": "deals", "match_length": 3}, seed=seed)
    sim.start()
    deals = []
    while sim.table.room.stage != "over":
        sim.until("playing", "over")
        deals.append(weakref.ref(sim.table.running))
        sim.until("settled", "over")
        for guest in list(sim.pages):
            if sim.table.room.stage == "settled":
                sim.say(guest, p.Ready(on=True))
    assert len(deals) >= 3
    assert all(deal() is None or deal() is sim.table.running for deal in deals)


LOOKS = """
import gc, weakref
from paiju.server.ops import process

class Knot:
    def __init__(self):
        self.own = self

def grow(times):
    heap.extend([] for _ in range(process.YOUNG_OBJECTS * times))

process.YOUNG_OBJECTS, process.OLD_TIMES = 200, 40
heap, before = [], gc.get_threshold()
with process.collecting():
    frozen = gc.get_freeze_count()
    assert frozen
    young, old = Knot(), Knot()
    watched, aged = weakref.ref(young), weakref.ref(old)
    del young
    grow(2)
    assert watched() is None
    grow(3 * process.YOUNG_TIMES)
    del old
    grow(3 * process.YOUNG_TIMES)
    assert aged() is not None
    grow(3 * process.YOUNG_TIMES * process.OLD_TIMES)
    assert aged() is None
    assert gc.get_freeze_count() == frozen
assert gc.get_freeze_count() == 0
assert gc.get_threshold() == before
"""


def test_old_objects_are_collected_only_when_they_have_grown():
    """What was there at the start never is. In a process that has little else in it."""
    subprocess.run([sys.executable, "-c", LOOKS], check=True, cwd=ROOT)
