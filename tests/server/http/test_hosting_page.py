"""docs/hosting.md says what the server does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer.main

from paiju.cli import app
from paiju.server.limits import FAMILY, NETWORKS, Limits
from paiju.server.logs import FIELDS
from paiju.server.serving import _STOP_SECONDS, HAND_OVER_SECONDS, STOP_SECONDS, public_config
from paiju.server.store import base
from paiju.server.store.schema import METADATA

PAGE = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text("utf-8")


def test_every_option_is_there():
    command = typer.main.get_command(app).commands["serve"]
    named = {name for option in command.params for name in option.opts if name.startswith("--")} - {"--help"}
    assert named <= set(re.findall(r"--[a-z-]+", PAGE))


def test_units_and_containers_wait_until_a_server_has_stopped():
    """One number for all that stop one: less kills a node while it hands over its deals."""
    deploy = Path(__file__).parents[3] / "deploy"
    pages = [PAGE, *(file.read_text("utf-8") for file in sorted(deploy.iterdir()))]
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


def test_every_limit_is_there_with_its_default():
    rows = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE, re.MULTILINE))
    assert rows == {name: str(getattr(Limits(), name)) for name in Limits.names()}
    assert FAMILY == 5
    assert NETWORKS == {4: ((32, 1), (24, 4)), 6: ((64, 1), (56, 2), (48, 4))}


@pytest.mark.parametrize(
    "name", ["GUEST_DAYS", "EMPTY_GUEST_DAYS", "ROOM_DAYS", "OVER_DAYS", "RECORD_DAYS", "SERIES_DAYS"]
)
def test_lifetimes(name):
    assert f"{getattr(base, name)} days" in PAGE


def test_the_rest_of_what_is_kept():
    assert f"newest {base.MOST_RECORDS}" in PAGE


def test_every_table_that_names_a_guest_is_told_of():
    told = PAGE.partition("## What is kept about a guest")[2].partition("## Limits")[0]
    words = {
        "guests": "number, name", "members": "rooms: seats", "moves": "codes that move", "owners": "records of finished deals",
        "series": "who made one", "attempts": "who played which of its deals", "ratings": "ratings", "solvers": "how they stand",
        "tries": "answers to puzzles", "learned": "lessons", "played": "my games",
    }  # fmt: skip
    naming = {
        table.name for table in METADATA.sorted_tables if {"guest", "maker"} & set(table.columns.keys())
    }
    assert naming | {"guests"} == set(words)
    for word in words.values():
        assert word in told, word


def test_log_fields():
    listed = re.search(r"with the fields (.+?)\. No card", PAGE, re.DOTALL)[1]
    assert set(re.findall(r"\w+", re.sub(r"\(.*?\)", "", listed))) - {"and"} == set(FIELDS) - {
        "level",
        "time",
    }
