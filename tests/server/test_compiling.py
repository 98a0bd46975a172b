"""Bots that search wait for their compiler, and nobody else does."""

from __future__ import annotations

import asyncio
import sys
import time

import pytest

from paiju.bots import warming
from paiju.server import compiling
from paiju.server.compiling import Compiling
from paiju.server.table.thinking import UNCOMPILED, think_over


@pytest.fixture
def bare(monkeypatch):
    """A machine with numba on which nothing was compiled."""
    monkeypatch.setattr(compiling, "missing", lambda: ())
    monkeypatch.setattr(warming, "is_ready", lambda: False)


class Load:
    """Counts how often what is compiled is loaded."""

    def __init__(self, error=None):
        self.count = 0
        self.error = error

    async def __call__(self):
        if self.error:
            raise self.error
        self.count += 1


def python(code):
    return (sys.executable, "-c", code)


async def settled(made, seconds=10.0):
    end = time.monotonic() + seconds
    while made._task and not made._task.done():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def test_it_is_compiled_in_another_process_and_then_loaded(bare, tmp_path):
    note = tmp_path / "runs"

    load = Load()

    async def go():
        made = Compiling(load, python(f"open({str(note)!r}, 'a').write('x')"))
        assert not made.ready
        made.begin()
        made.begin()
        assert not made.ready
        await settled(made)
        return made.ready

    assert asyncio.run(go())
    assert note.read_text() == "x"
    assert load.count == 1


def test_what_is_compiled_is_only_loaded(bare, monkeypatch, tmp_path):
    monkeypatch.setattr(warming, "is_ready", lambda: True)

    load = Load()

    async def go():
        made = Compiling(load, python("raise SystemExit(1)"))
        made.begin()
        await settled(made)
        return made.ready

    assert asyncio.run(go())
    assert load.count == 1


def test_where_it_fails_bots_do_without(bare):
    load = Load()

    async def go():
        made = Compiling(load, python("raise SystemExit(3)"))
        made.begin()
        await settled(made)
        return made.ready

    assert not asyncio.run(go())
    assert not load.count


def test_what_cannot_be_loaded_stops_no_server(bare):
    load = Load(OSError("no space left"))

    async def go():
        made = Compiling(load, python("pass"))
        made.begin()
        await settled(made)
        await made.stop()
        return made.ready

    assert not asyncio.run(go())


def test_a_server_that_stops_takes_the_compiler_along(bare, tmp_path):
    note = tmp_path / "alive"

    load = Load()

    async def go():
        made = Compiling(load, python(f"import time; time.sleep(3); open({str(note)!r}, 'w')"))
        made.begin()
        await asyncio.sleep(0.3)
        await made.stop()
        await asyncio.sleep(3.2)
        return made.ready

    assert not asyncio.run(go())
    assert not note.exists()


def test_without_numba_nothing_is_waited_for(monkeypatch):
    monkeypatch.setattr(compiling, "missing", lambda: ("numba",))
    assert Compiling(Load()).ready


def test_until_then_the_heuristic_answers(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "paiju.server.table.thinking.choose", lambda level, seed, view, actions: asked.append(level)
    )
    think_over("master", 1, None, (), compiled=False)
    think_over("master", 1, None, (), compiled=True)
    assert asked == [UNCOMPILED, "master"]
