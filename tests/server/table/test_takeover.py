"""A person takes a bot's seat over in the middle of a match: they get what that seat's page would have got from then on, and
nothing else; nobody else's page can tell by anything but the name."""

from __future__ import annotations

import json

import pytest

from paiju.server import protocol as p
from paiju.server.tables.restore import restore
from paiju.server.tables.room import HUMAN
from tests.drawing import rounds
from tests.server.table.simulation import Page, Simulation
from tests.server.table.test_door import playing

TWO_DEALS = {"match_end": "deals", "match_length": 2}
TABLES = [
    ("baohuang", {}),
    ("baohuang", {"preset": "weihai"}),
    ("paohuzi", {}),
    ("paohuzi", {"preset": "shaoyang"}),
]
SEAT = 2


def sim_of(game, options, seed, *, owned: bool) -> Simulation:
    """A match of two people and bots; with `owned` a bot plays on for a person who has left before it began."""
    settings = {"bots": "greedy", "window_ms": 1000, "turn_seconds": 20}
    sim = Simulation(game, 2, options={**TWO_DEALS, **options}, settings=settings, seed=seed)
    if owned:
        chair = sim.table.room.chairs[SEAT]
        chair.seat_person("late", sim.table.room.chairs[SEAT].player(SEAT))  # the name enters the shuffle
        chair.left = chair.ready = True
    sim.start()
    return sim


def heard(page: Page, since: int) -> list[str]:
    """What a page was sent apart from the room, which names people, and the message numbers."""
    sent = []
    for message in page.got[since:]:
        if message["type"] == "room":
            continue
        sent.append({name: value for name, value in message.items() if name not in ("seq", "room", "log")})
    return [json.dumps(one, sort_keys=True) for one in sent]


@pytest.mark.parametrize(("game", "options"), TABLES)
@rounds(1, 3)
def test_a_newcomer_gets_what_the_seats_own_page_would_get(game, options, part, seed, rng):
    for _ in range(3):
        moment = rng.randrange(150)
        sims = [sim_of(game, options, seed, owned=owned) for owned in (False, True)]
        for sim in sims:
            for _ in range(moment):
                if sim.table.room.stage == "over":
                    break
                sim.step()
        strange, owned = sims
        assert strange.table.running.state == owned.table.running.state
        counts = [{guest: len(page.got) for guest, page in sim.pages.items()} for sim in sims]
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
                heard(sim.pages[guest], count[guest]) for sim, count in zip(sims, counts, strict=True)
            )
            assert here == there
        return


def prompted_table(game, people, seed, **settings) -> Simulation:
    """A match in which a bot on `SEAT` is being prompted."""
    sim = playing(game, people, seed, **settings)
    for _ in range(3000):
        if sim.table.running and SEAT in sim.table.running.prompts:
            return sim
        sim.step()
    raise AssertionError("never asked")


def decides(sim: Simulation) -> bool:
    """Whether a bot on `SEAT`, and nobody else, has something to decide."""
    running = sim.table.running
    return running is not None and list(running.prompts) == [SEAT] and len(running.prompts[SEAT].actions) > 1


@pytest.mark.parametrize("bots", ["greedy", "hard"])
@pytest.mark.parametrize("how", ["address", "watching"])
def test_the_open_question_is_handed_over(bots, how, seed):
    sim = Simulation("baohuang", 2, options=TWO_DEALS, settings={"turn_seconds": 60}, seed=seed, bots=bots)
    sim.thinks = False
    sim.start()
    while not decides(sim):
        sim.step()
    thoughts, state = list(sim.thoughts), sim.table.running.state
    if how == "watching":
        page = sim.open("late", watch=True)
        sim.let_in("late", SEAT)
    else:
        page = sim.let_in("late", SEAT)
    prompt = page.prompt
    assert prompt is not None
    assert 50_000 < prompt["deadline_ms"] <= 120_000
    sim.think()
    assert thoughts or bots == "greedy"
    sim.wait(20_000)
    assert sim.table.running.state is state, "the bot has nothing to say any more"
    sim.say("late", p.Act(prompt=prompt["id"], action=prompt["default"]))
    assert page.errors() == []
    assert sim.table.running.state is not state


def alone_with_a_card(seed) -> Simulation:
    """A match of one person, for whom a card lies open that they may claim; in some matches there is none."""
    for turn in range(9):
        sim = Simulation("paohuzi", 1, options=TWO_DEALS, settings={"window_ms": 3000}, seed=seed + turn)
        sim.start()
        page = sim.pages["g0"]
        while sim.table.room.stage != "over":
            if page.prompt and sim.table.running.timing.window and len(page.prompt["actions"]) > 1:
                return sim
            sim.step()
    raise AssertionError("never prompted in a window")


