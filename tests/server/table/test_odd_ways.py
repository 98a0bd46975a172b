"""Events that cross each other: votes and chairs, a pause and what begins in it, other devices, rooms that begin by themselves."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.store.rows import StoredRoom
from paiju.server.tables.restore import restore, restored_room
from paiju.server.tables.room import OVER, PLAYING, WAITING, Room
from paiju.server.tables.table import Table
from tests.server.table.simulation import Page, Simulation
from tests.server.table.test_lobby import host, waiting
from tests.server.table.test_programs import sim_with

ONE_DEAL = {"match_end": "deals", "match_length": 1}
DISMISS, REMATCH = p.Ask(what="dismiss"), p.Ask(what="rematch")
LONG = 600_000


def vote_of(sim: Simulation, guest: str = "g0") -> dict | None:
    return sim.pages[guest].room["vote"]


# Votes


def test_a_vote_belongs_to_the_person_and_not_to_the_chair(seed):
    sim = waiting("baohuang", 2, seed=seed)
    sim.say("g0", DISMISS)
    sim.say("g0", host("swap", seat=0, other=1))
    assert vote_of(sim)["by"] == 1
    assert vote_of(sim)["yes"] == [1]
    sim.say("g0", DISMISS)
    assert sim.table.room.stage == WAITING, "one of two has agreed, twice"
    sim.say("g1", DISMISS)
    assert sim.table.room.dissolved


def test_a_new_player_in_a_voters_chair_has_not_voted(seed):
    sim = Simulation("baohuang", 3, seed=seed)
    sim.start()
    sim.until(PLAYING)
    sim.say("g2", DISMISS)
    sim.say("g0", host("kick", seat=2))
    sim.let_in("x", 2, key=sim.table.room.key)
    sim.say("g0", DISMISS)
    assert sim.table.room.stage == PLAYING
    assert vote_of(sim)["yes"] == [0]


def test_a_vote_ends_with_its_openers_seat_and_follows_it_to_another_device(seed):
    sim = waiting("baohuang", 3, seed=seed)
    sim.say("g1", DISMISS)
    sim.table.move_seat("g1", "other", "Other", sim.now)
    sim.open("other")
    assert (vote_of(sim)["by"], vote_of(sim)["yes"]) == (1, [1])
    sim.say("other", p.Stand())
    assert vote_of(sim) is None


# Pauses


def test_a_pause_before_the_match_does_not_delay_what_begins_in_it(seed):
    sim = waiting("baohuang", 2, seed=seed)
    sim.pages["g1"].honest = None
    sim.say("g1", p.Ready())
    sim.say("g0", host("pause", on=True))
    sim.wait(LONG)
    sim.say("g0", host("start"))
    sim.say("g0", host("pause", on=False))
    sim.wait(10_000)
    assert sim.table.room.stage == PLAYING


def test_a_pause_does_not_extend_an_open_cards_wait_for_newcomers(seed):
    sim = Simulation("paohuzi", 1, seed=seed)
    sim.start()
    while not (sim.table.running and sim.table.running.timing.window and sim.pages["g0"].prompt):
        if sim.table.room.stage == OVER:
            pytest.skip("no card was offered in this match")
        sim.step()
        if sim.table.room.stage == "settled":
            sim.say("g0", p.Ready())
    sim.say("g0", host("pause", on=True))
    sim.wait(LONG)
    sim.let_in("x", 1)
    sim.say("g0", host("pause", on=False))
    assert sim.pages["x"].clock["deadline_ms"] <= sim.table.room.settings.window_ms


def test_a_programs_question_is_timed_once_a_person_is_present(seed):
    sim, _, guest = sim_with(seed=seed)
    sim.say("g0", host("start"))
    program = sim.pages[guest]
    while not program.prompt:
        assert sim.step()
    sim.close("g0")
    sim.wait(LONG)
    sim.say(guest, p.Act(prompt=program.prompt["id"], action=program.prompt["default"]))
    sim.open("g0", page=Page("g0"))
    settings = sim.table.room.settings
    longest = 1000 * (settings.turn_seconds + settings.bank_seconds) + settings.window_ms
    assert (sim.pages["g0"].clock["deadline_ms"] or 0) <= longest


# Other devices


def test_a_removed_guest_does_not_return_on_a_friends_seat(seed):
    sim = waiting("baohuang", 3, seed=seed)
    sim.say("g0", host("kick", seat=2))
    before = sim.table.room.write()
    with pytest.raises(ServerError) as refused:
        sim.table.move_seat("g1", "g2", "Back", sim.now)
    assert refused.value.code == "room.kicked"
    assert sim.table.room.write() == before


@pytest.mark.parametrize("has_page", [True, False])
def test_a_device_that_watches_and_gets_the_seat_plays_it_at_once(has_page, seed):
    sim = Simulation("baohuang", 2, seed=seed)
    sim.start()
    sim.until(PLAYING)
    if not has_page:
        sim.table.audience.drop("g1")
    device = sim.open("device", watch=True)
    sim.table.move_seat("g1", "device", "Device", sim.now)
    sim.flush()
    assert device.room["you"]["seat"] == 1
    assert device.view["viewer"] == 1
    assert sim.table.room.chairs[1].online
    sim.wait(1000 * sim.table.room.settings.takeover_seconds + 1000)
    assert not device.room["seats"][1]["auto"]
    assert device.room["seats"][1]["online"]


def test_a_page_that_slept_does_not_resume_a_newer_stream(seed):
    sim = Simulation("baohuang", 1, seed=seed)
    sim.start()
    sim.until(PLAYING)
    slept = sim.open("x", watch=True)
    sim.say("g0", p.Auto(on=True))
    sim.close("x")
    page = sim.open("x", page=Page("x"), watch=True)
    for turn in range(9):
        sim.say("g0", p.Auto(on=turn % 2 == 0))
    heard = len(page.got)
    sim.open("x", resume=slept.seq, page=page, watch=True)
    assert "welcome" in [message["type"] for message in page.got[heard:]]


# Rooms that begin by themselves


def successor_of(sim: Simulation) -> Room:
    """The room of the next match, as the store gets it."""
    written: list[StoredRoom] = []
    take = sim.table.take

    def noted(now):
        effects = take(now)
        written.extend(one for one in effects.writes if isinstance(one, StoredRoom))
        return effects

    sim.table.take = noted
    for seat in sim.table.room.present:
        sim.say(sim.table.room.chairs[seat].guest, REMATCH)
    new = next(one for one in written if one.id == sim.table.room.successor)
    return restored_room(new, 0)


@pytest.mark.parametrize("leaves", [True, False])
def test_a_rematch_of_a_table_against_bots_that_somebody_joined_lets_its_host_in(leaves, seed):
    sim = Simulation("baohuang", 1, options=ONE_DEAL, seed=seed)
    sim.table.room.quick = True
    sim.open("g0")
    sim.until(PLAYING)
    sim.let_in("x", 2)
    if leaves:
        sim.say("x", p.Stand())
    sim.until(OVER)
    table = Table(successor_of(sim), 0)
    table.connect("g0", "Guest 0", p.Hello(), 10)
    assert table.room.chairs[0].online
    assert table.room.stage == WAITING


# What stays of guests who come and go


def test_a_speaker_keeps_their_mark_through_renaming_a_restart_and_a_rematch(seed):
    """A namesake has another one, and nobody's says who they are."""
    sim = Simulation("baohuang", 2, options=ONE_DEAL, seed=seed)
    sim.start()

    def marks() -> list[str]:
        for guest in ("g0", "g1"):
            sim.say(guest, p.Say(text="hello"))
        page = sim.pages["g0"]
        chairs = [chair["mark"] for chair in page.room["seats"]]
        said = [message["mark"] for message in page.got if message["type"] == "said"]
        assert said[-2:] == chairs[:2]
        return chairs

    first = marks()
    assert len({*first[:2]}) == 2
    assert first[2:] == ["", "", ""]
    sim.table.rename("g1", "Guest 0", sim.now)
    sim.flush()
    assert sim.pages["g0"].room["seats"][1]["name"] == "Guest 0"
    assert marks() == first
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1_000_000)
    for guest, page in list(sim.pages.items()):
        sim.open(guest, resume=page.seq)
    assert marks() == first
    sim.until(OVER)
    after = successor_of(sim)
    assert [after.alias(f"g{seat}") for seat in range(2)] == first[:2]
    assert Simulation("baohuang", 2, seed=seed + 1).table.room.alias("g1") != first[1]


