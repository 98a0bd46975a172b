"""The socket of a table, over a real one."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from paiju.server.http.connections import JoinedWrites
from paiju.server.http.limits import Limits
from paiju.server.protocol import MOST_FRAME_BYTES
from tests.server.http.conftest import MANY

HELLO = json.dumps({"type": "hello", "resume": None, "lang": "en"})


@asynccontextmanager
async def listening(site):
    """The port of a real server for the site, set up as `paiju serve` does."""
    config = uvicorn.Config(
        site.app, port=0, http="h11", ws="websockets-sansio", ws_max_size=2 * MOST_FRAME_BYTES, lifespan="off",
        log_config=None, ws_per_message_deflate=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


def over(visit, work, limits=MANY):
    """Runs `work(site, opened)`; `opened(table, browser)` connects a browser's socket."""

    async def outer(site):
        async with listening(site) as port:

            def opened(table, browser=None, **headers):
                if browser is not None:
                    headers["Cookie"] = f"paiju_guest={browser.cookies['paiju_guest']}"
                return connect(f"ws://127.0.0.1:{port}/ws/{table}", additional_headers=headers, proxy=None)

            opened.port = port
            return await work(site, opened)

    return visit(outer, limits=limits)


async def room(browser, **more) -> str:
    return (await browser.post("/api/tables", json={"game": "baohuang", **more})).json()["id"]


async def until(socket, kind):
    while (message := json.loads(await asyncio.wait_for(socket.recv(), 30)))["type"] != kind:
        pass
    return message


def test_a_guest_is_welcome(visit):
    async def work(site, opened):
        browser = await site.guest()
        table = await room(browser)
        async with opened(table, browser) as socket:
            await socket.send(HELLO)
            welcome = await until(socket, "welcome")
            await socket.send("{")
            refused = await until(socket, "error")
            assert site.front.sockets.total == 1
        async with opened(table, browser) as socket:
            await socket.send(HELLO.encode(), text=False)
            again = await until(socket, "welcome")
        async with asyncio.timeout(30):
            while site.front.sockets.total:  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0.01)
        return welcome["room"]["id"] == again["room"]["id"] == table, refused["code"]

    assert over(visit, work) == (True, "message.malformed")


@pytest.mark.parametrize(
    ("origin", "let_in"),
    [
        (None, True),
        ("http://127.0.0.1:{port}", True),
        ("http://evil.test", False),
        ("null", False),
        ("http://localhost:{port}", False),
    ],
)
def test_other_sites_get_no_socket(visit, origin, let_in):
    async def work(site, opened):
        browser = await site.guest()
        table = await room(browser)
        headers = {} if origin is None else {"Origin": origin.format(port=opened.port)}
        if not let_in:
            with pytest.raises(InvalidStatus) as refused:
                await opened(table, browser, **headers)
            return refused.value.response.status_code
        async with opened(table, browser, **headers) as socket:
            await socket.send(HELLO)
            return bool(await until(socket, "welcome"))

    assert over(visit, work) == (True if let_in else 403)


async def farewell(socket) -> tuple[str, int]:
    message = await until(socket, "bye")
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(socket.recv(), 30)
    return message["code"], socket.close_code


def test_strangers_are_refused_with_a_reason(visit):
    async def work(site, opened):
        owner, other = await site.guest(), await site.guest()
        table = await room(owner, quick=True)
        sent = []
        for name, browser in ((table, None), (table, other), ("nothing", owner)):
            async with opened(name, browser) as socket:
                if browser is not None:
                    await socket.send(HELLO)
                sent.append(await farewell(socket))
        return sent

    (unknown, stranger, nothing) = over(visit, work)
    assert unknown == ("guest.none", 1008)
    assert (stranger[0], nothing[0]) == ("room.closed", "room.none")


def test_sockets_are_bounded(visit):
    async def work(site, opened):
        browser = await site.guest()
        tables = [await room(browser) for _ in range(3)]
        async with opened(tables[0], browser) as one, opened(tables[1], browser) as two:
            for socket in (one, two):
                await socket.send(HELLO)
                await until(socket, "welcome")
            async with opened(tables[2], browser) as three:
                sent = await farewell(three)
        return sent

    assert over(visit, work, Limits(sockets_per_guest=2)) == ("rate.limited", 1008)


def test_frames_that_are_too_long(visit):
    async def work(site, opened):
        browser = await site.guest()
        async with opened(await room(browser), browser) as socket:
            await socket.send(HELLO)
            await until(socket, "welcome")
            await socket.send("x" * (MOST_FRAME_BYTES + 1))
            long = (await until(socket, "error"))["code"]
            await socket.send("x" * (2 * MOST_FRAME_BYTES + 1))
            await asyncio.wait_for(socket.wait_closed(), 30)
            return long, socket.close_code

    assert over(visit, work) == ("message.oversized", 1009)


def test_the_end_is_announced(visit):
    async def work(site, opened):
        browser = await site.guest()
        async with opened(await room(browser), browser) as socket:
            await socket.send(HELLO)
            await until(socket, "welcome")
            await site.hub.stop()
            return await farewell(socket)

    assert over(visit, work) == ("server.restart", 1012)


def test_a_server_error_closes_the_socket_without_details(visit, capsys):
    async def work(site, opened):
        browser = await site.guest()
        table = await room(browser)

        async def broken(*_) -> None:
            raise RuntimeError("hand: 3 4 5")

        site.hub.connect = broken
        async with opened(table, browser) as socket:
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), 30)
            return socket.close_code

    assert over(visit, work) == 1011
    out = capsys.readouterr()
    assert "3 4 5" not in out.out + out.err


def test_frames_of_one_turn_go_out_together_and_before_the_end():
    sent = []
    plain = SimpleNamespace(write=sent.append, close=lambda: sent.append(None), is_closing=lambda: False)

    async def work():
        transport = JoinedWrites(plain)
        transport.write(b"events")
        transport.write(b"clock")
        assert not transport.is_closing()
        assert sent == []
        await asyncio.sleep(0)
        transport.write(b"bye")
        transport.close()
        await asyncio.sleep(0)

    asyncio.run(work())
    assert sent == [b"eventsclock", b"bye", None]
