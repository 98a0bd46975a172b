"""`paiju doctor` finds what is planted: in databases, in nodes, and in a proxy that does not pass on what it should."""

from __future__ import annotations

import asyncio
import json
import re
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paiju.cli import app
from paiju.server.ops import doctor
from paiju.server.ops import findings as machine
from paiju.server.ops.doctor import examine
from paiju.server.store import engines
from paiju.server.store.store import Store
from tests.chaos.forwarder import join
from tests.server.postgres import INSTALLED
from tests.server.protocol.pages import service
from tests.server.store.samples import table

ROOT = Path(__file__).parents[2]
CODE = re.compile(r'\b(?:fine|note|wrong)\(\s*f?"([a-z_.{}\' ]+)"')
needs_postgres = pytest.mark.skipif(not INSTALLED, reason="PostgreSQL or its driver is not installed")


def codes_of(findings, level="wrong"):
    return {finding.code for finding in findings if finding.level == level}


@pytest.mark.parametrize("lacking", [(), ("numba", "numpy")])
def test_bots_that_are_weaker_than_their_names_are_noted(lacking, tmp_path, monkeypatch):
    monkeypatch.setattr("paiju.server.ops.doctor.missing", lambda: lacking)
    notes = [
        finding
        for finding in examine(f"sqlite:///{tmp_path / 'tables.db'}", None)
        if finding.code == "bots.weaker"
    ]
    assert [finding.level for finding in notes] == ["note"] * bool(lacking)
    assert all("numba and numpy" in finding.text and "paiju[fast]" in finding.do for finding in notes)


