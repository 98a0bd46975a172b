"""A page's stream: resumed at every number, read too slowly, opened twice, clicked twice."""

from __future__ import annotations

import asyncio
import socket

import pytest
from websockets.asyncio.client import connect

from paiju.server.http.limits import Rate
from paiju.server.hub import registry
from paiju.server.tables import context
from tests.server.protocol.pages import Page

ONE_DEAL = {"match_end": "deals", "match_length": 1}


def displayed(page):
    """What a page shows that does not depend on the moment."""
    return page.view, page.log, page.prompt and page.prompt["id"]


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_page_resumes_at_every_number(serve, fast, rng, game):
    """Whatever it has seen, afterwards it shows what a page shows that never left."""

    async def work(running):
        table, guests, (page, other) = await running.started(
            game, 2, options=ONE_DEAL, settings={"window_ms": 20, "takeover_seconds": 300}
        )

        await other.send(type="auto", on=True)

        def is_enough():
            return sum(len(m.get("list", ())) for m in page.got) > 12 or page.room["state"] != "playing"

        await page.play(rng, until=is_enough)
        await page.send(type="host", what="pause", on=True)
        await page.sync()
        whole = displayed(page)
        for number in [0, *(message["seq"] for message in page.got if "seq" in message)]:
            again = running.page(table, guests[0])
            for message in page.got:
                if message.get("seq", number + 1) <= number:
                    again.take(message)
            again.welcomes = 0
            again.seq = number
            await again.open(resume=True)
            await again.sync()
            # It is evaluated before the loop goes on.
            resumed = lambda: again.seq > number and displayed(again) == whole  # noqa: B023, E731
            await again.until(resumed, f"resumed at {number}")
            assert again.welcomes <= 1
            await again.close()

    serve(work)


def test_a_page_that_missed_too_much_begins_again(serve, fast, monkeypatch, rng):
    monkeypatch.setattr(registry, "MESSAGES", Rate(10**9, 1))
    monkeypatch.setattr(context, "ROOM_RATE", Rate(10**6, 1))

    async def work(running):
        _table, _guests, pages = await running.seated("baohuang", 2)
        await pages[1].close()
        for number in range(registry.QUEUE_MESSAGES + 10):
            await pages[0].send(type="host", what="lock", on=number % 2 == 0)
            await pages[0].sync()
        await pages[1].open(resume=True)
        await pages[1].sync()
        assert pages[1].welcomes == 2
        assert pages[1].bye is None

    serve(work)


def test_a_page_that_does_not_read_is_disconnected_and_reconnects(serve, monkeypatch):
    monkeypatch.setattr(registry, "MESSAGES", Rate(10**9, 1))
    monkeypatch.setattr(context, "ROOM_RATE", Rate(10**6, 1))

    async def work(running):
        _table, _guests, (host, slow) = await running.seated("baohuang", 2)
        await slow.close()
        await host.until(lambda: running.hub.figures()["sockets"] == 1)
        running.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        narrow.connect(("127.0.0.1", running.port))
        slow.socket = await connect(
            slow.address, additional_headers=slow.headers, sock=narrow, max_queue=1, compression=None
        )
        await slow.send(type="hello", resume=slow.seq)
        await host.until(lambda: running.hub.figures()["sockets"] == 2)
        for number in range(1000):
            await host.send(type="host", what="lock", on=number % 2 == 0)
            await host.sync()
            if running.hub.figures()["sockets"] == 1:
                break
        await host.until(lambda: not host.room["seats"][1]["online"], "it is let go")
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        slow._reader = asyncio.create_task(slow._read())
        assert await slow.gone() == 1013
        assert slow.gaps == 0, "what came before the end came in order"
        await slow.open(resume=True)
        await slow.until(lambda: slow.room["seats"][1]["online"])
        await slow.sync()
        assert slow.gaps == 0
        assert host.errors() == []

    serve(work)


def test_the_same_answer_twice_counts_once(serve, fast, rng):
    async def work(running):
        table, _guests, (page, other) = await running.started("baohuang", 2, options=ONE_DEAL)
        await other.send(type="auto", on=True)
        for _ in range(8):
            await page.until(
                lambda: page.answer(rng) is not None or page.room["state"] != "playing", "a question"
            )
            if (answer := page.answer(rng)) is None:
                break
            for _ in range(3):
                await page.send(**answer)
            await page.until(
                lambda: page.prompt is None or page.prompt["id"] != answer["prompt"], "an end of it"
            )
        await page.sync()
        assert page.errors() == []
        state = running.hub.hosts[table].table.recorder.record.deals[-1]
        assert len(state.actions) * 4 == len(state.trail)

    serve(work)


def test_a_ping_is_answered_even_where_the_table_is_busy(serve):
    """It asks about the connection, not about the table."""

    async def work(running):
        table, guests = await running.table("baohuang", 1)
        page = await running.page(table, guests[0]).open()
        await page.until(lambda: page.room is not None)
        host = running.hub.hosts[table]
        host.post = lambda step: None
        before = host.table.audience.get(host.table.room.host).seq
        await page.send(type="ping")
        await page.until(lambda: page.got[-1] == {"type": "pong"}, "an answer")
        assert host.table.audience.get(host.table.room.host).seq == before
        del host.post

    serve(work)


def test_a_second_page_takes_over(serve, fast, rng):
    async def work(running):
        table, guests, (first, other) = await running.started("baohuang", 2, options=ONE_DEAL)
        await first.until(lambda: first.view is not None)
        second = await running.page(table, guests[0]).open()
        assert await first.gone() == 4001
        assert first.bye == "session.elsewhere"
        # The bots may have played on since the first page went: the other seat's page says what is public now.
        await second.until(lambda: second.view is not None and second.room["seats"][0]["online"])
        public = ("deal", "phase", "sizes", "emperor", "first_drawer")
        await second.until(
            lambda: [second.view[name] for name in public] == [other.view[name] for name in public]
        )
        assert second.view["deal"] == first.view["deal"]
        third = running.page(table, guests[0])
        await asyncio.gather(third.open(), Page(running.port, guests[0].cookies["paiju_guest"], table).open())
        await other.until(lambda: other.room["seats"][0]["online"])
        assert second.errors() == []

    serve(work)


def test_what_a_page_sends_after_the_takeover_does_not_count(serve, fast):
    async def work(running):
        table, guests, (first, _other) = await running.seated("baohuang", 2)
        second = await running.page(table, guests[0]).open()
        await second.until(lambda: second.room is not None)
        await first.send(type="host", what="lock", on=True)
        await first.gone()
        await second.sync()
        assert not second.room["locked"]

    serve(work)
