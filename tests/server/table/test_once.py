"""What a page sends again because it could not know: carried out once, answered each time."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.tables.audience import KEPT_IDS, PAUSE_MS
from paiju.server.tables.restore import restore
from paiju.server.tables.room import PLAYING
from tests.server.table.test_lobby import kinds, waiting
from tests.server.table.test_refusals import prompted
from tests.server.table.world import Page, World

TWO_DEALS = {"match_end": "deals", "match_length": 2}


def answers(page, message_id: str) -> list[str]:
    """What a page was told of a message: `done`, or the codes of its refusals."""
    return [message.get("code", "done") for message in page.got if message.get("id") == message_id]


def heard(world, kind: str) -> int:
    """How many messages of a kind somebody else was told."""
    return sum(message["type"] == kind for message in world.pages["g2"].got)


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        (p.Host(what="swap", seat=1, other=4, id="a"), lambda world: kinds(world)[4]),
        (p.Say(text="once", id="a"), lambda world: heard(world, "said")),
        (p.Say(phrase="hello", id="a"), lambda world: heard(world, "said")),
        (p.Ask(what="dismiss", id="a"), lambda world: world.pages["g1"].room["vote"]),
    ],
    ids=["swap", "say", "phrase", "dismiss"],
)
def test_a_message_sent_twice_is_carried_out_once(message, shown, seed):
    world = waiting(seed=seed)
    before = shown(world)
    world.say("g0", message)
    after = shown(world)
    assert after != before
    world.close("g0")
    world.open("g0", resume=world.pages["g0"].seq)
    world.say("g0", message)
    assert shown(world) == after
    assert answers(world.pages["g0"], "a") == ["done", "done"]


def test_who_changes_his_chair_is_still_known(seed):
    """His stream is another one then, and who stands up may have none while he is away."""
    world = waiting(seed=seed)
    world.say("g0", p.Host(what="bot", seat=4, level=None))
    world.say("g1", p.Sit(seat=4, id="a"))
    world.say("g1", p.Sit(seat=4, id="a"))
    world.say("g1", p.Stand(id="b"))
    before = world.pages["g1"]
    world.close("g1")
    again = world.open("g1", page=Page("g1"))
    world.say("g1", p.Stand(id="b"))
    assert answers(before, "a") == ["done", "done"]
    assert answers(again, "b") == ["done"]
    assert before.errors() == again.errors() == []


def test_a_refusal_names_its_message_and_is_no_end_of_it(seed):
    """What was refused may be tried again, and then be right."""
    world = waiting(seed=seed)
    world.say("g0", p.Host(what="start", id="a"))
    for guest in ("g1", "g2"):
        world.say(guest, p.Ready())
    world.say("g0", p.Host(what="start", id="a"))
    assert answers(world.pages["g0"], "a") == ["room.not_ready", "done"]


def test_names_of_others_and_of_long_ago_say_nothing(seed):
    world = waiting(seed=seed)
    world.say("g0", p.Ready(id="a"))
    world.say("g1", p.Ready(id="a"))
    assert [world.pages["g0"].room["seats"][seat]["ready"] for seat in (0, 1)] == [True, True]
    for number in range(KEPT_IDS):
        world.say("g1", p.Ready(on=False, id=f"b{number}"))
    world.say("g1", p.Ready(id="a"))
    world.wait(PAUSE_MS + 1)
    assert world.pages["g0"].room["seats"][1]["ready"]


def test_it_is_kept_before_it_is_done(seed):
    """An answer that the store does not have yet is not called done."""
    world = World("baohuang", 3, options=TWO_DEALS, seed=seed)
    world.start()
    page = prompted(world)
    act = p.Act(prompt=page.prompt["id"], action=page.prompt["default"], id="a")
    world.table.receive(page.guest, act, world.now)
    outcome = world.table.take(world.now)
    assert any(getattr(write, "text", None) == act.action for write in outcome.writes)
    assert (page.guest, p.encode(p.done("a")), False) in outcome.sends


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_an_answer_that_was_kept_before_a_restart_is_done(game, seed):
    """The page did not hear of it, and its question has lost its name; nobody may be told that he came too late."""
    world = World(game, 2, options=TWO_DEALS, seed=seed)
    world.start()
    for _ in range(8):  # no deal is over so soon
        page = prompted(world)
        prompt = page.prompt
        action = prompt["actions"][-1]
        world.say(page.guest, p.Act(prompt=prompt["id"], action=action))
        if world.table.room.stage != PLAYING:
            break
        kept = len(world.store.deals[1].actions)
        world.table = restore(world.store.stored(), world.now, first_seq=1_000_000 + page.seq)
        world.pages.clear()
        again = world.open(page.guest)
        world.say(page.guest, p.Act(prompt=prompt["id"], action=action, id="a"))
        assert answers(again, "a") == ["done"]
        assert len(world.store.deals[1].actions) == kept
        world.say(page.guest, p.Act(prompt="another", action=action, id="c"))
        assert answers(again, "c") == ["prompt.stale"], "the same answer to a question of which it was lost"
        other = next((one for one in prompt["actions"] if one != action), None)
        if other is not None:
            world.say(page.guest, p.Act(prompt=prompt["id"], action=other, id="b"))
            assert answers(again, "b") == ["prompt.stale"]
        for guest in ("g0", "g1"):
            if guest != page.guest:
                world.open(guest)


def test_talk_is_not_said_again_to_who_comes_back(seed):
    """What was said while a page was away stands in the chat of the room; it does not sound again."""
    world = waiting(seed=seed)
    page = world.pages["g1"]
    world.close("g1")
    seen = len(page.got)
    world.say("g0", p.Say(text="while you were away"))
    world.open("g1", resume=page.seq)
    later = page.got[seen:]
    assert [message["type"] for message in later if message["type"] in ("said", "welcome")] == []
    assert [line["text"] for line in page.room["chat"]] == ["while you were away"]


@pytest.mark.parametrize("resume", [True, False])
def test_what_waits_when_a_page_comes_back_comes_to_it_once(resume, seed):
    """A page goes and comes back while the table still has events for it that nobody has sent."""
    world = World("baohuang", 3, options=TWO_DEALS, seed=seed)
    world.start()
    page = prompted(world)
    other = next(guest for guest in world.pages if guest != page.guest)
    seen = world.pages[other].seq
    act = p.Act(prompt=page.prompt["id"], action=page.prompt["actions"][0])
    world.table.receive(page.guest, act, world.now)
    world.table.disconnect(other, world.now)
    if not resume:
        world.pages[other] = Page(other)
    back = world.open(other, resume=seen if resume else None)
    assert back.view["drawn"] == page.view["drawn"]
