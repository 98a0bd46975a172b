"""Connections that stop in the middle of a request are closed; those that ask stay open."""

from __future__ import annotations

import asyncio
from functools import partial

import uvicorn

from paiju.server.http import connections
from paiju.server.http.connections import ConnectionLimiter
from paiju.server.http.limits import Limits

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
PATIENCE = 60


async def _gone(reader) -> None:
    """Wait until the other end closes."""
    assert await asyncio.wait_for(reader.read(), PATIENCE) == b""


async def _request(reader, writer) -> None:
    writer.write(HEAD + b"\r\n")
    assert b"ok" in await asyncio.wait_for(reader.readuntil(b"ok"), PATIENCE)


async def _visit() -> None:
    answer = asyncio.Event()

    async def app(scope, receive, send):
        await answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    server = uvicorn.Server(
        uvicorn.Config(
            app,
            port=0,
            http=partial(connections.PromptRequests, doors=ConnectionLimiter(Limits(), most=100)),
            lifespan="off",
            log_level="error",
        )
    )
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]

    async def begun(data: bytes):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(data)
        return reader, writer

    slow, silent, half = await begun(HEAD + b"\r\n"), await begun(b""), await begun(HEAD)
    await _gone(silent[0])
    await _gone(half[0])
    answer.set()  # a slow answer is nobody's fault: the connections that began after it are gone
    assert b"ok" in await asyncio.wait_for(slow[0].readuntil(b"ok"), PATIENCE)
    await _request(*slow)
    slow[1].write(HEAD)
    await _gone(slow[0])
    for _, writer in (silent, half, slow):
        writer.close()
    server.should_exit = True
    await task


def test_a_request_head_must_arrive_in_time(monkeypatch):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    asyncio.run(_visit())
