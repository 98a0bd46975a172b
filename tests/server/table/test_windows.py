"""How long an open card lies, whoever could claim it; and the drawing that hides where it stopped (BH A18-64)."""

from __future__ import annotations

from itertools import permutations

import pytest

from paiju.core.reading import loads
from paiju.core.record import replay
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.notation import CARDS
from paiju.server import protocol as p
from paiju.server.tables import clock as pace
from tests.server.table.world import Page, World, copied, under_way

ONE_DEAL = {"match_end": "deals", "match_length": 1}
WINDOW = 1500
CROWNING = {"preset": "moegirl", "crown_during_draw": True, **ONE_DEAL}


def playing(game, people, options=ONE_DEAL, seed=0, **settings) -> World:
    settings = {"window_ms": WINDOW, "turn_seconds": 0, **settings}
    return under_way(game, people, options=options, settings=settings, seed=seed)


def windows(world: World):
    """Runs a deal; each claim window as (length, whether it ended with a claim, seats of people asked in it)."""
    opened = asked = None
    for _ in range(20_000):
        running = world.table.running
        if world.table.room.stage != "playing":
            return
        now_open = running.timing.window and running.timing.clock.opened
        if opened is not None and now_open != opened:
            yield opened, world.now, running.displayed, asked
        if now_open is not False:
            asked = (
                set(running.prompts) if now_open != opened or asked is None else asked | set(running.prompts)
            )
            opened = now_open
        else:
            opened = asked = None
        world.step()


def test_a_window_lasts_as_long_whether_or_not_somebody_is_asked(seed):
    """Two people: a window is over after its length, or at once by a claim that nothing beats."""
    lengths = {False: set(), True: set()}
    for game in range(20):  # a deal may be over before there was one of each kind
        for opened, ended, _, asked in windows(playing("paohuzi", 2, seed=seed + game)):
            if ended - opened >= WINDOW:
                lengths[bool(asked)].add(ended - opened)
            else:
                assert asked, "it cannot be cut short where nobody could claim"
        if all(lengths.values()):
            break
    assert lengths[False] == lengths[True] == {WINDOW}


def test_clocks_of_windows_are_the_same_for_all(seed):
    told = 0
    for game in range(20):  # a deal may be over after a window or two
        world = playing("paohuzi", 3, seed=seed + game)
        for _ in windows(world):
            pass
        clocks = [
            [{k: v for k, v in m.items() if k != "seq"} for m in page.got if m["type"] == "clock"]
            for page in world.pages.values()
        ]
        assert clocks[0] == clocks[1] == clocks[2]
        told += len(clocks[0])
        if told > 20:
            break
    assert told > 20


def open_window(world: World) -> int | None:
    """Goes on to a claim window that has just begun; its start, or None if the deal is over before."""
    for _ in range(5000):
        running = world.table.running
        if running.timing.window and world.now - running.timing.clock.opened < WINDOW // 2:
            return running.timing.clock.opened
        if world.table.room.stage != "playing":
            return None
        world.step()
    raise AssertionError("no window")


def in_a_window(seed, **settings) -> tuple[World, int]:
    """A table of two with a claim window that has just begun, and its start."""
    for game in range(20):
        world = playing("paohuzi", 2, seed=seed + game, **settings)
        if (opened := open_window(world)) is not None:
            return world, opened
    raise AssertionError("no window")


def test_hold_lengthens_it_for_all_once_a_seat(seed):
    world, opened = in_a_window(seed)
    gate = world.table.running.timing.gate
    world.say("g0", p.Ask(what="hold"))
    assert world.table.running.timing.gate == gate + pace.HOLD_MS
    for page in world.pages.values():
        assert page.clock["held"] == [0]
        assert page.clock["deadline_ms"] == gate + pace.HOLD_MS - world.now
    world.say("g0", p.Ask(what="hold"))
    assert world.pages["g0"].errors() == ["prompt.held"]
    world.say("g1", p.Ask(what="hold"))
    assert world.pages["g0"].clock["held"] == [0, 1]
    world.wait(gate + 2 * pace.HOLD_MS - world.now - 1)
    assert world.table.running.timing.clock.opened == opened
    world.wait(1)
    assert world.table.running.timing.clock.opened != opened


def test_holding_costs_the_bank_where_there_is_a_clock(seed):
    for game in range(20):  # until a deal has another window
        world, _ = in_a_window(seed + 100 * game, turn_seconds=30, bank_seconds=15)
        world.say("g0", p.Ask(what="hold"))
        assert world.table.room.chairs[0].bank_ms == 15_000 - pace.HOLD_MS
        for _ in range(3000):
            if not world.table.running.timing.window:
                break
            world.step()
        if open_window(world) is not None:
            world.say("g0", p.Ask(what="hold"))
            assert world.pages["g0"].errors()[-1:] == ["prompt.held"]
            return
    raise AssertionError("no other window")


