"""Messages at the wrong time, of the wrong seat, twice, or that nobody should send: a code, and nothing changes."""

import pytest

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from tests.server.table.simulation import Page, Simulation

TWO_DEALS = {"match_end": "deals", "match_length": 2}


@pytest.fixture
def sim(seed):
    sim = Simulation("baohuang", 3, options=TWO_DEALS, seed=seed)
    sim.start()
    return sim


def prompted(sim):
    for _ in range(3000):
        for page in sim.pages.values():
            if page.prompt and len(page.prompt["actions"]) > 1:
                return page
        sim.step()
    raise AssertionError("nobody was asked")


def refused(sim, guest, message):
    """The code with which a message is refused; the deal must stay as it is."""
    before = sim.table.running.state if sim.table.running else None
    page = sim.pages[guest]
    count = len(page.errors())
    sim.say(guest, message)
    assert sim.table.running is None or sim.table.running.state is before
    assert len(page.errors()) == count + 1
    return page.errors()[-1]


def test_stale_and_illegal_answers_are_refused(sim):
    page = prompted(sim)
    other = next(g for g in sim.pages if g != page.guest)
    prompt = page.prompt
    assert refused(sim, page.guest, p.Act(prompt="feed", action=prompt["default"])) == "prompt.stale"
    assert refused(sim, other, p.Act(prompt=prompt["id"], action=prompt["default"])) == "prompt.stale"
    assert refused(sim, page.guest, p.Act(prompt=prompt["id"], action="fly")) == "notation.action"
    assert refused(sim, page.guest, p.Act(prompt=prompt["id"], action="cut 3")).startswith("action.")
    assert page.prompt["id"] == prompt["id"]


def test_the_same_answer_twice_counts_once(sim):
    page = prompted(sim)
    prompt = page.prompt
    act = p.Act(prompt=prompt["id"], action=prompt["default"])
    sim.say(page.guest, act)
    state, stored = sim.table.running.state, len(sim.store.deals[1].actions)
    sim.say(page.guest, act)
    assert sim.table.running.state is state
    assert len(sim.store.deals[1].actions) == stored
    assert page.errors() == []
    other = next(a for a in prompt["actions"] if a != prompt["default"])
    assert refused(sim, page.guest, p.Act(prompt=prompt["id"], action=other)) == "prompt.stale"


def test_out_of_phase_actions_are_refused(sim):
    assert refused(sim, "g0", p.Host(what="start")) == "room.started"
    assert refused(sim, "g0", p.Host(what="options", options={"bombs": "on"})) == "room.started"
    assert refused(sim, "g1", p.Host(what="pause")) == "host.only"
    assert refused(sim, "g1", p.Sit(seat=0)) == "room.started"
    assert refused(sim, "g1", p.Ready(on=True)) == "message.unexpected"
    assert refused(sim, "g1", p.Ask(what="hold")) == "message.unexpected"
    assert refused(sim, "g1", p.Ask(what="rematch")) == "message.unexpected"
    assert refused(sim, "g1", p.Ask(what="dismiss", on=False)) == "vote.none"
    assert refused(sim, "g1", p.Ask(what="hint", prompt="x")) == "prompt.stale"
    assert refused(sim, "g1", p.Ask(what="undo")) == "ask.nothing_to_undo"
    assert refused(sim, "g1", p.Say(phrase="rude")) == "message.malformed"
    assert refused(sim, "g1", p.Say(text=" \u202e ")) == "message.malformed"


def test_a_check_says_why_and_changes_nothing(sim):
    page = prompted(sim)
    while not page.prompt["actions"][-1].startswith("play"):
        sim.say(page.guest, p.Act(prompt=page.prompt["id"], action=page.prompt["default"]))
        page = prompted(sim)
    good = page.prompt["actions"][-1].removeprefix("play ")
    sim.say(page.guest, p.Ask(what="check", prompt=page.prompt["id"], cards=good))
    assert page.got[-1]["type"] == "checked"
    code = refused(sim, page.guest, p.Ask(what="check", prompt=page.prompt["id"], cards="6 7 8"))
    assert code == "action.illegal"
    assert page.got[-1]["rule"].startswith("BH ")


def test_refusals_are_explained_to_every_seat(seed):
    """At a table of Paohuzi each seat may ask about every claim, prompted or not, and gets a reason of the rules, or that it may."""
    wanted, answers = {"no_pair", "discard_first", "not_neighbour"}, set()
    for number in range(20):  # a deal may be over before there was a reason of each kind
        answers |= reasons(seed + number)
        if answers >= wanted:
            break
    assert answers >= wanted


def reasons(seed) -> set[str]:
    """Why claims are refused in a deal of Paohuzi."""
    sim = Simulation("paohuzi", 3, options={"match_end": "deals", "match_length": 1}, seed=seed)
    sim.start()
    answers, turn = set(), 0
    while sim.table.room.stage == "playing" and turn < 90:
        text = ("hu", "pong", "eat")[turn % 3]
        for page in sim.pages.values():
            ask = p.Ask(what="check", prompt=page.prompt["id"] if page.prompt else "", action=text)
            if page.prompt and text in page.prompt["actions"]:
                sim.say(page.guest, ask)
                assert (page.got[-1]["type"], page.got[-1]["action"]) == ("checked", text)
            elif (code := refused(sim, page.guest, ask)) == "action.illegal":
                assert page.got[-1]["rule"].startswith("PZ ")
                answers.add(page.got[-1]["facts"]["why"])
            else:  # all has been answered, the table waits for its time
                assert code == "prompt.stale"
                assert page.prompt is None
        sim.step()
        turn += 1
    return answers


def test_hints_are_offered_actions(sim):
    page = prompted(sim)
    sim.say(page.guest, p.Ask(what="hint", prompt=page.prompt["id"]))
    hints = page.got[-1]["actions"]
    assert hints
    assert set(hints) <= set(page.prompt["actions"])
    assert len(set(hints)) == len(hints)


def test_chat_is_rate_limited(sim):
    for _ in range(5):
        sim.say("g1", p.Say(text="hello"))
    assert refused(sim, "g1", p.Say(text="hello")) == "rate.limited"
    sim.wait(2000)
    sim.say("g1", p.Say(text="again"))
    assert sim.pages["g2"].got[-1]["text"] == "again"
    assert set(sim.pages["g2"].got[-1]) == {"type", "seq", "seat", "name", "mark", "text"}


def test_strangers_and_removed_guests_stay_out(sim):
    with pytest.raises(ServerError, match=r"room\.outside"):
        sim.open("stranger")
    sim.pages.pop("stranger")
    sim.say("g0", p.Host(what="kick", seat=1))
    assert sim.pages["g1"].gone == "room.kicked"
    assert sim.table.room.chairs[1].kind == "bot"
    with pytest.raises(ServerError, match=r"room\.kicked"):
        sim.open("g1", page=Page("g1"))
