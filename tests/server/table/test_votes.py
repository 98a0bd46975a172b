"""Votes: to dissolve the table, and to play again at another one."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.tables.commands import GRACE_MS, VOTE_MS
from paiju.server.tables.restore import restore, restored_room
from paiju.server.tables.room import OVER, WAITING
from tests.server.table.world import Page, World, goes_on

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
    world.until("over")
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
    assert room["fairness"]["failed"]["why"] == "dropped"
    assert world.store.deals == {}
    assert world.table.wake is None
    assert all(page.prompt is None for page in world.pages.values())


def test_a_vote_fails_by_one_refusal_or_by_time(world):
    world.say("g1", DISMISS)
    world.say("g0", p.Ask(what="dismiss", on=False))
    assert world.pages["g1"].room["vote"] is None
    world.say("g1", DISMISS)
    assert 0 < world.pages["g1"].room["vote"]["ends_ms"] <= VOTE_MS
    ends = world.table.votes.vote.ends
    while world.table.votes.vote is not None:
        assert world.now <= ends
        world.wait(1000)
    assert world.pages["g1"].room["vote"] is None
    assert world.table.room.stage != OVER or not world.table.room.dissolved


def test_a_page_that_blinks_keeps_its_voice(world):
    for guest in ("g0", "g2"):
        world.close(guest)
    world.say("g1", DISMISS)
    assert (world.table.room.stage, world.pages["g1"].room["vote"]["need"]) == ("playing", 2)
    world.wait(150)
    world.open("g0")
    assert world.pages["g0"].room["vote"]["yes"] == [1]
    world.say("g0", p.Ask(what="dismiss", on=False))
    assert world.table.room.stage == "playing"


def test_those_who_stay_away_lose_their_voice_while_the_vote_lasts(world):
    world.close("g0")
    world.wait(1)
    world.close("g2")
    world.say("g1", DISMISS)
    world.wait(GRACE_MS - 2)
    assert not world.table.room.dissolved
    assert world.pages["g1"].room["vote"]["need"] == 2
    world.wait(1)
    assert not world.table.room.dissolved
    world.wait(1)
    assert world.table.room.dissolved
    assert GRACE_MS <= VOTE_MS


def test_nobody_is_missed_while_the_table_stands_still(world):
    for guest in ("g0", "g1", "g2"):
        world.close(guest)
    world.now += 3_600_000
    world.open("g1")
    world.say("g1", DISMISS)
    assert world.pages["g1"].room["vote"]["need"] == 2
    world.wait(GRACE_MS)
    assert world.table.room.dissolved


def at_the_last_card(seed) -> World:
    """A match whose first deal is played to its end, but not shown to it."""
    for turn in range(50):
        world = World("paohuzi", 2, options={"match_end": "deals", "match_length": 3}, seed=seed + turn)
        world.start()
        while world.table.room.stage != "settled":
            if world.table.is_ending:
                return world
            world.step()
    raise AssertionError("all deals end at once")


def test_a_deal_whose_last_card_lies_is_counted_before_the_match_ends(seed):
    """Nobody can vote a result away that stands already and is only still to be shown."""
    world = at_the_last_card(seed)
    for guest in ("g0", "g1"):
        world.say(guest, DISMISS)
    assert not world.table.room.dissolved
    world.until("over")
    assert world.table.room.dissolved
    assert len(world.table.match.returns) == 1


def end_of(page) -> dict:
    """What a page shows of a match that was ended: all that must be the same for everybody, and after a restart."""
    room = page.room
    names = ("state", "dissolved", "match", "record", "vote", "next_ms", "code")
    return {name: room[name] for name in names} | {
        "view": page.view,
        "prompt": page.prompt,
        "clock": page.clock,
    }


def watched(seed) -> World:
    """A match of two that somebody watches, after its first deal."""
    options, settings = {"match_end": "deals", "match_length": 3}, {"spectators": "delayed"}
    world = World("paohuzi", 2, options=options, settings=settings, seed=seed)
    world.start()
    world.table.room.members.append("watcher")
    world.open("watcher")
    world.until("settled")
    return world


def goes_on_to_the_next(world: World) -> bool:
    """Play some steps of the next deal; False if it is over by then."""
    for guest in ("g0", "g1"):
        world.say(guest, p.Ready())
    world.until("playing", "settled")
    for _ in range(5):
        if goes_on(world):
            world.step()
    return goes_on(world)


@pytest.mark.parametrize("stage", ["playing", "settled"])
def test_the_end_is_the_same_for_all_and_for_ever(seed, stage):
    for turn in range(9):  # a deal may be over after a step or two
        world = watched(seed + turn)
        counted = list(world.table.match.returns)
        if stage == "settled" or goes_on_to_the_next(world):
            break
    assert world.table.room.stage == stage
    for guest in ("g0", "g1"):
        world.say(guest, DISMISS)
    end = end_of(world.pages["g0"])
    assert (end["state"], end["dissolved"], end["view"], end["prompt"], end["clock"]) == (
        "over",
        True,
        None,
        None,
        None,
    )
    assert [tuple(row) for row in end["match"]["returns"]] == counted
    assert end["match"]["over"]
    assert (end["record"] is None) is (not counted)
    assert world.store.table.over
    assert world.table.wake is None
    world.wait(200_000)  # what waited to be shown to those who watch never is
    assert end_of(world.pages["g1"]) == end_of(world.pages["watcher"]) == end
    for restart in (False, True):
        if restart:
            world.table = restore(world.store.stored(), world.now, first_seq=1_000_000)
        for guest in ("g0", "watcher"):
            world.close(guest)
            page = world.open(guest, page=Page(guest))
            assert page.got[0]["log"] == []
            assert end_of(page) == end
            world.open(guest, resume=page.seq)
            assert end_of(page) == end
    world.say("g0", REMATCH)
    assert world.pages["g0"].room["successor"]


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
    written = []
    original = world.table.take

    def take(now):
        outcome = original(now)
        written.append(outcome.writes)
        return outcome

    world.table.take = take
    world.say("g1", REMATCH)
    (laid,) = (writes for writes in written if len(writes) > 1)
    new, old = laid
    assert (old.id, old.over) == ("t", True), "together or not at all"
    room = restored_room(new, 0)
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
        world.until("over")
        assert world.table.wake is None
        assert world.pages["g0"].room["next_ms"] is None


def test_a_guest_who_is_forgotten_leaves_his_vote(world):
    world.say("g1", DISMISS)
    world.table.forget("g1", world.now)
    world.flush()
    assert world.pages["g1"].gone == "guest.forgotten"
    assert world.table.room.chairs[1].kind == "bot"
    assert world.table.room.seat_of("g1") is None
