"""A program on a seat: opened by a token, marked, under the clocks of everybody, and nothing but a player."""

from __future__ import annotations

import json
import random

import pytest

import paiju
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.tables import lobby
from paiju.server.tables.restore import restore
from paiju.server.tables.room import PROGRAM
from tests.server.table.world import Page, World

UNTIL = 2_000_000_000
SEAT = 2


def invited(world: World, seat: int = SEAT, host: str = "g0") -> str:
    token = lobby.invite(world.table, host, seat, "Ada's net", until=UNTIL, now=world.now)
    world.flush()
    return token


def guest_of(world: World, token: str, wall: int = UNTIL - 1) -> str:
    return lobby.find(world.table.room, token, wall).guest


def enter(world: World, guest: str) -> Page:
    """The program of a seat comes, for the first time or again."""
    page = world.pages.setdefault(guest, Page(guest))
    page.honest = None
    world.table.connect(guest, "Ada's net", p.Hello(resume=page.seq or None), world.now)
    world.flush()
    return page


def world_with(game: str = "paohuzi", **more) -> tuple[World, str, str]:
    """A table of one person, a program that is there, and bots; the token and the program's guest."""
    world = World(game, 1, **more)
    token = invited(world)
    guest = guest_of(world, token)
    world.open("g0")
    enter(world, guest)
    return world, token, guest


def code(call, *args, **more) -> str:
    with pytest.raises(ServerError) as refused:
        call(*args, **more)
    return refused.value.code


def test_only_the_host_takes_a_token_for_a_seat_without_a_person_before_the_match():
    world = World("paohuzi", 2)
    assert code(invited, world, host="g1") == "host.only"
    assert code(invited, world, seat=1) == "room.seat_taken"
    assert code(invited, world, seat=4) == "seat.none"
    world.start()
    assert code(invited, world) == "room.started"


def test_a_token_opens_one_seat_for_a_time_and_is_nowhere_kept():
    world = World("paohuzi", 1)
    first, second = invited(world), invited(world)
    room = world.table.room
    assert room.chairs[SEAT].kind == PROGRAM
    assert code(lobby.find, room, first, UNTIL - 1) == "program.revoked"
    assert code(lobby.find, room, second + "x", UNTIL - 1) == "program.token"
    assert code(lobby.find, room, "", UNTIL - 1) == "program.token"
    assert code(lobby.find, room, second, UNTIL) == "program.expired"
    assert lobby.find(room, second, UNTIL - 1) is room.chairs[SEAT]
    assert first not in world.store.table.data
    assert second not in world.store.table.data


@pytest.mark.parametrize("how", [p.Host(what="bot", seat=SEAT), p.Host(what="kick", seat=SEAT)])
def test_the_host_takes_the_seat_back(how):
    world, token, guest = world_with()
    world.say("g0", how)
    assert world.pages[guest].gone == "program.revoked"
    assert code(lobby.find, world.table.room, token, 0) == "program.revoked"
    assert world.table.room.chairs[SEAT].kind == "empty"
    assert code(enter, world, guest) == "program.revoked"


def test_in_a_match_the_host_puts_a_bot_in_its_place(seed):
    world, token, guest = world_with(seed=seed)
    world.say("g0", p.Host(what="start"))
    world.until("playing")
    world.say("g0", p.Host(what="kick", seat=SEAT))
    assert world.pages[guest].gone == "program.revoked"
    assert world.table.room.chairs[SEAT].kind == "bot"
    assert not world.table.room.renewed
    assert code(lobby.find, world.table.room, token, 0) == "program.revoked"


def test_rules_without_its_seat_send_a_program_away():
    world = World("paohuzi", 1, options={"seats": 4})
    guest = guest_of(world, invited(world, seat=3))
    world.open("g0")
    enter(world, guest)
    world.say("g0", p.Host(what="options", options={"seats": 3}))
    assert len(world.table.room.chairs) == 3
    assert world.pages[guest].gone == "program.revoked"
    assert world.table.audience.get(guest) is None


