"""Matches that rate their players: who agrees, what ends the agreement, who is counted as having played."""

from __future__ import annotations

import json
from functools import cache

import pytest

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.hub.rooms import new_room
from paiju.server.people.guests import Guest
from paiju.server.people.ratings import LEAST_DEALS
from paiju.server.tables.restore import restore
from tests.server.table.simulation import Simulation, copied
from tests.server.table.test_match import play_on

GUESTS = ["g0", "g1", "g2", "g3", "g4"]
ENOUGH = {"match_end": "deals", "match_length": LEAST_DEALS}


def host(what, **more):
    return p.Host(what=what, **more)


def rated(seed, *, people=3, options=ENOUGH, game="paohuzi", **settings) -> Simulation:
    """A rated table at which everybody sits."""
    sim = Simulation(game, people, options=options, settings={"rated": True, **settings}, seed=seed)
    sim.start()
    return sim


def test_a_complete_match_rates_every_player_once(seed):
    sim = rated(seed)
    play_on(sim)
    (match,) = sim.store.rated
    assert (match.game, match.family) == ("paohuzi", sim.table.room.preset)
    assert match.results == tuple((f"g{at}", sim.table.match.scores[at], True) for at in range(3))


def test_an_unrated_match_changes_no_rating(seed):
    sim = Simulation("paohuzi", 3, options=ENOUGH, seed=seed)
    sim.start()
    play_on(sim)
    assert sim.store.rated == []


@pytest.mark.parametrize(
    ("people", "options"),
    [(2, ENOUGH), (3, {**ENOUGH, "match_length": LEAST_DEALS - 1}), (3, {"match_end": "endless"})],
)
def test_bots_and_matches_without_an_end_cannot_be_rated(people, options, seed):
    sim = rated(seed, people=people, options=options)
    assert sim.pages["g0"].errors() == ["room.rated"]
    assert sim.table.room.stage == "waiting"
    assert sim.pages["g0"].got[-1]["facts"] == {"least": LEAST_DEALS}


def test_a_rated_table_of_one_person_and_bots_is_refused():
    guest, rated = Guest("g0", "Guest 0", "en"), {"rated": True}
    with pytest.raises(ServerError, match=r"room\.rated"):
        new_room(guest, "paohuzi", options=ENOUGH, settings=rated, quick=True)


def test_ready_players_confirm_again_when_the_match_becomes_rated(seed):
    sim = Simulation("paohuzi", 3, options=ENOUGH, seed=seed)
    for guest in ("g0", "g1", "g2"):
        sim.open(guest)
        sim.say(guest, p.Ready())
    for on in (True, False):
        sim.say("g0", host("settings", settings={"rated": on}))
        assert not any(chair.ready for chair in sim.table.room.chairs)
        sim.say("g1", p.Ready())
    sim.say("g0", host("settings", settings={"listed": True}))
    assert sim.table.room.chairs[1].ready


def test_a_rated_match_has_no_advice_and_no_help(seed):
    settings = rated(seed, hints=True, substitutes=True).table.room.settings
    assert (settings.rated, settings.hints, settings.substitutes) == (True, False, False)
    assert settings.changed({"hints": True, "substitutes": True}) == settings
    sim = rated(seed)
    sim.say("g1", p.Ask(what="hint"))
    assert sim.pages["g1"].errors() == ["ask.off"]


def test_a_host_cannot_send_a_winner_away(seed):
    sim = rated(seed)
    sim.wait(2000)
    sim.say("g0", host("kick", seat=1))
    assert sim.pages["g0"].errors() == ["room.rated"]
    play_on(sim)
    sim.say("g0", host("kick", seat=1))
    assert sim.pages["g0"].errors() == ["room.rated"]
    assert sim.pages["g1"].gone == "room.kicked"


def test_auto_play_does_not_count_as_playing(seed):
    sim = rated(seed)
    sim.wait(2000)
    sim.say("g1", p.Auto(on=True))
    sim.close("g2")
    play_on(sim)
    (match,) = sim.store.rated
    assert [own for _, _, own in match.results] == [True, False, False]


def test_the_deciders_of_actions_survive_a_restart(seed):
    for turn in range(9):  # a deal may be over before everybody was prompted
        sim = rated(seed + turn)
        sim.say("g1", p.Auto(on=True))
        sim.until("settled")
        before = [(chair.own, chair.driven) for chair in sim.table.room.chairs]
        if all(own or driven for own, driven in before):
            break
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 20)
    assert [(chair.own, chair.driven) for chair in sim.table.room.chairs] == before
    assert before[1][0] == 0
    assert before[1][1] > 0 < before[0][0]


