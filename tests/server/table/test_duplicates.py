"""A deal that others play too: the same decisions meet the same answers, whenever they come and whatever happens to the server."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from paiju.core.document import dumps_deal
from paiju.core.match import decisions_of
from paiju.core.reading import loads
from paiju.core.rng import seed_of
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.people.guests import Guest
from paiju.server.series.contests import room_of
from paiju.server.series.plans import Plan, laid_out, of_day, of_new, of_record
from paiju.server.store.rows import AttemptRow, EndAttempt
from paiju.server.tables import lobby
from paiju.server.tables.restore import restore
from paiju.server.tables.room import BOT, OVER, PLAYING, WAITING
from paiju.server.tables.table import Table
from tests.server.table.simulation import Simulation

SEED = "5a" * 32
GAMES = ("baohuang", "paohuzi")


def begun(game: str, chance: random.Random, number: int = 1, plan: Plan | None = None) -> Simulation:
    """A table at which a guest plays a deal of a day; `chance` draws what must not matter."""
    plan = plan or of_day(SEED, game)
    sim = Simulation(game, 1, seed=chance.getrandbits(32))
    attempt = AttemptRow("2026-11-24", number, "g0", 0, "t", "r", None)
    room = room_of(plan, game, {plan.seat: Guest("g0", "Guest 0", "en")}, attempt, "brisk")
    sim.table = Table(room, sim.now, chance=random.Random(chance.getrandbits(32)), token=sim.token)
    sim.thinks = chance.random() < 0.5
    sim.open("g0")
    return sim


def restarted(sim: Simulation) -> None:
    """The process ends here, and another goes on from what was stored."""
    sim.thoughts.clear()
    sim.pages.clear()
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 40)
    sim.open("g0")


def play(sim: Simulation, policy, chance: random.Random, restarts: int = 0) -> dict[int, int]:
    """Play the deal to its end at any pace; by decision of the guest, how many actions the deal had then."""
    request: dict[int, int] = {}
    while sim.table.room.stage == PLAYING:
        if restarts and chance.random() < 0.03:
            restarts -= 1
            restarted(sim)
            continue  # it may have been over but for the last look
        prompt, wake = sim.pages["g0"].prompt, sim.table.wake
        if prompt and (wake is None or chance.random() < 0.4):
            record = sim.table.recorder.record
            decision = decisions_of(record, 0)  # a pass that was forced may have been made for them
            request[decision] = len(record.deals[-1].actions)
            choice = policy(decision, prompt["actions"] or [prompt["default"]])
            sim.now += chance.randint(0, 5)
            sim.say("g0", p.Act(prompt=prompt["id"], action=choice))
        else:
            sim.now = max(sim.now, wake)
            sim.table.tick(sim.now)
            sim.flush()
            if not sim.thinks and chance.random() < 0.3:
                sim.think()
    return request


def line(sim: Simulation) -> dict:
    return json.loads(dumps_deal(sim.table.recorder.record.deals[-1]))


@pytest.mark.parametrize("game", GAMES)
def test_equal_decisions_give_equal_deals_and_others_change_only_what_follows(game, rng):
    taste = rng.getrandbits(64)

    def policy(decision: int, actions: list[str]) -> str:
        return random.Random(f"{taste} {decision}").choice(actions)

    lines = []
    for restarts in (0, 3):
        sim = begun(game, rng)
        question = play(sim, policy, rng, restarts)
        lines.append(line(sim))
    assert lines[0] == lines[1]

    at = rng.choice(list(question))

    def other(decision: int, actions: list[str]) -> str:
        usual = policy(decision, actions)
        rest = [action for action in actions if action != usual]
        return rng.choice(rest) if decision == at and rest else usual

    sim = begun(game, rng)
    play(sim, other, rng)
    changed, before = line(sim), question[at]
    assert changed["actions"][:before] == lines[0]["actions"][:before]
    assert changed["trail"][: 4 * before] == lines[0]["trail"][: 4 * before]


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_does_not_depend_on_its_players(game, rng):
    """The seed is that of a plain record, for any players and any record number; other deals of a day differ."""
    seeds = set()
    for number in (1, 2):
        sim = begun(game, rng, number)
        deal = sim.table.recorder.record.deals[-1]
        laid = laid_out(SEED, game, number, len(sim.table.room.chairs))
        assert deal.seed == seed_of(bytes.fromhex(laid.secret), [])
        seeds.add(deal.seed)
    assert len(seeds) == 2
    assert laid_out("5b" * 32, game, 2, 3) != laid_out(SEED, game, 2, 3)


def ended(sim: Simulation) -> list[EndAttempt]:
    return sim.ends


def watched(sim: Simulation) -> Simulation:
    """Note how attempts end."""
    sim.ends, write = [], sim.store.write

    def noting(writes) -> None:
        sim.ends += [one for one in writes if isinstance(one, EndAttempt)]
        write(writes)

    sim.store.write = noting
    return sim


def test_an_attempt_ends_with_its_only_deal(rng):
    sim = watched(begun("paohuzi", rng))
    play(sim, lambda _, actions: actions[0], rng)
    result = line(sim)["result"]
    assert sim.table.room.stage == OVER
    assert ended(sim) == [EndAttempt("t", 0, result["returns"][0])]
    assert loads(sim.store.document("r").encode()).match is None
    sim.say("g0", p.Ask(what="rematch", on=True))
    assert sim.pages["g0"].errors() == ["message.unexpected"]


def test_an_attempt_that_is_given_up_is_left(rng):
    sim = watched(begun("baohuang", rng))
    sim.say("g0", p.Ask(what="dismiss", on=True))
    assert sim.table.room.stage == OVER
    assert ended(sim) == [EndAttempt("t", 0, None)]


def test_duplicate_deals_allow_no_help(rng):
    """No hint, no bot in one's place, nobody else who looks or sits down."""
    sim = begun("paohuzi", rng)
    sim.thinks = True
    while not (prompt := sim.pages["g0"].prompt):
        sim.step()
    sim.say("g0", p.Ask(what="hint", prompt=prompt["id"]))
    sim.say("g0", p.Auto(on=True))
    sim.say("g0", p.Stand())
    for settings in (
        {"spectators": "delayed"},
        {"substitutes": True},
        {"tempo": "calm", "substitutes": True},
    ):
        sim.say("g0", p.Host(what="settings", settings=settings))
    sim.say("g0", p.Host(what="settings", settings={"tempo": "calm"}))
    assert sim.pages["g0"].errors() == ["ask.off", *["series.fixed"] * 5]
    assert sim.table.room.settings == replace(
        sim.table.room.settings, substitutes=False, spectators="off", tempo="calm"
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_deals_of_a_match_are_dealt_again(game, rng):
    """Cards and what the deal before passes on are those of the match, though its seeds came from a chain and nonces."""
    first = Simulation(game, 3, options={"match_end": "deals", "match_length": 3}, seed=rng.getrandbits(32))
    first.start()
    first.until(OVER)
    record = loads(first.store.document(first.table.room.record).encode())
    assert record.match is not None
    plan, won = of_record(record, 2)
    assert won == [deal.result["returns"][2] for deal in record.deals]
    for number, deal in enumerate(record.deals, 1):
        sim = begun(game, rng, number, Plan.read(plan.write()))
        again = sim.table.recorder.record.deals[-1]
        assert (again.seed, again.carry) == (deal.seed, deal.carry)


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_is_cut_alike_for_everybody_who_plays_the_deal(game, rng):
    """As it was where the deal was played first; else as the deal's own secret says, not as who sits there likes."""
    first = Simulation(
        game, 1, options={"cut": True, "match_end": "deals", "match_length": 1}, seed=rng.getrandbits(32)
    )
    first.start()
    first.until(OVER)
    record = loads(first.store.document(first.table.room.record).encode())
    (played,) = record.deals
    cut = next(text for _, text in played.actions if text.startswith("cut "))
    again, new = of_record(record, 0)[0], of_new(game, "", {"cut": True}, 1)
    for plan, own in ((again, {cut}), (new, set())):
        seen = set(own)
        for _ in range(3):
            sim = begun(game, rng, 1, Plan.read(plan.write()))
            while not cuts_of(sim):
                assert sim.step()
            seen.update(cuts_of(sim))
        assert len(seen) == 1


def cuts_of(sim: Simulation) -> list[str]:
    return [text for _, text in sim.table.recorder.record.deals[-1].actions if text.startswith("cut ")]


def evening(rng, people: int) -> Simulation:
    """A table of an evening to which nobody has come yet."""
    sim = Simulation("paohuzi", people, seed=rng.getrandbits(32))
    guests = {seat: Guest(f"g{seat}", f"Guest {seat}", "en") for seat in range(people)}
    attempt = AttemptRow("s", 1, "g0", 0, "t", "r", None)
    room = room_of(of_day(SEED, "paohuzi"), "paohuzi", guests, attempt, "brisk")
    sim.table = Table(room, sim.now, chance=random.Random(1), token=sim.token)
    watched(sim)
    return sim


def test_an_evening_does_not_wait_for_a_deleted_guest(rng):
    sim = evening(rng, 3)
    sim.open("g1")
    sim.open("g2")
    sim.table.forget("g0", sim.now)
    sim.flush()
    assert sim.table.room.stage == PLAYING
    sim.until(OVER)


def test_no_program_takes_the_seat_of_a_bot_at_an_evening(rng):
    sim = evening(rng, 2)
    sim.open("g0")
    with pytest.raises(ServerError) as refused:
        lobby.invite(sim.table, "g0", 2, "Net", until=1 << 31, now=sim.now)
    assert refused.value.code == "series.fixed"
    assert sim.table.room.chairs[2].kind == BOT


def test_the_last_guest_enters_though_another_is_not_ready(rng):
    sim = evening(rng, 2)
    sim.open("g1")
    sim.say("g1", p.Ready(on=False))
    sim.open("g0")
    assert sim.table.room.stage == WAITING
    sim.say("g1", p.Ready())
    sim.say("g0", p.Host(what="start"))
    assert sim.table.room.stage == PLAYING


def test_an_evening_begins_once_all_are_present_and_guests_may_leave(rng):
    sim = evening(rng, 2)
    sim.open("g0")
    assert sim.table.room.stage == WAITING
    sim.open("g1")
    assert sim.table.room.stage == PLAYING
    sim.close("g1")
    del sim.pages["g1"]
    sim.until(OVER)
    points = line(sim)["result"]["returns"]
    assert ended(sim) == [EndAttempt("t", 0, points[0]), EndAttempt("t", 1, None)]
