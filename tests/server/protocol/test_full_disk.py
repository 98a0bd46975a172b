"""A server whose disk is full: tables wait and go on, none is a zombie, and a start says what is the matter."""

from __future__ import annotations

import asyncio
import subprocess
from contextlib import contextmanager, suppress

import pytest

from paiju.cli import run
from paiju.server.store.base import StoreError
from tests.server.protocol.matches import Process, in_the_middle, until
from tests.server.protocol.pages import Service, service


@pytest.fixture
def disk(tmp_path):
    """A small disk, where such can be had: what SQLite writes ahead, four megabytes, fits in, and not much more."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "none", str(folder)]
    with suppress(OSError):
        if subprocess.run(mount, capture_output=True, check=False).returncode == 0:
            yield folder
            subprocess.run(["umount", "-l", str(folder)], check=True)
            return
    pytest.skip("no small disk can be mounted here")


@contextmanager
def full(folder):
    """The disk has no room for a while."""
    ballast = folder / "ballast"
    with ballast.open("wb", 0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    yield
    ballast.unlink()


@pytest.fixture
def server(disk, tmp_path):
    process = Process(tmp_path, f"sqlite:///{disk / 'tables.db'}")
    process.start()
    yield process
    process.kill()
    assert "Traceback" not in process.written()


def test_a_match_goes_on_when_there_is_room_again(server, disk, rng):
    async def happens(players):
        def sent():
            got = [message for player in players for message in player.page.got]
            return "store.full" in {message["code"] for message in got if message["type"] == "bye"}

        guest = await Service(server.port).guest()
        with full(disk):
            await until(sent)
            assert (await server.becomes(503))["code"] == "store.full"
            refused = await guest.post("/api/tables", json={"game": "baohuang"})
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store.full")
        assert (await server.becomes(200))["ok"]
        (await guest.post("/api/tables", json={"game": "baohuang"})).raise_for_status()
        await guest.aclose()

    asyncio.run(in_the_middle(Service(server.port), "paohuzi", rng, happens))


def test_a_start_on_a_full_disk_is_one_line(disk, capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "en")
    with full(disk):
        assert run(["serve", "--host", "127.0.0.1", "--db", f"sqlite:///{disk}/tables.db"]) == 2
    assert capsys.readouterr().err.endswith("[store.full]\n")


def test_a_first_write_that_fails_leaves_nothing_behind(tmp_path, monkeypatch):
    """Neither a table that cannot be had nor a sweeper that has died, nor a server that cannot stop."""

    async def work():
        async with service(tmp_path) as running:
            store, hub = running.app.state.front.store, running.hub
            guest = await running.guest()
            write = store.write

            async def refuse(*_):
                raise StoreError("store.full", "no room")

            monkeypatch.setattr(store, "write", refuse)
            refused = await guest.post("/api/tables", json={"game": "baohuang"})
            assert refused.json()["error"]["code"] == "store.full"
            assert hub.figures()["tables"] == 0
            monkeypatch.setattr(store, "write", write)
            made = (await guest.post("/api/tables", json={"game": "baohuang"})).json()["id"]
            await _sweeps_on(hub, made, monkeypatch)

    asyncio.run(work())


async def _sweeps_on(hub, table, monkeypatch):
    looks = []

    def broken(*given):
        looks.append(given)
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("paiju.server.hub.hub.SWEEP_MS", 1)
        patch.setattr(type(hub.hosts[table].table), "is_idle", broken)
        for sweeper in hub._sweepers:
            sweeper.cancel()
        hub._sweepers.clear()
        await hub.start()
        await until(lambda: len(looks) > 2)
        assert not any(sweeper.done() for sweeper in hub._sweepers)
