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
from tests.server.table.simulation import Page, Simulation

UNTIL = 2_000_000_000
SEAT = 2


def invited(sim: Simulation, seat: int = SEAT, host: str = "g0") -> str:
    token = lobby.invite(sim.table, host, seat, "Ada's net", until=UNTIL, now=sim.now)
    sim.flush()
    return token


def guest_of(sim: Simulation, token: str, wall: int = UNTIL - 1) -> str:
    return lobby.find(sim.table.room, token, wall).guest


def enter(sim: Simulation, guest: str) -> Page:
    """The program of a seat comes, for the first time or again."""
    page = sim.pages.setdefault(guest, Page(guest))
    page.honest = None
    sim.table.connect(guest, "Ada's net", p.Hello(resume=page.seq or None), sim.now)
    sim.flush()
    return page


def sim_with(game: str = "paohuzi", **more) -> tuple[Simulation, str, str]:
    """A table of one person, a program that is there, and bots; the token and the program's guest."""
    sim = Simulation(game, 1, **more)
    token = invited(sim)
    guest = guest_of(sim, token)
    sim.open("g0")
    enter(sim, guest)
    return sim, token, guest


def code(call, *args, **more) -> str:
    with pytest.raises(ServerError) as refused:
        call(*args, **more)
    return refused.value.code


def test_only_the_host_takes_a_token_for_a_seat_without_a_person_before_the_match():
    sim = Simulation("paohuzi", 2)
    assert code(invited, sim, host="g1") == "host.only"
    assert code(invited, sim, seat=1) == "room.seat_taken"
    assert code(invited, sim, seat=4) == "seat.none"
    sim.start()
    assert code(invited, sim) == "room.started"


def test_a_token_opens_one_seat_for_a_time_and_is_not_stored():
    sim = Simulation("paohuzi", 1)
    first, second = invited(sim), invited(sim)
    room = sim.table.room
    assert room.chairs[SEAT].kind == PROGRAM
    assert code(lobby.find, room, first, UNTIL - 1) == "program.revoked"
    assert code(lobby.find, room, second + "x", UNTIL - 1) == "program.token"
    assert code(lobby.find, room, "", UNTIL - 1) == "program.token"
    assert code(lobby.find, room, second, UNTIL) == "program.expired"
    assert lobby.find(room, second, UNTIL - 1) is room.chairs[SEAT]
    assert first not in sim.store.table.data
    assert second not in sim.store.table.data


@pytest.mark.parametrize("how", [p.Host(what="bot", seat=SEAT), p.Host(what="kick", seat=SEAT)])
def test_the_host_takes_the_seat_back(how):
    sim, token, guest = sim_with()
    sim.say("g0", how)
    assert sim.pages[guest].gone == "program.revoked"
    assert code(lobby.find, sim.table.room, token, 0) == "program.revoked"
    assert sim.table.room.chairs[SEAT].kind == "empty"
    assert code(enter, sim, guest) == "program.revoked"


def test_in_a_match_the_host_puts_a_bot_in_its_place(seed):
    sim, token, guest = sim_with(seed=seed)
    sim.say("g0", p.Host(what="start"))
    sim.until("playing")
    sim.say("g0", p.Host(what="kick", seat=SEAT))
    assert sim.pages[guest].gone == "program.revoked"
    assert sim.table.room.chairs[SEAT].kind == "bot"
    assert not sim.table.room.renewed
    assert code(lobby.find, sim.table.room, token, 0) == "program.revoked"


def test_rules_without_its_seat_send_a_program_away():
    sim = Simulation("paohuzi", 1, options={"seats": 4})
    guest = guest_of(sim, invited(sim, seat=3))
    sim.open("g0")
    enter(sim, guest)
    sim.say("g0", p.Host(what="options", options={"seats": 3}))
    assert len(sim.table.room.chairs) == 3
    assert sim.pages[guest].gone == "program.revoked"
    assert sim.table.audience.get(guest) is None