def test_a_lone_player_gets_time_when_another_person_arrives(seed):
    """A card that lay open for one person as long as they liked is not taken away at once."""
    sim = alone_with_a_card(seed)
    page = sim.pages["g0"]
    sim.wait(600_000)
    prompt = page.prompt
    assert prompt["deadline_ms"] is None
    sim.let_in("late", SEAT)
    assert page.prompt["id"] == prompt["id"]
    assert page.prompt["deadline_ms"] == 3000
    assert page.clock["deadline_ms"] == 3000
    sim.wait(2900)
    assert page.prompt["id"] == prompt["id"]


def test_an_opened_table_against_bots_gives_people_time_to_claim(seed):
    sim = Simulation("paohuzi", 1, options=TWO_DEALS, settings={"window_ms": 600}, seed=seed)
    sim.table.room.quick = True
    sim.start()
    sim.let_in("late", SEAT)
    page = sim.pages["g0"]
    for _ in range(3000):
        if sim.table.running and sim.table.running.timing.window and page.clock["seat"] is None:
            break
        sim.step()
    assert page.clock["total_ms"] == 4000


def test_clocks_start_when_a_person_comes_to_a_stopped_table(seed):
    sim = prompted_table("baohuang", 2, seed, turn_seconds=20)
    for guest in ("g0", "g1"):
        sim.close(guest)
    sim.now += 3_600_000
    page = sim.let_in("late", SEAT)
    assert page.prompt is not None
    assert 0 < page.prompt["deadline_ms"] <= 80_000
    assert sim.table.room.chairs[SEAT].kind == HUMAN


def test_a_newcomer_is_admitted_between_deals(seed):
    sim = playing(people=2, seed=seed)
    sim.until("settled")
    page = sim.let_in("late", SEAT)
    assert page.view["over"]
    for guest in sim.pages:
        sim.say(guest, p.Ready())
    sim.until("playing")
    assert page.view["viewer"] == SEAT
    assert [part.deal for part in sim.table.room.parts] == [2]


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_after_a_restart_a_newcomer_still_receives_nothing_earlier(game, seed):
    sim = playing(game, people=2, seed=seed)
    while sim.table.room.stage != "playing" or sim.table.running.ledger.actions < 5:
        sim.step()
    page = sim.let_in("late", SEAT)
    deal = sim.table.running.ledger.number
    for _ in range(40):
        if sim.table.room.stage != "playing":
            break
        sim.step()
    events = [event for message in page.got for event in message.get("list", ())]
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 40)
    log = sim.open("late", page=Page("late")).got[0]["log"]
    assert sim.table.running.ledger.number == deal
    assert any(events[skip:] == log[: len(events) - skip] for skip in range(len(events) + 1))
    assert len(log) < len(sim.open("g0", page=Page("g0")).got[0]["log"])
    assert all(event["event"] != "dealt" for event in log)
    assert sim.table.recorder.record.seats[SEAT] == f"greedy {SEAT + 1}"


def test_seats_change_hands_a_bounded_number_of_times(seed):
    sim = playing(people=2, seed=seed)
    sim.table.room.parts *= 0
    for at in range(3):
        sim.let_in(f"late {at}", SEAT, key=sim.table.room.key)
        sim.say("g0", p.Host(what="kick", seat=SEAT))
        sim.table.room.renewed = False
    assert [part.name for part in sim.table.room.parts] == [
        "late 0",
        "normal 3",
        "late 1",
        "normal 3",
        "late 2",
        "normal 3",
    ]
    sim.table.room.parts *= 40
    page = sim.open("late", watch=True, key=sim.table.room.key)
    sim.say("late", p.Sit(seat=SEAT))
    assert page.errors() == ["room.full"]


def test_a_deleted_guest_who_took_over_a_seat_leaves_no_name(seed):
    """The name of the player who began there stays."""
    sim = playing(people=2, seed=seed)
    sim.let_in("late", SEAT)
    began = list(sim.table.recorder.record.seats)
    sim.table.forget("late", sim.now)
    sim.flush()
    sim.pages.pop("late")  # they may have a question
    sim.until("settled")
    (stored,) = sim.store.records.values()
    assert json.loads(stored.names)[SEAT] == "greedy 3 / – / normal 3"
    assert '"late"' not in sim.store.table.data
    assert sim.table.recorder.record.seats == began
    sim.table.forget("g1", sim.now)
    sim.flush()
    assert sim.table.recorder.record.seats == [began[0], "–", *began[2:]]


def test_the_list_of_records_names_all_players_of_a_seat(seed):
    sim = playing(people=2, seed=seed)
    sim.let_in("late", SEAT)
    sim.say("g0", p.Host(what="kick", seat=SEAT))
    sim.pages.pop("late")
    sim.let_in("later", SEAT, key=sim.table.room.key)
    sim.until("settled")
    (stored,) = sim.store.records.values()
    names = json.loads(stored.names)
    assert names[SEAT] == "late / normal 3 / later"
    assert names[:2] == ["g0", "g1"]
    assert (SEAT, "later") in stored.players
    assert [(part.name, part.seat) for part in sim.table.room.parts] == [
        ("late", SEAT),
        ("normal 3", SEAT),
        ("later", SEAT),
    ]
