"""托管 in the middle of one's own question: a bot plays it, but not before one could think better of it."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.tables import clock
from tests.server.table.simulation import Simulation
from tests.server.table.test_refusals import prompted

TWO_DEALS = {"match_end": "deals", "match_length": 2}


@pytest.mark.parametrize("bots", ["greedy", "hard"])
def test_a_question_that_is_handed_over_waits_for_a_moment(seed, bots):
    sim = Simulation("baohuang", 3, options=TWO_DEALS, seed=seed, settings={"turn_seconds": 0, "bots": bots})
    sim.start()
    page = prompted(sim)
    prompt, state = page.prompt, sim.table.running.state
    least, most = clock.HANDED_OVER_MS
    assert least > max(clock.BOT_MS[1], clock.SLOW_BOT_MS[0])
    sim.say(page.guest, p.Auto(on=True))
    assert page.prompt is None
    sim.wait(least - 100)
    assert sim.table.running.state is state
    sim.say(page.guest, p.Auto(on=False))
    assert page.prompt["id"] == prompt["id"]
    sim.wait(10 * most)
    assert sim.table.running.state is state
    sim.say(page.guest, p.Auto(on=True))
    sim.wait(most + 100)
    assert sim.table.running.state is not state


def test_the_next_question_is_answered_as_by_any_bot(seed):
    """Only the one that was open gets more time."""
    sim = Simulation("baohuang", 2, options=TWO_DEALS, seed=seed, settings={"turn_seconds": 0})
    sim.start()
    page = prompted(sim)
    sim.say(page.guest, p.Auto(on=True))
    seat = page.room["you"]["seat"]
    sim.wait(clock.HANDED_OVER_MS[1])
    for _ in range(400):
        mine = sim.table.running.prompts.get(seat) if sim.table.running else None
        if mine is not None:
            assert mine.act_at - mine.opened <= clock.SLOW_BOT_MS[1]
            break
        if not sim.step():
            break
