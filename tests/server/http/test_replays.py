"""A replay is computed once for all who look, and by nobody more often than he may."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from paiju.server import replays
from paiju.server.limits import FAMILY
from tests.server.http.conftest import MANY
from tests.server.http.test_records import keep, played


@pytest.fixture
def computed(monkeypatch):
    """What has been computed so far."""
    done = []
    compute = replays._replayed

    def counted(wanted):
        done.append(wanted[1:4])
        return compute(wanted)

    monkeypatch.setattr(replays, "_replayed", counted)
    return done


async def ask(site, query, ip="192.0.2.7"):
    return (await site.browser(ip).get(f"/api/records/r1/replay?{query}")).status_code


def test_it_is_computed_once(visit, computed):
    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        statuses = await asyncio.gather(*(ask(site, "viewer=1", f"192.0.2.{n}") for n in range(20)))
        statuses += [
            await ask(site, "viewer=1"),
            await ask(site, "viewer=2"),
            await ask(site, "viewer=1&deal=2"),
        ]
        await keep(site, await site.guest(), played("paohuzi", 3), "paohuzi")
        return [*statuses, await ask(site, "viewer=1")]

    assert set(visit(work)) == {200}
    assert [(deal, viewer) for deal, viewer, _ in computed] == [(1, 1), (1, 2), (2, 1), (1, 1)]


def test_only_what_is_computed_counts(visit, computed):
    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        wanted = [f"viewer={viewer}&lang={lang}" for viewer in range(3) for lang in ("zh", "en", "fa")]
        first = [await ask(site, query) for query in wanted]
        again = [await ask(site, query) for query in wanted[:5] * 20]
        return first, set(again), await ask(site, wanted[-1], "203.0.113.9")

    first, again, other = visit(work, limits=replace(MANY, replays=1))
    assert first == [200] * FAMILY + [429] * 4
    assert (again, other) == ({200}, 200)
    assert len(computed) == FAMILY + 1


def test_what_is_kept_and_what_waits_is_bounded(visit, monkeypatch):
    """Nothing is computed before those who are too many have been told so."""
    monkeypatch.setattr(replays, "MOST_BYTES", 60_000)
    monkeypatch.setattr(replays, "MOST_WAITING", 3)
    compute, begin = replays._replayed, threading.Event()
    monkeypatch.setattr(replays, "_replayed", lambda *wanted: compute(*wanted) if begin.wait(60) else None)

    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        queries = [f"viewer={viewer}&deal={deal}" for viewer in range(3) for deal in (1, 2)]
        asked = [asyncio.create_task(ask(site, query)) for query in queries]
        while sum(one.done() for one in asked) < 3:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
        begin.set()
        crowd = await asyncio.gather(*asked)
        for query in queries:
            assert await ask(site, query) == 200
        kept = site.front.replays
        assert kept._bytes == sum(replays._size(asset) for asset in kept._kept.values()) <= 60_000
        assert kept._under_way == {}
        return sorted(crowd)

    assert visit(work) == [200] * 3 + [429] * 3
