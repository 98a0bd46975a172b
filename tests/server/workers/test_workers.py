"""Workers on a PostgreSQL database: who takes a question, who answers when one of them is killed, and what is left behind."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from paiju import cli
from paiju.server.cluster import questions as desk
from paiju.server.cluster import questions as forms
from paiju.server.cluster.questions import Helpers
from paiju.server.cluster.workers import Worker
from paiju.server.hub.thinkers import Brains
from paiju.server.store.engines import parse_url
from paiju.server.store.store import Store
from paiju.server.tables.context import Thought
from paiju.server.tables.questions import Choosing
from tests.server.workers.test_forms import questions

PATIENCE = 60.0


@pytest.fixture
def choosing(rng):
    """A question to a bot that has a choice."""
    return next(one[3] for one in questions(rng, "paohuzi") if len(one[3].actions) > 2)


@pytest.fixture
def patient(monkeypatch):
    """The node takes nothing back because nobody has had the time to begin with it."""
    monkeypatch.setattr(desk, "GRACE_SECONDS", PATIENCE)


class Compiled:
    """Everything is compiled."""

    ready = True

    def begin(self):
        """Nothing to do."""

    async def stop(self):
        """Nothing to stop."""


@asynccontextmanager
async def node(postgres):
    """A database that is up to date, and the node's side of the questions."""
    store = Store(postgres.address)
    await store.open()
    helpers = Helpers(store.url)
    helpers.start()
    try:
        yield helpers
    finally:
        await helpers.stop()
        await store.close()


@asynccontextmanager
async def worker(postgres):
    """A worker in this process; its bots are quick ones, so nothing needs to be compiled."""
    one, stop = Worker(parse_url(postgres.address), 1), asyncio.Event()
    running = asyncio.create_task(one.run(stop))
    try:
        yield
    finally:
        stop.set()
        await running
        await one.end()


@contextmanager
def doomed(postgres):
    """A worker in a process of its own that takes a question and never answers it."""
    script = Path(__file__).with_name("claiming.py")
    root = str(Path(__file__).parents[3])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, str(script), postgres.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            yield process
        finally:
            process.kill()


async def has_it(process):
    """Wait until it has said that it has a question."""
    async with asyncio.timeout(PATIENCE):
        while await asyncio.to_thread(process.stdout.readline) != "1\n":
            assert process.poll() is None


async def until(holds):
    async with asyncio.timeout(PATIENCE):
        while True:
            if holds():
                return
            await asyncio.sleep(0.01)


def hand(helpers, choosing, seconds=PATIENCE):
    """Leave a question to the workers; its answer to come."""
    answer = asyncio.get_running_loop().create_future()
    assert helpers.hand(forms.CHOICE, forms.choice(choosing), seconds, answer.set_result)
    return answer


def rows(postgres):
    return postgres.ask("SELECT count(*) FROM thoughts") + postgres.ask("SELECT count(*) FROM workers")


def test_a_worker_answers_as_the_bot_would_and_leaves_no_state(postgres, choosing, patient):
    async def work():
        async with node(postgres) as helpers:
            assert not helpers.hand(forms.CHOICE, forms.choice(choosing), 9, print), "there is nobody yet"
            async with worker(postgres):
                await until(lambda: helpers.are_free)
                answer = hand(helpers, choosing)
                assert not helpers.are_free, "it has as many questions as it takes"
                found = forms.chosen(await answer, choosing)
                assert helpers.are_free
            return found, rows(postgres)

    assert asyncio.run(work()) == (choosing(), [0, 0])


def test_another_worker_answers_for_one_that_is_killed_in_the_middle_of_a_thought(
    postgres, choosing, patient
):
    async def work():
        async with node(postgres) as helpers:
            with doomed(postgres) as first:
                await until(lambda: helpers.are_free)
                answer = hand(helpers, choosing)
                await has_it(first)
                async with worker(postgres):
                    await until(lambda: postgres.ask("SELECT count(*) FROM workers") == [2])
                    first.kill()
                    return forms.chosen(await asyncio.wait_for(answer, PATIENCE), choosing)

    assert asyncio.run(work()) == choosing()


def test_the_node_thinks_itself_where_the_only_worker_is_killed(postgres, choosing, monkeypatch):
    """The worker has begun with the question before, however long that takes on a busy machine."""
    monkeypatch.setattr("paiju.server.hub.thinkers.SLOW", {choosing.level})

    async def work():
        heard = asyncio.get_running_loop().create_future()
        async with node(postgres) as helpers:
            with doomed(postgres) as first:
                await until(lambda: helpers.are_free)
                brains = Brains(Compiled(), helpers)
                thought = Thought(choosing, lambda found, now: heard.set_result(found))
                with monkeypatch.context() as busy:
                    busy.setattr(desk, "GRACE_SECONDS", PATIENCE)
                    assert brains.ask(thought, lambda step: step(0))
                    await has_it(first)
                first.kill()
                try:
                    found = await asyncio.wait_for(heard, PATIENCE)
                    await until(lambda: not helpers.are_free)
                    return found, postgres.ask("SELECT count(*) FROM thoughts")
                finally:
                    await brains.stop()

    assert asyncio.run(work()) == (choosing(), [0])


def test_an_unanswerable_question_is_returned_and_costs_no_worker(postgres, choosing, patient):
    nonsense = Choosing("nobody", 1, choosing.view, choosing.actions)

    async def work():
        async with node(postgres) as helpers, worker(postgres):
            await until(lambda: helpers.are_free)
            lost = await asyncio.wait_for(hand(helpers, nonsense), PATIENCE)
            await until(lambda: helpers.are_free)
            return lost, forms.chosen(await hand(helpers, choosing), choosing)

    assert asyncio.run(work()) == (None, choosing())


def test_a_file_has_no_workers(capsys, tmp_path):
    assert cli.run(["worker", "--db", f"sqlite:///{tmp_path}/tables.db"]) == 2
    assert "[worker.sqlite]" in capsys.readouterr().err
