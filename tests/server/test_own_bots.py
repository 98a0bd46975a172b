"""A server's own bots: what they may be called, their trial, what becomes of bad answers, and their seats."""

from __future__ import annotations

import asyncio
import logging
import random
import subprocess
import sys
from concurrent.futures import BrokenExecutor
from contextlib import suppress

import pytest

import paiju
from paiju.core.errors import PaijuError
from paiju.server.hub import own_bots, thinkers
from paiju.server.hub.own_bots import OwnBots, named
from paiju.server.tables.questions import Choosing
from tests.server.protocol.pages import service

PATIENCE = 60
MODULE = """
import os, time

class Last:
    def __init__(self, seed):
        self.asked = -1

    def choose(self, view, actions):
        self.asked += 1
        return actions[self.asked % len(actions)]

class Odd:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view, actions):
        if self.seed == 1:
            return "nonsense"
        if self.seed == 2:
            raise ValueError("s3 is in my hand")
        if self.seed == 3:
            os._exit(1)
        return actions[-1]

class Specialist:
    def __init__(self, seed):
        pass

    def choose(self, view, actions):
        return actions[0] if view.options.game == "paohuzi" else None

class Silent(Specialist):
    def choose(self, view, actions):
        time.sleep(600)
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "prompt":
        print(json.dumps({"type": "act", "action": (message["actions"] or [message["default"]])[-1]}), flush=True)
"""


@pytest.fixture(autouse=True)
def own_module(tmp_path, monkeypatch):
    """The folder of a server with bots of its own."""
    (tmp_path / "mine.py").write_text(MODULE)
    (tmp_path / "program.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)


def question(level, seed=0):
    """What a table asks of the bot of a seat."""
    game = paiju.load("paohuzi")
    state = game.deal(game.options({}), bytes(32))
    seat = game.actors(state)[0]
    return Choosing(level, seed, game.view(state, seat), game.legal_actions(state, seat))


async def answer(bots, choosing):
    """What a bot answers; None if that is nothing."""
    heard = []
    assert bots.ask(choosing, heard.append, PATIENCE)
    process = bots._bots[choosing.level].process
    with suppress(BrokenExecutor):
        await process.find(int)  # the jobs of a process are done one after another
    return heard[0] if heard else None


def with_bots(given, work):
    async def go():
        bots = OwnBots(given)
        try:
            async with asyncio.timeout(PATIENCE):
                await bots.start()
                return await work(bots)
        finally:
            await bots.stop()

    return asyncio.run(go())


def said(caplog):
    return [record.getMessage() for record in caplog.records if record.name == own_bots.__name__]


def test_names_are_cleaned():
    assert named(["  Thrifty \u202e Ann =mine:Last", "俭 =-- node bot.mjs --fast=1"]) == {
        "Thrifty Ann": "mine:Last",
        "俭": "-- node bot.mjs --fast=1",
    }


@pytest.mark.parametrize(
    "texts",
    [
        ["mine:Last"],
        ["=mine:Last"],
        ["Ann="],
        ["\u3164=mine:Last"],
        [f"{'a' * 99}=mine:Last"],
        ["Master=mine:Last"],
        ["net=mine:Last"],
        ["困难=mine:Last"],
        ["Ann=mine:Last", "ann=mine:Odd"],
    ],
)
def test_names_that_are_unusable_or_taken_are_refused(texts):
    with pytest.raises(PaijuError) as refused:
        named(texts)
    assert refused.value.code == "serve.bot"


def test_a_bot_is_offered_in_the_games_that_it_plays(caplog):
    async def work(bots):
        assert bots.games == {
            "Ann": ("baohuang", "paohuzi"),
            "Bob": ("paohuzi",),
            "Cyd": ("baohuang", "paohuzi"),
        }
        assert bots.of_game("baohuang") == ("Ann", "Cyd")

    with_bots({"Ann": "mine:Last", "Bob": "mine:Specialist", "Cyd": f"-- {sys.executable} program.py"}, work)
    assert len(said(caplog)) == 1
    assert "Bob: it does not play baohuang" in said(caplog)[0]


def test_bots_of_all_kinds_answer_from_what_their_seats_may_see():
    async def work(bots):
        asked = question("Cyd")
        assert await answer(bots, asked) == asked.actions[-1]
        assert await answer(bots, question("Bea")) in asked.actions

    with_bots({"Bea": "greedy", "Cyd": f"-- {sys.executable} program.py"}, work)


def test_a_seat_keeps_its_bot_throughout_a_deal():
    async def work(bots):
        offered = question("Ann").actions
        assert [await answer(bots, question("Ann", 5)) for _ in range(2)] == list(offered[:2])
        assert await answer(bots, question("Ann", 6)) == offered[0]

    with_bots({"Ann": "mine:Last"}, work)


def test_bad_answers_are_nothing_and_are_logged_once(caplog, failed_thoughts, monkeypatch):
    async def work(bots):
        for seed in (1, 1, 2, 2, 3):
            assert await answer(bots, question("Odd", seed)) is None
        assert not bots.ask(question("Odd"), print, PATIENCE)  # the process comes back after a while
        assert bots.ask(question("Ann"), print, PATIENCE)

    monkeypatch.setattr(thinkers, "RESTART_SECONDS", 1000)
    with_bots({"Odd": "mine:Odd", "Ann": "mine:Last"}, work)
    assert said(caplog) == [
        "own bot Odd: an answer that is not legal",
        "own bot Odd: ValueError at mine.py:20",
        "own bot Odd: its process ended",
        "own bot Odd: too slow, or its process has just ended",
    ]
    failed_thoughts.clear()


def test_a_bot_that_is_silent_plays_no_game(monkeypatch):
    async def work(bots):
        pass

    monkeypatch.setattr(own_bots, "LOAD_SECONDS", 0.1)
    with pytest.raises(PaijuError, match="nothing for"):
        with_bots({"Ann": "mine:Silent"}, work)


def test_an_answer_that_nobody_waits_for_is_logged(caplog):
    async def work(bots):
        assert bots.ask(question("Ann"), print, -1.0)
        await bots._bots["Ann"].process.find(int)

    with_bots({"Ann": "mine:Last"}, work)
    assert said(caplog) == ["own bot Ann: too slow"]


def test_a_process_ends_that_answers_no_more():
    script = (
        "from paiju.server.hub.own_bots import _limited\n"
        "with _limited(0.1):\n"
        "    while True: pass\n"
    )  # fmt: skip
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("mine:Nobody", "usage.bot"),
        ("nobody", "usage.bot"),
        ("none.safetensors", "file.unreadable"),
        ("-- no-such-program", "program.start"),
    ],
)
def test_a_bot_that_plays_no_game_is_refused(what, code):
    async def work(bots):
        pass

    with pytest.raises(PaijuError) as refused:
        with_bots({"Ann": what}, work)
    assert refused.value.code == code


