"""Whole matches at a table without waiting: restarts, pages that come and go, time-outs, 托管."""

import json
import random

import pytest

import paiju
from paiju.core.reading import loads
from paiju.core.record import replay
from paiju.games.paohuzi.state import Carry
from paiju.server import protocol as p
from paiju.server.tables import match
from paiju.server.tables.restore import restore
from tests.paohuzi.builders import wall
from tests.server.table.simulation import Page, Simulation, goes_on, under_way

TWO_DEALS = {"match_end": "deals", "match_length": 2}
TABLES = [
    ("baohuang", 2, {**TWO_DEALS}),
    ("baohuang", 5, {**TWO_DEALS, "preset": "weihai"}),
    ("baohuang", 3, {**TWO_DEALS, "preset": "moegirl"}),
    ("baohuang", 2, {**TWO_DEALS, "preset": "moegirl", "crown_during_draw": True}),
    ("paohuzi", 3, {**TWO_DEALS}),
    ("paohuzi", 1, {**TWO_DEALS, "preset": "shaoyang"}),
    ("paohuzi", 4, {**TWO_DEALS, "seats": 4}),
]
HEAVENLY = wall(
    {1: " ".join(f"s{n} s{n} s{n}" for n in (1, 3, 5, 6, 8)) + " b1 b4 b6 b9 b9", 0: "b2 b3 b5 b7 b8 b10"},
    shown="s4",
)
"""Five secret triples in the second hand."""


def play_on(sim: Simulation) -> None:
    """From a settled deal to the end of the match."""
    while sim.table.room.stage != "over":
        sim.until("settled", "over")
        for guest in list(sim.pages):
            if sim.table.room.stage == "settled":
                sim.say(guest, p.Ready(on=True))


def check_record(sim: Simulation) -> None:
    record = loads(sim.store.document(sim.table.room.record).encode())
    deals = {step.deal for step in replay(paiju.load(sim.table.room.game.name), record)}
    assert len(deals) == len(record.deals)
    returns = [tuple(deal.result["returns"]) for deal in record.deals if not deal.result["void"]]
    assert tuple(returns) == sim.table.match.returns


@pytest.mark.parametrize(("game", "people", "options"), TABLES)
def test_a_match_is_played_to_its_end(game, people, options, seed):
    sim = Simulation(game, people, options=options, seed=seed)
    sim.start()
    play_on(sim)
    assert len(sim.table.match.returns) == 2
    assert all(page.errors() == [] for page in sim.pages.values())
    check_record(sim)
    views = [page.view for page in sim.pages.values()]
    assert all(view["over"] and view["hands"] is not None for view in views)


@pytest.mark.parametrize(("game", "people", "options"), TABLES)
def test_pages_that_return_at_any_moment_display_the_same(game, people, options, seed):
    """One page resumes by its last number, another begins again; both show what a page shows that never left."""
    sim = Simulation(game, people, options=options, seed=seed)
    sim.start()
    rng = random.Random(seed)
    for _ in range(60):
        if sim.table.room.stage == "over" or not sim.step():
            break
        page = sim.pages["g0"]
        displayed = (page.view, page.prompt and page.prompt["id"])
        if rng.random() < 0.5:
            sim.close("g0")
            wake = sim.table.wake
            sim.now += rng.randint(0, 500 if wake is None else max(0, min(500, wake - sim.now - 1)))
            sim.open("g0", resume=page.seq)
        else:
            sim.close("g0")
            sim.open("g0", page=Page("g0"))
        page = sim.pages["g0"]
        assert (page.view, page.prompt and page.prompt["id"]) == displayed


