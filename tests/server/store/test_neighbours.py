"""Two nodes on one database do the same at the same time, and hear of what the other did to guests. What is stored is read with plain SQL."""

from __future__ import annotations

import asyncio
import itertools
import time
from types import SimpleNamespace

import pytest

from paiju.server.hub.hub import Hub
from paiju.server.hub.rooms import new_room
from paiju.server.people import guests as codes
from paiju.server.people.guests import Guest
from paiju.server.store.rows import AttemptRow, FirstAnswer, SeriesRow
from tests.server.postgres import INSTALLED
from tests.server.store.samples import record
from tests.server.store.test_nodes import running

pytestmark = [
    pytest.mark.skipif(not INSTALLED, reason="PostgreSQL is not installed"),
    pytest.mark.usefixtures("patient"),
]


async def at_once(work, *stores):
    """What comes of the same work in all of them at the same time."""
    return await asyncio.gather(*(work(store) for store in stores))


def test_concurrent_changes_of_two_nodes_are_serialized(postgres):
    async def work():
        async with running(postgres, "a", "b") as stores:
            first, second = stores
            days = await at_once(lambda store: store.days(), *stores)
            assert [day.seed for day in days[0]] == [day.seed for day in days[1]]
            until = first.now() + 1000
            made = SeriesRow("s1", "paohuzi", None, "g0", "{}", first.now(), until)
            await at_once(lambda store: store.put_series(made, 9, 9), *stores)
            for number in range(12):
                guest = f"g{number}"
                await first.put_guest(guest, f"name {number}", "en", "")
                await first.put_move(f"code{number}", None, guest)
                taken = await at_once(lambda store, own=f"code{number}": store.take_move(own), *stores)
                assert sorted(taken, key=str) == [(None, guest), None]
                begun = await asyncio.gather(
                    *(
                        store.begin_attempt(AttemptRow("s1", 1, guest, 0, store.node, "r", None))
                        for store in stores
                    )
                )
                assert begun[0].room == begun[1].room
            tries = [
                FirstAnswer(guest=f"g{number}", puzzle="p1", score=1.0, solved=True, first=1500, day=0)
                for number in range(12)
            ]
            await asyncio.gather(*(store.put_try(one) for one in tries for store in (first, second)))

    asyncio.run(work())
    assert postgres.ask("SELECT results FROM puzzles") == [12], "each guest's first answer counts, once"
    assert postgres.ask("SELECT count(*) FROM tries") == [12]
    assert postgres.ask("SELECT count(*) FROM attempts") == [12]
    assert postgres.ask("SELECT count(*) FROM series") == [1]


def test_changed_guests_are_seen_soon_or_at_a_new_table(postgres):
    async def work():
        async with running(postgres, "a", "b") as (first, second):
            news = second.neighbours.news
            for guest in ("g1", "g2", "g3"):
                await first.put_guest(guest, f"name of {guest}", "en", "")
            assert await news(["g1", "g2", "g3"], []) == {}, "who is new has not changed"
            await first.put_guest("g1", "name of g1", "fa", "")
            await first.put_guest("g2", "another", "en", "")
            await first.forget_guest("g3")
            heard = await news(["g1", "g2"], ["g3", "g4"])
            assert {guest: stored and stored.name for guest, stored in heard.items()} == {
                "g2": "another",
                "g3": None,
            }
            postgres.ask("UPDATE changes SET at = at - interval '1 hour'")
            return await news(["g2"], []), list(await news([], ["g2"]))

    assert asyncio.run(work()) == ({}, ["g2"])
    assert "g3" not in str(postgres.ask("SELECT mark FROM changes")), "a hash, not the number"


