"""While a table stands every page shows what a page that opens then would show, and play goes on from there."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.tables import lobby
from paiju.server.tables.commands import PATIENCE_MS
from paiju.server.tables.deal import PAUSE_MS
from paiju.server.tables.restore import restore
from tests.server.table.simulation import Page, Simulation, under_way


def prompted_table(seed: int, people: int = 2) -> tuple[Simulation, str]:
    """A match in which a person other than the host is prompted, and who that is."""
    sim = under_way("baohuang", people, seed=seed, settings={"turn_seconds": 30})
    for _ in range(3000):
        guest = next((page.guest for page in sim.pages.values() if page.prompt and page.guest != "g0"), None)
        if guest is not None:
            return sim, guest
        sim.step()
    raise AssertionError("only the host is ever asked")


def questions(page: Page, since: int) -> list[str]:
    return [message["id"] for message in page.got[since:] if message["type"] == "prompt" and message["id"]]


def test_a_question_taken_back_from_a_bot_during_a_pause_is_there_at_once_and_once(seed):
    sim, guest = prompted_table(seed)
    page, question = sim.pages[guest], sim.pages[guest].prompt["id"]
    sim.say(guest, p.Auto(on=True))
    assert page.prompt is None
    sim.say("g0", p.Host(what="pause"))
    sim.check_pages()
    since = len(page.got)
    sim.say(guest, p.Auto(on=False))
    sim.check_pages()
    assert questions(page, since) == [question]
    assert page.prompt["deadline_ms"] is None
    since = len(page.got)
    sim.say("g0", p.Host(what="pause", on=False))
    sim.check_pages()
    assert questions(page, since) == [question]
    assert page.prompt["deadline_ms"] > 0


@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("left", [False, True])
def test_a_player_who_comes_back_is_asked_once(paused, left, seed):
    sim, guest = prompted_table(seed)
    sim.thinks = False
    question = sim.pages[guest].prompt["id"]
    if left:
        sim.say(guest, p.Stand())
    sim.close(guest)
    sim.now += 1000 * sim.table.room.settings.takeover_seconds
    sim.table.running.drivers_changed(sim.now)
    if paused:
        sim.say("g0", p.Host(what="pause"))
    page = sim.open(guest, page=Page(guest))
    assert questions(page, 0) == [question]
    sim.check_pages()


def test_a_program_is_informed_when_a_returning_person_starts_the_clocks(seed):
    sim = Simulation("baohuang", 1, settings={"turn_seconds": 30}, seed=seed)
    sim.open("g0")
    lobby.invite(sim.table, "g0", 1, "net", until=1 << 31, now=sim.now)
    sim.flush()
    program = sim.table.room.chairs[1].guest
    sim.open(program, page=Page(program)).honest = None
    sim.start()
    sim.until("playing")
    sim.close("g0")
    sim.check_pages()
    assert sim.pages[program].clock["deadline_ms"] is None
    sim.wait(3000)
    sim.open("g0")
    sim.check_pages()


def test_watchers_keep_what_they_saw_when_the_host_changes_the_delay(seed):
    sim = under_way("baohuang", 2, seed=seed)
    watcher = sim.open("w", watch=True)
    sim.say("g0", p.Host(what="settings", settings={"delay_seconds": 10}))
    sim.wait(11_000)
    assert watcher.view is not None
    sim.say("g0", p.Host(what="settings", settings={"delay_seconds": 600}))
    sim.check_pages()
    assert sim.open("w", page=Page("w")).view is not None


def test_a_renamed_watcher_is_listed_under_the_new_name(seed):
    sim = under_way("baohuang", 2, seed=seed)
    sim.open("w", watch=True)
    sim.table.rename("w", "Wanda", sim.now)
    sim.flush()
    assert [one["name"] for one in sim.pages["g0"].room["watchers"]] == ["Wanda"]
    sim.check_pages()


def test_a_pause_ends_by_itself_and_says_when(seed):
    sim = under_way("baohuang", 2, seed=seed)
    sim.say("g0", p.Host(what="pause"))
    assert sim.pages["g1"].room["pause_ms"] == PAUSE_MS
    sim.wait(PAUSE_MS - 1)
    sim.check_pages()
    assert sim.pages["g1"].room["paused"]
    sim.wait(1)
    assert (sim.pages["g1"].room["paused"], sim.pages["g1"].room["pause_ms"]) == (False, None)
    assert not sim.table.paused_clock.stands
    sim.check_pages()


def test_pauses_of_a_deal_last_ten_minutes_in_total(seed):
    sim = under_way("baohuang", 2, seed=seed, options={"match_end": "deals", "match_length": 2})
    for _ in range(2):
        sim.say("g0", p.Host(what="pause"))
        sim.wait(PAUSE_MS // 2)
        sim.say("g0", p.Host(what="pause", on=False))
    sim.say("g0", p.Host(what="pause"))
    assert sim.pages["g0"].errors() == ["pause.spent"]
    sim.until("settled")
    for guest in ("g0", "g1"):
        sim.say(guest, p.Ready())
    sim.until("playing")
    sim.say("g0", p.Host(what="pause"))
    assert sim.pages["g1"].room["pause_ms"] == PAUSE_MS


def test_a_host_who_pauses_and_leaves_hands_over_and_play_resumes(seed):
    sim = under_way("baohuang", 2, seed=seed)
    sim.say("g0", p.Host(what="pause"))
    sim.close("g0")
    sim.pages.pop("g0")
    sim.wait(PATIENCE_MS - 1)
    assert not sim.pages["g1"].room["you"]["host"]
    sim.wait(2)
    assert sim.pages["g1"].room["you"]["host"]
    sim.say("g1", p.Host(what="pause", on=False))
    assert not sim.table.paused_clock.stands


def test_a_guest_at_a_paused_table_waits_for_its_host(seed):
    sim = under_way("baohuang", 2, seed=seed)
    sim.say("g0", p.Host(what="pause"))
    for guest in ("g0", "g1"):
        sim.close(guest)
    sim.now += PATIENCE_MS * 2
    sim.open("g1")
    assert not sim.pages["g1"].room["you"]["host"]
    sim.wait(PATIENCE_MS)
    assert sim.pages["g1"].room["you"]["host"]


def test_a_pause_ends_after_a_restart_too(seed):
    sim = under_way("baohuang", 2, seed=seed)
    sim.say("g0", p.Host(what="pause"))
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 30)
    sim.pages.clear()
    sim.open("g1")
    sim.wait(PAUSE_MS)
    assert not sim.pages["g1"].room["paused"]
