"""站牌 at a table: stored before it is sent, displayed at the play to all, also to those who come back and after a restart."""

import json

import pytest

from paiju.core.reading import loads
from paiju.server import protocol as p
from paiju.server.practice.replays import replay_json
from paiju.server.tables.restore import restore
from tests.server.table.simulation import Page, Simulation
from tests.server.table.test_match import check_record

SAY = "zhan_pai"
ONE_DEAL = {"match_end": "deals", "match_length": 1}


def say(sim: Simulation, seat: int) -> str | None:
    """What the page of a seat is refused with for saying it, if it is."""
    page = sim.pages[f"g{seat}"]
    before = len(page.errors())
    sim.say(f"g{seat}", p.Say(phrase=SAY))
    return page.errors()[-1] if len(page.errors()) > before else None


def stands(sim: Simulation) -> int:
    """Play until some play stands; whose it is."""
    for _ in range(200):
        view = sim.pages["g0"].view
        if view and view["top"]:
            return view["top"]["seat"]
        sim.step()
    raise AssertionError("nobody plays")


@pytest.fixture
def sim(seed):
    made = Simulation("baohuang", 5, options=ONE_DEAL, settings={"turn_seconds": 300}, seed=seed)
    made.start()
    made.until("playing")
    return made


def sayable(sim: Simulation) -> list:
    return [page.view["sayable"] for page in sim.pages.values()]


def displayed(sim: Simulation) -> list:
    return [page.view["signals"] for page in sim.pages.values()]


def test_a_signal_is_stored_and_displayed_at_the_play(sim):
    owner = stands(sim)
    assert say(sim, (owner + 1) % 5) == "signal.standing"
    assert displayed(sim) == [[]] * 5
    assert sayable(sim) == [[SAY] if seat == owner else [] for seat in range(5)]
    assert say(sim, owner) is None
    assert displayed(sim) == [[{"seat": owner, "signal": SAY}]] * 5
    [(signal,)] = [deal.signals for deal in sim.store.stored().deals]
    assert (signal.after, signal.seat, signal.text) == (sim.table.running.ledger.actions, owner, SAY)
    assert sayable(sim) == [[]] * 5
    assert say(sim, owner) == "signal.repeated"
    for page in sim.pages.values():  # what was refused was sent to nobody
        said = [message for message in page.got if message["type"] == "said"]
        assert [(message["seat"], message["phrase"]) for message in said] == [(owner, SAY)]


def test_a_signal_survives_a_return_and_a_restart(sim):
    owner = stands(sim)
    say(sim, owner)
    sim.close("g0")
    assert sim.open("g0", page=Page("g0")).view["signals"] == [{"seat": owner, "signal": SAY}]
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1_000_000)
    for guest, page in list(sim.pages.items()):
        sim.open(guest, resume=page.seq)
    assert displayed(sim) == [[{"seat": owner, "signal": SAY}]] * 5
    assert say(sim, owner) == "signal.repeated"


def test_a_signal_is_in_the_record_and_replay_and_ends_with_the_deal(sim):
    owner = stands(sim)
    say(sim, owner)
    after = sim.store.stored().deals[0].signals[0].after
    sim.until("over")
    assert say(sim, owner) in ("signal.standing", "message.unexpected")
    check_record(sim)
    document = sim.store.document(sim.table.room.record)
    assert loads(document.encode()).deals[0].signals == [(after, owner, SAY)]
    steps = replay_json(document, 1, None, "en")["steps"]
    said = [at for at, step in enumerate(steps) if step["view"]["signals"]]
    assert said[0] == after
    assert all(steps[at]["view"]["top"] == steps[after]["view"]["top"] for at in said)


def test_a_signal_without_a_play_is_refused_and_unknown_in_other_rules(seed):
    sim = Simulation("baohuang", 5, options=ONE_DEAL, seed=seed)
    sim.open("g0")
    assert SAY not in sim.pages["g0"].room["phrases"]
    assert say(sim, 0) == "message.unexpected"
    quiet = Simulation("baohuang", 5, options={**ONE_DEAL, "zhan_pai": False}, seed=seed)
    quiet.open("g0")
    assert say(quiet, 0) == "message.malformed"
    assert json.loads(json.dumps(quiet.pages["g0"].room["chat"])) == []
