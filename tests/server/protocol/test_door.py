"""One address, one link, one code: what a stranger gets through each of them, over HTTP and sockets, at any time of a match."""

from __future__ import annotations

ONE_DEAL = {"match_end": "deals", "match_length": 1}
SLOW = {"turn_seconds": 300, "takeover_seconds": 300}


async def hello(running, table, guest, **wish):
    """A page of a guest that has said hello, and has heard what came of it."""
    page = await running.page(table, guest).open(hello=False)
    await page.send(type="hello", **wish)
    await page.until(lambda: page.room is not None or page.bye is not None, "an answer")
    return page


async def joined(guest, **way):
    """Status and answer of an invitation."""
    answer = await guest.post("/api/join", json=way)
    return answer.status_code, answer.json()


def test_a_stranger_enters_a_match(serve, fast):
    async def work(running):
        table, _, (host,) = await running.started("paohuzi", 1, options=ONE_DEAL, settings=SLOW)
        stranger = await running.guest()
        assert (await stranger.get(f"/table/{table}")).status_code == 200
        assert (await stranger.get(f"/api/tables/{table}/rules")).status_code == 200
        outside = await hello(running, table, stranger)
        displayed = next(message for message in outside.got if message["type"] == "door")
        assert (outside.bye, displayed["seats"], displayed["watch"]) == ("room.outside", [1, 2], True)
        page = await hello(running, table, stranger, seat=2)
        assert (page.room["you"]["seat"], page.view, page.log) == (None, None, [])
        await host.until(lambda: host.room["seats"][2]["heir"], "somebody who waits for the seat")
        await page.send(type="sit", seat=1)
        await host.until(lambda: host.room["seats"][1]["heir"], "somebody who waits for another one")
        assert (host.room["seats"][1]["kind"], host.room["seats"][2]["heir"]) == ("bot", None)
        watcher = await hello(running, table, await running.guest(), watch=True)
        assert (watcher.room["you"]["watching"], watcher.view) == (True, None)
        assert (await stranger.get("/api/me")).json()["tables"][0]["id"] == table
        await page.close()
        await host.until(lambda: host.room["seats"][1]["heir"] is None, "nobody who waits")

    serve(work)


def test_link_and_code_work_at_any_time(serve, fast):
    async def work(running):
        table, _, (host,) = await running.started("baohuang", 1, options=ONE_DEAL, settings=SLOW)
        key, code = host.room["link"].removeprefix("/join/"), host.room["code"]
        for way in ({"key": key}, {"code": code}):
            guest = await running.guest()
            assert await joined(guest, **way) == (200, {"id": table, "key": key})
            assert (await hello(running, table, guest, key=key)).bye == "room.outside"

    serve(work)


def test_a_removed_guest_cannot_return_by_an_old_way(serve, fast):
    async def work(running):
        table, guests, (host, other) = await running.started("baohuang", 2, options=ONE_DEAL, settings=SLOW)
        key, code = host.room["link"].removeprefix("/join/"), host.room["code"]
        await host.send(type="host", what="kick", seat=1)
        assert await other.gone() == 4001
        assert other.bye == "room.kicked"
        await host.until(lambda: host.room["code"] not in (None, code), "a new code")
        assert (await hello(running, table, guests[1], seat=3)).bye == "room.kicked"
        throwaway = await running.guest()
        for way in ({"key": key}, {"code": code}):
            assert (await joined(throwaway, **way))[0] == 404
        for wish in ({"seat": 3}, {"seat": 3, "key": key}, {"watch": True}):
            assert (await hello(running, table, throwaway, **wish)).bye == "room.renewed"
        fresh = host.room["link"].removeprefix("/join/")
        assert host.room["address"] == f"/table/{table}#{fresh}"
        friend = await running.guest()
        assert await joined(friend, code=host.room["code"]) == (200, {"id": table, "key": fresh})
        assert (await hello(running, table, friend, key=fresh, seat=1)).room["seats"][1]["heir"]

    serve(work)


def test_a_table_against_bots_is_closed_until_its_host_opens_it(serve, fast):
    async def work(running):
        owner, friend = await running.guest(), await running.guest()
        made = await owner.post("/api/tables", json={"game": "paohuzi", "quick": True})
        table = made.json()["id"]
        host = await hello(running, table, owner)
        assert (host.room["code"], host.room["link"]) == (None, None)
        assert (await hello(running, table, friend, seat=1)).bye == "room.closed"
        await host.send(type="host", what="settings", settings={"substitutes": True})
        await host.until(lambda: host.room["code"], "a code")
        assert (await joined(friend, code=host.room["code"]))[1]["id"] == table
        assert (await hello(running, table, friend, seat=1)).room["seats"][1]["heir"]

    serve(work)


def test_a_code_lives_as_long_as_people_are_there(serve, fast):
    async def work(running):
        table, _, (host,) = await running.started("baohuang", 1, options=ONE_DEAL, settings=SLOW)
        store = running.hub.store
        began = store.now()
        for hours in range(1, 6):
            store.now = lambda ahead=hours: began + ahead * 3600
            await running.hub.tidy()
            assert (await joined(await running.guest(), code=host.room["code"]))[1]["id"] == table

    serve(work)
