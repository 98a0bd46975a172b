"""Votes: to dissolve the table, and to play again at another one."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.tables.commands import GRACE_MS, VOTE_MS
from paiju.server.tables.restore import restore, restored_room
from paiju.server.tables.room import OVER, WAITING
from tests.server.table.simulation import Page, Simulation, goes_on

ONE_DEAL = {"match_end": "deals", "match_length": 1}
DISMISS, REMATCH = p.Ask(what="dismiss"), p.Ask(what="rematch")


@pytest.fixture
def sim(seed):
    sim = Simulation("baohuang", 3, options=ONE_DEAL, seed=seed)
    sim.start()
    while sim.table.room.stage != "playing":
        sim.step()
    return sim


def finished(seed, people=2) -> Simulation:
    sim = Simulation("paohuzi", people, options=ONE_DEAL, seed=seed)
    sim.start()
    sim.until("over")
    return sim


def test_more_than_half_of_those_present_dissolve(sim):
    sim.say("g1", DISMISS)
    vote = sim.pages["g0"].room["vote"]
    assert (vote["kind"], vote["by"], vote["yes"], vote["need"]) == ("dismiss", 1, [1], 2)
    sim.say("g1", DISMISS)
    assert sim.pages["g0"].room["vote"]["yes"] == [1]
    sim.say("g2", DISMISS)
    room = sim.pages["g0"].room
    assert (room["state"], room["dissolved"], room["vote"]) == ("over", True, None)
    assert room["fairness"]["failed"]["why"] == "dropped"
    assert sim.store.deals == {}
    assert sim.table.wake is None
    assert all(page.prompt is None for page in sim.pages.values())


def test_a_vote_fails_by_one_refusal_or_by_time(sim):
    sim.say("g1", DISMISS)
    sim.say("g0", p.Ask(what="dismiss", on=False))
    assert sim.pages["g1"].room["vote"] is None
    sim.say("g1", DISMISS)
    assert 0 < sim.pages["g1"].room["vote"]["ends_ms"] <= VOTE_MS
    ends = sim.table.votes.vote.ends
    while sim.table.votes.vote is not None:
        assert sim.now <= ends
        sim.wait(1000)
    assert sim.pages["g1"].room["vote"] is None
    assert sim.table.room.stage != OVER or not sim.table.room.dissolved


def test_a_briefly_disconnected_page_keeps_its_vote(sim):
    for guest in ("g0", "g2"):
        sim.close(guest)
    sim.say("g1", DISMISS)
    assert (sim.table.room.stage, sim.pages["g1"].room["vote"]["need"]) == ("playing", 2)
    sim.wait(150)
    sim.open("g0")
    assert sim.pages["g0"].room["vote"]["yes"] == [1]
    sim.say("g0", p.Ask(what="dismiss", on=False))
    assert sim.table.room.stage == "playing"


def test_players_who_stay_away_lose_their_vote(sim):
    sim.close("g0")
    sim.wait(1)
    sim.close("g2")
    sim.say("g1", DISMISS)
    sim.wait(GRACE_MS - 2)
    assert not sim.table.room.dissolved
    assert sim.pages["g1"].room["vote"]["need"] == 2
    sim.wait(1)
    assert not sim.table.room.dissolved
    sim.wait(1)
    assert sim.table.room.dissolved
    assert GRACE_MS <= VOTE_MS


def test_absence_does_not_count_during_a_pause(sim):
    for guest in ("g0", "g1", "g2"):
        sim.close(guest)
    sim.now += 3_600_000
    sim.open("g1")
    sim.say("g1", DISMISS)
    assert sim.pages["g1"].room["vote"]["need"] == 2
    sim.wait(GRACE_MS)
    assert sim.table.room.dissolved


def at_the_last_card(seed) -> Simulation:
    """A match whose first deal is played to its end, but not displayed to it."""
    for turn in range(50):
        sim = Simulation("paohuzi", 2, options={"match_end": "deals", "match_length": 3}, seed=seed + turn)
        sim.start()
        while sim.table.room.stage != "settled":
            if sim.table.is_ending:
                return sim
            sim.step()
    raise AssertionError("all deals end at once")


def test_a_decided_deal_counts_before_the_match_ends(seed):
    """A result that is decided but not displayed yet cannot be voted away."""
    sim = at_the_last_card(seed)
    for guest in ("g0", "g1"):
        sim.say(guest, DISMISS)
    assert not sim.table.room.dissolved
    sim.until("over")
    assert sim.table.room.dissolved
    assert len(sim.table.match.returns) == 1


def end_of(page) -> dict:
    """What a page shows of a match that was ended: all that must be the same for everybody, and after a restart."""
    room = page.room
    names = ("state", "dissolved", "match", "record", "vote", "next_ms", "code")
    return {name: room[name] for name in names} | {
        "view": page.view,
        "prompt": page.prompt,
        "clock": page.clock,
    }


def watched(seed) -> Simulation:
    """A match of two that somebody watches, after its first deal."""
    options, settings = {"match_end": "deals", "match_length": 3}, {"spectators": "delayed"}
    sim = Simulation("paohuzi", 2, options=options, settings=settings, seed=seed)
    sim.start()
    sim.table.room.members.append("watcher")
    sim.open("watcher")
    sim.until("settled")
    return sim


def goes_on_to_the_next(sim: Simulation) -> bool:
    """Play some steps of the next deal; False if it is over by then."""
    for guest in ("g0", "g1"):
        sim.say(guest, p.Ready())
    sim.until("playing", "settled")
    for _ in range(5):
        if goes_on(sim):
            sim.step()
    return goes_on(sim)


@pytest.mark.parametrize("stage", ["playing", "settled"])
def test_the_end_is_final_and_the_same_for_all_seats(seed, stage):
    for turn in range(9):  # a deal may be over after a step or two
        sim = watched(seed + turn)
        counted = list(sim.table.match.returns)
        if stage == "settled" or goes_on_to_the_next(sim):
            break
    assert sim.table.room.stage == stage
    for guest in ("g0", "g1"):
        sim.say(guest, DISMISS)
    end = end_of(sim.pages["g0"])
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
    assert sim.store.table.over
    assert sim.table.wake is None
    sim.wait(200_000)  # what waited for the watchers is never sent
    assert end_of(sim.pages["g1"]) == end_of(sim.pages["watcher"]) == end
    for restart in (False, True):
        if restart:
            sim.table = restore(sim.store.stored(), sim.now, first_seq=1_000_000)
        for guest in ("g0", "watcher"):
            sim.close(guest)
            page = sim.open(guest, page=Page(guest))
            assert page.got[0]["log"] == []
            assert end_of(page) == end
            sim.open(guest, resume=page.seq)
            assert end_of(page) == end
    sim.say("g0", REMATCH)
    assert sim.pages["g0"].room["successor"]


def test_a_room_that_waits_is_closed_for_all(seed):
    sim = Simulation("baohuang", 2, seed=seed)
    sim.open("g0")
    sim.open("g1")
    assert sim.table.room.stage == WAITING
    sim.say("g0", DISMISS)
    sim.say("g1", DISMISS)
    assert [page.gone for page in sim.pages.values()] == ["room.dissolved", "room.dissolved"]


def test_a_rematch_needs_all_and_moves_them_to_a_new_table(seed):
    sim = finished(seed)
    sim.say("g0", REMATCH)
    assert sim.pages["g1"].room["vote"]["need"] == 2
    assert sim.pages["g0"].room["successor"] is None
    written = []
    original = sim.table.take

    def take(now):
        outcome = original(now)
        written.append(outcome.writes)
        return outcome

    sim.table.take = take
    sim.say("g1", REMATCH)
    (laid,) = (writes for writes in written if len(writes) > 1)
    new, old = laid
    assert (old.id, old.over) == ("t", True), "together or not at all"
    room = restored_room(new, 0)
    assert sim.pages["g0"].room["successor"] == sim.pages["g1"].room["successor"] == room.table
    assert [(chair.kind, chair.guest) for chair in room.chairs] == [
        ("human", "g0"),
        ("human", "g1"),
        ("bot", ""),
    ]
    assert (room.options, room.settings, room.host, room.stage) == (
        sim.table.room.options,
        sim.table.room.settings,
        "g0",
        WAITING,
    )
    assert room.commitment != sim.table.room.commitment
    assert room.record != sim.table.room.record
    assert set(room.members) == {"g0", "g1"}
    sim.say("g0", REMATCH)
    assert sim.pages["g0"].errors()[-1] == "message.unexpected"


def test_votes_at_the_wrong_time(sim, seed):
    sim.say("g0", REMATCH)
    assert sim.pages["g0"].errors() == ["message.unexpected"]
    over = finished(seed)
    over.say("g0", DISMISS)
    assert over.pages["g0"].errors() == ["message.unexpected"]
    over.say("g0", p.Ask(what="rematch", on=False))
    assert over.pages["g0"].errors()[-1] == "vote.none"


def test_a_match_that_is_over_is_quiet(seed):
    for settings in ({"turn_seconds": 30}, {"turn_seconds": 0}):
        sim = Simulation("baohuang", 1, options=ONE_DEAL, settings=settings, seed=seed)
        sim.start()
        sim.until("over")
        assert sim.table.wake is None
        assert sim.pages["g0"].room["next_ms"] is None


def test_a_deleted_guest_leaves_the_vote(sim):
    sim.say("g1", DISMISS)
    sim.table.forget("g1", sim.now)
    sim.flush()
    assert sim.pages["g1"].gone == "guest.forgotten"
    assert sim.table.room.chairs[1].kind == "bot"
    assert sim.table.room.seat_of("g1") is None
