"""What a first review waits for is done once somebody looks at a replay, in a process, and only where that costs no compiling."""

from __future__ import annotations

import asyncio
from concurrent.futures import BrokenExecutor

import pytest

import paiju
from paiju.bots import warm_up
from paiju.core.errors import UsageError
from paiju.kernels import missing
from paiju.server.practice import reviews
from paiju.server.practice.reviews import Preparing


def asked_of(work, *fails):
    """Which games were loaded while `work` was done with what prepares; what is in `fails` is raised first."""
    games, left = [], list(fails)

    async def find(think):
        games.extend(think.args)
        if left:
            raise left.pop()

    async def go():
        made = Preparing(find)
        await work(made)
        await asyncio.sleep(0)
        made.forget()

    asyncio.run(go())
    return games


def test_each_game_is_loaded_once_until_the_processes_go():
    async def work(made):
        for game in ("a", "b", "a"):
            made.begin(game)
        await asyncio.sleep(0)
        made.begin("b")
        made.forget()
        made.begin("b")

    assert asked_of(work) == ["a", "b", "b"]


@pytest.mark.parametrize("error", [BrokenExecutor(), UsageError("usage.game", "no such game"), ValueError()])
def test_errors_in_preparation_are_left_to_the_review(error):
    async def work(made):
        made.begin("a")
        await asyncio.gather(*made._games.values())
        made.begin("b")

    assert asked_of(work, error) == ["a", "b"]


@pytest.mark.skipif(bool(missing()), reason="reviews need numba")
@pytest.mark.parametrize("game", paiju.available())
def test_the_functions_of_a_review_are_warmed_up(game, monkeypatch):
    """Every piece of a review whose machine code has to be loaded: decisions before play and in it, values with open cards."""
    phases = set()
    pack = reviews.pack_of

    class Heard:
        def __init__(self, reviewer):
            self._reviewer = reviewer

        def judge(self, view, *rest):
            phases.add(str(view.phase))
            return self._reviewer.judge(view, *rest)

        def __getattr__(self, name):
            return getattr(self._reviewer, name)

    class Made:
        def __init__(self, options):
            self._pack = pack(options)

        def reviewer(self, *given):
            return Heard(self._pack.reviewer(*given))

    monkeypatch.setattr(reviews, "pack_of", Made)
    monkeypatch.setattr(warm_up, "is_ready", lambda: True)
    reviews.load(game)
    assert {"play", "discard"} & phases


def test_without_compiled_bots_nothing_is_prepared(monkeypatch):
    monkeypatch.setattr(reviews, "missing", lambda: ())
    monkeypatch.setattr(warm_up, "is_ready", lambda: False)
    monkeypatch.setattr(reviews, "pack_of", lambda _: pytest.fail("compiles"))
    reviews.load("paohuzi")
