"""Votes: to dissolve the table, and to play again at another one."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.table import visitors
from paiju.server.table.room import OVER, WAITING
from paiju.server.table.votes import VOTE_MS
from tests.server.table.world import World

ONE_DEAL = {"match_end": "deals", "match_length": 1}
DISMISS, REMATCH = p.Ask(what="dismiss"), p.Ask(what="rematch")


@pytest.fixture
def world(seed):
    world = World("baohuang", 3, options=ONE_DEAL, seed=seed)
    world.start()
    while world.table.room.stage != "playing":
        world.step()
    return world


def finished(seed, people=2) -> World:
    world = World("paohuzi", people, options=ONE_DEAL, seed=seed)
    world.start()
    world.until("over", most=20_000)
    return world


def test_more_than_half_of_those_present_dissolve(world):
    world.say("g1", DISMISS)
    vote = world.pages["g0"].room["vote"]
    assert (vote["kind"], vote["by"], vote["yes"], vote["need"]) == ("dismiss", 1, [1], 2)
    world.say("g1", DISMISS)
    assert world.pages["g0"].room["vote"]["yes"] == [1]
    world.say("g2", DISMISS)
    room = world.pages["g0"].room
    assert (room["state"], room["dissolved"], room["vote"]) == ("over", True, None)
    assert room["fairness"]["past"][-1]["dropped"]
    assert world.store.deals == {}
    assert world.table.wake is None
    assert all(page.prompt is None for page in world.pages.values())


def test_a_vote_fails_by_one_refusal_or_by_time(world):
    world.say("g1", DISMISS)
    world.say("g0", p.Ask(what="dismiss", on=False))
    assert world.pages["g1"].room["vote"] is None
    world.say("g1", DISMISS)
    assert 0 < world.pages["g1"].room["vote"]["ends_ms"] <= VOTE_MS
    ends = world.table.vote.ends
    while world.table.vote is not None:
        assert world.now <= ends
        world.wait(1000)
    assert world.pages["g1"].room["vote"] is None
    assert world.table.room.stage != OVER or not world.table.room.dissolved


def test_those_who_are_away_have_no_voice(world):
    world.say("g1", DISMISS)
    world.close("g0")
    assert world.table.room.stage == "playing"
    world.close("g2")
    assert world.table.room.dissolved


def test_a_room_that_waits_is_closed_for_all(seed):
    world = World("baohuang", 2, seed=seed)
    world.open("g0")
    world.open("g1")
    assert world.table.room.stage == WAITING
    world.say("g0", DISMISS)
    world.say("g1", DISMISS)
    assert [page.gone for page in world.pages.values()] == ["room.dissolved", "room.dissolved"]


def test_a_rematch_wants_everybody_and_takes_all_to_another_table(seed):
    world = finished(seed)
    world.say("g0", REMATCH)
    assert world.pages["g1"].room["vote"]["need"] == 2
    assert world.pages["g0"].room["successor"] is None
    successors = []
    original = world.table.take

    def take(now):
        outcome = original(now)
        successors.extend([outcome.successor] if outcome.successor else [])
        return outcome

    world.table.take = take
    world.say("g1", REMATCH)
    (room,) = successors
    assert world.pages["g0"].room["successor"] == world.pages["g1"].room["successor"] == room.table
    assert [(chair.kind, chair.guest) for chair in room.chairs] == [
        ("human", "g0"),
        ("human", "g1"),
        ("bot", ""),
    ]
    assert (room.options, room.settings, room.host, room.stage) == (
        world.table.room.options,
        world.table.room.settings,
        "g0",
        WAITING,
    )
    assert room.commitment != world.table.room.commitment
    assert room.record != world.table.room.record
    assert set(room.members) == {"g0", "g1"}
    world.say("g0", REMATCH)
    assert world.pages["g0"].errors()[-1] == "message.unexpected"


def test_votes_at_the_wrong_time(world, seed):
    world.say("g0", REMATCH)
    assert world.pages["g0"].errors() == ["message.unexpected"]
    over = finished(seed)
    over.say("g0", DISMISS)
    assert over.pages["g0"].errors() == ["message.unexpected"]
    over.say("g0", p.Ask(what="rematch", on=False))
    assert over.pages["g0"].errors()[-1] == "vote.none"


def test_a_match_that_is_over_is_quiet(seed):
    for settings in ({"turn_seconds": 30}, {"turn_seconds": 0}):
        world = World("baohuang", 1, options=ONE_DEAL, settings=settings, seed=seed)
        world.start()
        world.until("over", most=20_000)
        assert world.table.wake is None
        assert world.pages["g0"].room["next_ms"] is None


def test_a_guest_who_is_forgotten_leaves_his_vote(world):
    world.say("g1", DISMISS)
    visitors.forget(world.table, "g1", world.now)
    world.flush()
    assert world.pages["g1"].gone == "guest.forgotten"
    assert world.table.room.chairs[1].kind == "bot"
    assert world.table.room.seat_of("g1") is None