@pytest.mark.parametrize(
    ("game", "people", "options"),
    [
        pytest.param(*table, marks=pytest.mark.long if number % 3 else ())
        for number, table in enumerate(TABLES)
    ],
)
def test_a_restart_at_any_moment_neither_loses_nor_repeats_anything(game, people, options, seed):
    sim = Simulation(game, people, options=options, seed=seed)
    sim.start()
    rng = random.Random(seed)
    for boot in range(1, 25):
        for _ in range(rng.randint(1, 30)):
            if sim.table.room.stage in ("settled", "over") or not sim.step():
                break
        if sim.table.room.stage == "settled":
            for guest in list(sim.pages):
                sim.say(guest, p.Ready(on=True))
        if sim.table.room.stage == "over":
            break
        before, running = sim.table, sim.table.running
        sim.table = restore(sim.store.stored(), sim.now, first_seq=boot * 1_000_000)
        done = len(before.match.returns)
        assert sim.table.match.returns[:done] == before.match.returns
        if sim.table.room.stage == "playing":
            assert sim.table.match.carry == before.match.carry
            assert sim.table.running.state == running.state
        for guest, page in list(sim.pages.items()):
            sim.open(guest, resume=page.seq)
    play_on(sim)
    assert len(sim.table.match.returns) == 2
    check_record(sim)


@pytest.mark.parametrize("steps", [0, 1, 2, 30])
def test_a_deal_that_ends_when_dealt_is_stored(steps, seed, monkeypatch):
    """Five secret triples win before anybody acts (PZ M22); a server that starts afterwards knows how it ended."""
    law = type(paiju.load("paohuzi"))
    opening = law.opening_moments

    def first_is_heavenly(self, options, seed, carry=None):
        return opening(self, options, seed if carry not in (None, Carry()) else HEAVENLY, carry)

    monkeypatch.setattr(law, "opening_moments", first_is_heavenly)
    sim = Simulation("paohuzi", 1, options={"match_length": 2}, seed=seed)
    sim.start()
    while not sim.table.recorder.record.deals:
        sim.step()
    for _ in range(steps):
        sim.step()
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 30)
    for guest, page in list(sim.pages.items()):
        sim.open(guest, resume=page.seq)
    play_on(sim)
    assert sim.table.match.returns[0][1] > 0
    assert [deal.row.result is not None for deal in sim.store.deals.values()] == [True, True]
    assert len(sim.table.match.returns) == 2
    check_record(sim)


def test_new_rules_continue_after_the_last_finished_deal(seed, monkeypatch):
    sim = Simulation("baohuang", 1, options={"match_end": "deals", "match_length": 3}, seed=seed)
    sim.start()
    sim.until("settled")
    sim.say("g0", p.Ready(on=True))
    for _ in range(20):
        sim.step()
    monkeypatch.setattr(type(paiju.load("baohuang")), "law", 99)
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1_000_000)
    sim.flush()
    assert sim.table.room.stage == "settled"
    assert len(sim.table.match.returns) == 1
    for guest, page in list(sim.pages.items()):
        sim.open(guest, resume=page.seq)
    play_on(sim)
    assert len(sim.table.match.returns) == 3


def test_a_player_who_does_nothing_gets_the_default_and_then_a_bot(seed):
    settings = {"turn_seconds": 5, "bank_seconds": 0, "auto_play_after": 2}
    sim = Simulation("baohuang", 1, options=TWO_DEALS, settings=settings, seed=seed)
    sim.start()
    page = sim.pages["g0"]
    questions = 0
    for _ in range(400):
        if sim.table.room.chairs[0].auto or sim.table.room.stage != "playing":
            break
        if page.prompt and page.prompt["auto_ms"] is None:
            questions += 1
            assert page.prompt["deadline_ms"] <= 5000
            sim.wait(page.prompt["deadline_ms"])
        else:
            sim.wait(100)
    assert sim.table.room.chairs[0].auto
    assert questions == 2
    sim.say("g0", p.Auto(on=False))
    assert not sim.table.room.chairs[0].auto


