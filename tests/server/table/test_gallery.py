"""Those who watch: what they see, when, and never anything else."""

from __future__ import annotations

import json

import pytest

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.tables import audience
from tests.server.table.world import Page, World

ONE_DEAL = {"match_end": "deals", "match_length": 1}
DELAY = 10


def watched(game, spectators, seed, options=ONE_DEAL) -> World:
    """A match of two with one who has no seat."""
    world = World(
        game,
        2,
        options=options,
        settings={"spectators": spectators, "delay_seconds": DELAY, "window_ms": 1000},
        seed=seed,
    )
    world.table.room.members.append("watcher")
    for guest in ("g0", "g1", "watcher"):
        world.open(guest)
    for guest in ("g0", "g1"):
        world.say(guest, p.Ready())
    world.say("g0", p.Host(what="start"))
    return world


class Diary:
    """When public events were shown to the seats, and when to the one who watches."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.seats: list[tuple[int, str]] = []
        self.watcher: list[tuple[int, str]] = []
        self._read = {"g0": 0, "watcher": 0}

    def note(self) -> None:
        for guest, lines in (("g0", self.seats), ("watcher", self.watcher)):
            page = self.world.pages[guest]
            for message in page.got[self._read[guest] :]:
                lines.extend((self.world.now, event["event"]) for event in message.get("list", ()))
            self._read[guest] = len(page.got)

    def play(self) -> None:
        self.note()
        while self.world.table.room.stage != "over" and self.world.step():
            self.note()
        self.world.wait(1000 * DELAY + 1)
        self.note()


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_the_delayed_see_everything_so_much_later(game, seed):
    world = watched(game, "delayed", seed)
    diary = Diary(world)
    diary.play()
    assert diary.watcher
    told = [kind for _, kind in diary.watcher]
    assert told == [kind for _, kind in diary.seats]
    for (seen, _), (late, _) in zip(diary.seats, diary.watcher, strict=True):
        assert late - seen >= 1000 * DELAY


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_after_the_deal_means_after_the_deal(game, seed):
    world = watched(game, "after_deal", seed)
    page = world.pages["watcher"]
    while world.table.room.stage != "over":
        assert page.view is None
        assert [m for m in page.got if m["type"] in ("events", "prompt", "clock")] == []
        world.step()
    world.wait(10)
    assert page.view["over"]


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
@pytest.mark.parametrize("spectators", ["delayed", "after_deal"])
def test_who_watches_gets_no_hand_no_question_and_no_clock(game, spectators, seed):
    world = watched(game, spectators, seed)
    Diary(world).play()
    page = world.pages["watcher"]
    views = [message["view"] for message in page.got if message["type"] == "events"]
    assert all(view.get("hand") is None for view in views)
    assert {m["type"] for m in page.got} <= {"welcome", "room", "events", "said"}
    open_ = [
        m for m in page.got if m["type"] == "events" and not m["view"].get("over") and "hands" in m["view"]
    ]
    assert all(m["view"]["hands"] is None for m in open_)


@pytest.mark.parametrize("spectators", ["delayed", "after_deal"])
def test_who_comes_late_sees_no_more_than_who_was_there(spectators, seed):
    world = watched("baohuang", spectators, seed)
    for _ in range(120):
        world.step()
    there = world.pages["watcher"]
    world.table.room.members.append("late")
    late = world.open("late", page=Page("late"))
    assert late.view == there.view
    welcome = next(m for m in late.got if m["type"] == "welcome")
    shown = [event for m in there.got for event in m.get("list", ())]
    assert json.dumps(welcome["log"]) == json.dumps(shown)


def test_a_closed_gallery_lets_nobody_in(seed):
    world = watched("baohuang", "off", seed)
    world.table.room.members.append("late")
    with pytest.raises(ServerError, match=r"room\.outside"):
        world.open("late", page=Page("late"))
    assert world.pages["watcher"].view is None


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_what_waits_in_too_many_pieces_is_joined_and_never_comes_early(game, seed, monkeypatch):
    """All of it comes, in order, and each piece no sooner than its own delay after the last that it was joined with."""
    monkeypatch.setattr(audience, "_MOST_PENDING", 4)
    world = watched(game, "delayed", seed)
    diary = Diary(world)
    diary.play()
    assert [kind for _, kind in diary.watcher] == [kind for _, kind in diary.seats]
    for (seen, _), (late, _) in zip(diary.seats, diary.watcher, strict=True):
        assert late - seen >= 1000 * DELAY
    assert sum(m["type"] == "events" for m in world.pages["watcher"].got) < len(diary.seats) / 2
    world.table.room.members.append("late")
    late = world.open("late", page=Page("late"))
    assert world.pages["watcher"].view == late.view == world.table.running.view_of(None)


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_deal_that_is_over_comes_in_one_message(game, seed):
    """Hundreds at once would be more than waits for a page, whose socket would be closed."""
    world = watched(game, "after_deal", seed)
    diary = Diary(world)
    diary.play()
    told = [m for m in world.pages["watcher"].got if m["type"] == "events"]
    assert len(told) == 1
    assert [kind for _, kind in diary.watcher] == [kind for _, kind in diary.seats]
    assert told[0]["view"] == world.table.running.view_of(None)
