"""docs/hosting.md says what the server does."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import typer.main

from paiju.cli import app
from paiju.server.http.limits import HOUSEHOLD, NETWORKS, Limits
from paiju.server.ops.logs import FIELDS
from paiju.server.ops.serve import _STOP_SECONDS, HAND_OVER_SECONDS, STOP_SECONDS, public_config
from paiju.server.store import base
from paiju.server.store.schema import METADATA

DEPLOY = Path(__file__).parents[3] / "deploy"
PAGE = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text("utf-8")


def test_every_option_is_there():
    command = typer.main.get_command(app).commands["serve"]
    named = {name for option in command.params for name in option.opts if name.startswith("--")} - {"--help"}
    assert named <= set(re.findall(r"--[a-z-]+", PAGE))


def test_units_and_containers_wait_until_a_server_has_stopped():
    """One number for all that stop one: less kills a node while it hands over its deals."""
    pages = [PAGE, *(file.read_text("utf-8") for file in sorted(DEPLOY.iterdir()))]
    waits = [
        re.findall(r"^ *(?:TimeoutStopSec=|stop_grace_period: )(\d+)s?$", page, re.MULTILINE)
        for page in pages
    ]
    starts = [
        len(re.findall(r"^(?:ExecStart=.* serve .*|Restart=always|.*<<: \*node)$", page, re.MULTILINE))
        for page in pages
    ]
    assert {wait for found in waits for wait in found} == {str(STOP_SECONDS)}
    assert sum(map(len, waits)) == 3
    assert all(bool(wait) == bool(start) for wait, start in zip(waits, starts, strict=True))
    assert (
        HAND_OVER_SECONDS + _STOP_SECONDS + public_config(None, None).timeout_graceful_shutdown < STOP_SECONDS
    )


def units() -> dict[str, str]:
    """The units of the page and of the folder."""
    (own,) = re.findall(r"```ini\n(\[Unit\]\n.*?)```", PAGE, re.DOTALL)
    return {"paiju.service": own, **{file.name: file.read_text("utf-8") for file in DEPLOY.glob("*.service")}}


def test_units_leave_a_server_the_same_little():
    hardening = {
        name: re.findall(
            r"^(?:UMask|NoNew|Capab|System|Restrict|Lock|Remove|Protect|Private)\w*=.*$", unit, re.MULTILINE
        )
        for name, unit in units().items()
    }
    own = hardening.pop("paiju.service")
    assert len(own) > 20
    own = [line for line in own if not line.startswith("Restart")]
    assert {
        name: [line for line in lines if not line.startswith("Restart")] for name, lines in hardening.items()
    } == dict.fromkeys(hardening, own)
    for name, unit in units().items():
        assert "XDG_CACHE_HOME=/var/cache" in unit, name
        assert "\nCacheDirectory=paiju\n" in unit, name
        if " serve " in unit:
            assert "ExecStartPre=-/opt/paiju/bin/paiju warmup\n" in unit
            assert "MemoryMax=2G\n" in unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("name", sorted(["paiju.service", *(file.name for file in DEPLOY.glob("*.service"))]))
def test_a_unit_exposes_little(tmp_path, name):
    """Below 3 of 10, as systemd itself reckons."""
    file = tmp_path / name.replace("@.", "@a.")
    file.write_text(units()[name].replace("/opt/paiju/bin/paiju", "/bin/true"), "utf-8")
    command = ["systemd-analyze", "security", "--offline=true", str(file)]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert float(re.search(r"exposure level for \S+: ([\d.]+)", output)[1]) < 3


def test_every_install_line_brings_the_bots_that_search():
    """Without `fast` weaker bots play under the names of others, and nothing says so to anyone who followed the guide."""
    lines = [line for line in PAGE.splitlines() if re.search(r"pip install.*'paiju\[", line)]
    assert len(lines) >= 5
    assert [line for line in lines if "fast]" not in line] == []


def test_every_limit_is_there_with_its_default():
    rows = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE, re.MULTILINE))
    assert rows == {name: str(getattr(Limits(), name)) for name in Limits.names()}
    assert HOUSEHOLD == 5
    assert NETWORKS == {4: ((32, 1), (24, 4)), 6: ((64, 1), (56, 2), (48, 4))}


@pytest.mark.parametrize(
    "name", ["GUEST_DAYS", "EMPTY_GUEST_DAYS", "ROOM_DAYS", "OVER_DAYS", "RECORD_DAYS", "SERIES_DAYS"]
)
def test_lifetimes(name):
    assert f"{getattr(base, name)} days" in PAGE


def test_the_hosting_page_names_the_number_of_stored_records():
    assert f"newest {base.MOST_RECORDS}" in PAGE


def test_the_hosting_page_lists_every_table_that_names_a_guest():
    section = PAGE.partition("## Stored data about a guest")[2].partition("## Limits")[0]
    words = {
        "guests": "number, name", "members": "rooms: seats", "moves": "codes that move", "owners": "records of finished deals",
        "series": "who made one", "attempts": "who played which of its deals", "ratings": "ratings", "solvers": "the figures from them",
        "tries": "answers to puzzles", "learned": "lessons", "played": "my games",
        "rated": "their course", "club_members": "who is a member", "subscriptions": "devices that notify",
    }  # fmt: skip
    naming = {
        table.name for table in METADATA.sorted_tables if {"guest", "maker"} & set(table.columns.keys())
    }
    assert naming | {"guests"} == set(words)
    for word in words.values():
        assert word in section, word


def test_log_fields():
    listed = re.search(r"with the fields (.+?)\. No card", PAGE, re.DOTALL)[1]
    assert set(re.findall(r"\w+", re.sub(r"\(.*?\)", "", listed))) - {"and"} == set(FIELDS) - {
        "level",
        "time",
    }
