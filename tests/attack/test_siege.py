"""What one address may not have is noticed where a server gives it. The attacks run in real time: long trials."""

from __future__ import annotations

import asyncio
import ipaddress
import random

import pytest

from paiju.server.http import connections as frames
from paiju.server.http import files
from paiju.server.http.guesses import GuessLimiter
from paiju.server.http.limits import Limits, Rate
from paiju.server.hub import registry
from tests.attack import siege as kinds
from tests.attack.siege import Siege
from tests.server.protocol.pages import service
from tests.server.protocol.process import PROXY

pytestmark = pytest.mark.long

HERE = "127.20.0.1"
PATIENCE = 180
"""Seconds; each attack ends when something falls, which takes few unless the machine is busy."""


async def refused(*_given: object) -> None:
    raise ZeroDivisionError


class Timeless(Siege):
    """Its time does not pass, so that no slow machine makes a rate too small."""

    now = 0.0


class Short(Siege):
    """Ends when something falls."""

    def fell(self, what: str) -> None:
        super().fell(what)
        self.end = 0.0


@pytest.fixture
def besiege(tmp_path, monkeypatch):
    """Attacks of one kind on a server that bears nearly everything, until something falls; what fell."""
    monkeypatch.setattr(kinds, "SLACK", 0.5)
    monkeypatch.setattr(kinds, "FLOOD_SECONDS", 0.5)

    async def attacked(work, kind: type[Siege]) -> set[str]:
        async with service(tmp_path, proxies=(ipaddress.ip_network(PROXY),)) as running:
            end = asyncio.get_running_loop().time() + PATIENCE
            siege = kind(running.port, end, random.Random(1), "none", "123456")
            async with asyncio.timeout(2 * PATIENCE):
                await work(siege)
            assert siege.tried
            return set(siege.fallen)

    return lambda work, kind=Short: asyncio.run(attacked(work, kind))


@pytest.mark.parametrize("name", kinds.FLOODS)
def test_floods(besiege, monkeypatch, name):
    for module, what in ((frames, "FRAMES"), (registry, "MESSAGES"), (registry, "MALFORMED")):
        monkeypatch.setattr(module, what, Rate(10**9, 1))
    monkeypatch.setattr(frames, "MOST_PIECES", 10**9)
    assert besiege(lambda siege: kinds.frames(siege, name, HERE)) == {f"{name} without end"}


@pytest.mark.parametrize("name", ["slow heads", "unsent bodies", "unread answers"])
def test_a_server_that_waits_too_long_is_detected(besiege, monkeypatch, name):
    """A server that is as patient as ours, where less was promised."""
    for seconds in ("HEAD_SECONDS", "BODY_SECONDS", "UNREAD_SECONDS"):
        monkeypatch.setattr(kinds, seconds, 0.5)
    assert besiege(lambda siege: kinds.stalled(siege, name, HERE, 5)) == {f"{name} held open"}


def test_more_than_a_share(besiege, monkeypatch):
    monkeypatch.setattr(kinds, "LIMITS", Limits(connections_per_ip=5, tables_per_ip=5))
    monkeypatch.setattr(kinds, "SLACK", PATIENCE)
    assert besiege(lambda siege: kinds.connections(siege, HERE, 10)) == {
        "more connections than one address has"
    }
    assert besiege(lambda siege: kinds.tables(siege, HERE)) == {"more tables than one address has"}


def test_pages_of_records_that_are_refused(besiege, monkeypatch):
    monkeypatch.setattr(kinds, "SLACK", PATIENCE - 1.0)
    monkeypatch.setattr(files, "_link_of", refused)
    assert besiege(lambda siege: kinds.record_pages(siege, HERE)) == {"the page of a record answers 500"}


def test_guesses(besiege, monkeypatch):
    monkeypatch.setattr(GuessLimiter, "wait", lambda guard, key: 0.0)
    monkeypatch.setattr(kinds, "SITES", 1)

    fallen = besiege(kinds.guesses, Timeless)
    assert "more guesses than a provider's network has" in fallen
    assert any(one.startswith("somebody who mistyped gets") for one in fallen), "the code opens no room here"