def test_a_watcher_who_sits_down_keeps_their_animal(seed):
    sim = Simulation("baohuang", 1, seed=seed)
    sim.start()
    sim.until(PLAYING)
    sim.pages["x"] = Page("x")
    sim.table.connect("x", "Xi", p.Hello(watch=True), sim.now, avatar="tiger-2")
    sim.flush()
    sim.let_in("x", 3)
    assert sim.pages["g0"].room["seats"][3]["name"] == "Xi"
    assert sim.pages["g0"].room["seats"][3]["avatar"] == "tiger-2"


def test_memory_of_departed_guests_is_bounded(seed):
    sim = Simulation("baohuang", 1, seed=seed)
    for seat in range(1, 5):
        sim.open("g0")
        sim.say("g0", host("bot", seat=seat, level=None))
    for number in range(400):
        guest = f"x{number}"
        sim.open(guest, page=Page(guest))
        sim.say(guest, p.Ready(id="a"))
        sim.say(guest, p.Say(phrase="hello", id="b"))
        sim.say(guest, p.Stand(id="c"))
        sim.close(guest)
        del sim.pages[guest]
        sim.wait(20_000)
    table = sim.table
    assert len(table.names) == len(table.avatars) == 1
    assert len(table.audience._done) <= 101
    assert sim.table.room.members[-1] == "x399"
    assert len(table._handlers[p.Say].__self__._rates._buckets) <= 201
    stored = [part for part in vars(table._handlers[p.Sit].__self__).values() if isinstance(part, dict)]
    assert all(len(part) <= 2 for part in stored)
