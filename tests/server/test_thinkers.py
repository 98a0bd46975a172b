"""Bots think in processes of their own, which come and go without anybody else noticing."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path

import pytest

import paiju
from paiju.core.errors import UsageError
from paiju.server.hub import thinkers
from paiju.server.hub.thinkers import Brains, Thinkers
from paiju.server.tables.context import Thought
from paiju.server.tables.questions import Choosing

PATIENCE = 60
MOST_NICE = 19
SERVER = """
import asyncio
from tests.server import test_thinkers as t

async def serve():
    print(await t.Thinkers(1, 4).find(t.os.getpid), flush=True)
    await asyncio.Event().wait()

asyncio.run(serve())
"""


class Twisted(Exception):
    """An error that does not survive the way to another process."""

    def __init__(self, one, other):
        super().__init__(f"{one} {other}")


class Compiled:
    """Searches that are ready."""

    ready = True

    def begin(self):
        pass

    async def stop(self):
        pass


def fail(error, *given, compiled=False):
    """A bot, or an adviser, that fails."""
    raise error(*given)


def with_pool(work, processes=1, **given):
    """What comes of some work with a pool."""

    async def go():
        pool = Thinkers(processes, 4, **given)
        try:
            async with asyncio.timeout(PATIENCE):
                return await work(pool)
        finally:
            await pool.stop()

    return asyncio.run(go())


@pytest.fixture(scope="module")
def pooled():
    """Runs work with the same pool for all tests that leave its process as it was."""
    with asyncio.Runner() as runner:

        async def made():
            return Thinkers(1, 4)

        async def timed(work):
            async with asyncio.timeout(PATIENCE):
                return await work(pool)

        pool = runner.run(made())
        yield lambda work: runner.run(timed(work))
        runner.run(pool.stop())


def test_bots_think_in_other_processes_at_low_priority(pooled):
    async def work(pool):
        assert await pool.find(os.getpid) != os.getpid()
        nice = min(os.getpriority(os.PRIO_PROCESS, 0) + thinkers.NICENESS, MOST_NICE)
        assert await pool.find(partial(os.getpriority, os.PRIO_PROCESS, 0)) == nice
        assert await pool.find(partial(signal.getsignal, signal.SIGINT)) == signal.SIG_IGN

    pooled(work)


def test_a_bots_output_is_not_an_answer(pooled):
    async def work(pool):
        assert await pool.find(partial(os.write, 1, b"thinking")) == len(b"thinking")
        assert await pool.find(partial(int, "7")) == 7

    pooled(work)


def test_questions_beyond_the_limit_are_refused(tmp_path, pooled):
    """No thought ends before all questions are put: opening a pipe to read waits for somebody who writes."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)

    async def work(pool):
        taken = [pool.ask(partial(os.open, gate, os.O_RDONLY)) for _ in range(6)]
        assert [future is not None for future in taken] == [True] * 4 + [False] * 2
        writes = os.open(gate, os.O_RDWR)  # this end never waits
        await asyncio.gather(*taken[:4])
        os.close(writes)
        assert await pool.ask(os.getpid)

    pooled(work)


def test_two_processes_share_questions_and_broadcasts_reach_both(tmp_path):
    gate = tmp_path / "gate"
    os.mkfifo(gate)

    async def work(pool):
        await pool.everywhere(partial(int, "7"))
        held = [pool.ask(partial(os.open, gate, os.O_RDONLY)) for _ in range(2)]
        waiting = [pool.ask(os.getpid) for _ in range(2)]
        writes = os.open(gate, os.O_RDWR)
        await asyncio.gather(*held)
        os.close(writes)
        assert len({*await asyncio.gather(*waiting), os.getpid()}) == 3

    with_pool(work, processes=2)


@pytest.mark.parametrize(
    "error", [(ValueError, "no number"), (UsageError, "usage.bot", "no number"), (Twisted, "no", "number")]
)
def test_a_bot_that_fails_says_so_and_its_process_goes_on(error, pooled):
    async def work(pool):
        kind = RuntimeError if error[0] is Twisted else error[0]
        with pytest.raises(kind, match="no number") as raised:
            await pool.find(partial(fail, *error))
        assert "in fail" in "".join([str(raised.value), *getattr(raised.value, "__notes__", ())])
        with pytest.raises((pickle.PicklingError, AttributeError)):
            await pool.ask(lambda: 7)
        assert await pool.find(partial(int, "7")) == 7

    pooled(work)


def test_a_dead_process_is_replaced_and_its_waiters_are_notified(caplog, failed_thoughts, tmp_path):
    gate, now = tmp_path / "gate", [0.0]
    os.mkfifo(gate)

    async def work(pool):
        first = await pool.find(os.getpid)
        waits = [pool.ask(partial(os.open, gate, os.O_RDONLY)), pool.ask(os.getpid)]
        os.kill(first, signal.SIGKILL)
        failed = await asyncio.gather(*waits, return_exceptions=True)
        assert [type(error) for error in failed] == [BrokenExecutor] * 2
        assert "a bot process died" in caplog.text
        assert pool.ask(os.getpid) is None, "not at once: what kills it may go on doing so"
        with pytest.raises(BrokenExecutor):
            await pool.find(os.getpid)
        now[0] += thinkers.RESTART_SECONDS
        assert await pool.ask(os.getpid) != first

    with_pool(work, clock=lambda: now[0])
    failed_thoughts.clear()


