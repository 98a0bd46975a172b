"""Another match: the old table and the new one are stored together, wherever the server is killed."""

from __future__ import annotations

import asyncio
import json

import pytest

from paiju.server.store.base import StoreError
from paiju.server.store.store import Store
from tests.server.protocol.pages import service


class Killed:
    """A store whose process is killed after that many writes: nothing is stored any more."""

    def __init__(self, store: Store, left: int) -> None:
        self._write, self._left = store.write, left

    async def write(self, writes) -> None:
        if not self._left:
            raise StoreError("store.write", "killed")
        self._left -= 1
        await self._write(writes)


async def ended(running) -> tuple[str, list]:
    """A table whose match has been dissolved by all, and its pages."""
    table, _, pages = await running.started("paohuzi", 2)
    for page in pages:
        await page.send(type="ask", what="dismiss", on=True)
    for page in pages:
        await page.until(lambda: page.room["state"] == "over", "the end")  # noqa: B023 - called before the loop goes on
    return table, pages


async def stored_rooms(folder, table: str) -> tuple[str | None, set[str]]:
    """The successor that the old room names, and all rooms that are not over."""
    store = Store(f"sqlite:///{folder / 'tables.db'}")
    await store.open()
    try:
        return json.loads((await store.load(table)).data)["successor"], set(await store.tables())
    finally:
        await store.close()


@pytest.mark.parametrize("writes", range(4))
def test_no_kill_leaves_half_a_rematch(fast, tmp_path, writes):
    async def work():
        async with service(tmp_path) as running:
            table, pages = await ended(running)
            running.hub.store.write = Killed(running.hub.store, writes).write
            for page in pages:
                await page.send(type="ask", what="rematch", on=True)
            await pages[1].until(lambda: page_is_through(pages[1]), "a successor, or the end of the socket")
            sent = pages[1].room["successor"]
        return sent, *await stored_rooms(tmp_path, table)

    sent, successor, rooms = asyncio.run(work())
    assert rooms == ({successor} if successor else set())
    assert sent in (None, successor)


def page_is_through(page) -> bool:
    return page.bye is not None or page.room["successor"] is not None


def test_all_players_meet_at_the_new_table(fast, serve):
    async def work(running):
        table, pages = await ended(running)
        for page in pages:
            await page.send(type="ask", what="rematch", on=True)
        for page in pages:
            await page.until(lambda: page.room["successor"], "a successor")  # noqa: B023 - called before the loop goes on
        next_table = pages[0].room["successor"]
        guests = [page.headers["Cookie"].partition("=")[2] for page in pages]
        there = [await running.page(next_table, cookie=guest).open() for guest in guests]
        for page in there:
            await page.until(lambda: page.room is not None and page.room["code"], "a room with a code")  # noqa: B023 - called before the loop goes on
        names = [seat["name"] for seat in there[0].room["seats"]]
        assert names == [seat["name"] for seat in pages[0].room["seats"]]
        assert there[0].room["state"] == "waiting"
        await there[1].send(type="ready", on=True)
        await there[0].send(type="host", what="start")
        await there[1].until(lambda: there[1].view is not None, "cards")
        return table != next_table

    assert serve(work)