def test_the_match_waits_for_a_program_that_is_not_there():
    sim, _, guest = sim_with()
    sim.close(guest)
    sim.say("g0", p.Host(what="start"))
    assert sim.pages["g0"].errors() == ["room.not_ready"]
    enter(sim, guest)
    sim.say("g0", p.Host(what="start"))
    sim.until("playing")


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_program_plays_a_match_and_everybody_sees_that_it_is_one(game, seed):
    options = {"match_end": "deals", "match_length": 2}
    sim, _, guest = sim_with(game, options=options, seed=seed, settings={"window_ms": 1000})
    sim.say("g0", p.Host(what="start"))
    sim.until("playing")
    page = sim.pages[guest]
    questions = answered = 0
    while sim.table.room.stage != "over":
        if sim.table.room.stage == "settled" and not sim.table.room.chairs[0].ready:
            sim.say("g0", p.Ready())
        if page.prompt and page.prompt["actions"]:
            questions += 1
            sim.say(guest, p.Ask(what="position", prompt=page.prompt["id"]))
            if page.got[-1]["type"] == "position":
                position = paiju.position(page.got[-1]["text"], random.Random(seed))
                texts = [
                    position.game.action_text(position.state, action)
                    for action in position.game.legal_actions(position.state, SEAT)
                ]
                assert texts == page.prompt["actions"]
                answered += 1
        assert sim.step() or sim.table.room.stage == "over"
    assert answered > questions / 2
    assert sim.pages["g0"].room["seats"][SEAT]["kind"] == "program"
    record = json.loads(sim.store.document(sim.table.room.record))
    assert record["seats"][SEAT] == "Ada's net"
    assert [seat for seat, _ in sim.store.records[sim.table.room.record].players] == [0]


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
    sim, _, guest = sim_with()
    before = sim.store.table
    sim.say(guest, message)
    assert sim.pages[guest].errors() == ["program.plays"]
    assert sim.store.table == before
    sim.say(guest, p.Say(phrase="hello"))
    assert sim.pages["g0"].got[-1]["type"] == "said"


def test_a_built_in_bot_takes_over_until_the_program_returns(seed):
    sim, _, guest = sim_with(seed=seed, settings={"takeover_seconds": 10, "turn_seconds": 60})
    sim.say("g0", p.Host(what="start"))
    sim.until("playing")
    sim.close(guest)
    decided = sim.table.recorder.record.deals[-1].actions
    for _ in range(2000):
        if sim.table.room.stage != "playing" or any(seat == SEAT for seat, _ in decided):
            break
        sim.step()
    assert any(seat == SEAT for seat, _ in decided) or sim.table.room.stage != "playing"
    back = enter(sim, guest)
    assert back.gone is None
    assert sim.table.room.chairs[SEAT].online
    assert not sim.table.room.chairs[SEAT].is_driven(sim.now, 10_000)


def test_where_no_person_is_left_a_program_keeps_nothing_going():
    sim, _, guest = sim_with()
    sim.say("g0", p.Host(what="start"))
    sim.until("playing")
    sim.close("g0")
    assert sim.table.paused_clock.stands
    sim.wait(10 * 3_600_000)
    assert sim.table.is_idle(sim.now, 3_600_000)
    assert sim.pages[guest].gone is None
    sim.open("g0")
    assert not sim.table.paused_clock.stands


def test_a_host_who_leaves_hands_over_to_a_person_and_never_to_a_program():
    sim, _, guest = sim_with()
    sim.say("g0", p.Stand())
    sim.close("g0")
    sim.wait(600_000)
    assert sim.table.room.host == "g0"
    sim.say("g0", p.Host(what="give", seat=SEAT))
    assert sim.table.room.host != guest


def test_a_restart_in_a_deal_keeps_seat_and_token(seed):
    sim, token, guest = sim_with(seed=seed)
    sim.say("g0", p.Host(what="start"))
    sim.until("playing")
    for _ in range(20):
        sim.step()
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 20)
    assert guest_of(sim, token) == guest
    again = enter(sim, guest)
    assert again.room["seats"][SEAT]["kind"] == "program"
    assert again.room["seats"][SEAT]["online"]


def test_in_another_match_a_bot_replaces_the_program():
    sim, _, _ = sim_with(options={"match_end": "deals", "match_length": 1})
    sim.say("g0", p.Host(what="start"))
    sim.until("over")
    sim.store.table = None  # the next table is another one
    sim.say("g0", p.Ask(what="rematch"))
    assert [chair["kind"] for chair in json.loads(sim.store.table.data)["chairs"]] == [
        "human",
        "bot",
        "bot",
    ]