def losing(seed: int = 0) -> Simulation:
    """A rated match with a deal in which g1 has lost points."""
    return copied(lost(seed))


@cache
def lost(seed: int) -> Simulation:
    for turn in range(50):
        sim = rated(seed + turn, people=5, game="baohuang")
        sim.until("settled")
        if sim.table.room.stage == "settled" and sim.table.match.scores[1] < 0:
            return sim
    raise AssertionError("never a loss")


def moved(sim: Simulation) -> None:
    """The seat of g1 goes to a guest who is thrown away."""
    sim.table.move_seat("g1", "throwaway", "Other", sim.now)
    sim.flush()
    sim.pages.pop("g1")
    sim.open("throwaway")


def forgotten(sim: Simulation, guest: str) -> None:
    sim.table.forget(guest, sim.now)
    sim.flush()
    sim.pages.pop(guest)


def test_a_match_rates_its_first_players_on_any_device():
    sim = losing()
    moved(sim)
    play_on(sim)
    (match,) = sim.store.rated
    assert [guest for guest, _, _ in match.results] == GUESTS


def test_moving_a_seat_to_a_throwaway_guest_does_not_avoid_a_loss():
    sim = losing()
    moved(sim)
    forgotten(sim, "throwaway")
    play_on(sim)
    (match,) = sim.store.rated
    assert match.results[1] == ("g1", sim.table.match.scores[1], sim.table.room.chairs[1].in_person)


def test_deleting_a_guest_removes_the_name_but_not_the_match():
    sim = losing()
    forgotten(sim, "g1")
    play_on(sim)
    (match,) = sim.store.rated
    assert [guest for guest, _, _ in match.results] == ["g0", "", *GUESTS[2:]]
    assert "g1" not in json.loads(sim.store.table.data)["began"]


def test_a_bot_that_plays_on_leaves_how_much_the_person_decided():
    sim = losing()
    before = sim.table.room.chairs[1].own
    forgotten(sim, "g1")
    assert sim.table.room.chairs[1].own == before
    play_on(sim)
    assert sim.table.room.chairs[1].driven > 0


def test_a_match_that_more_than_half_break_off_counts_its_finished_deals():
    sim = losing()
    scores = tuple(sim.table.match.scores)
    for guest in GUESTS[1:4]:
        sim.say(guest, p.Ask(what="dismiss", on=True))
    assert sim.table.room.dissolved
    (match,) = sim.store.rated
    assert [(guest, score) for guest, score, _ in match.results] == list(zip(GUESTS, scores, strict=True))


def test_a_match_abandoned_in_its_first_deal_changes_no_rating(seed):
    sim = rated(seed)
    sim.until("playing", "settled")
    if sim.table.room.stage == "playing":
        for guest in ("g1", "g2"):
            sim.say(guest, p.Ask(what="dismiss", on=True))
        assert sim.store.rated == []


def test_the_first_players_survive_a_restart():
    sim = losing()
    moved(sim)
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 20, key=sim.key)
    for guest in ("g0", "throwaway", *GUESTS[2:]):
        sim.open(guest)
    play_on(sim)
    assert [guest for guest, _, _ in sim.store.rated[0].results] == GUESTS


def test_all_others_can_mute_a_player_who_cannot_be_removed(seed):
    sim = rated(seed)
    sim.say("g1", p.Say(text="…"))
    sim.say("g0", p.Ask(what="mute", seat=1))
    vote = sim.pages["g1"].room["vote"]
    assert (vote["kind"], vote["seat"], vote["need"]) == ("mute", 1, 2)
    sim.say("g1", p.Ask(what="mute", seat=1, on=True))
    assert not sim.table.room.chairs[1].muted, "the one whom it is about does not count"
    sim.say("g2", p.Ask(what="mute", seat=1))
    assert sim.pages["g0"].room["seats"][1]["muted"]
    for said in (p.Say(text="…"), p.Say(phrase="hello")):
        sim.say("g1", said)
    assert sim.pages["g1"].errors() == ["say.muted", "say.muted"]
    sim.say("g0", p.Say(text="quiet"))
    assert sim.pages["g1"].got[-1]["text"] == "quiet"
    again = restore(sim.store.stored(), sim.now, first_seq=1 << 20)
    assert again.room.chairs[1].muted


def test_the_host_can_switch_the_chat_off_at_any_time(seed):
    sim = rated(seed)
    sim.say("g0", host("settings", settings={"chat": False}))
    sim.say("g1", p.Say(text="…"))
    assert sim.pages["g1"].errors() == ["ask.off"]
