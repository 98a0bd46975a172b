"""How long an open card lies, whichever seats could claim it; and the drawing that hides where it stopped (BH A18-64)."""

from __future__ import annotations

from itertools import permutations

import pytest

from paiju.core.reading import loads
from paiju.core.record import replay
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.notation import CARDS
from paiju.server import protocol as p
from paiju.server.tables import clock as pace
from tests.server.table.simulation import Page, Simulation, copied, under_way

ONE_DEAL = {"match_end": "deals", "match_length": 1}
WINDOW = 1500
CROWNING = {"preset": "moegirl", "crown_during_draw": True, **ONE_DEAL}


def playing(game, people, options=ONE_DEAL, seed=0, **settings) -> Simulation:
    settings = {"window_ms": WINDOW, "turn_seconds": 0, **settings}
    return under_way(game, people, options=options, settings=settings, seed=seed)


def windows(sim: Simulation):
    """Runs a deal; each claim window as (length, whether it ended with a claim, seats of people prompted in it)."""
    opened = question = None
    for _ in range(20_000):
        running = sim.table.running
        if sim.table.room.stage != "playing":
            return
        now_open = running.timing.window and running.timing.clock.opened
        if opened is not None and now_open != opened:
            yield opened, sim.now, running.displayed, question
        if now_open is not False:
            question = (
                set(running.prompts)
                if now_open != opened or question is None
                else question | set(running.prompts)
            )
            opened = now_open
        else:
            opened = question = None
        sim.step()


def test_the_length_of_a_window_does_not_depend_on_questions(seed):
    """Two people: a window is over after its length, or at once by a claim that nothing beats."""
    lengths = {False: set(), True: set()}
    for game in range(20):  # a deal may be over before there was one of each kind
        for opened, ended, _, question in windows(playing("paohuzi", 2, seed=seed + game)):
            if ended - opened >= WINDOW:
                lengths[bool(question)].add(ended - opened)
            else:
                assert question, "it cannot be cut short where nobody could claim"
        if all(lengths.values()):
            break
    assert lengths[False] == lengths[True] == {WINDOW}


def test_clocks_of_windows_are_the_same_for_all(seed):
    sent = 0
    for game in range(20):  # a deal may be over after a window or two
        sim = playing("paohuzi", 3, seed=seed + game)
        for _ in windows(sim):
            pass
        clocks = [
            [{k: v for k, v in m.items() if k != "seq"} for m in page.got if m["type"] == "clock"]
            for page in sim.pages.values()
        ]
        assert clocks[0] == clocks[1] == clocks[2]
        sent += len(clocks[0])
        if sent > 20:
            break
    assert sent > 20


def open_window(sim: Simulation) -> int | None:
    """Goes on to a claim window that has just begun; its start, or None if the deal is over before."""
    for _ in range(5000):
        running = sim.table.running
        if running.timing.window and sim.now - running.timing.clock.opened < WINDOW // 2:
            return running.timing.clock.opened
        if sim.table.room.stage != "playing":
            return None
        sim.step()
    raise AssertionError("no window")


def in_a_window(seed, **settings) -> tuple[Simulation, int]:
    """A table of two with a claim window that has just begun, and its start."""
    for game in range(20):
        sim = playing("paohuzi", 2, seed=seed + game, **settings)
        if (opened := open_window(sim)) is not None:
            return sim, opened
    raise AssertionError("no window")


def test_each_seat_may_extend_a_window_once(seed):
    sim, opened = in_a_window(seed)
    gate = sim.table.running.timing.gate
    sim.say("g0", p.Ask(what="hold"))
    assert sim.table.running.timing.gate == gate + pace.HOLD_MS
    for page in sim.pages.values():
        assert page.clock["held"] == [0]
        assert page.clock["deadline_ms"] == gate + pace.HOLD_MS - sim.now
    sim.say("g0", p.Ask(what="hold"))
    assert sim.pages["g0"].errors() == ["prompt.held"]
    sim.say("g1", p.Ask(what="hold"))
    assert sim.pages["g0"].clock["held"] == [0, 1]
    sim.wait(gate + 2 * pace.HOLD_MS - sim.now - 1)
    assert sim.table.running.timing.clock.opened == opened
    sim.wait(1)
    assert sim.table.running.timing.clock.opened != opened