def test_released_processes_start_again_with_the_next_question():
    async def work(pool):
        first = await pool.find(os.getpid)
        await asyncio.gather(*pool.rest(), return_exceptions=True)
        assert gone(first)
        assert await pool.find(os.getpid) != first

    with_pool(work)


def test_the_answer_of_a_search_reaches_its_table(rng, monkeypatch):
    monkeypatch.setattr(thinkers, "SLOW", {"greedy"})
    law = paiju.load("paohuzi")
    state = law.deal(law.options({}), rng.randbytes(32))
    (seat, *_) = law.actors(state)
    choosing = Choosing("greedy", 1, law.view(state, seat), law.legal_actions(state, seat))
    assert asyncio.run(heard(choosing)) == [choosing()]


def test_a_failing_bot_gives_no_answer_and_fails_other_tests(failed_thoughts):
    assert asyncio.run(heard(partial(fail, ValueError))) == []
    assert [record.getMessage() for record in failed_thoughts] == ["bot failed"]
    failed_thoughts.clear()


async def heard(think):
    """What a table hears of a thought."""
    found, brains = [], Brains(Compiled())
    try:
        assert brains.ask(Thought(think, lambda one, now: found.append(one)), lambda step: step(0), PATIENCE)
        await brains._thinkers.everywhere(partial(int, "7"))
        return found
    finally:
        await brains.stop()


def gone(pid):
    """Whether a process ends; it is waited for as long as a busy machine may need."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def test_stopping_does_not_wait_for_a_bot(tmp_path):
    """Nobody ever writes into the pipe that the process opens to read."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)

    async def work(pool):
        pid = await pool.find(os.getpid)
        waits = pool.ask(partial(os.open, gate, os.O_RDONLY))
        await pool.stop()
        assert gone(pid)
        assert isinstance(waits.exception(), BrokenExecutor)
        assert pool.ask(os.getpid) is None

    with_pool(work)


def test_thinking_processes_end_with_a_killed_server(tmp_path):
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]),
    }
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=env
    ) as server:
        pid = int(server.stdout.readline())
        server.kill()
    assert gone(pid)


def test_cancelled_questions_are_not_started(tmp_path, pooled):
    made = tmp_path / "made"

    async def work(pool):
        assert await pool.find(partial(os.mkdir, made), time.monotonic() - 0.001) is None
        assert not made.exists()
        await pool.find(partial(os.mkdir, made), time.monotonic() + 60)
        assert made.exists()

    pooled(work)


def quick_answers(*questions):
    """The answers of a bot that says its own number and fails at 0, to questions of a number and seconds; every turn of the loop stands between them."""
    heard = []
    quick = type("Quick", (Choosing,), {"__call__": lambda bot: bot.seed or 1 // bot.seed})

    async def go():
        brains = Brains(Compiled())
        for number, seconds in questions:
            thought = Thought(quick("easy", number, None, ()), lambda found, now: heard.append(found))
            assert brains.ask(thought, print, seconds)
        for _ in questions:
            await asyncio.sleep(0)
            heard.append("turn")
        await brains.stop()

    asyncio.run(go())
    return heard


def test_quick_bots_answer_together_in_one_turn_of_the_loop(failed_thoughts, monkeypatch):
    """If one fails the others go on; a question whose time is over is not put."""
    monkeypatch.setattr(thinkers, "QUICK_SECONDS", PATIENCE)
    assert quick_answers((1, None), (0, None), (2, -1.0), (3, PATIENCE), (4, None)) == [
        1,
        3,
        4,
        *["turn"] * 5,
    ]
    assert [record.getMessage() for record in failed_thoughts] == ["bot failed"]
    failed_thoughts.clear()


def test_a_table_has_its_turn_between_quick_bots_that_take_long(monkeypatch):
    monkeypatch.setattr(thinkers, "QUICK_SECONDS", 0)
    assert quick_answers((1, None), (2, None), (3, None)) == [1, "turn", 2, "turn", 3, "turn"]


@pytest.mark.parametrize("wakes", [True, False])
def test_a_table_looks_again_after_an_answer_that_may_be_due_sooner(wakes):
    """Else it would sleep until the time it knew before."""
    heard, turns = [], []
    quick = type("Quick", (Choosing,), {"__call__": lambda bot: bot.seed})

    async def go():
        brains = Brains(Compiled())
        thought = Thought(
            quick("easy", 7, None, ()), lambda found, now: heard.append((found, now)), None, wakes
        )
        assert brains.ask(thought, turns.append)
        await asyncio.sleep(0)
        await brains.stop()

    asyncio.run(go())
    assert (turns, heard) == ([thinkers.look] if wakes else [], [(7, 0)])
