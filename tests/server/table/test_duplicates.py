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
from paiju.server.hub.hub import Guest
from paiju.server.series.contests import room_of
from paiju.server.series.plans import Plan, laid_out, of_day, of_new, of_record
from paiju.server.store.rows import AttemptRow, EndAttempt
from paiju.server.tables import lobby
from paiju.server.tables.restore import restore
from paiju.server.tables.room import BOT, OVER, PLAYING, WAITING
from paiju.server.tables.table import Table
from tests.server.table.world import World

SEED = "5a" * 32
GAMES = ("baohuang", "paohuzi")


def begun(game: str, chance: random.Random, number: int = 1, plan: Plan | None = None) -> World:
    """A table at which a guest plays a deal of a day; `chance` draws what must not matter."""
    plan = plan or of_day(SEED, game)
    world = World(game, 1, seed=chance.getrandbits(32))
    attempt = AttemptRow("2026-11-24", number, "g0", 0, "t", "r", None)
    room = room_of(plan, game, {plan.seat: Guest("g0", "Guest 0", "en")}, attempt, "brisk")
    world.table = Table(room, world.now, chance=random.Random(chance.getrandbits(32)), token=world.token)
    world.thinks = chance.random() < 0.5
    world.open("g0")
    return world


def restarted(world: World) -> None:
    """The process ends here, and another goes on from what was kept."""
    world.thoughts.clear()
    world.pages.clear()
    world.table = restore(world.store.stored(), world.now, first_seq=1 << 40)
    world.open("g0")


def play(world: World, policy, chance: random.Random, restarts: int = 0) -> dict[int, int]:
    """Play the deal to its end at any pace; by decision of the guest, how many actions the deal had then."""
    asked: dict[int, int] = {}
    while world.table.room.stage == PLAYING:
        if restarts and chance.random() < 0.03:
            restarts -= 1
            restarted(world)
            continue  # it may have been over but for the last look
        prompt, wake = world.pages["g0"].prompt, world.table.wake
        if prompt and (wake is None or chance.random() < 0.4):
            record = world.table.recorder.record
            decision = decisions_of(record, 0)  # a pass that was forced may have been made for him
            asked[decision] = len(record.deals[-1].actions)
            choice = policy(decision, prompt["actions"] or [prompt["default"]])
            world.now += chance.randint(0, 5)
            world.say("g0", p.Act(prompt=prompt["id"], action=choice))
        else:
            world.now = max(world.now, wake)
            world.table.tick(world.now)
            world.flush()
            if not world.thinks and chance.random() < 0.3:
                world.think()
    return asked


def line(world: World) -> dict:
    return json.loads(dumps_deal(world.table.recorder.record.deals[-1]))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_decisions_give_the_same_deal_and_others_change_only_what_follows(game, rng):
    taste = rng.getrandbits(64)

    def policy(decision: int, actions: list[str]) -> str:
        return random.Random(f"{taste} {decision}").choice(actions)

    lines = []
    for restarts in (0, 3):
        world = begun(game, rng)
        asked = play(world, policy, rng, restarts)
        lines.append(line(world))
    assert lines[0] == lines[1]

    at = rng.choice(list(asked))

    def other(decision: int, actions: list[str]) -> str:
        usual = policy(decision, actions)
        rest = [action for action in actions if action != usual]
        return rng.choice(rest) if decision == at and rest else usual

    world = begun(game, rng)
    play(world, other, rng)
    changed, before = line(world), asked[at]
    assert changed["actions"][:before] == lines[0]["actions"][:before]
    assert changed["trail"][: 4 * before] == lines[0]["trail"][: 4 * before]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_dealt_owes_nothing_to_who_plays(game, rng):
    """The seed is that of a plain record, whoever plays and whatever number the record has; other deals of a day are others."""
    seeds = set()
    for number in (1, 2):
        world = begun(game, rng, number)
        deal = world.table.recorder.record.deals[-1]
        laid = laid_out(SEED, game, number, len(world.table.room.chairs))
        assert deal.seed == seed_of(bytes.fromhex(laid.secret), [])
        seeds.add(deal.seed)
    assert len(seeds) == 2
    assert laid_out("5b" * 32, game, 2, 3) != laid_out(SEED, game, 2, 3)


def ended(world: World) -> list[EndAttempt]:
    return world.ends


def watched(world: World) -> World:
    """Note how attempts end."""
    world.ends, write = [], world.store.write

    def noting(writes) -> None:
        world.ends += [one for one in writes if isinstance(one, EndAttempt)]
        write(writes)

    world.store.write = noting
    return world


