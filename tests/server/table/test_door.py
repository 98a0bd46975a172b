"""One address for everything: what it offers whom, before the match and in the middle of it, and who is refused."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.tables import lobby
from paiju.server.tables.restore import restore, restored_room
from tests.server.table.simulation import Page, Simulation
from tests.server.table.test_lobby import host, refused, waiting

TWO_DEALS = {"match_end": "deals", "match_length": 2}
CLOSED = {"newcomers": False, "substitutes": False, "spectators": "off"}


def playing(game="baohuang", people=2, seed=0, **settings) -> Simulation:
    """A match that is on."""
    sim = Simulation(game, people, options=TWO_DEALS, settings={"takeover_seconds": 5, **settings}, seed=seed)
    sim.start()
    sim.until("playing")
    return sim


def seen_at_door(sim: Simulation, guest: str, **wish) -> dict:
    """What a guest is shown who may not simply come in."""
    with pytest.raises(lobby.OutsideError) as refusal:
        sim.open(guest, page=Page(guest), **wish)
    assert guest not in sim.table.room.members
    return refusal.value.door


def turned_away(sim: Simulation, guest: str, **wish) -> str:
    """The code with which a guest is not let in; nothing has changed."""
    before = sim.table.room.write()
    with pytest.raises(ServerError) as refusal:
        sim.open(guest, page=Page(guest), **wish)
    assert sim.table.room.write() == before
    return refusal.value.code


def test_before_the_match_the_address_leads_to_a_free_seat(seed):
    sim = waiting(people=2, seed=seed)
    sim.say("g0", host("bot", seat=3, level=None))
    page = sim.open("friend")
    assert page.room["you"] == {"seat": 3, "host": False, "watching": False, "heir": None}
    sim.say("friend", p.Stand())
    again = sim.open("friend", page=Page("friend"))
    assert again.room["you"]["seat"] is None, "a player who stood up is seated again"
    assert [one["name"] for one in again.room["watchers"]] == ["friend"]


@pytest.mark.parametrize(
    ("settings", "code"), [(CLOSED, "room.closed"), ({"spectators": "off"}, "room.full")]
)
def test_a_closed_room_says_so(settings, code, seed):
    sim = waiting(people=2, settings=settings, seed=seed)
    assert turned_away(sim, "friend") == code


def test_without_newcomers_only_the_host_gives_seats(seed):
    sim = waiting(people=2, settings={"newcomers": False}, seed=seed)
    sim.say("g0", host("bot", seat=3, level=None))
    assert sim.open("friend").room["you"]["seat"] is None
    assert refused(sim, "friend", p.Sit(seat=3)) == "room.closed"
    sim.say("g1", p.Sit(seat=3))
    assert sim.pages["g1"].room["you"]["seat"] == 3


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_during_a_match_the_entrance_lists_what_is_open(game, seed):
    sim = playing(game, seed=seed)
    bots = [seat for seat, chair in enumerate(sim.table.room.chairs) if chair.kind == "bot"]
    displayed = seen_at_door(sim, "friend")
    deal = sim.table.running.ledger.number
    assert (displayed["state"], displayed["seats"], displayed["watch"], displayed["deal"]) == (
        "playing",
        bots,
        True,
        deal,
    )
    assert set(displayed) == {"type", "game", "preset", "state", "deal", "chairs", "seats", "dealt", "watch", "spectators", "delay_seconds"}  # fmt: skip
    assert p.encode(displayed)


@pytest.mark.parametrize(
    ("settings", "seats", "watch"),
    [({"substitutes": False}, False, True), ({"spectators": "off"}, True, False), (CLOSED, None, None)],
)
def test_the_entrance_offers_what_the_host_allows(settings, seats, watch, seed):
    sim = playing(seed=seed, **settings)
    if seats is None:
        assert turned_away(sim, "friend") == "room.closed"
        return
    displayed = seen_at_door(sim, "friend")
    assert (bool(displayed["seats"]), displayed["watch"]) == (seats, watch)
    assert seen_at_door(sim, "friend", **({"watch": True} if seats else {"seat": 2}))


def test_a_lost_seat_leads_back_to_the_entrance(seed):
    sim = playing(seed=seed)
    sim.open("friend", seat=2)
    assert 2 not in seen_at_door(sim, "late", seat=2)["seats"]
    assert seen_at_door(sim, "late", seat=0)["seats"] == [3, 4]


def test_a_watcher_takes_a_seat_by_sitting_down(seed):
    sim = playing(seed=seed)
    watcher = sim.open("friend", watch=True)
    assert (watcher.room["you"], watcher.view) == (
        {"seat": None, "host": False, "watching": True, "heir": None},
        None,
    )
    sim.say("friend", p.Sit(seat=3))
    assert watcher.room["you"]["seat"] is None, "not while cards are dealt to it"
    assert watcher.room["seats"][3]["heir"] == "friend"
    sim.until("settled")
    assert watcher.room["you"] == {"seat": 3, "host": False, "watching": False, "heir": None}
    assert watcher.view["viewer"] == 3
    assert sim.pages["g0"].room["seats"][3]["name"] == "friend"
    assert refused(sim, "friend", p.Sit(seat=4)) == "room.started"
    assert refused(sim, "g1", p.Sit(seat=4)) == "room.started"


def test_a_player_who_left_gets_the_same_seat_back(seed):
    sim = playing(seed=seed)
    sim.say("g1", p.Stand())
    sim.close("g1")
    assert 1 not in seen_at_door(sim, "friend")["seats"]
    page = sim.open("g1", page=Page("g1"), seat=3)
    assert page.room["you"]["seat"] == 1


def test_the_host_changes_at_any_time_who_may_enter(seed):
    sim = playing(seed=seed, **CLOSED)
    sim.open("g0")
    assert turned_away(sim, "friend") == "room.closed"
    sim.say(
        "g0", host("settings", settings={"substitutes": True, "spectators": "delayed", "delay_seconds": 10})
    )
    assert seen_at_door(sim, "friend")["watch"]
    watcher = sim.open("friend", watch=True)
    sim.wait(11_000)
    assert watcher.view["viewer"] is None
    assert (
        refused(sim, "g0", host("settings", settings={"substitutes": True, "turn_seconds": 5}))
        == "room.started"
    )
    sim.say("g0", host("settings", settings={"spectators": "off"}))
    assert watcher.gone == "room.closed"


def test_a_table_against_bots_has_no_entrance_until_its_host_opens_it(seed):
    sim = playing(people=1, seed=seed, **CLOSED)
    sim.table.room.quick, sim.table.room.code = True, None
    sim.table.room_changed()
    sim.flush()
    room = sim.pages["g0"].room
    assert (room["code"], room["link"], sim.table.wants_code) == (None, None, False)
    sim.say("g0", host("settings", settings={"substitutes": True}))
    assert sim.table.wants_code
    sim.table.take_code("654321")
    sim.flush()
    room = sim.pages["g0"].room
    assert (room["code"], room["link"]) == ("654321", "/join/key")


def test_an_invitation_during_a_match_leads_to_the_entrance(seed):
    sim = playing(seed=seed)
    assert lobby.knock(sim.table, "friend", "friend", sim.now) == "key"
    assert "friend" not in sim.table.room.members
    sim.say("g0", host("lock"))
    with pytest.raises(ServerError, match=r"room\.locked"):
        lobby.knock(sim.table, "friend", "friend", sim.now)
    assert turned_away(sim, "friend", seat=2) == "room.locked"


@pytest.mark.parametrize("stage", ["waiting", "playing"])
@pytest.mark.parametrize("how", ["kick", "out"])
def test_a_removed_guest_has_no_way_in(how, stage, seed):
    sim = waiting(seed=seed) if stage == "waiting" else playing(seed=seed)
    if how == "out":
        sim.open("watcher", watch=True)
        (one,) = sim.pages["g0"].room["watchers"]
        assert refused(sim, "g0", host("out", watcher="x")) == "seat.none"
        sim.say("g0", host("out", watcher=one["id"]))
    else:
        sim.say("g0", host("kick", seat=1))
    gone, room = "g1" if how == "kick" else "watcher", sim.table.room
    assert sim.pages[gone].gone == "room.kicked"
    assert turned_away(sim, gone) == "room.kicked"
    assert sim.table.wants_code
    assert room.key != "key"
    assert sim.store.table.key == room.key
    for key in ("", "key", "ключ"):
        assert turned_away(sim, "throwaway", key=key) == "room.renewed"
    assert sim.pages["g0"].room["address"] == f"/table/t#{room.key}"
    again = restored_room(sim.store.stored(), sim.now)
    assert (again.key, again.renewed) == (room.key, True)
    sim.close("g0")
    sim.open("g0")
    if stage == "playing":
        assert sim.open("friend", key=room.key, watch=True).room["you"]["watching"]


def test_a_flood_of_guests_leaves_room(seed):
    """Those who are not there make room; those who are there, and those who sit, stay."""
    sim = waiting(people=2, seed=seed)
    sim.say("g0", host("bot", seat=4, level=None))
    for at in range(200):
        lobby.knock(sim.table, f"throwaway {at}", "x", sim.now)
    members = sim.table.room.members
    assert len(members) == lobby.MOST_MEMBERS
    assert {"g0", "g1"} <= set(members)
    assert sim.table.room.chairs[4].guest == "throwaway 0"
    sim.wait(lobby.UNSEEN_MS)
    assert sim.open("friend").room["you"]["seat"] == 4, "a chair whose guest never came is free again"


def test_watchers_are_bounded_and_do_not_keep_players_out(seed):
    sim = playing(seed=seed)
    for at in range(lobby.MOST_WATCHERS):
        sim.open(f"watcher {at}", watch=True)
    assert turned_away(sim, "one more", watch=True) == "room.full"
    sim.open("watcher 0", page=Page("watcher 0"))
    assert sim.let_in("friend", 3).room["you"]["seat"] == 3
    sim.close("watcher 1")
    assert sim.open("one more", watch=True).room["you"]["watching"]


def test_the_list_of_removed_guests_is_bounded(seed):
    sim = waiting(seed=seed)
    for at in range(300):
        sim.table.room.ban(f"x{at}")
    assert len(sim.table.room.banned) == 100


def test_an_old_room_against_bots_stays_closed(seed):
    """A room stored before the setting existed."""
    sim = playing(people=1, seed=seed)
    sim.table.room.quick = True
    sim.table.room_changed()
    sim.flush()
    stored = json.loads(sim.store.table.data)
    for name in ("newcomers", "substitutes"):
        del stored["settings"][name]
    for name in ("names", "parts", "renewed"):
        del stored[name]
    row = replace(sim.store.stored(), data=json.dumps(stored))
    old = restore(row, sim.now, first_seq=1)
    assert not old.room.settings.substitutes
    assert old.recorder.record.seats == ["g0", *(f"greedy {seat + 1}" for seat in range(1, 5))]


def test_a_listed_room_is_public_with_its_entrance(seed):
    sim = waiting(people=2, seed=seed)
    room = sim.table.room
    assert lobby.notice(room) is None, "nobody is shown who did not wish it"
    sim.say("g0", host("settings", settings={"listed": True}))
    sim.say("g0", host("bot", seat=3, level=None))
    displayed = lobby.notice(room)
    assert displayed["link"] == f"/join/{room.key}"
    assert (displayed["state"], displayed["free"]) == ("waiting", 1)
    assert [set(chair) for chair in displayed["chairs"]] == 5 * [
        {"seat", "kind", "name", "level", "avatar"}
    ], "and no guest's id"
    sim.say("g0", host("lock"))
    assert lobby.notice(room) is None


@pytest.mark.parametrize(
    ("settings", "free", "watch"), [({}, 3, True), ({"substitutes": False}, 0, True), (CLOSED, None, None)]
)
def test_a_listed_match_offers_what_its_entrance_does(settings, free, watch, seed):
    sim = playing(seed=seed, listed=True, **settings)
    displayed = lobby.notice(sim.table.room)
    assert (displayed and displayed["free"], displayed and displayed["watch"]) == (free, watch)
