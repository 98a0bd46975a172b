"""A replay is computed once for all who look, within the limits of each guest."""

from __future__ import annotations

import asyncio
import re
import threading
from dataclasses import replace

import pytest

from paiju.locales.pages import browser_texts
from paiju.server.http.limits import HOUSEHOLD
from paiju.server.practice import replays
from tests.server.http.conftest import MANY
from tests.server.http.test_records import keep, played


@pytest.fixture
def computed(monkeypatch):
    """What has been computed so far."""
    done = []
    compute = replays.replay_json

    def counted(document, *wanted, named):
        done.append(wanted)
        return compute(document, *wanted, named=named)

    monkeypatch.setattr(replays, "replay_json", counted)
    return done


async def ask(site, query, ip="192.0.2.7"):
    return (await site.browser(ip).get(f"/api/records/r1/replay?{query}")).status_code


def test_a_replay_is_computed_once(visit, computed):
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


def test_only_computed_replays_count(visit, computed):
    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        wanted = [f"viewer={viewer}&lang={lang}" for viewer in range(3) for lang in ("zh", "en", "fa")]
        first = [await ask(site, query) for query in wanted]
        again = [await ask(site, query) for query in wanted[:5] * 20]
        return first, set(again), await ask(site, wanted[-1], "203.0.113.9")

    first, again, other = visit(work, limits=replace(MANY, replays=1))
    assert first == [200] * HOUSEHOLD + [429] * 4
    assert (again, other) == ({200}, 200)
    assert len(computed) == HOUSEHOLD + 1


@pytest.fixture
def outlined(monkeypatch):
    """The threads in which records were read for the links to them."""
    threads = []
    read = replays.outline_of

    def counted(document):
        threads.append(threading.current_thread())
        return read(document)

    monkeypatch.setattr(replays, "outline_of", counted)
    return threads


async def link_of(site, path, ip="192.0.2.7"):
    page = await site.browser(ip).get(path, headers={"Accept": "text/html"})
    assert page.status_code == 200
    return re.search('<meta property="og:description" content="([^"]*)">', page.text)[1]


def test_a_page_of_a_record_reads_it_once_beside_the_event_loop(visit, outlined):
    """A record is read by its text, so one that has grown is read again, whatever of it a link names."""

    async def work(site):
        owner = await site.guest()
        await keep(site, owner, played("baohuang"), "baohuang")
        shared = (await owner.post("/api/records/r1/share", json={"names": False})).json()["path"]
        queries = ("", "?deal=2", "?deal=1&step=4", "?deal=9&step=4")
        first = [await link_of(site, path + query) for path in ("/replay/r1", shared) for query in queries]
        once = len(outlined)
        await keep(site, owner, played("baohuang", 3), "baohuang")
        await link_of(site, "/replay/r1")
        return first, once

    first, once = visit(work)
    assert once == 1
    assert len(outlined) == 2
    assert threading.current_thread() not in outlined
    assert first[:4] == first[4:]


@pytest.mark.parametrize("limit", ["api", "replays"])
def test_pages_of_records_are_limited_and_come_without_a_word_of_the_record(visit, outlined, limit):
    """Without a cookie, by the address; the page itself is never refused."""

    async def work(site):
        owner = await site.guest("198.51.100.1")
        for number in range(2 * HOUSEHOLD):
            await keep(site, owner, played("baohuang", 1 + number), "baohuang", f"r{number}")
        sent = [await link_of(site, f"/replay/r{number}") for number in range(2 * HOUSEHOLD)]
        return sent, await link_of(site, f"/replay/r{2 * HOUSEHOLD - 1}", "203.0.113.9")

    sent, other = visit(work, limits=replace(MANY, **{limit: 1}))
    assert len(outlined) == HOUSEHOLD + 1
    assert browser_texts("en")["web.link.line"] not in sent[:HOUSEHOLD]
    assert set(sent[HOUSEHOLD:]) == {browser_texts("en")["web.link.line"]}
    assert other not in sent[HOUSEHOLD:]


def test_a_long_record_is_packed_beside_the_event_loop_and_once(visit, monkeypatch):
    threads = []
    make = replays.make_asset

    def noted(*given):
        threads.append(threading.current_thread())
        return make(*given)

    monkeypatch.setattr(replays, "make_asset", noted)

    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        whole = await site.browser().get("/api/records/r1")
        assert whole.headers["content-encoding"] == "gzip"
        again = await site.browser().get("/api/records/r1", headers={"If-None-Match": whole.headers["etag"]})
        return whole.text, again.status_code

    assert visit(work) == (played("paohuzi"), 304)
    assert len(threads) == 1
    assert threading.current_thread() not in threads


def test_stored_and_waiting_replays_are_bounded(visit, monkeypatch):
    """Nothing is computed before surplus requests are refused."""
    monkeypatch.setattr(replays, "MOST_BYTES", 60_000)
    monkeypatch.setattr(replays, "MOST_WAITING", 3)
    compute, begin = replays._steps, threading.Event()

    def late(*wanted, named):
        return compute(*wanted, named=named) if begin.wait(60) else None

    monkeypatch.setattr(replays, "_steps", late)

    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        queries = [f"viewer={viewer}&deal={deal}" for viewer in range(3) for deal in (1, 2)]
        question = [asyncio.create_task(ask(site, query)) for query in queries]
        while sum(one.done() for one in question) < 3:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
        begin.set()
        crowd = await asyncio.gather(*question)
        for query in queries:
            assert await ask(site, query) == 200
        stored = site.front.replays
        assert stored._bytes == sum(replays._size(asset) for asset in stored._made.values()) <= 60_000
        assert stored._under_way == {}
        return sorted(crowd)

    assert visit(work) == [200] * 3 + [429] * 3
