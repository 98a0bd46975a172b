"""A host who stays away hands over, and comes back as one of the others."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.tables.commands import PATIENCE_MS
from tests.server.table.test_door import playing
from tests.server.table.test_lobby import waiting
from tests.server.table.world import Page


def hosts(world) -> list[str]:
    return [guest for guest, page in world.pages.items() if page.room["you"]["host"]]


@pytest.mark.parametrize("stage", ["waiting", "playing"])
def test_who_has_been_here_longest_takes_over_after_a_while(stage, seed):
    world = waiting(seed=seed) if stage == "waiting" else playing(people=3, seed=seed, turn_seconds=0)
    world.wait(1000)
    world.close("g1")
    world.wait(10)
    world.open("g1")
    world.close("g0")
    world.pages.pop("g0")
    world.wait(PATIENCE_MS - 10)
    assert hosts(world) == []
    world.wait(20)
    assert hosts(world) == ["g2"]
    back = world.open("g0", page=Page("g0"))
    assert not back.room["you"]["host"]
    world.wait(3 * PATIENCE_MS)
    assert hosts(world) == ["g2"]


def test_a_host_who_comes_back_in_time_stays_the_host(seed):
    world = waiting(seed=seed)
    for _ in range(3):
        world.close("g0")
        world.wait(PATIENCE_MS - 10)
        world.open("g0")
        world.wait(20)
    assert hosts(world) == ["g0"]


def test_nobody_is_missed_while_the_table_stands_still(seed):
    world = playing(people=2, seed=seed)
    world.close("g0")
    world.close("g1")
    world.now += 10 * PATIENCE_MS
    world.open("g1")
    world.wait(PATIENCE_MS - 10)
    assert not world.pages["g1"].room["you"]["host"]
    world.wait(20)
    assert world.pages["g1"].room["you"]["host"]


def test_nobody_takes_over_who_only_watches_or_is_away(seed):
    world = playing(people=2, seed=seed)
    world.open("watcher", watch=True)
    world.close("g1")
    world.close("g0")
    world.wait(3 * PATIENCE_MS)
    assert world.table.room.host == "g0"


def test_a_host_who_stands_up_hands_over_to_somebody_who_is_here(seed):
    world = waiting(seed=seed)
    world.close("g1")
    world.say("g0", p.Stand())
    assert world.table.room.host == "g2"