def test_an_own_bot_sits_at_a_table_and_its_seat_survives_a_restart_without_it(tmp_path, caplog):
    async def playing(page):
        """The first action of the bot, which begins."""
        await page.until(lambda: page.view is not None, "cards")
        count = len(page.log)
        await page.play(random.Random(1), until=lambda: len(page.log) > count + 5)

    async def go():
        options = {"match_end": "deals", "match_length": 1}
        async with service(tmp_path, bots={"Ann": "mine:Last"}) as running:
            table, (host,) = await running.table("paohuzi", 1, options=options)
            page = await running.page(table, host).open()
            await page.until(lambda: page.room is not None)
            assert page.room["own_bots"] == ["Ann"]
            await page.send(type="host", what="bot", seat=1, level="mine:Last")
            await page.sync()
            assert page.errors() == ["room.no_bot"]
            for seat in (1, 2):
                await page.send(type="host", what="bot", seat=seat, level="Ann")
            await page.send(type="ready", on=True)
            await page.until(lambda: all(seat["ready"] for seat in page.room["seats"]), "all ready")
            assert [seat["level"] for seat in page.room["seats"]] == [None, "Ann", "Ann"]
            await page.send(type="host", what="start")
            await playing(page)
            cookie = host.cookies["paiju_guest"]
            assert "mine" not in str(page.got)
        assert said(caplog) == []
        async with service(tmp_path) as running:
            page = await running.page(table, cookie=cookie).open()
            await page.until(lambda: page.room is not None)
            assert page.room["own_bots"] == []
            assert page.room["seats"][1]["level"] == "Ann"
            await playing(page)
        assert said(caplog) == ["own bot Ann: not offered any more, the heuristic plays"]

    caplog.set_level(logging.WARNING)
    asyncio.run(go())
