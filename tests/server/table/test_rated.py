"""Matches that rate their players: who agrees, what ends the agreement, who is counted as having played."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.connections import Guest
from paiju.server.errors import ServerError
from paiju.server.opening import new_room
from paiju.server.rating import LEAST_DEALS
from paiju.server.table import visitors
from paiju.server.table.restoring import restore
from tests.server.table.world import World

ENOUGH = {"match_end": "deals", "match_length": LEAST_DEALS}


def host(what, **more):
    return p.Host(what=what, **more)


def rated(seed, *, people=3, options=ENOUGH, game="paohuzi", **settings) -> World:
    """A rated table at which everybody sits."""
    world = World(game, people, options=options, settings={"rated": True, **settings}, seed=seed)
    world.start()
    return world


def play_on(world: World) -> None:
    while world.table.room.stage != "over":
        world.until("settled", "over")
        for guest in list(world.pages):
            if world.table.room.stage == "settled":
                world.say(guest, p.Ready(on=True))


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
    world.table = restore(world.store.kept(), world.now, first_seq=1 << 20)
    assert [(chair.own, chair.driven) for chair in world.table.room.chairs] == before
    assert before[1][0] == 0
    assert before[1][1] > 0 < before[0][0]


def test_a_seat_that_has_moved_to_another_device_is_still_rated(seed):
    world = rated(seed)
    world.until("settled")
    visitors.replace(world.table, "g1", "other", "Other", world.now)
    world.flush()
    world.open("other")
    play_on(world)
    assert [guest for guest, _, _ in world.store.rated[0].results] == ["g0", "other", "g2"]


def test_a_match_that_somebody_leaves_for_good_or_all_break_off_rates_nobody(seed):
    gone = rated(seed)
    gone.until("settled")
    visitors.forget(gone.table, "g1", gone.now)
    gone.flush()
    play_on(gone)
    broken = rated(seed)
    broken.until("settled")
    for guest in ("g0", "g1"):
        broken.say(guest, p.Ask(what="dismiss", on=True))
    assert broken.table.room.stage == "over"
    assert gone.store.rated == broken.store.rated == []
