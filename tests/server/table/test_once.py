"""What a page sends again because it could not know: carried out once, answered each time."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.tables.audience import KEPT_IDS
from paiju.server.tables.context import ROOM_RATE
from paiju.server.tables.restore import restore
from paiju.server.tables.room import PLAYING
from tests.server.table.simulation import Page, Simulation
from tests.server.table.test_lobby import kinds, waiting
from tests.server.table.test_refusals import prompted

TWO_DEALS = {"match_end": "deals", "match_length": 2}


def answers(page, message_id: str) -> list[str]:
    """What a page was sent about a message: `done`, or the codes of its refusals."""
    return [message.get("code", "done") for message in page.got if message.get("id") == message_id]


def heard(sim, kind: str) -> int:
    """How many messages of a kind somebody else was sent."""
    return sum(message["type"] == kind for message in sim.pages["g2"].got)


@pytest.mark.parametrize(
    ("message", "displayed"),
    [
        (p.Host(what="swap", seat=1, other=4, id="a"), lambda sim: kinds(sim)[4]),
        (p.Say(text="once", id="a"), lambda sim: heard(sim, "said")),
        (p.Say(phrase="hello", id="a"), lambda sim: heard(sim, "said")),
        (p.Ask(what="dismiss", id="a"), lambda sim: sim.pages["g1"].room["vote"]),
    ],
    ids=["swap", "say", "phrase", "dismiss"],
)
def test_a_message_sent_twice_is_carried_out_once(message, displayed, seed):
    sim = waiting(seed=seed)
    before = displayed(sim)
    sim.say("g0", message)
    after = displayed(sim)
    assert after != before
    sim.close("g0")
    sim.open("g0", resume=sim.pages["g0"].seq)
    sim.say("g0", message)
    assert displayed(sim) == after
    assert answers(sim.pages["g0"], "a") == ["done", "done"]


def test_a_player_who_changes_chairs_is_still_known(seed):
    """Their stream is a different one then, and a player who stood up may have none while away."""
    sim = waiting(seed=seed)
    sim.say("g0", p.Host(what="bot", seat=4, level=None))
    sim.say("g1", p.Sit(seat=4, id="a"))
    sim.say("g1", p.Sit(seat=4, id="a"))
    sim.say("g1", p.Stand(id="b"))
    before = sim.pages["g1"]
    sim.close("g1")
    again = sim.open("g1", page=Page("g1"))
    sim.say("g1", p.Stand(id="b"))
    assert answers(before, "a") == ["done", "done"]
    assert answers(again, "b") == ["done"]
    assert before.errors() == again.errors() == []


def test_a_refusal_names_its_message_which_may_be_sent_again(seed):
    """What was refused may be tried again, and then be right."""
    sim = waiting(seed=seed)
    sim.say("g0", p.Host(what="start", id="a"))
    for guest in ("g1", "g2"):
        sim.say(guest, p.Ready())
    sim.say("g0", p.Host(what="start", id="a"))
    assert answers(sim.pages["g0"], "a") == ["room.not_ready", "done"]


def test_ids_of_other_guests_and_old_ids_have_no_effect(seed):
    sim = waiting(seed=seed)
    sim.say("g0", p.Ready(id="a"))
    sim.say("g1", p.Ready(id="a"))
    assert [sim.pages["g0"].room["seats"][seat]["ready"] for seat in (0, 1)] == [True, True]
    for number in range(KEPT_IDS):
        sim.say("g1", p.Ready(on=False, id=f"b{number}"))
    sim.say("g1", p.Ready(id="a"))
    sim.wait(ROOM_RATE.refill_ms + 1)
    assert sim.pages["g0"].room["seats"][1]["ready"]


def test_an_answer_is_stored_before_it_is_confirmed(seed):
    """An answer that the store does not have yet is not called done."""
    sim = Simulation("baohuang", 3, options=TWO_DEALS, seed=seed)
    sim.start()
    page = prompted(sim)
    act = p.Act(prompt=page.prompt["id"], action=page.prompt["default"], id="a")
    sim.table.receive(page.guest, act, sim.now)
    outcome = sim.table.take(sim.now)
    assert any(getattr(write, "text", None) == act.action for write in outcome.writes)
    assert (page.guest, p.encode(p.done("a")), False) in outcome.sends


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_an_answer_stored_before_a_restart_is_carried_out(game, seed):
    """The page did not hear of it, and its question has lost its name; no player may be called late."""
    sim = Simulation(game, 2, options=TWO_DEALS, seed=seed)
    sim.start()
    for _ in range(8):  # no deal is over so soon
        page = prompted(sim)
        prompt = page.prompt
        action = prompt["actions"][-1]
        sim.say(page.guest, p.Act(prompt=prompt["id"], action=action))
        if sim.table.room.stage != PLAYING:
            break
        stored = len(sim.store.deals[1].actions)
        sim.table = restore(sim.store.stored(), sim.now, first_seq=1_000_000 + page.seq)
        sim.pages.clear()
        again = sim.open(page.guest)
        sim.say(page.guest, p.Act(prompt=prompt["id"], action=action, id="a"))
        assert answers(again, "a") == ["done"]
        assert len(sim.store.deals[1].actions) == stored
        sim.say(page.guest, p.Act(prompt="another", action=action, id="c"))
        assert answers(again, "c") == ["prompt.stale"], "the same answer to a question of which it was lost"
        other = next((one for one in prompt["actions"] if one != action), None)
        if other is not None:
            sim.say(page.guest, p.Act(prompt=prompt["id"], action=other, id="b"))
            assert answers(again, "b") == ["prompt.stale"]
        for guest in ("g0", "g1"):
            if guest != page.guest:
                sim.open(guest)


def test_chat_is_not_repeated_to_a_returning_page(seed):
    """What was said while a page was away stands in the chat of the room; it does not sound again."""
    sim = waiting(seed=seed)
    page = sim.pages["g1"]
    sim.close("g1")
    seen = len(page.got)
    sim.say("g0", p.Say(text="while you were away"))
    sim.open("g1", resume=page.seq)
    later = page.got[seen:]
    assert [message["type"] for message in later if message["type"] in ("said", "welcome")] == []
    assert [line["text"] for line in page.room["chat"]] == ["while you were away"]


@pytest.mark.parametrize("resume", [True, False])
def test_events_waiting_for_a_returning_page_arrive_once(resume, seed):
    """A page goes and comes back while the table still has events for it that nobody has sent."""
    sim = Simulation("baohuang", 3, options=TWO_DEALS, seed=seed)
    sim.start()
    page = prompted(sim)
    other = next(guest for guest in sim.pages if guest != page.guest)
    seen = sim.pages[other].seq
    act = p.Act(prompt=page.prompt["id"], action=page.prompt["actions"][0])
    sim.table.receive(page.guest, act, sim.now)
    sim.table.disconnect(other, sim.now)
    if not resume:
        sim.pages[other] = Page(other)
    back = sim.open(other, resume=seen if resume else None)
    assert back.view["drawn"] == page.view["drawn"]
