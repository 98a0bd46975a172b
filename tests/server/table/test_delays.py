"""How long a pass takes tells nothing about the hand; a chosen pass of a sealed table waits as a forced one does."""

from __future__ import annotations

import random

import pytest

from paiju.core.match import decisions_of
from paiju.server import protocol as p
from paiju.server.tables.restore import restore
from tests.drawing import often
from tests.server.table import delays
from tests.server.table.simulation import Page, Simulation


@pytest.mark.parametrize("passes_of", [delays.passes_of_bots, delays.passes_of_people])
def test_forced_and_chosen_passes_take_equally_long(passes_of, rng, tell):
    found = delays.told_apart(passes_of, rng, often(200, delays.ENOUGH))
    tell(f"AUC {found.auc:.3f} of {found.passes} passes")
    assert found.auc <= found.allowed


def sealed(rng: random.Random) -> tuple[Simulation, Page]:
    """A sealed table of three, and somebody there who may pass or play."""
    sim = Simulation(
        "baohuang", people=3, settings={"turn_seconds": 0, "passes": "sealed"}, seed=rng.getrandbits(32)
    )
    sim.start()
    for _ in range(3000):
        for page in sim.pages.values():
            if page.prompt and "pass" in page.prompt["actions"] and len(page.prompt["actions"]) > 1:
                return sim, page
        assert delays.between(sim) or sim.step()
    raise AssertionError("nobody may pass")


def test_a_chosen_pass_waits_once_and_can_not_be_changed(rng):
    sim, page = sealed(rng)
    seat, prompt = int(page.guest[1]), page.prompt
    stored = sim.table.running.prompts[seat]
    done = decisions_of(sim.table.recorder.record, seat)
    for action in ("pass", "pass", prompt["actions"][-1]):
        sim.say(page.guest, p.Act(prompt=prompt["id"], action=action))
    assert page.errors() == ["prompt.stale"]
    assert decisions_of(sim.table.recorder.record, seat) == done
    sim.wait(stored.sealed_until - sim.now - 1)
    assert decisions_of(sim.table.recorder.record, seat) == done
    sim.wait(1)
    assert decisions_of(sim.table.recorder.record, seat) == done + 1


def test_a_chosen_pass_remains_when_its_player_leaves(rng):
    sim, page = sealed(rng)
    seat = int(page.guest[1])
    at = len(sim.table.recorder.record.deals[-1].actions)
    sim.say(page.guest, p.Act(prompt=page.prompt["id"], action="pass"))
    sim.say(page.guest, p.Stand())
    sim.wait(4000)
    assert sim.table.recorder.record.deals[-1].actions[at] == (seat, "pass")


def test_a_chosen_pass_that_waits_outlives_a_restart(rng):
    """Its player gets a confirmation; no other seat notices when it was chosen, then or later."""
    sim, page = sealed(rng)
    seat, prompt = int(page.guest[1]), page.prompt["id"]
    at = len(sim.table.recorder.record.deals[-1].actions)
    others = {guest: len(one.got) for guest, one in sim.pages.items() if guest != page.guest}
    sim.say(page.guest, p.Act(prompt=prompt, action="pass", id="a"))
    assert page.got[-1] == p.done("a")
    assert {guest: len(sim.pages[guest].got) for guest in others} == others
    for _ in range(2):  # once while it waits, and once more
        first_seq = max(one.seq for one in sim.pages.values()) + 1_000_000
        sim.table = restore(sim.store.stored(), sim.now, first_seq=first_seq)
        for guest in list(sim.pages):
            sim.open(guest, page=Page(guest))
        again = sim.pages[page.guest]
        stored = sim.table.running.prompts[seat]
        sim.say(page.guest, p.Act(prompt=prompt, action="pass", id="a"))
        assert again.got[-1] == p.done("a")
        sim.say(page.guest, p.Act(prompt=stored.id, action=page.prompt["actions"][-1]))
        assert again.errors() == ["prompt.stale"]
        sim.wait(stored.sealed_until - sim.now - 1)
        assert len(sim.table.recorder.record.deals[-1].actions) == at
    sim.wait(1)
    action = sim.store.deals[1].actions[at]
    assert (action.seat, action.prompt, action.text, action.stood) == (seat, prompt, "pass", False)