def test_rooms_that_two_nodes_make_at_once_get_different_codes_though_they_draw_the_same(
    postgres, monkeypatch
):
    """Each code is drawn twice, and no table is lost by it."""
    drawn = (number // 2 for number in itertools.count())
    monkeypatch.setattr(codes, "secrets", SimpleNamespace(randbelow=lambda most: next(drawn)))

    async def work():
        async with running(postgres, "a", "b") as stores:
            for number in range(20):
                assert sorted(await at_once(lambda store, n=number: store.reserve_code(f"{n}"), *stores)) == [
                    False, True,
                ]  # fmt: skip
            hubs = [await opened(store) for store in stores]
            try:
                tables = await asyncio.gather(
                    *(
                        hub.open(guest, new_room(guest, "paohuzi"))
                        for guest in (Guest(f"g{n}", "Ada", "en") for n in range(8))
                        for hub in hubs
                    )
                )
            finally:
                for hub in hubs:
                    await hub.stop()
            return sorted(tables)

    assert asyncio.run(work()) == sorted(postgres.ask("SELECT id FROM rooms"))
    stored = postgres.ask("SELECT code FROM rooms")
    assert (len(stored), len(set(stored))) == (16, 16)
    assert next(drawn) >= 15, "nearly each was drawn twice"


async def opened(store):
    """The tables of a node, which looks at the others on command."""
    hub = Hub(store)
    await hub.start()
    for sweeper in hub._sweepers:
        sweeper.cancel()
    return hub


def test_a_guest_changed_or_deleted_on_one_node_is_updated_on_another(postgres):
    async def work():
        async with running(postgres, "a", "b") as (first, second):
            hubs = [await opened(store) for store in (first, second)]
            try:
                for guest, name in (("g1", "Ada of old"), ("g2", "Bo")):
                    await first.put_guest(guest, name, "en", "")
                guests = Guest("g1", "Ada of old", "en"), Guest("g2", "Bo", "en")
                table = await hubs[0].open(
                    guests[1], new_room(guests[1], "paohuzi", settings={"listed": True})
                )
                room = hubs[0].hosts[table].table.room
                await hubs[0].join(guests[0], key=room.key)
                claim = await first.claim("r-room", new=True)
                await first.write((record(room.record, ((0, "g1"), (1, "g2"))),), claim)
                await second.put_guest("g1", "Ada again", "en", "")
                await hubs[0]._follower.look()
                renamed = [chair.name for chair in room.chairs if chair.guest == "g1"]
                await second.forget_guest("g1")
                await first.write(
                    (record(room.record, ((0, "g1"), (1, "g2"))),), claim
                )  # it does not know yet
                await hubs[0]._follower.look()
                return renamed, room.members
            finally:
                for hub in hubs:
                    await hub.stop()

    renamed, members = asyncio.run(work())
    assert (renamed, members) == (["Ada again"], ["g2"])
    assert "Ada" not in str(postgres.ask("SELECT data FROM rooms"))
    assert postgres.ask("SELECT guest FROM members UNION SELECT guest FROM owners") == ["g2"]
    names = postgres.ask("SELECT json_array_elements_text(CAST(names AS json)) FROM records")
    assert (len(names), names[1:]) == (5, ["B", "C", "D", "E"])
    assert names[0] != "A"


def test_the_first_page_of_every_node_shows_the_tables_of_all(postgres):
    table = {"game": "paohuzi", "link": "/join/k"}

    async def work():
        async with running(postgres, "a", "b", "c") as (first, second, third):
            await first.neighbours.show([table])
            await second.neighbours.show([])
            seen = [await store.neighbours.displayed() for store in (first, second, third)]
            postgres.ask("UPDATE lobbies SET seen = seen - interval '1 minute'")  # a node that died
            return seen, await third.neighbours.displayed()

    assert asyncio.run(work()) == ([[], [table], [table]], [])


def test_requests_to_two_nodes_share_a_limit(postgres):
    """Ten a minute of one guest; what is refused because of them counts for nobody else, and what is over is forgotten."""

    async def work():
        async with running(postgres, "a", "b") as stores:
            request, began = {"guest": 10.0, "family": 50.0}, time.monotonic()
            first = await asyncio.gather(
                *(stores[n % 2].neighbours.limits.take({"guest": 10.0}) for n in range(2))
            )
            waits = [*first]
            for _ in range(9):
                waits += await at_once(lambda store: store.neighbours.limits.take(request), *stores)
            refused = [wait for wait in waits if wait]
            others = await stores[0].neighbours.limits.take({"family": 50.0})
            await stores[1].sweep(stores[1].now())
            stored = postgres.ask("SELECT count(*) FROM counts")
            postgres.ask("UPDATE counts SET till = till - interval '2 minutes'")
            again = await stores[0].neighbours.limits.take(request)
            await stores[1].sweep(stores[1].now())
            returned = (time.monotonic() - began) // 6 + 1
            return len(waits) - len(refused), returned, refused, others, stored, again

    given, returned, refused, others, stored, again = asyncio.run(work())
    assert 10 <= given <= 10 + returned, "one more each six seconds"
    assert all(0 < wait <= 6 for wait in refused)
    assert (others, stored, again) == (0, [2], 0)
