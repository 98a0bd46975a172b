"""A host who stays away hands over, and comes back as one of the others."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.tables.commands import PATIENCE_MS
from tests.server.table.simulation import Page
from tests.server.table.test_door import playing
from tests.server.table.test_lobby import waiting


def hosts(sim) -> list[str]:
    return [guest for guest, page in sim.pages.items() if page.room["you"]["host"]]


@pytest.mark.parametrize("stage", ["waiting", "playing"])
def test_the_longest_present_guest_becomes_host_after_a_while(stage, seed):
    sim = waiting(seed=seed) if stage == "waiting" else playing(people=3, seed=seed, turn_seconds=0)
    sim.wait(1000)
    sim.close("g1")
    sim.wait(10)
    sim.open("g1")
    sim.close("g0")
    sim.pages.pop("g0")
    sim.wait(PATIENCE_MS - 10)
    assert hosts(sim) == []
    sim.wait(20)
    assert hosts(sim) == ["g2"]
    back = sim.open("g0", page=Page("g0"))
    assert not back.room["you"]["host"]
    sim.wait(3 * PATIENCE_MS)
    assert hosts(sim) == ["g2"]


def test_a_host_who_comes_back_in_time_stays_the_host(seed):
    sim = waiting(seed=seed)
    for _ in range(3):
        sim.close("g0")
        sim.wait(PATIENCE_MS - 10)
        sim.open("g0")
        sim.wait(20)
    assert hosts(sim) == ["g0"]


def test_absence_does_not_count_during_a_pause(seed):
    sim = playing(people=2, seed=seed)
    sim.close("g0")
    sim.close("g1")
    sim.now += 10 * PATIENCE_MS
    sim.open("g1")
    sim.wait(PATIENCE_MS - 10)
    assert not sim.pages["g1"].room["you"]["host"]
    sim.wait(20)
    assert sim.pages["g1"].room["you"]["host"]


def test_watchers_and_absent_guests_do_not_become_host(seed):
    sim = playing(people=2, seed=seed)
    sim.open("watcher", watch=True)
    sim.close("g1")
    sim.close("g0")
    sim.wait(3 * PATIENCE_MS)
    assert sim.table.room.host == "g0"


def test_a_host_who_stands_up_hands_over_to_a_present_player(seed):
    sim = waiting(seed=seed)
    sim.close("g1")
    sim.say("g0", p.Stand())
    assert sim.table.room.host == "g2"