def test_one_person_among_bots_is_waited_for(seed):
    """And while he thinks nothing is due: no wake-up at all."""
    for game in range(20):
        world = playing("paohuzi", 1, seed=seed + game)
        page = world.pages["g0"]
        for _ in range(3000):
            if world.table.room.stage != "playing":
                break
            if page.prompt and world.table.running.timing.window and world.table.wake is None:
                prompt, shown = page.prompt, world.table.running.displayed
                assert prompt["deadline_ms"] is None
                world.wait(3_600_000)
                assert page.prompt is prompt
                assert world.table.running.displayed is shown
                world.say("g0", p.Act(prompt=prompt["id"], action=prompt["default"]))
                assert page.errors() == []
                return
            world.step()
    raise AssertionError("never asked in a window")


def test_the_clock_of_one_person_among_bots_tells_the_truth(seed):
    """A window runs for as long as its clock says; one in which the person is asked has no time, for it waits."""
    kinds = set()
    for game in range(4):
        world = playing("paohuzi", 1, seed=seed + game)
        page, running = world.pages["g0"], world.table.running
        opened = end = None
        for _ in range(3000):
            now_open = running.timing.window and running.timing.clock.opened
            if end is not None and now_open != opened:
                assert world.now == end or (world.now < end and claimed(page))
                kinds.add("ran")
                end = None
            if world.table.room.stage != "playing":
                break
            if now_open is not False and now_open != opened:
                clock = page.clock
                assert (clock["deadline_ms"] is None) == (clock["total_ms"] == 0) == (page.prompt is not None)
                kinds.add("waits" if page.prompt else "runs")
                end = None if page.prompt else world.now + clock["deadline_ms"]
            opened = now_open
            world.step()
    assert kinds == {"waits", "runs", "ran"}


def claimed(page) -> bool:
    """Whether what was told last is that somebody took the open card."""
    told = next(m["list"] for m in reversed(page.got) if m["type"] == "events" and m["list"])
    return any(event["event"] in ("pong", "eat", "hu") for event in told)


def test_who_takes_his_seat_back_stops_the_clock_of_a_window(seed):
    """A bot answered for the only person; now he does himself, and the clock says that it waits."""
    for game in range(20):
        world = playing("paohuzi", 1, seed=seed + game)
        page = world.pages["g0"]
        for _ in range(3000):
            if world.table.room.stage != "playing":
                break
            if page.prompt and world.table.running.timing.window:
                world.say("g0", p.Auto(on=True))
                assert page.clock["deadline_ms"] is not None
                world.say("g0", p.Auto(on=False))
                assert page.clock["deadline_ms"] is None
                assert page.prompt
                return
            world.step()
    raise AssertionError("never asked in a window")


def test_an_answer_shows_nothing_before_the_window_is_over(seed):
    """Neither on the own page nor on another's."""
    checked = 0
    for game in range(10):
        world = playing("paohuzi", 2, seed=seed + game)
        for _ in range(3000):
            running = world.table.running
            if world.table.room.stage != "playing" or checked > 3:
                break
            page = next((page for page in world.pages.values() if page.prompt), None)
            if page and running.timing.window:
                prompt = page.prompt
                views = {guest: other.view for guest, other in world.pages.items()}
                world.say(
                    page.guest,
                    p.Act(
                        prompt=prompt["id"],
                        action="pass" if "pass" in prompt["actions"] else prompt["default"],
                    ),
                )
                if running.timing.window and world.now < running.timing.gate:
                    assert {guest: other.view for guest, other in world.pages.items()} == views
                    checked += 1
            else:
                world.step()
    assert checked > 3


@pytest.mark.parametrize("people", [2, 5])
def test_the_drawing_takes_one_length_and_hides_where_it_stopped(seed, people):
    """Whoever is not asked sees an empty table until the same moment, in whatever deal."""
    lengths = set()
    for game in range(4):
        world = World("baohuang", people, options=CROWNING, settings={"turn_seconds": 0}, seed=seed + game)
        world.start()
        while world.table.room.stage != "playing":
            world.step()
        began, veil = (
            world.table.running.timing.clock.opened,
            pace.veil_ms(int(world.table.room.options.deck)),
        )
        crowned = False
        while world.table.running.timing.veiled:
            for page in world.pages.values():
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
            page = next((page for page in world.pages.values() if page.prompt), None)
            if page is not None:
                crowned |= page.prompt["default"] != "pass" and "pass" not in page.prompt["actions"]
                world.say(page.guest, p.Act(prompt=page.prompt["id"], action=page.prompt["default"]))
            elif not world.step():
                break
        if (
            not crowned
            and "crowned" not in [e["event"] for m in world.pages["g0"].got for e in m.get("list", ())][:3]
        ):
            lengths.add(world.now - began == veil)
    assert lengths <= {True}