def test_auto_play_plays_and_can_be_taken_back_in_mid_turn(seed):
    sim = Simulation("baohuang", 1, options=TWO_DEALS, seed=seed)
    sim.start()
    sim.say("g0", p.Auto(on=True))
    assert sim.pages["g0"].prompt is None
    sim.until("settled", "over")
    sim.wait(match.BOTS_PAUSE_MS + 3000)
    assert sim.table.room.stage == "playing"
    for _ in range(2000):
        if sim.table.running.open_prompt(0):
            break
        sim.step()
    sim.say("g0", p.Auto(on=False))
    assert sim.pages["g0"].prompt is not None


def test_a_bot_takes_over_from_a_player_who_went_away(seed):
    sim = Simulation(
        "baohuang", 2, options=TWO_DEALS, settings={"turn_seconds": 0, "bank_seconds": 0}, seed=seed
    )
    sim.start()
    sim.close("g1")
    del sim.pages["g1"]
    sim.until("settled", "over")
    assert not sim.table.room.chairs[1].auto
    page = sim.open("g1")
    assert page.view["over"]


def test_clocks_stop_while_no_person_is_present(seed):
    sim = Simulation("baohuang", 2, options=TWO_DEALS, seed=seed)
    sim.start()
    for _ in range(10):
        sim.step()
    before = sim.table.running.state
    sim.close("g0")
    sim.close("g1")
    assert sim.table.wake is None
    sim.now += 10_000_000
    sim.open("g0")
    assert sim.table.running.state == before
    sim.until("settled", "over")


def test_a_stored_table_is_plain_json(seed):
    sim = under_way("paohuzi", 2, options=TWO_DEALS, seed=seed)
    data = json.loads(sim.store.table.data)
    assert data["stage"] == "playing"
    assert sim.store.table.code == "123456"


@pytest.mark.parametrize("stage", ["settled", "over"])
@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_the_result_of_a_deal_outlives_a_restart(game, stage, seed):
    sim = Simulation(
        game, 2, options={"match_end": "deals", "match_length": 2 if stage == "settled" else 1}, seed=seed
    )
    sim.start()
    sim.until("settled", "over")
    page = sim.pages["g0"]
    displayed, log = page.view, [json.loads(bytes(event)) for event in sim.table.audience.get("g0").log]
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1_000_000)
    page = sim.open("g0", page=Page("g0"))
    assert sim.table.room.stage == stage
    assert page.view == displayed
    assert page.got[0]["log"] == log
    assert page.prompt is None


@pytest.mark.parametrize(("game", "people", "options"), [table for table in TABLES if table[1] > 1])
@pytest.mark.parametrize("later", [False, True])
def test_a_page_that_returns_after_a_deal_began_receives_all_of_it(game, people, options, later, seed):
    """A server starts between two deals, or before the first, and deals before all pages are back."""
    sims = (begun_without_him(game, people, options, seed + turn, later=later) for turn in range(9))
    sim = next(filter(goes_on, sims))
    welcome = sim.open("g0", page=Page("g0")).got[0]
    assert welcome["room"]["state"] == "playing"
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 40)
    again = sim.open("g0", page=Page("g0")).got[0]
    assert welcome["log"] == again["log"][: len(welcome["log"])] != []


def begun_without_him(game, people, options, seed, *, later: bool) -> Simulation:
    """A deal some steps after its beginning, which the page of the first guest has missed; it may be over already."""
    sim = Simulation(game, people, options=options, seed=seed)
    if later:
        sim.start()
        sim.until("settled")
    else:
        for guest in sim.table.room.members:
            sim.open(guest).honest = None
            sim.say(guest, p.Ready(on=True))
        sim.say("g0", p.Host(what="start"))
        assert sim.table.room.stage == "starting"
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 30)
    del sim.pages["g0"]
    for guest, page in list(sim.pages.items()):
        sim.open(guest, resume=page.seq)
    sim.until("playing", "over")
    steps = 10
    while goes_on(sim) and (steps or sim.table.running.timing.veiled):
        sim.step()  # nothing of a hidden drawing is sent
        steps = max(0, steps - 1)
    return sim
