"""Bots think in processes of their own, which come and go without anybody else noticing."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from paiju.server.hub import thinkers
from paiju.server.hub.thinkers import Thinkers

PATIENCE = 60
MOST_NICE = 19
SERVER = """
import sys
from tests.server import test_thinkers as t
pool = t.Thinkers(1, 4)
if __name__ == "__main__":
    found = t.queue.Queue()
    pool.ask(t.os.getpid, found.put)
    print(found.get(timeout=60), flush=True)
    t.queue.Queue().get()
"""


@pytest.fixture
def pool():
    made = Thinkers(1, 4)
    yield made
    made.stop()


def ask(pool, think):
    """What a process found."""
    found = queue.Queue()
    assert pool.ask(think, found.put)
    return found.get(timeout=60)


def test_it_thinks_elsewhere_and_politely(pool):
    assert ask(pool, os.getpid) != os.getpid()
    nice = min(os.getpriority(os.PRIO_PROCESS, 0) + thinkers.NICENESS, MOST_NICE)
    assert ask(pool, partial(os.getpriority, os.PRIO_PROCESS, 0)) == nice
    assert ask(pool, partial(signal.getsignal, signal.SIGINT)) == signal.SIG_IGN


def test_more_than_it_bears_is_refused(pool, tmp_path):
    """No thought ends before all have been asked: whoever opens a pipe to read waits for somebody who writes."""
    found, gate = queue.Queue(), tmp_path / "gate"
    os.mkfifo(gate)
    taken = [pool.ask(partial(os.open, gate, os.O_RDONLY), found.put) for _ in range(6)]
    assert taken == [True] * 4 + [False] * 2
    writes = os.open(gate, os.O_RDWR)  # this end never waits
    for _ in range(4):
        found.get(timeout=60)
    os.close(writes)
    assert ask(pool, os.getpid)


def test_a_bot_that_fails_answers_nothing_and_would_fail_any_other_test(pool, failed_thoughts):
    found = queue.Queue()
    assert pool.ask(partial(int, "no number"), found.put)
    assert ask(pool, partial(int, "7")) == 7
    assert found.empty()
    assert [record.getMessage() for record in failed_thoughts] == ["bot failed"]
    failed_thoughts.clear()


def test_a_process_that_dies_is_replaced(caplog, failed_thoughts):
    now = [0.0]
    pool = Thinkers(1, 4, clock=lambda: now[0])
    try:
        first = ask(pool, os.getpid)
        os.kill(first, signal.SIGKILL)
        end = time.monotonic() + 60
        while "a process of bots died" not in caplog.text:  # it takes along what it is asked until then
            pool.ask(os.getpid, print)
            assert time.monotonic() < end
            time.sleep(0.02)
        assert not pool.ask(os.getpid, print), "not at once: what kills it may go on doing so"
        now[0] += thinkers.RESTART_SECONDS
        assert ask(pool, os.getpid) != first
    finally:
        pool.stop()
        failed_thoughts.clear()


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


def test_stopping_does_not_wait_for_a_thought(pool, tmp_path):
    """Nobody ever writes into the pipe that the process opens to read."""
    pid, gate = ask(pool, os.getpid), tmp_path / "gate"
    os.mkfifo(gate)
    assert pool.ask(partial(os.open, gate, os.O_RDONLY), print)
    pool.stop()
    assert gone(pid)
    assert not pool.ask(os.getpid, print)


def test_it_goes_when_its_server_is_killed(tmp_path):
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


def test_what_nobody_wants_to_know_any_more_is_not_begun():
    begun = []
    assert thinkers.in_time(time.monotonic() + 60, lambda: begun.append(1) or "found") == "found"
    assert thinkers.in_time(time.monotonic() - 0.001, lambda: begun.append(2)) is None
    assert begun == [1]
