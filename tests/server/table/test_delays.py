"""How long a pass takes tells nothing about the hand; a chosen pass of a sealed table waits as a forced one does."""

from __future__ import annotations

import random

import pytest

from paiju.core.authority import decisions_of
from paiju.server import protocol as p
from tests.server.table import delays
from tests.server.table.world import Page, World


@pytest.mark.parametrize("passes_of", [delays.passes_of_bots, delays.passes_of_people])
def test_a_forced_pass_takes_as_long_as_a_chosen_one(passes_of, rng, tell):
    found = delays.told_apart(passes_of, rng)
    tell(f"AUC {found.auc:.3f} of {found.passes} passes")
    assert found.auc <= found.allowed


def sealed(rng: random.Random) -> tuple[World, Page]:
    """A sealed table of three, and somebody there who may pass or play."""
    world = World(
        "baohuang", people=3, settings={"turn_seconds": 0, "passes": "sealed"}, seed=rng.getrandbits(32)
    )
    world.start()
    for _ in range(3000):
        for page in world.pages.values():
            if page.prompt and "pass" in page.prompt["actions"] and len(page.prompt["actions"]) > 1:
                return world, page
        assert delays.between(world) or world.step()
    raise AssertionError("nobody may pass")


def test_a_chosen_pass_waits_once_and_can_not_be_changed(rng):
    world, page = sealed(rng)
    seat, prompt = int(page.guest[1]), page.prompt
    kept = world.table.running.prompts[seat]
    done = decisions_of(world.table.course.recorder.record, seat)
    for action in ("pass", "pass", prompt["actions"][-1]):
        world.say(page.guest, p.Act(prompt=prompt["id"], action=action))
    assert page.errors() == ["prompt.stale"]
    assert decisions_of(world.table.course.recorder.record, seat) == done
    world.wait(kept.sealed_until - world.now - 1)
    assert decisions_of(world.table.course.recorder.record, seat) == done
    world.wait(1)
    assert decisions_of(world.table.course.recorder.record, seat) == done + 1


def test_a_chosen_pass_stands_when_its_person_goes(rng):
    world, page = sealed(rng)
    seat = int(page.guest[1])
    at = len(world.table.recorder.record.deals[-1].actions)
    world.say(page.guest, p.Act(prompt=page.prompt["id"], action="pass"))
    world.say(page.guest, p.Stand())
    world.wait(4000)
    assert world.table.recorder.record.deals[-1].actions[at] == (seat, "pass")
