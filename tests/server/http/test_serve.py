"""`paiju serve` as a process: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest

from paiju.cli import run
from paiju.server.http.links import is_loopback, lan_addresses
from paiju.server.ops.serve import ServeError, listen
from tests.ports import free_port


@contextmanager
def process(tmp_path, *arguments, lang="en", **environ):
    """A running server and the lines it printed when it was ready."""
    env = {
        **os.environ,
        "XDG_STATE_HOME": str(tmp_path),
        "LC_ALL": lang,
        "PYTHONIOENCODING": "utf-8",
        **environ,
    }
    env.pop("PAIJU_DB", None)
    env.pop("DISPLAY", None)
    started = subprocess.Popen(
        [sys.executable, "-m", "paiju", "serve", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, encoding="utf-8",
    )  # fmt: skip
    try:
        lines = []
        while line := started.stdout.readline():
            lines.append(line.rstrip("\n"))
            if "Ctrl-C" in line:
                break
        yield started, lines
    finally:
        started.kill()
        started.communicate()


def read(url) -> bytes:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read()


def test_the_server_prints_its_address_and_stops_in_order(tmp_path):
    port = free_port()
    with process(tmp_path, "--port", str(port), "--open") as (server, lines):
        assert lines[0] == f"On this machine: http://localhost:{port}"
        assert b"/static/bundles/first." in read(f"http://127.0.0.1:{port}/")
        admin = re.search(r"http://127\.0\.0\.1:\d+", next(line for line in lines if "healthz" in line))[0]
        assert json.loads(read(f"{admin}/healthz"))["ok"]
        assert b"paiju_tables" in read(f"{admin}/metrics")
        for address in lan_addresses():
            assert f"Phones and computers on the same network: http://{address}:{port}" in lines
        assert not lan_addresses() or sum("█" in line for line in lines) > 10
        assert (tmp_path / "paiju" / "tables.db").stat().st_mode & 0o777 == 0o600
        server.send_signal(signal.SIGTERM)
        out, err = server.communicate(timeout=60)
    assert server.returncode == 0
    assert out.strip() == "Stopping; all matches are saved."
    events = [json.loads(line)["event"] for line in err.splitlines()]
    assert events[-2:] == ["started", "stopped"]
    assert set(events[:-2]) <= {"paiju.server.hub.thinkers"}, "where bots that search are not installed"


@pytest.mark.long
def test_by_default_the_server_listens_on_this_machine_only(tmp_path):
    port = free_port()
    with process(
        tmp_path, "--host", "127.0.0.1", "--port", str(port), "--admin-port", "0", lang="zh_CN.UTF-8"
    ) as (server, lines):
        assert lines == [
            f"在这台电脑上打开：http://localhost:{port}",
            "只有这台电脑能打开；要让局域网里的人也能玩，请加 --host 0.0.0.0。",
            "按 Ctrl-C 停止；牌局都会保存。",
        ]
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)
    assert server.returncode == 0


def test_a_second_signal_stops_the_server_at_once(tmp_path):
    with process(tmp_path, "--host", "127.0.0.1", "--port", str(free_port()), "--admin-port", "0") as (
        server,
        _,
    ):
        server.send_signal(signal.SIGSTOP)  # so that it has not ended in order before the second one comes
        server.send_signal(signal.SIGTERM)
        server.send_signal(signal.SIGINT)
        server.send_signal(signal.SIGCONT)
        server.communicate(timeout=60)
    assert server.returncode == 1


def test_one_server_for_one_database(tmp_path):
    with process(tmp_path, "--host", "127.0.0.1", "--port", str(free_port()), "--admin-port", "0") as (
        _,
        lines,
    ):
        assert len(lines) == 3
        refused = subprocess.run(
            [sys.executable, "-m", "paiju", "serve", "--port", str(free_port()), "--admin-port", "0"],
            capture_output=True, text=True, timeout=60, check=False,
            env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "LC_ALL": "en"},
        )  # fmt: skip
    assert refused.returncode == 2
    assert refused.stderr == f"paiju: another server is using {tmp_path}/paiju/tables.db [store.locked]\n"


def test_a_port_in_use_is_reported(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "en")
    with listen("127.0.0.1", None, 20_000) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServeError) as refused:
            listen("127.0.0.1", port, 0)
        with listen("127.0.0.1", None, port) as other:
            assert other.getsockname()[1] > port
        status = run(
            ["serve", "--host", "127.0.0.1", "--port", str(port), "--db", f"sqlite:///{tmp_path}/t.db"]
        )
    assert refused.value.code == "serve.port"
    assert status == 2
    assert (
        capsys.readouterr().err == f"paiju: port {port} is taken; choose another with --port [serve.port]\n"
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--host", "203.0.113.200"], "serve.host"),
        (["--host", "no such host"], "serve.host"),
        (["--proxy", "nonsense"], "serve.proxy"),
        (["--origin", "example.org"], "serve.origin"),
        (["--origin", "https://example.org/path"], "serve.origin"),
        (["--origin", "https://exam ple.org"], "serve.origin"),
        (["--origin", "https://example.org:99999"], "serve.origin"),
        (["--origin", "https://[::1"], "serve.origin"),
        (["--origin", "https://you@example.org"], "serve.origin"),
        (["--origin", "https://example.org?x"], "serve.origin"),
        (["--origin", "https://" + "a" * 500], "serve.origin"),
        (["--limit", "cards=3"], "serve.limit"),
        (["--limit", "api=-3"], "serve.limit"),
        (["--limit", "api"], "serve.limit"),
        (["--bot", "heuristic"], "serve.bot"),
        (["--bot", "=heuristic"], "serve.bot"),
        (["--bot", "Hard=heuristic"], "serve.bot"),
        (["--bot", "Mine=nowhere:Bot"], "usage.bot"),
        (["--bot", "Mine=-- false"], "program.ended"),
        (["--bot", "Mine=math:sqrt"], "serve.bot_fails"),
        (["--db", "mysql://x"], "store.url"),
        (["--lang", "de"], "usage.lang"),
        (["--port", "99999"], "usage.command"),
    ],
)
def test_wrong_usage_is_one_line(tmp_path, monkeypatch, capsys, arguments, code):
    monkeypatch.setenv("LC_ALL", "en")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(["serve", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.endswith(f"[{code}]\n")
    assert error.count("\n") == 1


def test_a_short_secret_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PAIJU_SECRET", "short")
    assert run(["serve", "--host", "127.0.0.1", "--db", f"sqlite:///{tmp_path}/t.db"]) == 2
    assert "[serve.secret]" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["serve"], ["backup", "x"], ["restore", "x"]])
def test_without_its_libraries_it_says_what_to_install(command):
    script = (
        "import sys\n"
        "sys.modules['sqlalchemy'] = None\n"
        "from paiju.cli import run\n"
        f"sys.exit(run({command!r}))"
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "LC_ALL": "en"},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "paiju: the server needs sqlalchemy: pip install 'paiju[server]' [serve.server]\n"


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("a.localhost", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("[::1]", True),
        ("192.0.2.1", False),
        ("x.test", False),
    ],
)
def test_names_of_this_machine_are_recognized(host, own):
    assert is_loopback(host) is own
