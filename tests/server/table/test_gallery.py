"""Those who watch: what they see, when, and never anything else."""

from __future__ import annotations

import json

import pytest

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.tables import audience
from tests.server.table.simulation import Page, Simulation

ONE_DEAL = {"match_end": "deals", "match_length": 1}
DELAY = 10


def watched(game, spectators, seed, options=ONE_DEAL) -> Simulation:
    """A match of two with one who has no seat."""
    sim = Simulation(
        game,
        2,
        options=options,
        settings={"spectators": spectators, "delay_seconds": DELAY, "window_ms": 1000},
        seed=seed,
    )
    sim.table.room.members.append("watcher")
    for guest in ("g0", "g1", "watcher"):
        sim.open(guest)
    for guest in ("g0", "g1"):
        sim.say(guest, p.Ready())
    sim.say("g0", p.Host(what="start"))
    return sim


class Diary:
    """When public events were displayed to the seats, and when to the one who watches."""

    def __init__(self, sim: Simulation) -> None:
        self.sim = sim
        self.seats: list[tuple[int, str]] = []
        self.watcher: list[tuple[int, str]] = []
        self._read = {"g0": 0, "watcher": 0}

    def note(self) -> None:
        for guest, lines in (("g0", self.seats), ("watcher", self.watcher)):
            page = self.sim.pages[guest]
            for message in page.got[self._read[guest] :]:
                lines.extend((self.sim.now, event["event"]) for event in message.get("list", ()))
            self._read[guest] = len(page.got)

    def play(self) -> None:
        self.note()
        while self.sim.table.room.stage != "over" and self.sim.step():
            self.note()
        self.sim.wait(1000 * DELAY + 1)
        self.note()


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_delayed_watchers_see_everything_after_the_delay(game, seed):
    sim = watched(game, "delayed", seed)
    diary = Diary(sim)
    diary.play()
    assert diary.watcher
    kinds = [kind for _, kind in diary.watcher]
    assert kinds == [kind for _, kind in diary.seats]
    for (seen, _), (late, _) in zip(diary.seats, diary.watcher, strict=True):
        assert late - seen >= 1000 * DELAY


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_watchers_after_the_deal_see_nothing_earlier(game, seed):
    sim = watched(game, "after_deal", seed)
    page = sim.pages["watcher"]
    while sim.table.room.stage != "over":
        assert page.view is None
        assert [m for m in page.got if m["type"] in ("events", "prompt", "clock")] == []
        sim.step()
    sim.wait(10)
    assert page.view["over"]


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
@pytest.mark.parametrize("spectators", ["delayed", "after_deal"])
def test_a_watcher_gets_no_hand_no_question_and_no_clock(game, spectators, seed):
    sim = watched(game, spectators, seed)
    Diary(sim).play()
    page = sim.pages["watcher"]
    views = [message["view"] for message in page.got if message["type"] == "events"]
    assert all(view.get("hand") is None for view in views)
    assert {m["type"] for m in page.got} <= {"welcome", "room", "events", "said"}
    open_ = [
        m for m in page.got if m["type"] == "events" and not m["view"].get("over") and "hands" in m["view"]
    ]
    assert all(m["view"]["hands"] is None for m in open_)


@pytest.mark.parametrize("spectators", ["delayed", "after_deal"])
def test_a_late_watcher_sees_no_more_than_an_early_one(spectators, seed):
    sim = watched("baohuang", spectators, seed)
    for _ in range(120):
        sim.step()
    there = sim.pages["watcher"]
    sim.table.room.members.append("late")
    late = sim.open("late", page=Page("late"))
    assert late.view == there.view
    welcome = next(m for m in late.got if m["type"] == "welcome")
    displayed = [event for m in there.got for event in m.get("list", ())]
    assert json.dumps(welcome["log"]) == json.dumps(displayed)


def test_a_closed_gallery_admits_no_watchers(seed):
    sim = watched("baohuang", "off", seed)
    sim.table.room.members.append("late")
    with pytest.raises(ServerError, match=r"room\.outside"):
        sim.open("late", page=Page("late"))
    assert sim.pages["watcher"].view is None


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_waiting_messages_are_joined_and_never_arrive_early(game, seed, monkeypatch):
    """All of it comes, in order, and each piece no sooner than its own delay after the last that it was joined with."""
    monkeypatch.setattr(audience, "_MOST_PENDING", 4)
    sim = watched(game, "delayed", seed)
    diary = Diary(sim)
    diary.play()
    assert [kind for _, kind in diary.watcher] == [kind for _, kind in diary.seats]
    for (seen, _), (late, _) in zip(diary.seats, diary.watcher, strict=True):
        assert late - seen >= 1000 * DELAY
    assert sum(m["type"] == "events" for m in sim.pages["watcher"].got) < len(diary.seats) / 2
    sim.table.room.members.append("late")
    late = sim.open("late", page=Page("late"))
    assert sim.pages["watcher"].view == late.view == sim.table.running.view_of(None)


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_finished_deal_arrives_in_one_message(game, seed):
    """Hundreds at once would be more than waits for a page, whose socket would be closed."""
    sim = watched(game, "after_deal", seed)
    diary = Diary(sim)
    diary.play()
    messages = [m for m in sim.pages["watcher"].got if m["type"] == "events"]
    assert len(messages) == 1
    assert [kind for _, kind in diary.watcher] == [kind for _, kind in diary.seats]
    assert messages[0]["view"] == sim.table.running.view_of(None)