def test_an_attempt_ends_with_its_only_deal(rng):
    world = watched(begun("paohuzi", rng))
    play(world, lambda _, actions: actions[0], rng)
    result = line(world)["result"]
    assert world.table.room.stage == OVER
    assert ended(world) == [EndAttempt("t", 0, result["returns"][0])]
    assert loads(world.store.document("r").encode()).match is None
    world.say("g0", p.Ask(what="rematch", on=True))
    assert world.pages["g0"].errors() == ["message.unexpected"]


def test_an_attempt_that_is_given_up_is_left(rng):
    world = watched(begun("baohuang", rng))
    world.say("g0", p.Ask(what="dismiss", on=True))
    assert world.table.room.stage == OVER
    assert ended(world) == [EndAttempt("t", 0, None)]


def test_nobody_helps(rng):
    """No hint, no bot in one's place, nobody else who looks or sits down."""
    world = begun("paohuzi", rng)
    world.thinks = True
    while not (prompt := world.pages["g0"].prompt):
        world.step()
    world.say("g0", p.Ask(what="hint", prompt=prompt["id"]))
    world.say("g0", p.Auto(on=True))
    world.say("g0", p.Stand())
    for settings in (
        {"spectators": "delayed"},
        {"substitutes": True},
        {"tempo": "calm", "substitutes": True},
    ):
        world.say("g0", p.Host(what="settings", settings=settings))
    world.say("g0", p.Host(what="settings", settings={"tempo": "calm"}))
    assert world.pages["g0"].errors() == ["ask.off", *["series.fixed"] * 5]
    assert world.table.room.settings == replace(
        world.table.room.settings, substitutes=False, spectators="off", tempo="calm"
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_deals_of_a_match_are_dealt_again(game, rng):
    """Cards and what the deal before passes on are those of the match, though its seeds came from a chain and nonces."""
    first = World(game, 3, options={"match_end": "deals", "match_length": 3}, seed=rng.getrandbits(32))
    first.start()
    first.until(OVER)
    record = loads(first.store.document(first.table.room.record).encode())
    assert record.match is not None
    plan, won = of_record(record, 2)
    assert won == [deal.result["returns"][2] for deal in record.deals]
    for number, deal in enumerate(record.deals, 1):
        world = begun(game, rng, number, Plan.read(plan.write()))
        again = world.table.recorder.record.deals[-1]
        assert (again.seed, again.carry) == (deal.seed, deal.carry)


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_is_cut_alike_for_everybody_who_plays_the_deal(game, rng):
    """As it was where the deal was played first; else as the deal's own secret says, not as who sits there likes."""
    first = World(
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
            world = begun(game, rng, 1, Plan.read(plan.write()))
            while not cuts_of(world):
                assert world.step()
            seen.update(cuts_of(world))
        assert len(seen) == 1


def cuts_of(world: World) -> list[str]:
    return [text for _, text in world.table.recorder.record.deals[-1].actions if text.startswith("cut ")]


def evening(rng, people: int) -> World:
    """A table of an evening to which nobody has come yet."""
    world = World("paohuzi", people, seed=rng.getrandbits(32))
    guests = {seat: Guest(f"g{seat}", f"Guest {seat}", "en") for seat in range(people)}
    attempt = AttemptRow("s", 1, "g0", 0, "t", "r", None)
    room = room_of(of_day(SEED, "paohuzi"), "paohuzi", guests, attempt, "brisk")
    world.table = Table(room, world.now, chance=random.Random(1), token=world.token)
    watched(world)
    return world


def test_an_evening_does_not_wait_for_who_is_forgotten(rng):
    world = evening(rng, 3)
    world.open("g1")
    world.open("g2")
    world.table.forget("g0", world.now)
    world.flush()
    assert world.table.room.stage == PLAYING
    world.until(OVER)


def test_no_program_takes_the_seat_of_a_bot_at_an_evening(rng):
    world = evening(rng, 2)
    world.open("g0")
    with pytest.raises(ServerError) as refused:
        lobby.invite(world.table, "g0", 2, "Net", until=1 << 31, now=world.now)
    assert refused.value.code == "series.fixed"
    assert world.table.room.chairs[2].kind == BOT


def test_who_comes_last_is_let_in_though_another_is_not_ready(rng):
    world = evening(rng, 2)
    world.open("g1")
    world.say("g1", p.Ready(on=False))
    world.open("g0")
    assert world.table.room.stage == WAITING
    world.say("g1", p.Ready())
    world.say("g0", p.Host(what="start"))
    assert world.table.room.stage == PLAYING


def test_people_of_an_evening_begin_once_all_are_there_and_who_goes_has_left(rng):
    world = evening(rng, 2)
    world.open("g0")
    assert world.table.room.stage == WAITING
    world.open("g1")
    assert world.table.room.stage == PLAYING
    world.close("g1")
    del world.pages["g1"]
    world.until(OVER)
    points = line(world)["result"]["returns"]
    assert ended(world) == [EndAttempt("t", 0, points[0]), EndAttempt("t", 1, None)]
