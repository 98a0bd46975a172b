"""What holds for all nodes together: waits after wrong codes, and how many tables a guest has. What is stored is read with plain SQL."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from paiju.server.cluster import nodes
from paiju.server.errors import ServerError
from paiju.server.http import guesses as guarding
from paiju.server.http.context import Config
from paiju.server.http.guesses import FLOOD_WAIT, GuessLimiter, places_of
from paiju.server.http.limits import Limits
from paiju.server.hub import rooms
from paiju.server.hub.hub import Hub
from paiju.server.people.guests import Guest
from paiju.server.store.rows import TriedPlace
from tests.server.http.conftest import MANY, Clock, Site
from tests.server.postgres import INSTALLED
from tests.server.store.test_nodes import running

HOUR = 3600
LONG = 600.0
pytestmark = [
    pytest.mark.skipif(not INSTALLED, reason="PostgreSQL is not installed"),
    pytest.mark.usefixtures("patient"),
]


def places(address: str) -> list[TriedPlace]:
    return [TriedPlace(place, width.free, width.longest) for width, place in places_of(address)]


def shift(postgres, seconds: float) -> None:
    """Move all wrong codes back by some seconds."""
    postgres.ask("UPDATE wrongs SET last = last - make_interval(secs => :seconds)", seconds=seconds)


def test_nodes_count_limits_like_one_process(postgres, rng, monkeypatch):
    """Waits are read as if all codes had been wrong an hour later, so that no slow machine outlasts them."""
    for module in (guarding, nodes):
        monkeypatch.setattr(module, "FORGIVEN_AFTER", 1000 * HOUR)
    clock = Clock()
    guard = GuessLimiter(clock)

    async def work():
        async with running(postgres, "a", "b") as stores:
            limits = itertools.cycle([store.neighbours.limits for store in stores])
            began = time.monotonic()
            for _ in range(60):
                address = rng.choice(["192.0.2.7", "192.0.2.7", "192.0.2.8", "192.0.77.1", "2001:db8::"])
                if wait := guard.wait(address):
                    shift(postgres, -HOUR)
                    sent = (await next(limits).begin_try(places(address), "codes")).wait - HOUR
                    assert wait - (time.monotonic() - began) <= sent <= wait + 0.001
                    shift(postgres, HOUR + wait)
                    clock.pass_(wait)
                one = await next(limits).begin_try(places(address), "codes")
                assert one.wait == 0
                own = guard.begin(address)
                if rng.random() < 0.2:
                    await next(limits).right_try(one, "codes")
                    guard.right(own)

    asyncio.run(work())
    stored = {
        (width.length, place): tries
        for width, wrong in guard._wrong.items()
        for place, (tries, _) in wrong.items()
    }
    assert sorted(stored.values()) == sorted(postgres.ask("SELECT tries FROM wrongs"))


def test_many_tries_at_once_on_two_nodes_are_no_more_than_one_after_the_other(postgres, monkeypatch):
    monkeypatch.setattr(nodes, "FIRST_WAIT", LONG)

    async def work():
        async with running(postgres, "a", "b") as stores:
            began = time.monotonic()
            tries = await asyncio.gather(
                *(stores[n % 2].neighbours.limits.begin_try(places("192.0.2.7"), "codes") for n in range(20))
            )
            return [one.wait for one in tries], time.monotonic() - began

    waits, took = asyncio.run(work())
    assert waits.count(0) == 4
    assert max(waits) <= LONG + took, "another may have begun later, by less than all took"


def test_a_delayed_attempt_does_not_undo_a_later_one(postgres):
    async def work():
        async with running(postgres, "a", "b") as stores:
            a, b = (store.neighbours.limits for store in stores)
            assert (await a.begin_try(places("192.0.2.7"), "codes")).wait == 0
            shift(postgres, -HOUR)
            latest = postgres.ask("SELECT max(last) FROM wrongs")
            one = await b.begin_try(places("192.0.2.7"), "codes")
            assert one.wait == 0
            assert postgres.ask("SELECT max(last) FROM wrongs") == latest
            await a.right_try(one, "codes")
            assert postgres.ask("SELECT max(last) FROM wrongs") == latest

    asyncio.run(work())


def test_wrong_codes_are_forgiven_after_an_hour(postgres, monkeypatch):
    monkeypatch.setattr(nodes, "FIRST_WAIT", 2.0 * HOUR)

    async def work():
        async with running(postgres, "a", "b") as stores:
            waits = []
            for n in range(6):
                if n == 5:
                    shift(postgres, HOUR + 1)
                one = await stores[n % 2].neighbours.limits.begin_try(
                    [TriedPlace("mark", 3, 10.0 * HOUR)], "codes"
                )
                waits.append(one.wait)
            return waits

    waits = asyncio.run(work())
    assert [wait > 0 for wait in waits] == [False, False, False, False, True, False]
    assert postgres.ask("SELECT tries FROM wrongs") == [1]


def test_right_codes_leave_no_trace_and_old_wrong_ones_expire(postgres, monkeypatch):
    monkeypatch.setattr(nodes, "FIRST_WAIT", LONG)

    async def work():
        async with running(postgres, "a", "b") as stores:
            for n in range(10):
                one = await stores[n % 2].neighbours.limits.begin_try(places("192.0.2.7"), "codes")
                assert one.wait == 0
                await stores[1 - n % 2].neighbours.limits.right_try(one, "codes")
            assert postgres.ask("SELECT DISTINCT tries FROM wrongs") == [0]
            assert postgres.ask(
                "SELECT till <= now() + interval '1 ms' FROM counts WHERE mark = 'all codes'"
            ) == [True]
            shift(postgres, HOUR + 1)
            await stores[0].sweep(stores[0].now())

    asyncio.run(work())
    assert postgres.ask("SELECT count(*) FROM wrongs") == [0]


def test_distributed_guesses_are_stopped_on_all_nodes(postgres, monkeypatch):
    monkeypatch.setattr(nodes, "WRONG_PER_MINUTE", 2)

    async def work():
        async with running(postgres, "a", "b") as stores:
            limits = [store.neighbours.limits for store in stores]
            for n in range(6):
                await limits[n % 2].begin_try(places(f"10.{n // 2}.0.1"), "codes")
            waits = [
                (await one.begin_try(places(address), kind)).wait
                for one in limits
                for address, kind in (("10.0.0.1", "codes"), ("198.51.100.1", "codes"), ("10.0.0.1", "moves"))
            ]
            return waits[:3], waits[3:]

    for guesser, newcomer, elsewhere in asyncio.run(work()):
        assert 0 < guesser <= FLOOD_WAIT
        assert (newcomer, elsewhere) == (0, 0)


@asynccontextmanager
async def sites(postgres, limits: Limits = MANY):
    """Two nodes as browsers see them; by their own clocks no time passes."""
    async with running(postgres, "a", "b") as stores, AsyncExitStack() as stack:
        opened = []
        for store in stores:
            hub = Hub(store, limits=limits)
            stack.push_async_callback(hub.stop)
            opened.append(Site(store, hub, Clock(), Config(limits=limits)))
        yield opened


def test_wrong_codes_on_one_node_make_an_address_wait_on_the_other(postgres, monkeypatch):
    monkeypatch.setattr(nodes, "FIRST_WAIT", LONG)

    async def work():
        async with sites(postgres) as two:
            host = Guest("g", "Ada", "en")
            table = await two[0].hub.open(host, rooms.new_room(host, "paohuzi"))
            code = (await two[0].store.load(table)).code
            answers = []
            for n, typed in enumerate(["no", code, "no", "no", "no", code, code]):
                browser = await two[n % 2].guest("192.0.2.7")
                answers.append(await browser.post("/api/join", json={"code": typed}))
            other = await two[0].guest("203.0.113.5")
            answers.append(await other.post("/api/join", json={"code": code}))
            return [answer.status_code for answer in answers]

    statuses = asyncio.run(work())
    assert statuses[0] == statuses[2] == statuses[3] == statuses[4] == 404
    assert statuses[5:] == [429, 429, 200]
    stored = postgres.ask("SELECT mark FROM wrongs UNION SELECT mark FROM counts")
    assert not [mark for mark in stored if "192.0" in mark], "no address is stored"


def test_the_tables_of_a_guest_are_counted_on_all_nodes(postgres, monkeypatch):
    monkeypatch.setattr(nodes, "MAKING_SECONDS", LONG)
    monkeypatch.setattr(rooms, "_ASKED", 100_000)
    guest = Guest("g1", "Ada", "en")

    async def made(site) -> str:
        try:
            return await site.hub.open(guest, rooms.new_room(guest, "paohuzi"))
        except ServerError as error:
            return error.code

    async def work():
        async with sites(postgres, Limits(tables_per_guest=3)) as two:
            first = [await made(two[0]), await made(two[1])]
            at_once = await asyncio.gather(*(made(site) for site in two * 3))
            postgres.ask("UPDATE rooms SET over = true WHERE id = :room", room=first[0])
            again = [await made(two[1]), await made(two[1])]
            await two[0].hub.join(Guest("g2", "Bo", "en"), key=two[0].hub.hosts[first[0]].table.room.key)
            return at_once, again, [await two[1].store.neighbours.limits.hosted(one) for one in ("g1", "g2")]

    at_once, again, hosted = asyncio.run(work())
    assert at_once.count("rate.limited") == 5
    assert [name == "rate.limited" for name in again] == [False, True]
    assert hosted[1] == 0, "a guest of a table is not its host"
    assert postgres.ask("SELECT count(*) FROM rooms") == [4]
