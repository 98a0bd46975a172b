"""A person takes a bot's seat over in the middle of a match: he gets what that seat's page would have got from then on, and
nothing else; nobody else's page can tell by anything but the name."""

from __future__ import annotations

import json

import pytest

from paiju.server import protocol as p
from paiju.server.tables.restore import restore
from paiju.server.tables.room import HUMAN
from tests.drawing import rounds
from tests.server.table.test_door import playing
from tests.server.table.world import Page, World

TWO_DEALS = {"match_end": "deals", "match_length": 2}
TABLES = [
    ("baohuang", {}),
    ("baohuang", {"preset": "weihai"}),
    ("paohuzi", {}),
    ("paohuzi", {"preset": "shaoyang"}),
]
SEAT = 2


def world_of(game, options, seed, *, owned: bool) -> World:
    """A match of two people and bots; with `owned` a bot plays on for a person who has left before it began."""
    settings = {"bots": "greedy", "window_ms": 1000, "turn_seconds": 20}
    world = World(game, 2, options={**TWO_DEALS, **options}, settings=settings, seed=seed)
    if owned:
        chair = world.table.room.chairs[SEAT]
        chair.seat_person("late", world.table.room.chairs[SEAT].player(SEAT))  # the name enters the shuffle
        chair.left = chair.ready = True
    world.start()
    return world


def heard(page: Page, since: int) -> list[str]:
    """What a page was told but for the room, which names people, and for the numbers of messages."""
    told = []
    for message in page.got[since:]:
        if message["type"] == "room":
            continue
        told.append({name: value for name, value in message.items() if name not in ("seq", "room", "log")})
    return [json.dumps(one, sort_keys=True) for one in told]


@pytest.mark.parametrize(("game", "options"), TABLES)
@rounds(1, 3)
def test_the_newcomer_gets_what_the_seats_own_page_would_have_got(game, options, part, seed, rng):
    for _ in range(3):
        moment = rng.randrange(150)
        worlds = [world_of(game, options, seed, owned=owned) for owned in (False, True)]
        for world in worlds:
            for _ in range(moment):
                if world.table.room.stage == "over":
                    break
                world.step()
        strange, owned = worlds
        assert strange.table.running.state == owned.table.running.state
        counts = [{guest: len(page.got) for guest, page in world.pages.items()} for world in worlds]
        over = strange.table.room.stage == "over"
        if over:
            continue
        new, old = strange.let_in("late", SEAT), owned.open("late")
        began = max(at for at, message in enumerate(new.got) if message["type"] == "welcome")
        welcome = new.got[began]
        assert (welcome["log"], welcome["room"]["you"]["seat"]) == ([], SEAT)
        for _ in range(120):
            if not strange.step() or not owned.step():
                break
        assert strange.table.running.state == owned.table.running.state
        assert heard(new, began) == heard(old, 0)
        for guest in ("g0", "g1"):
            here, there = (
                heard(world.pages[guest], count[guest]) for world, count in zip(worlds, counts, strict=True)
            )
            assert here == there
        return


def asked(game, people, seed, **settings) -> World:
    """A match in which a bot on `SEAT` is being asked."""
    world = playing(game, people, seed, **settings)
    for _ in range(3000):
        if world.table.running and SEAT in world.table.running.prompts:
            return world
        world.step()
    raise AssertionError("never asked")


def decides(world: World) -> bool:
    """Whether a bot on `SEAT`, and nobody else, has something to decide."""
    running = world.table.running
    return running is not None and list(running.prompts) == [SEAT] and len(running.prompts[SEAT].actions) > 1


@pytest.mark.parametrize("bots", ["greedy", "hard"])
@pytest.mark.parametrize("how", ["address", "watching"])
def test_the_open_question_is_handed_over(bots, how, seed):
    world = World("baohuang", 2, options=TWO_DEALS, settings={"turn_seconds": 60}, seed=seed, bots=bots)
    world.thinks = False
    world.start()
    while not decides(world):
        world.step()
    thoughts, state = list(world.thoughts), world.table.running.state
    if how == "watching":
        page = world.open("late", watch=True)
        world.let_in("late", SEAT)
    else:
        page = world.let_in("late", SEAT)
    prompt = page.prompt
    assert prompt is not None
    assert 50_000 < prompt["deadline_ms"] <= 120_000
    world.think()
    assert thoughts or bots == "greedy"
    world.wait(20_000)
    assert world.table.running.state is state, "the bot has nothing to say any more"
    world.say("late", p.Act(prompt=prompt["id"], action=prompt["default"]))
    assert page.errors() == []
    assert world.table.running.state is not state


def alone_with_a_card(seed) -> World:
    """A match of one person, for whom a card lies open that he may claim; in some matches there is none."""
    for turn in range(9):
        world = World("paohuzi", 1, options=TWO_DEALS, settings={"window_ms": 3000}, seed=seed + turn)
        world.start()
        page = world.pages["g0"]
        while world.table.room.stage != "over":
            if page.prompt and world.table.running.timing.window and len(page.prompt["actions"]) > 1:
                return world
            world.step()
    raise AssertionError("never asked in a window")


