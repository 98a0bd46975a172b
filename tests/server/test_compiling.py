"""Bots that search wait for their compiler, and nobody else does."""

from __future__ import annotations

import asyncio
import os
import sys
from types import SimpleNamespace

import pytest

from paiju.bots import warm_up
from paiju.server.hub import thinkers
from paiju.server.hub.thinkers import Compiling
from paiju.server.tables.context import Thought
from paiju.server.tables.questions import Choosing

PATIENCE = 60


@pytest.fixture
def bare(monkeypatch):
    """A machine with numba on which nothing was compiled."""
    monkeypatch.setattr(thinkers, "missing", lambda: ())
    monkeypatch.setattr(warm_up, "is_ready", lambda: False)


@pytest.fixture(autouse=True)
def expected_failures(failed_thoughts):
    """Compiling that fails is what some of these tests are about."""
    yield
    failed_thoughts.clear()


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


async def until(true):
    """Wait for something that nobody tells."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.02)


async def settled(made):
    await until(made._task.done)


def is_gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_machine_code_is_compiled_in_another_process_and_then_loaded(bare, tmp_path):
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


def test_compiled_code_is_only_loaded(bare, monkeypatch, tmp_path):
    monkeypatch.setattr(warm_up, "is_ready", lambda: True)

    load = Load()

    async def go():
        made = Compiling(load, python("raise SystemExit(1)"))
        made.begin()
        await settled(made)
        return made.ready

    assert asyncio.run(go())
    assert load.count == 1


def test_bots_play_without_machine_code_when_compiling_fails(bare):
    load = Load()

    async def go():
        made = Compiling(load, python("raise SystemExit(3)"))
        made.begin()
        await settled(made)
        return made.ready

    assert not asyncio.run(go())
    assert not load.count


def test_waiters_are_woken_with_the_outcome(bare):
    async def go(look):
        made = Compiling(Load(), python("raise SystemExit(3)"), look=look)
        assert not made.failed
        await made.settled(0)
        made.begin()
        assert not made.failed
        await made.settled(PATIENCE)
        return made.ready, made.failed

    async def looked_up():
        return True

    async def lost():
        raise OSError("no process")

    assert asyncio.run(go(None)) == (False, True)
    assert asyncio.run(go(looked_up)) == (True, False)
    assert asyncio.run(go(lost)) == (False, True)


def test_code_that_cannot_be_loaded_does_not_stop_the_server(bare):
    load = Load(OSError("no space left"))

    async def go():
        made = Compiling(load, python("pass"))
        made.begin()
        await settled(made)
        await made.stop()
        return made.ready

    assert not asyncio.run(go())


def test_a_stopping_server_ends_the_compiler(bare, tmp_path):
    note, load = tmp_path / "number", Load()
    note.touch()

    async def go():
        code = f"import os, time; open({str(note)!r}, 'w').write(f'{{os.getpid()}}.'); time.sleep(600)"
        made = Compiling(load, python(code))
        made.begin()
        await until(lambda: note.read_text().endswith("."))
        pid = int(note.read_text()[:-1])
        assert not is_gone(pid)
        await made.stop()
        await until(lambda: is_gone(pid))
        return made.ready

    assert not asyncio.run(go())
    assert not load.count


def test_without_numba_nothing_is_waited_for(monkeypatch):
    monkeypatch.setattr(thinkers, "missing", lambda: ("numba",))
    assert Compiling(Load()).ready


@pytest.mark.parametrize("lacking", [(), ("numba",)])
def test_the_log_says_once_that_weaker_bots_play(lacking, monkeypatch, caplog):
    monkeypatch.setattr(thinkers, "missing", lambda: lacking)
    asyncio.run(thinkers.Brains().stop())
    logged = [record.getMessage() for record in caplog.records if "paiju[fast]" in record.getMessage()]
    assert len(logged) == len(lacking)


def test_no_process_searches_before_the_code_is_ready(bare):
    """The table lets the heuristic answer at the question's time."""

    async def go():
        brains = thinkers.Brains(Compiling(Load(), python("import time; time.sleep(600)")))
        view = SimpleNamespace(options=SimpleNamespace(game="paohuzi"))
        try:
            return brains.ask(Thought(Choosing("master", 1, view, ()), print), print)
        finally:
            await brains.stop()

    assert not asyncio.run(go())


@pytest.fixture
def parts(tmp_path, monkeypatch):
    """Two parts to compile, each of which writes down the process that did it."""
    noted = tmp_path / "noted"
    for name in ("part_one", "part_two"):
        step = f"open({str(noted)!r}, 'a').write(f'{name} {{os.getpid()}}\\n')"
        (tmp_path / f"{name}.py").write_text(f"import os\nSTEPS = (('{name}', lambda: {step}),)\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm_up, "require", lambda: None)
    monkeypatch.setattr(warm_up, "is_ready", lambda *_: False)
    monkeypatch.setattr(warm_up, "groups", lambda *_: ())
    monkeypatch.setattr(warm_up.cache, "mark_ready", lambda *given: None)
    monkeypatch.setattr(warm_up.warm_up, "modules", lambda: ["part_one"])
    monkeypatch.setattr(warm_up, "_modules", lambda: ["part_two"])

    def here(report):
        with noted.open("a") as file:
            file.write(f"all {os.getpid()}\n")

    monkeypatch.setattr(warm_up, "warm_all", here)
    return noted


def test_parts_are_compiled_in_one_process_after_another(parts):
    """What a compiler takes of memory goes with its process."""
    logged = []
    warm_up.compile_all(lambda *given: logged.append(given))
    assert logged == [("part_one", 0, 2), ("part_two", 1, 2), ("ready", 2, 2)]
    names, processes = zip(*(line.split() for line in parts.read_text().splitlines()), strict=True)
    assert names == ("part_one", "part_two")
    assert len({*processes, str(os.getpid())}) == 3


def test_more_parts_are_compiled_after_those_of_the_bots(parts, monkeypatch):
    monkeypatch.setattr(warm_up, "_modules", list)
    warm_up.compile_all(lambda *given: None, ["part_two"])
    assert [line.split()[0] for line in parts.read_text().splitlines()] == ["part_one", "part_two"]


def test_a_part_that_fails_apart_is_compiled_here_where_its_error_is_heard(parts, monkeypatch):
    monkeypatch.setattr(warm_up, "_modules", lambda: ["no_such_part"])
    warm_up.compile_all(lambda *given: None)
    assert parts.read_text().splitlines()[1:] == [f"all {os.getpid()}"]


def test_without_a_cache_code_is_compiled_in_the_server(parts, monkeypatch):
    monkeypatch.setattr(warm_up.cache, "can_store", lambda: False)
    warm_up.compile_all(lambda *given: None)
    assert parts.read_text() == f"all {os.getpid()}\n"