def test_the_match_waits_for_a_program_that_is_not_there():
    world, _, guest = world_with()
    world.close(guest)
    world.say("g0", p.Host(what="start"))
    assert world.pages["g0"].errors() == ["room.not_ready"]
    enter(world, guest)
    world.say("g0", p.Host(what="start"))
    world.until("playing")


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_program_plays_a_match_and_everybody_sees_that_it_is_one(game, seed):
    options = {"match_end": "deals", "match_length": 2}
    world, _, guest = world_with(game, options=options, seed=seed, settings={"window_ms": 1000})
    world.say("g0", p.Host(what="start"))
    world.until("playing")
    page = world.pages[guest]
    asked = answered = 0
    while world.table.room.stage != "over":
        if world.table.room.stage == "settled" and not world.table.room.chairs[0].ready:
            world.say("g0", p.Ready())
        if page.prompt and page.prompt["actions"]:
            asked += 1
            world.say(guest, p.Ask(what="position", prompt=page.prompt["id"]))
            if page.got[-1]["type"] == "position":
                position = paiju.position(page.got[-1]["text"], random.Random(seed))
                texts = [
                    position.game.action_text(position.state, action)
                    for action in position.game.legal_actions(position.state, SEAT)
                ]
                assert texts == page.prompt["actions"]
                answered += 1
        assert world.step() or world.table.room.stage == "over"
    assert answered > asked / 2
    assert world.pages["g0"].room["seats"][SEAT]["kind"] == "program"
    record = json.loads(world.store.document(world.table.room.record))
    assert record["seats"][SEAT] == "Ada's net"
    assert [seat for seat, _ in world.store.records[world.table.room.record].players] == [0]


@pytest.mark.parametrize(
    "message",
    [
        p.Say(text="hello"),
        p.Sit(seat=1),
        p.Stand(),
        p.Ready(),
        p.Ask(what="hint"),
        p.Ask(what="dismiss"),
        p.Ask(what="hold"),
        p.Host(what="start"),
        p.Share(to="0" * 64, value="0" * 64),
    ],
)
def test_a_program_does_nothing_else(message):
    world, _, guest = world_with()
    before = world.store.table
    world.say(guest, message)
    assert world.pages[guest].errors() == ["program.plays"]
    assert world.store.table == before
    world.say(guest, p.Say(phrase="hello"))
    assert world.pages["g0"].got[-1]["type"] == "said"


def test_a_bot_of_the_house_takes_over_and_the_program_comes_back(seed):
    world, _, guest = world_with(seed=seed, settings={"takeover_seconds": 10, "turn_seconds": 60})
    world.say("g0", p.Host(what="start"))
    world.until("playing")
    world.close(guest)
    decided = world.table.recorder.record.deals[-1].actions
    for _ in range(2000):
        if world.table.room.stage != "playing" or any(seat == SEAT for seat, _ in decided):
            break
        world.step()
    assert any(seat == SEAT for seat, _ in decided) or world.table.room.stage != "playing"
    back = enter(world, guest)
    assert back.gone is None
    assert world.table.room.chairs[SEAT].online
    assert not world.table.room.chairs[SEAT].is_driven(world.now, 10_000)


def test_where_no_person_is_left_a_program_keeps_nothing_going():
    world, _, guest = world_with()
    world.say("g0", p.Host(what="start"))
    world.until("playing")
    world.close("g0")
    assert world.table.paused_clock.stands
    world.wait(10 * 3_600_000)
    assert world.table.is_idle(world.now, 3_600_000)
    assert world.pages[guest].gone is None
    world.open("g0")
    assert not world.table.paused_clock.stands


def test_a_host_who_leaves_hands_over_to_a_person_and_never_to_a_program():
    world, _, guest = world_with()
    world.say("g0", p.Stand())
    world.close("g0")
    world.wait(600_000)
    assert world.table.room.host == "g0"
    world.say("g0", p.Host(what="give", seat=SEAT))
    assert world.table.room.host != guest


def test_a_restart_in_a_deal_keeps_seat_and_token(seed):
    world, token, guest = world_with(seed=seed)
    world.say("g0", p.Host(what="start"))
    world.until("playing")
    for _ in range(20):
        world.step()
    world.table = restore(world.store.stored(), world.now, first_seq=1 << 20)
    assert guest_of(world, token) == guest
    again = enter(world, guest)
    assert again.room["seats"][SEAT]["kind"] == "program"
    assert again.room["seats"][SEAT]["online"]


def test_in_another_match_a_bot_sits_in_its_place():
    world, _, _ = world_with(options={"match_end": "deals", "match_length": 1})
    world.say("g0", p.Host(what="start"))
    world.until("over")
    world.store.table = None  # the next table is another one
    world.say("g0", p.Ask(what="rematch"))
    assert [chair["kind"] for chair in json.loads(world.store.table.data)["chairs"]] == [
        "human",
        "bot",
        "bot",
    ]
