"""Messages at the wrong time, of the wrong seat, twice, or that nobody should send: a code, and nothing changes."""

import pytest

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from tests.server.table.world import Page, World

TWO_DEALS = {"match_end": "deals", "match_length": 2}


@pytest.fixture
def world(seed):
    world = World("baohuang", 3, options=TWO_DEALS, seed=seed)
    world.start()
    return world


def prompted(world):
    for _ in range(3000):
        for page in world.pages.values():
            if page.prompt and len(page.prompt["actions"]) > 1:
                return page
        world.step()
    raise AssertionError("nobody was asked")


def refused(world, guest, message):
    """The code with which a message is refused; the deal must stay as it is."""
    before = world.table.running.state if world.table.running else None
    page = world.pages[guest]
    count = len(page.errors())
    world.say(guest, message)
    assert world.table.running is None or world.table.running.state is before
    assert len(page.errors()) == count + 1
    return page.errors()[-1]


def test_answers_that_do_not_count(world):
    page = prompted(world)
    other = next(g for g in world.pages if g != page.guest)
    prompt = page.prompt
    assert refused(world, page.guest, p.Act(prompt="feed", action=prompt["default"])) == "prompt.stale"
    assert refused(world, other, p.Act(prompt=prompt["id"], action=prompt["default"])) == "prompt.stale"
    assert refused(world, page.guest, p.Act(prompt=prompt["id"], action="fly")) == "notation.action"
    assert refused(world, page.guest, p.Act(prompt=prompt["id"], action="cut 3")).startswith("action.")
    assert page.prompt["id"] == prompt["id"]


def test_the_same_answer_twice_counts_once(world):
    page = prompted(world)
    prompt = page.prompt
    act = p.Act(prompt=prompt["id"], action=prompt["default"])
    world.say(page.guest, act)
    state, kept = world.table.running.state, len(world.store.deals[1].actions)
    world.say(page.guest, act)
    assert world.table.running.state is state
    assert len(world.store.deals[1].actions) == kept
    assert page.errors() == []
    other = next(a for a in prompt["actions"] if a != prompt["default"])
    assert refused(world, page.guest, p.Act(prompt=prompt["id"], action=other)) == "prompt.stale"


def test_out_of_phase(world):
    assert refused(world, "g0", p.Host(what="start")) == "room.started"
    assert refused(world, "g0", p.Host(what="options", options={"bombs": "on"})) == "room.started"
    assert refused(world, "g1", p.Host(what="pause")) == "host.only"
    assert refused(world, "g1", p.Sit(seat=0)) == "room.started"
    assert refused(world, "g1", p.Ready(on=True)) == "message.unexpected"
    assert refused(world, "g1", p.Ask(what="hold")) == "message.unexpected"
    assert refused(world, "g1", p.Ask(what="rematch")) == "message.unexpected"
    assert refused(world, "g1", p.Ask(what="dismiss", on=False)) == "vote.none"
    assert refused(world, "g1", p.Ask(what="hint", prompt="x")) == "prompt.stale"
    assert refused(world, "g1", p.Ask(what="undo")) == "ask.nothing_to_undo"
    assert refused(world, "g1", p.Say(phrase="rude")) == "message.malformed"
    assert refused(world, "g1", p.Say(text=" \u202e ")) == "message.malformed"


def test_a_check_says_why_and_changes_nothing(world):
    page = prompted(world)
    while not page.prompt["actions"][-1].startswith("play"):
        world.say(page.guest, p.Act(prompt=page.prompt["id"], action=page.prompt["default"]))
        page = prompted(world)
    good = page.prompt["actions"][-1].removeprefix("play ")
    world.say(page.guest, p.Ask(what="check", prompt=page.prompt["id"], cards=good))
    assert page.got[-1]["type"] == "checked"
    code = refused(world, page.guest, p.Ask(what="check", prompt=page.prompt["id"], cards="6 7 8"))
    assert code == "action.illegal"
    assert page.got[-1]["rule"].startswith("BH ")


def test_why_not_is_answered_whoever_is_asked(seed):
    """At a table of Paohuzi each seat may ask about every claim, asked or not: a reason of the rules, or that it may."""
    wanted, answers = {"no_pair", "discard_first", "not_neighbour"}, set()
    for number in range(20):  # a deal may be over before there was a reason of each kind
        answers |= reasons(seed + number)
        if answers >= wanted:
            break
    assert answers >= wanted


def reasons(seed) -> set[str]:
    """Why claims are refused in a deal of Paohuzi."""
    world = World("paohuzi", 3, options={"match_end": "deals", "match_length": 1}, seed=seed)
    world.start()
    answers, turn = set(), 0
    while world.table.room.stage == "playing" and turn < 90:
        text = ("hu", "pong", "eat")[turn % 3]
        for page in world.pages.values():
            ask = p.Ask(what="check", prompt=page.prompt["id"] if page.prompt else "", action=text)
            if page.prompt and text in page.prompt["actions"]:
                world.say(page.guest, ask)
                assert (page.got[-1]["type"], page.got[-1]["action"]) == ("checked", text)
            elif (code := refused(world, page.guest, ask)) == "action.illegal":
                assert page.got[-1]["rule"].startswith("PZ ")
                answers.add(page.got[-1]["facts"]["why"])
            else:  # all has been answered, the table waits for its time
                assert code == "prompt.stale"
                assert page.prompt is None
        world.step()
        turn += 1
    return answers


def test_hints_are_offered_actions(world):
    page = prompted(world)
    world.say(page.guest, p.Ask(what="hint", prompt=page.prompt["id"]))
    hints = page.got[-1]["actions"]
    assert hints
    assert set(hints) <= set(page.prompt["actions"])
    assert len(set(hints)) == len(hints)


def test_chat_is_rationed(world):
    for _ in range(5):
        world.say("g1", p.Say(text="hello"))
    assert refused(world, "g1", p.Say(text="hello")) == "rate.limited"
    world.wait(2000)
    world.say("g1", p.Say(text="again"))
    assert world.pages["g2"].got[-1]["text"] == "again"
    assert set(world.pages["g2"].got[-1]) == {"type", "seq", "seat", "name", "mark", "text"}


def test_strangers_and_removed_guests_stay_out(world):
    with pytest.raises(ServerError, match=r"room\.outside"):
        world.open("stranger")
    world.pages.pop("stranger")
    world.say("g0", p.Host(what="kick", seat=1))
    assert world.pages["g1"].gone == "room.kicked"
    assert world.table.room.chairs[1].kind == "bot"
    with pytest.raises(ServerError, match=r"room\.kicked"):
        world.open("g1", page=Page("g1"))