def test_holding_costs_the_bank_where_there_is_a_clock(seed):
    for game in range(20):  # until a deal has another window
        sim, _ = in_a_window(seed + 100 * game, turn_seconds=30, bank_seconds=15)
        sim.say("g0", p.Ask(what="hold"))
        assert sim.table.room.chairs[0].bank_ms == 15_000 - pace.HOLD_MS
        for _ in range(3000):
            if not sim.table.running.timing.window:
                break
            sim.step()
        if open_window(sim) is not None:
            sim.say("g0", p.Ask(what="hold"))
            assert sim.pages["g0"].errors()[-1:] == ["prompt.held"]
            return
    raise AssertionError("no other window")


def test_one_person_among_bots_is_waited_for(seed):
    """While they think there is no wake-up at all."""
    for game in range(20):
        sim = playing("paohuzi", 1, seed=seed + game)
        page = sim.pages["g0"]
        for _ in range(3000):
            if sim.table.room.stage != "playing":
                break
            if page.prompt and sim.table.running.timing.window and sim.table.wake is None:
                prompt, displayed = page.prompt, sim.table.running.displayed
                assert prompt["deadline_ms"] is None
                sim.wait(3_600_000)
                assert page.prompt is prompt
                assert sim.table.running.displayed is displayed
                sim.say("g0", p.Act(prompt=prompt["id"], action=prompt["default"]))
                assert page.errors() == []
                return
            sim.step()
    raise AssertionError("never prompted in a window")


def test_the_clock_of_one_person_among_bots_tells_the_truth(seed):
    """A window runs for as long as its clock says; one in which the person is prompted has no time, for it waits."""
    kinds = set()
    for game in range(4):
        sim = playing("paohuzi", 1, seed=seed + game)
        page, running = sim.pages["g0"], sim.table.running
        opened = end = None
        for _ in range(3000):
            now_open = running.timing.window and running.timing.clock.opened
            if end is not None and now_open != opened:
                assert sim.now == end or (sim.now < end and claimed(page))
                kinds.add("ran")
                end = None
            if sim.table.room.stage != "playing":
                break
            if now_open is not False and now_open != opened:
                clock = page.clock
                assert (clock["deadline_ms"] is None) == (clock["total_ms"] == 0) == (page.prompt is not None)
                kinds.add("waits" if page.prompt else "runs")
                end = None if page.prompt else sim.now + clock["deadline_ms"]
            opened = now_open
            sim.step()
    assert kinds == {"waits", "runs", "ran"}


def claimed(page) -> bool:
    """Whether the last event is a claim of the open card."""
    events = next(m["list"] for m in reversed(page.got) if m["type"] == "events" and m["list"])
    return any(event["event"] in ("pong", "eat", "hu") for event in events)


def test_a_returning_player_stops_the_clock_of_a_window(seed):
    """A bot answered for the only person; now they answer themselves, and the clock says that it waits."""
    for game in range(20):
        sim = playing("paohuzi", 1, seed=seed + game)
        page = sim.pages["g0"]
        for _ in range(3000):
            if sim.table.room.stage != "playing":
                break
            if page.prompt and sim.table.running.timing.window:
                sim.say("g0", p.Auto(on=True))
                assert page.clock["deadline_ms"] is not None
                sim.say("g0", p.Auto(on=False))
                assert page.clock["deadline_ms"] is None
                assert page.prompt
                return
            sim.step()
    raise AssertionError("never prompted in a window")