def test_a_missing_exposed_or_outdated_database_file_is_reported(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    assert codes_of(examine(url, None)) == {"database.none"}

    async def made():
        store = Store(url)
        await store.open()
        await store.close()

    asyncio.run(made())
    assert codes_of(examine(url, None)) == set()
    (tmp_path / "tables.db").chmod(0o644)
    assert codes_of(examine(url, None)) == {"database.mode"}
    (tmp_path / "tables.db").chmod(0o600)
    (tmp_path / "tables.db").write_bytes(b"no database")
    assert codes_of(examine(url, None)) == {"database.open"}


@needs_postgres
def test_live_and_dead_nodes_are_distinguished(request):
    database = request.getfixturevalue("postgres")
    risky = {"database.fsync"}  # that of the tests forgets on purpose
    database.empty()
    assert codes_of(examine(database.address, None)) == {*risky, "database.older"}

    async def looked(*statements):
        """What is found while a node lives, after something has been done to its database."""
        node = Store(database.address, node="a")
        await node.open()
        try:
            claim = await node.claim("t1", new=not statements)
            await node.write((table(),), claim)
            for statement in statements:
                database.ask(statement)
            return list(await asyncio.to_thread(lambda: list(examine(database.address, None))))
        finally:
            await node.close()

    healthy = asyncio.run(looked())
    assert codes_of(healthy) == risky
    assert {"nodes.alive", "tables.owned", "database.step"} <= codes_of(healthy, "ok")
    assert codes_of(examine(database.address, None)) == {*risky, "nodes.none"}
    late = int(time.time()) - 100
    sick = asyncio.run(
        looked(
            "ALTER ROLE paiju SET synchronous_commit = off",
            "INSERT INTO nodes (name, began, step, laws, leaving) VALUES ('b', 1, '', '', false)",
            f"INSERT INTO nodes (id, name, began, step, laws, leaving, ended) VALUES (900, 'c', 1, '', '', false, {late})",
            f"UPDATE rooms SET touched = {late}",
            "INSERT INTO homes (room, node, epoch) VALUES ('t1', 900, 1) ON CONFLICT (room) DO UPDATE SET node = 900",
        )
    )
    database.ask("ALTER ROLE paiju RESET synchronous_commit")
    assert codes_of(sick) == {*risky, "database.synchronous_commit", "node.silent", "tables.ownerless"}


@needs_postgres
def test_the_sessions_of_a_node_are_those_of_its_pools():
    url = engines.parse_url("postgresql://nobody@127.0.0.1/none")
    pools = [
        engines.writer(url, "a").pool,
        engines.Reader(url).engine.pool,
        engines.claimer(url, "a").sync_engine.pool,
        engines.passer(url).sync_engine.pool,
    ]
    keeper = 1
    assert keeper + sum(pool.size() + pool._max_overflow for pool in pools) == doctor.OF_A_NODE


def spoiled(head: bytes, how: str) -> bytes:
    """A request as a proxy that is set up badly passes it on."""
    if how == "host":
        return re.sub(rb"(?i)\r\nhost:[^\r]*", b"\r\nHost: 127.0.0.1:8001", head)
    if how == "upgrade":
        return re.sub(rb"(?i)\r\n(upgrade|connection):[^\r]*", b"", head)
    return head


@asynccontextmanager
async def proxy(port: int, how: str):
    async def accepted(reader, writer):
        head = spoiled(await reader.readuntil(b"\r\n\r\n"), how)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        far_writer.write(head)
        if how == "cookie":
            answer = await far_reader.readuntil(b"\r\n\r\n")
            writer.write(re.sub(rb"(?i); httponly", b"", answer))
        await join((reader, writer), (far_reader, far_writer))

    server = await asyncio.start_server(accepted, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@pytest.mark.parametrize(
    ("how", "wanted"),
    [("well", set()), ("host", {"url.host"}), ("upgrade", {"url.sockets"}), ("cookie", {"cookie.flags"})],
)
def test_headers_that_a_proxy_drops_are_reported(tmp_path, how, wanted):
    async def looked():
        async with service(tmp_path) as running, proxy(running.port, how) as port:
            reach = doctor.parse(f"http://127.0.0.1:{port}")
            return codes_of(await asyncio.to_thread(lambda: list(doctor.look_at_address(reach, []))))

    assert asyncio.run(looked()) == wanted


def test_a_node_unknown_to_the_proxy_is_reported(tmp_path):
    async def looked():
        async with service(tmp_path) as running:
            reach = doctor.parse(f"http://127.0.0.1:{running.port}")
            return codes_of(await asyncio.to_thread(lambda: list(doctor.look_at_address(reach, ["a"]))))

    assert asyncio.run(looked()) == {"url.node"}


def test_the_command_line(tmp_path):
    run = CliRunner().invoke(
        app, ["doctor", "--db", f"sqlite:///{tmp_path / 'none.db'}", "--url", "http://127.0.0.1:1", "--json"]
    )
    output = json.loads(run.stdout)
    assert run.exit_code == 1
    assert output["ok"] is False
    codes = [finding["code"] for finding in output["findings"] if finding["level"] == "wrong"]
    assert codes[0] == "database.none"
    assert codes[-1] == "url.open"
    assert all(finding["do"] for finding in output["findings"] if finding["level"] != "ok")


@pytest.mark.parametrize(
    "wrong",
    [
        ["--db", "nonsense"],
        ["--db", "sqlite:////tmp/x.db", "--url", "ftp://x"],
        ["--db", "sqlite:////tmp/x.db", "--url", "http://x:99999"],
    ],
)
def test_impossible_settings_are_refused_before_any_check(wrong):
    run = CliRunner().invoke(app, ["doctor", *wrong])
    assert run.exception.code in ("store.url", "usage.site")


def test_every_code_is_explained():
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    sources = [
        (ROOT / "src/paiju/server/ops" / name).read_text("utf-8") for name in ("doctor.py", "findings.py")
    ]
    codes = {code for source in sources for code in CODE.findall(source) if "{" not in code}
    codes |= {f"database.{name}" for name in (*doctor.RISKS, "newer", "older")}
    assert len(codes) > 20
    assert [code for code in sorted(codes) if f"`{code}`" not in page] == []


def test_the_memory_limit_of_a_unit_or_container_is_read(tmp_path):
    proc, groups = tmp_path / "proc", tmp_path / "groups"
    own = groups / "system.slice" / "paiju.service"
    (proc / "self").mkdir(parents=True)
    own.mkdir(parents=True)
    assert machine.memory_mib(proc, groups) is None
    (proc / "meminfo").write_text("MemTotal:       24683680 kB\nMemFree: 1 kB\n")
    assert machine.memory_mib(proc, groups) == 24105
    (proc / "self" / "cgroup").write_text("0::/system.slice/paiju.service\n")
    (own / "memory.max").write_text("max\n")
    (groups / "system.slice" / "memory.max").write_text(f"{2 << 30}\n")
    assert machine.memory_mib(proc, groups) == 2048
    (own / "memory.max").write_text(f"{1 << 30}\n")
    assert machine.memory_mib(proc, groups) == 1024


@pytest.mark.parametrize(("searching", "mib", "code"), [
    (True, 1024, "memory.low"), (True, 2000, "memory.room"), (False, 1024, "memory.room"), (False, 300, "memory.low"),
    (True, None, "memory.unseen"),
])  # fmt: skip
def test_too_little_memory_is_found(monkeypatch, searching, mib, code):
    monkeypatch.setattr(machine, "memory_mib", lambda: mib)
    monkeypatch.setattr(machine, "missing", lambda: () if searching else ("numba",))
    monkeypatch.setattr(machine.warm_up, "is_ready", lambda: True)
    assert code in {finding.code for finding in machine.look()}


def test_a_cache_is_found_or_reported_as_impossible(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "missing", lambda: ())
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(machine.warm_up, "is_ready", lambda: False)
    assert "bots.uncompiled" in codes_of(machine.look(), "note")
    monkeypatch.setattr(machine.warm_up, "is_ready", lambda: True)
    assert "bots.compiled" in codes_of(machine.look(), "ok")
    monkeypatch.setattr(machine.warm_up, "is_ready", lambda: False)
    monkeypatch.setattr(machine.cache, "can_store", lambda: False)
    assert "bots.cache" in codes_of(machine.look())


def test_a_library_below_its_bound_is_found(monkeypatch):
    assert "libraries.bounds" in codes_of(machine.look(), "ok")
    names = {name for name, _, _ in machine.bounds()}
    assert {"sqlalchemy", "uvicorn", "typer"} <= names
    assert "playwright" not in names
    monkeypatch.setattr(machine, "version", lambda name: "2.0.1" if name == "sqlalchemy" else "999")
    assert "libraries.old" in codes_of(machine.look())