def asked_while_drawing(seed, options=CROWNING) -> tuple[World, Page]:
    """A table of people at which the drawing has stopped for one of them."""
    for game in range(60):
        world = playing("baohuang", 5, options, seed=seed + game)
        if (page := next((page for page in world.pages.values() if page.prompt), None)) is not None:
            return world, page
    raise AssertionError("nobody could crown himself")


def test_whoever_has_let_the_crown_pass_shows_what_a_page_shows_that_begins(seed):
    """The drawing is hidden again, with all that could be seen of it while it was asked about."""
    world, page = asked_while_drawing(seed)
    assert "hand" in page.view
    while page.prompt:  # asked again as more is drawn
        world.say(page.guest, p.Act(prompt=page.prompt["id"], action=page.prompt["default"]))
    assert world.table.running.timing.veiled
    assert page.view == world.open(page.guest, page=Page(page.guest)).view


def dealt(page: Page) -> list[dict]:
    return [e for m in page.got for e in m.get("list", ()) if e["event"] == "dealt"]


def test_a_cut_is_asked_at_once_and_the_drawing_after_it_is_hidden(seed):
    world, page = asked_while_drawing(seed, {**CROWNING, "cut": True})
    running = world.table.running
    assert [other.prompt for other in world.pages.values() if other is not page] == [None] * 4
    assert page.view["phase"] == "cut"
    assert not running.timing.veiled
    world.say(page.guest, p.Act(prompt=page.prompt["id"], action=page.prompt["actions"][0]))
    assert running.timing.gate == world.now + pace.veil_ms(int(world.table.room.options.deck))
    asked = [other for other in world.pages.values() if other.prompt]
    assert [set(other.view) for other in world.pages.values() if other not in asked] == [
        {"game", "deal", "viewer", "phase", "seats", "over", "suited", "order"}
    ] * (5 - len(asked))
    gate = running.timing.gate
    world.wait(gate - world.now)
    assert not running.timing.veiled
    assert all("drawn" in event for other in world.pages.values() for event in dealt(other))
    assert all(len(dealt(other)) == 1 for other in world.pages.values())


def test_an_answer_at_the_last_instant_does_not_show_a_drawing_that_stops_again(seed):
    """Whoever would be asked again has passed: the veil is lifted from the whole of it."""
    for game in range(8):
        world, page = asked_while_drawing(seed + 100 * game)
        running = world.table.running
        world.now = running.timing.gate
        world.say(page.guest, p.Act(prompt=page.prompt["id"], action="wait"))
        assert not running.timing.veiled
        assert {other.view["phase"] for other in world.pages.values()}.isdisjoint({"draw"})
        assert all(len(dealt(other)) == 1 for other in world.pages.values())


def test_a_wrong_answer_does_not_tell_that_a_better_claim_has_been_made(seed):
    """It is refused in the same words whether or not its seat could still claim."""
    checked = 0
    for game in range(60):
        world = playing("paohuzi", 3, seed=seed + game)
        for _ in range(3000):
            if checked > 2:
                return
            if world.table.room.stage != "playing":
                break
            for first, last in permutations([page for page in world.pages.values() if page.prompt], 2):
                checked += outranked(world, first, last)
            world.step()
    raise AssertionError(f"compared {checked} times")


def outranked(world: World, first: Page, last: Page) -> bool:
    """Compare how wrong answers of `last` are refused before and after a claim of `first` that leaves it nothing; whether there were such."""
    claim = next((text for text in first.prompt["actions"] if text in ("pong", "hu")), None)
    if claim is None or not world.table.running.timing.window:
        return False
    before, after = copied(world), copied(world)
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


def test_who_does_not_cut_in_time_lifts_half_the_pack(seed):
    """He alone is asked, and nobody has seen a card; the record has the cut and replays."""
    world = playing("paohuzi", 3, {**ONE_DEAL, "cut": True}, seed, turn_seconds=10, bank_seconds=0)
    (page,) = (page for page in world.pages.values() if page.prompt)
    assert len(page.prompt["actions"]) == 79
    for other in world.pages.values():
        view = other.view
        assert (view["phase"], view["turn"], view["left"]) == ("cut", page.view["viewer"], 80)
        assert (view["hand"], view["bottom"], view["shown"]) == ([], None, None)
    while page.view["phase"] == "cut":
        world.now = world.table.wake
        world.table.tick(world.now)
        world.flush()
    cuts = [event for m in page.got for event in m.get("list", ()) if event["event"] == "cut"]
    assert cuts == [{"event": "cut", "seat": page.view["viewer"], "number": 40}]
    assert page.view["bottom"] in CARDS
    world.until("over")
    (record,) = map(world.store.document, world.store.records)
    steps = list(replay(GAME, loads(record.encode())))
    assert steps[1].action == (page.view["viewer"], "cut 40")