def test_an_answer_shows_nothing_before_the_window_is_over(seed):
    """Neither on the own page nor on another's."""
    checked = 0
    for game in range(10):
        sim = playing("paohuzi", 2, seed=seed + game)
        for _ in range(3000):
            running = sim.table.running
            if sim.table.room.stage != "playing" or checked > 3:
                break
            page = next((page for page in sim.pages.values() if page.prompt), None)
            if page and running.timing.window:
                prompt = page.prompt
                views = {guest: other.view for guest, other in sim.pages.items()}
                sim.say(
                    page.guest,
                    p.Act(
                        prompt=prompt["id"],
                        action="pass" if "pass" in prompt["actions"] else prompt["default"],
                    ),
                )
                if running.timing.window and sim.now < running.timing.gate:
                    assert {guest: other.view for guest, other in sim.pages.items()} == views
                    checked += 1
            else:
                sim.step()
    assert checked > 3


@pytest.mark.parametrize("people", [2, 5])
def test_the_drawing_has_a_fixed_length_that_hides_where_it_stopped(seed, people):
    """A seat without a question sees an empty table until the same moment, in every deal."""
    lengths = set()
    for game in range(4):
        sim = Simulation("baohuang", people, options=CROWNING, settings={"turn_seconds": 0}, seed=seed + game)
        sim.start()
        while sim.table.room.stage != "playing":
            sim.step()
        began, veil = (
            sim.table.running.timing.clock.opened,
            pace.veil_ms(int(sim.table.room.options.deck)),
        )
        crowned = False
        while sim.table.running.timing.veiled:
            for page in sim.pages.values():
                if not any(m["type"] == "prompt" and m["id"] for m in page.got):
                    assert set(page.view) == {
                        "game",
                        "deal",
                        "viewer",
                        "phase",
                        "seats",
                        "over",
                        "suited",
                        "order",
                    }
                    assert [m for m in page.got if m.get("list")] == []
            # everybody lets the crown pass, so that the drawing goes on to its end
            page = next((page for page in sim.pages.values() if page.prompt), None)
            if page is not None:
                crowned |= page.prompt["default"] != "pass" and "pass" not in page.prompt["actions"]
                sim.say(page.guest, p.Act(prompt=page.prompt["id"], action=page.prompt["default"]))
            elif not sim.step():
                break
        if (
            not crowned
            and "crowned" not in [e["event"] for m in sim.pages["g0"].got for e in m.get("list", ())][:3]
        ):
            lengths.add(sim.now - began == veil)
    assert lengths <= {True}


def asked_while_drawing(seed, options=CROWNING) -> tuple[Simulation, Page]:
    """A table of people at which the drawing has stopped for one of them."""
    for game in range(60):
        sim = playing("baohuang", 5, options, seed=seed + game)
        if (page := next((page for page in sim.pages.values() if page.prompt), None)) is not None:
            return sim, page
    raise AssertionError("no seat could take the crown")


def test_after_declining_the_crown_a_page_equals_a_new_one(seed):
    """The drawing is hidden again, with all that could be seen during the question."""
    sim, page = asked_while_drawing(seed)
    assert "hand" in page.view
    while page.prompt:  # prompted again as more is drawn
        sim.say(page.guest, p.Act(prompt=page.prompt["id"], action=page.prompt["default"]))
    assert sim.table.running.timing.veiled
    assert page.view == sim.open(page.guest, page=Page(page.guest)).view


def dealt(page: Page) -> list[dict]:
    return [e for m in page.got for e in m.get("list", ()) if e["event"] == "dealt"]