def test_whoever_was_alone_gets_time_when_company_comes(seed):
    """A card that lay open for one person as long as he liked is not taken away at once."""
    world = alone_with_a_card(seed)
    page = world.pages["g0"]
    world.wait(600_000)
    prompt = page.prompt
    assert prompt["deadline_ms"] is None
    world.let_in("late", SEAT)
    assert page.prompt["id"] == prompt["id"]
    assert page.prompt["deadline_ms"] == 3000
    assert page.clock["deadline_ms"] == 3000
    world.wait(2900)
    assert page.prompt["id"] == prompt["id"]


def test_an_opened_table_against_bots_gives_people_time_to_claim(seed):
    world = World("paohuzi", 1, options=TWO_DEALS, settings={"window_ms": 600}, seed=seed)
    world.table.room.quick = True
    world.start()
    world.let_in("late", SEAT)
    page = world.pages["g0"]
    for _ in range(3000):
        if world.table.running and world.table.running.timing.window and page.clock["seat"] is None:
            break
        world.step()
    assert page.clock["total_ms"] == 4000


def test_time_goes_on_for_who_comes_to_a_table_that_stood_still(seed):
    world = asked("baohuang", 2, seed, turn_seconds=20)
    for guest in ("g0", "g1"):
        world.close(guest)
    world.now += 3_600_000
    page = world.let_in("late", SEAT)
    assert page.prompt is not None
    assert 0 < page.prompt["deadline_ms"] <= 80_000
    assert world.table.room.chairs[SEAT].kind == HUMAN


def test_between_deals_too(seed):
    world = playing(people=2, seed=seed)
    world.until("settled")
    page = world.let_in("late", SEAT)
    assert page.view["over"]
    for guest in world.pages:
        world.say(guest, p.Ready())
    world.until("playing")
    assert page.view["viewer"] == SEAT
    assert [part.deal for part in world.table.room.parts] == [2]


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_after_a_restart_he_is_still_told_of_nothing_before(game, seed):
    world = playing(game, people=2, seed=seed)
    while world.table.room.stage != "playing" or world.table.running.ledger.actions < 5:
        world.step()
    page = world.let_in("late", SEAT)
    deal = world.table.running.ledger.number
    for _ in range(40):
        if world.table.room.stage != "playing":
            break
        world.step()
    told = [event for message in page.got for event in message.get("list", ())]
    world.table = restore(world.store.stored(), world.now, first_seq=1 << 40)
    log = world.open("late", page=Page("late")).got[0]["log"]
    assert world.table.running.ledger.number == deal
    assert any(told[skip:] == log[: len(told) - skip] for skip in range(len(told) + 1))
    assert len(log) < len(world.open("g0", page=Page("g0")).got[0]["log"])
    assert all(event["event"] != "dealt" for event in log)
    assert world.table.recorder.record.seats[SEAT] == f"greedy {SEAT + 1}"


def test_seats_change_hands_a_bounded_number_of_times(seed):
    world = playing(people=2, seed=seed)
    world.table.room.parts *= 0
    for at in range(3):
        world.let_in(f"late {at}", SEAT, key=world.table.room.key)
        world.say("g0", p.Host(what="kick", seat=SEAT))
        world.table.room.renewed = False
    assert [part.name for part in world.table.room.parts] == [
        "late 0",
        "normal 3",
        "late 1",
        "normal 3",
        "late 2",
        "normal 3",
    ]
    world.table.room.parts *= 40
    page = world.open("late", watch=True, key=world.table.room.key)
    world.say("late", p.Sit(seat=SEAT))
    assert page.errors() == ["room.full"]


def test_who_took_a_seat_over_and_is_forgotten_leaves_no_name(seed):
    """Nor does he take that of whoever began there along."""
    world = playing(people=2, seed=seed)
    world.let_in("late", SEAT)
    began = list(world.table.recorder.record.seats)
    world.table.forget("late", world.now)
    world.flush()
    world.pages.pop("late")  # he may have been asked something
    world.until("settled")
    (kept,) = world.store.records.values()
    assert json.loads(kept.names)[SEAT] == "greedy 3 / – / normal 3"
    assert '"late"' not in world.store.table.data
    assert world.table.recorder.record.seats == began
    world.table.forget("g1", world.now)
    world.flush()
    assert world.table.recorder.record.seats == [began[0], "–", *began[2:]]


def test_the_list_of_records_names_everybody_who_has_played_a_seat(seed):
    world = playing(people=2, seed=seed)
    world.let_in("late", SEAT)
    world.say("g0", p.Host(what="kick", seat=SEAT))
    world.pages.pop("late")
    world.let_in("later", SEAT, key=world.table.room.key)
    world.until("settled")
    (kept,) = world.store.records.values()
    names = json.loads(kept.names)
    assert names[SEAT] == "late / normal 3 / later"
    assert names[:2] == ["g0", "g1"]
    assert (SEAT, "later") in kept.players
    assert [(part.name, part.seat) for part in world.table.room.parts] == [
        ("late", SEAT),
        ("normal 3", SEAT),
        ("later", SEAT),
    ]
