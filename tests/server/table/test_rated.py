"""Matches that rate their players: who agrees, what ends the agreement, who is counted as having played."""

from __future__ import annotations

import json
from functools import cache

import pytest

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.hub.connections import Guest
from paiju.server.hub.rooms import new_room
from paiju.server.people.ratings import LEAST_DEALS
from paiju.server.tables.restore import restore
from tests.server.table.test_match import play_on
from tests.server.table.world import World, copied

GUESTS = ["g0", "g1", "g2", "g3", "g4"]
ENOUGH = {"match_end": "deals", "match_length": LEAST_DEALS}


def host(what, **more):
    return p.Host(what=what, **more)


def rated(seed, *, people=3, options=ENOUGH, game="paohuzi", **settings) -> World:
    """A rated table at which everybody sits."""
    world = World(game, people, options=options, settings={"rated": True, **settings}, seed=seed)
    world.start()
    return world


def test_a_match_to_its_end_rates_everybody_once(seed):
    world = rated(seed)
    play_on(world)
    (match,) = world.store.rated
    assert (match.game, match.family) == ("paohuzi", world.table.room.preset)
    assert match.results == tuple((f"g{at}", world.table.match.scores[at], True) for at in range(3))


def test_a_match_that_is_not_rated_rates_nobody(seed):
    world = World("paohuzi", 3, options=ENOUGH, seed=seed)
    world.start()
    play_on(world)
    assert world.store.rated == []


@pytest.mark.parametrize(
    ("people", "options"),
    [(2, ENOUGH), (3, {**ENOUGH, "match_length": LEAST_DEALS - 1}), (3, {"match_end": "endless"})],
)
def test_bots_and_matches_without_an_end_cannot_be_rated(people, options, seed):
    world = rated(seed, people=people, options=options)
    assert world.pages["g0"].errors() == ["room.rated"]
    assert world.table.room.stage == "waiting"
    assert world.pages["g0"].got[-1]["facts"] == {"least": LEAST_DEALS}


def test_a_table_of_one_and_bots_that_is_to_be_rated_is_not_made():
    guest, rated = Guest("g0", "Guest 0", "en"), {"rated": True}
    with pytest.raises(ServerError, match=r"room\.rated"):
        new_room(guest, "paohuzi", preset=None, options=ENOUGH, settings=rated, quick=True)


def test_who_was_ready_is_asked_again_when_the_match_is_to_be_rated(seed):
    world = World("paohuzi", 3, options=ENOUGH, seed=seed)
    for guest in ("g0", "g1", "g2"):
        world.open(guest)
        world.say(guest, p.Ready())
    for on in (True, False):
        world.say("g0", host("settings", settings={"rated": on}))
        assert not any(chair.ready for chair in world.table.room.chairs)
        world.say("g1", p.Ready())
    world.say("g0", host("settings", settings={"listed": True}))
    assert world.table.room.chairs[1].ready


def test_nobody_gets_advice_or_help_in_a_rated_match(seed):
    settings = rated(seed, hints=True, substitutes=True).table.room.settings
    assert (settings.rated, settings.hints, settings.substitutes) == (True, False, False)
    assert settings.changed({"hints": True, "substitutes": True}) == settings
    world = rated(seed)
    world.say("g1", p.Ask(what="hint"))
    assert world.pages["g1"].errors() == ["ask.off"]


def test_a_host_cannot_send_a_winner_away(seed):
    world = rated(seed)
    world.wait(2000)
    world.say("g0", host("kick", seat=1))
    assert world.pages["g0"].errors() == ["room.rated"]
    play_on(world)
    world.say("g0", host("kick", seat=1))
    assert world.pages["g0"].errors() == ["room.rated"]
    assert world.pages["g1"].gone == "room.kicked"


def test_who_lets_a_bot_play_did_not_play_himself(seed):
    world = rated(seed)
    world.wait(2000)
    world.say("g1", p.Auto(on=True))
    world.close("g2")
    play_on(world)
    (match,) = world.store.rated
    assert [himself for _, _, himself in match.results] == [True, False, False]


def test_what_was_decided_by_whom_outlives_the_process(seed):
    for turn in range(9):  # a deal may be over before everybody was asked
        world = rated(seed + turn)
        world.say("g1", p.Auto(on=True))
        world.until("settled")
        before = [(chair.own, chair.driven) for chair in world.table.room.chairs]
        if all(own or driven for own, driven in before):
            break
    world.table = restore(world.store.stored(), world.now, first_seq=1 << 20)
    assert [(chair.own, chair.driven) for chair in world.table.room.chairs] == before
    assert before[1][0] == 0
    assert before[1][1] > 0 < before[0][0]