def test_a_cut_is_asked_at_once_and_the_drawing_after_it_is_hidden(seed):
    sim, page = asked_while_drawing(seed, {**CROWNING, "cut": True})
    running = sim.table.running
    assert [other.prompt for other in sim.pages.values() if other is not page] == [None] * 4
    assert page.view["phase"] == "cut"
    assert not running.timing.veiled
    sim.say(page.guest, p.Act(prompt=page.prompt["id"], action=page.prompt["actions"][0]))
    assert running.timing.gate == sim.now + pace.veil_ms(int(sim.table.room.options.deck))
    prompted = [other for other in sim.pages.values() if other.prompt]
    assert [set(other.view) for other in sim.pages.values() if other not in prompted] == [
        {"game", "deal", "viewer", "phase", "seats", "over", "suited", "order"}
    ] * (5 - len(prompted))
    gate = running.timing.gate
    sim.wait(gate - sim.now)
    assert not running.timing.veiled
    assert all("drawn" in event for other in sim.pages.values() for event in dealt(other))
    assert all(len(dealt(other)) == 1 for other in sim.pages.values())


def test_an_answer_at_the_last_instant_does_not_show_a_drawing_that_stops_again(seed):
    """The seat that would be prompted again has passed: everything is revealed."""
    for game in range(8):
        sim, page = asked_while_drawing(seed + 100 * game)
        running = sim.table.running
        sim.now = running.timing.gate
        sim.say(page.guest, p.Act(prompt=page.prompt["id"], action="wait"))
        assert not running.timing.veiled
        assert {other.view["phase"] for other in sim.pages.values()}.isdisjoint({"draw"})
        assert all(len(dealt(other)) == 1 for other in sim.pages.values())


def test_a_refusal_does_not_reveal_a_better_claim(seed):
    """It is refused in the same words whether or not its seat could still claim."""
    checked = 0
    for game in range(60):
        sim = playing("paohuzi", 3, seed=seed + game)
        for _ in range(3000):
            if checked > 2:
                return
            if sim.table.room.stage != "playing":
                break
            for first, last in permutations([page for page in sim.pages.values() if page.prompt], 2):
                checked += outranked(sim, first, last)
            sim.step()
    raise AssertionError(f"compared {checked} times")


def outranked(sim: Simulation, first: Page, last: Page) -> bool:
    """Compare how wrong answers of `last` are refused before and after a claim of `first` that leaves it nothing; whether there were such."""
    claim = next((text for text in first.prompt["actions"] if text in ("pong", "hu")), None)
    if claim is None or not sim.table.running.timing.window:
        return False
    before, after = copied(sim), copied(sim)
    after.say(first.guest, p.Act(prompt=first.prompt["id"], action=claim))
    running, seat = after.table.running, last.room["you"]["seat"]
    if seat not in running.prompts or seat in after.table.room.game.actors(running.state):
        return False
    wrongs = {"hu", "pong"} - set(last.prompt["actions"])
    for wrong in wrongs:
        said = [side.pages[last.guest] for side in (before, after)]
        for side in (before, after):
            side.say(last.guest, p.Act(prompt=last.prompt["id"], action=wrong))
        assert said[0].got[-1]["type"] == "error"
        assert said[0].got[-1] == said[1].got[-1]
    return bool(wrongs)


def test_a_late_cut_lifts_half_the_pack(seed):
    """Only they are prompted, no seat has seen a card, and the record has the cut and replays."""
    sim = playing("paohuzi", 3, {**ONE_DEAL, "cut": True}, seed, turn_seconds=10, bank_seconds=0)
    (page,) = (page for page in sim.pages.values() if page.prompt)
    assert len(page.prompt["actions"]) == 79
    for other in sim.pages.values():
        view = other.view
        assert (view["phase"], view["turn"], view["left"]) == ("cut", page.view["viewer"], 80)
        assert (view["hand"], view["bottom"], view["shown"]) == ([], None, None)
    while page.view["phase"] == "cut":
        sim.now = sim.table.wake
        sim.table.tick(sim.now)
        sim.flush()
    cuts = [event for m in page.got for event in m.get("list", ()) if event["event"] == "cut"]
    assert cuts == [{"event": "cut", "seat": page.view["viewer"], "number": 40}]
    assert page.view["bottom"] in CARDS
    sim.until("over")
    (record,) = map(sim.store.document, sim.store.records)
    steps = list(replay(GAME, loads(record.encode())))
    assert steps[1].action == (page.view["viewer"], "cut 40")