def losing(seed: int = 0) -> World:
    """A rated match with a deal in which g1 has lost points."""
    return copied(lost(seed))


@cache
def lost(seed: int) -> World:
    for turn in range(50):
        world = rated(seed + turn, people=5, game="baohuang")
        world.until("settled")
        if world.table.room.stage == "settled" and world.table.match.scores[1] < 0:
            return world
    raise AssertionError("never a loss")


def moved(world: World) -> None:
    """The seat of g1 goes to a guest who is thrown away."""
    world.table.move_seat("g1", "throwaway", "Other", world.now)
    world.flush()
    world.pages.pop("g1")
    world.open("throwaway")


def forgotten(world: World, guest: str) -> None:
    world.table.forget(guest, world.now)
    world.flush()
    world.pages.pop(guest)


def test_a_match_rates_who_began_it_whatever_device_the_seat_has_moved_to():
    world = losing()
    moved(world)
    play_on(world)
    (match,) = world.store.rated
    assert [guest for guest, _, _ in match.results] == GUESTS


def test_a_loss_is_not_left_with_a_guest_who_is_thrown_away():
    world = losing()
    moved(world)
    forgotten(world, "throwaway")
    play_on(world)
    (match,) = world.store.rated
    assert match.results[1] == ("g1", world.table.match.scores[1], world.table.room.chairs[1].in_person)


def test_a_guest_who_is_forgotten_takes_their_name_along_and_not_the_match_of_the_others():
    world = losing()
    forgotten(world, "g1")
    play_on(world)
    (match,) = world.store.rated
    assert [guest for guest, _, _ in match.results] == ["g0", "", *GUESTS[2:]]
    assert "g1" not in json.loads(world.store.table.data)["began"]


def test_a_bot_that_plays_on_leaves_how_much_the_person_decided():
    world = losing()
    before = world.table.room.chairs[1].own
    forgotten(world, "g1")
    assert world.table.room.chairs[1].own == before
    play_on(world)
    assert world.table.room.chairs[1].driven > 0


def test_a_match_that_more_than_half_break_off_counts_its_finished_deals():
    world = losing()
    scores = tuple(world.table.match.scores)
    for guest in GUESTS[1:4]:
        world.say(guest, p.Ask(what="dismiss", on=True))
    assert world.table.room.dissolved
    (match,) = world.store.rated
    assert [(guest, score) for guest, score, _ in match.results] == list(zip(GUESTS, scores, strict=True))


def test_a_match_that_is_broken_off_before_a_deal_is_over_rates_nobody(seed):
    world = rated(seed)
    world.until("playing", "settled")
    if world.table.room.stage == "playing":
        for guest in ("g1", "g2"):
            world.say(guest, p.Ask(what="dismiss", on=True))
        assert world.store.rated == []


def test_who_began_the_match_outlives_the_process():
    world = losing()
    moved(world)
    world.table = restore(world.store.stored(), world.now, first_seq=1 << 20, key=world.key)
    for guest in ("g0", "throwaway", *GUESTS[2:]):
        world.open(guest)
    play_on(world)
    assert [guest for guest, _, _ in world.store.rated[0].results] == GUESTS


def test_all_others_can_mute_somebody_whom_nobody_can_send_out(seed):
    world = rated(seed)
    world.say("g1", p.Say(text="…"))
    world.say("g0", p.Ask(what="mute", seat=1))
    vote = world.pages["g1"].room["vote"]
    assert (vote["kind"], vote["seat"], vote["need"]) == ("mute", 1, 2)
    world.say("g1", p.Ask(what="mute", seat=1, on=True))
    assert not world.table.room.chairs[1].muted, "the one whom it is about does not count"
    world.say("g2", p.Ask(what="mute", seat=1))
    assert world.pages["g0"].room["seats"][1]["muted"]
    for said in (p.Say(text="…"), p.Say(phrase="hello")):
        world.say("g1", said)
    assert world.pages["g1"].errors() == ["say.muted", "say.muted"]
    world.say("g0", p.Say(text="quiet"))
    assert world.pages["g1"].got[-1]["text"] == "quiet"
    again = restore(world.store.stored(), world.now, first_seq=1 << 20)
    assert again.room.chairs[1].muted


def test_the_host_can_switch_the_chat_off_at_any_time(seed):
    world = rated(seed)
    world.say("g0", host("settings", settings={"chat": False}))
    world.say("g1", p.Say(text="…"))
    assert world.pages["g1"].errors() == ["ask.off"]
