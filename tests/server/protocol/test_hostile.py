"""What one address could do to everybody, done: the server cuts it off and says nothing in its log."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from contextlib import suppress
from dataclasses import replace

import pytest

from paiju.server.http import connections
from paiju.server.http import connections as doors
from paiju.server.http.connections import ConnectionLimiter, files_allowed
from paiju.server.http.limits import Limits
from tests.server.protocol.matches import until
from tests.server.protocol.pages import MANY

PATIENCE = 60
CONT, TEXT, PING, PONG = 0, 1, 9, 10


async def dial(running):
    return await asyncio.open_connection("127.0.0.1", running.port)


async def socket(running, table, guest):
    """A web socket as bytes: reader and writer."""
    reader, writer = await dial(running)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: paiju_guest={guest.cookies['paiju_guest']}\r\n\r\n".encode()
    )
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(opcode: int, data: bytes = b"", *, fin: bool = True) -> bytes:
    """A masked frame; the mask is zero."""
    return struct.pack("!BB", opcode | 0x80 * fin, 0x80 | len(data)) + bytes(4) + data


HELLO = frame(TEXT, b'{"type":"hello"}')


async def closed(reader) -> None:
    """Wait until the other end closes."""
    with suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while await reader.read(65_536):
                pass


@pytest.fixture
def requests(monkeypatch):
    """What reads the requests of each connection, in their order."""
    made = []
    begin = connections.PromptRequests.connection_made
    monkeypatch.setattr(
        connections.PromptRequests,
        "connection_made",
        lambda self, transport: (made.append(self), begin(self, transport))[1],
    )
    return made


@pytest.mark.parametrize(
    "flood",
    [
        frame(TEXT, b"{", fin=False) + frame(CONT, fin=False) * 5000,
        frame(PING) * 5000,
        frame(PING, b"x" * 125) * 5000,
        frame(PONG) * 5000,
        frame(TEXT, b"{}") * 5000,
        frame(TEXT, b"{", fin=False) + (frame(CONT, fin=False) + frame(PONG)) * 5000,
    ],
    ids=["pieces", "pings", "long pings", "pongs", "messages", "mixed"],
)
def test_every_frame_counts(serve, flood, monkeypatch):
    looked = []
    spend = connections.Bucket.spend
    monkeypatch.setattr(connections.Bucket, "spend", lambda *given: (looked.append(1), spend(*given))[1])

    async def work(running):
        guest = await running.guest()
        table = (await guest.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
        reader, writer = await socket(running, table, guest)
        writer.write(HELLO + flood)
        await closed(reader)
        assert sum(looked) < 1000
        assert (await guest.get("/api/me")).status_code == 200
        writer.close()

    serve(work)


@pytest.mark.parametrize(
    "pieces",
    [[b'{"type":"say","text":"\xff\xfe"}'], [b'{"type":"say","text":"\xe4\xbf', b"x"]],
    ids=["one frame", "cut within a letter"],
)
def test_text_that_is_not_utf_8_ends_its_socket_and_is_no_error_of_ours(serve, pieces):
    async def work(running):
        guest = await running.guest()
        table = (await guest.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
        reader, writer = await socket(running, table, guest)
        opcodes = [TEXT, *[CONT] * (len(pieces) - 1)]
        for number, (opcode, piece) in enumerate(zip(opcodes, pieces, strict=True), 1):
            writer.write(frame(opcode, piece, fin=number == len(pieces)))
        async with asyncio.timeout(PATIENCE):
            sent = await reader.read()
        assert frame(8, struct.pack("!H", 1007) + b"not UTF-8")[6:] in sent
        again, other = await socket(running, table, guest)
        other.write(frame(TEXT, b'{"type":"hello"}') + frame(TEXT, "保".encode(), fin=True))
        async with asyncio.timeout(PATIENCE):
            assert b"welcome" in await again.readuntil(b"welcome")
        writer.close()
        other.close()

    serve(work)


def test_a_letter_that_is_cut_between_frames_is_text(serve):
    async def work(running):
        guest = await running.guest()
        table = (await guest.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
        reader, writer = await socket(running, table, guest)
        text = '{"type":"say","text":"保"}'.encode()
        writer.write(HELLO + frame(TEXT, text[:-3], fin=False) + frame(PING) + frame(CONT, text[-3:]))
        async with asyncio.timeout(PATIENCE):
            await reader.readuntil("保".encode())
        writer.close()

    serve(work)


def test_a_message_in_too_many_pieces_is_refused(serve, monkeypatch):
    async def work(running):
        guest = await running.guest()
        table = (await guest.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
        reader, writer = await socket(running, table, guest)
        writer.write(HELLO + frame(TEXT, b"{", fin=False))
        writer.write(frame(CONT, fin=False) * (connections.MOST_PIECES + 1))
        await closed(reader)
        writer.close()

    serve(work)


POST = (
    b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
)


@pytest.mark.parametrize("path", [b"/api/me", b"/nowhere", b"/api/join"])
@pytest.mark.parametrize("drip", [b"", b"x"])
def test_a_late_body_is_not_read(serve, monkeypatch, path, drip):
    """Whether anybody waits for it or has answered already."""
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.5)

    async def work(running):
        reader, writer = await dial(running)
        writer.write(POST % path)

        async def dripping():
            with suppress(ConnectionError):
                while True:
                    writer.write(drip)
                    await asyncio.sleep(0.05)

        task = asyncio.create_task(dripping())
        await closed(reader)
        task.cancel()
        writer.close()
        await until(lambda: running.app.state.front.doors.total == 0)

    serve(work)


def test_a_web_socket_does_not_count_as_a_late_request(serve, requests):
    async def work(running):
        table, (guest,) = await running.table("paohuzi", 1)
        page = await running.page(table, guest).open()
        await page.sync()
        assert requests[-1]._upgraded
        assert requests[-1]._late is None, "nothing is waited for"
        assert running.app.state.front.doors.total > 0

    serve(work)


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ("Content-Length: 1000\r\n", b"400"),
        ("Transfer-Encoding: chunked\r\n", b"400"),
        ("X: y\r\n" * 200, b"431"),
        (f"X: {'y' * 9000}\r\n", b"431"),
    ],
    ids=["a body", "pieces", "many lines", "a long line"],
)
def test_a_malformed_web_socket_handshake_is_closed(serve, more, status):
    """What reads requests takes these, what opens web sockets does not; until websockets 16 it says 400 to all of them."""

    async def work(running):
        reader, writer = await dial(running)
        writer.write(
            f"GET /ws/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
        assert answer.split()[1] in {status, b"400"}
        writer.close()

    serve(work)


def test_a_client_with_too_many_requests_is_ignored(serve):
    """Requests that were sent at once: not each of them is worth a refusal."""

    async def work(running):
        reader, writer = await dial(running)
        writer.write(b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n" * 500)
        async with asyncio.timeout(PATIENCE):
            answers = (await reader.read()).split(b"HTTP/1.1 ")[1:]
        assert 10 <= len(answers) < 15
        assert answers[-1].startswith(b"429")
        writer.close()

    serve(work, limits=replace(MANY, requests=2))


GARBAGE = b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("path", [b"/api/me", b"/nowhere"])
def test_invalid_data_before_or_after_an_answer_is_not_a_server_error(serve, requests, heard, path):
    """With the request, or once that has been heard, and answered where nobody waits for its body."""

    async def work(running):
        reader, writer = await dial(running)
        writer.write(GARBAGE.replace(b"/api/me", path))
        if heard:
            await until(lambda: requests[-1].cycle is not None)
            if path == b"/nowhere":
                await reader.readuntil(b"\r\n\r\n")
        writer.write(b"no chunk at all\r\n\r\n" * 10)
        await closed(reader)
        writer.close()

    serve(work)


def test_an_address_has_a_limited_number_of_connections(serve):
    async def work(running):
        stored = [await dial(running) for _ in range(20)]
        doors = running.app.state.front.doors

        def alive():
            return sum(not reader.at_eof() for reader, _ in stored)

        await until(lambda: alive() == doors.total == 5)
        for reader, writer in stored:
            if not reader.at_eof():
                writer.write(b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n")
                assert b"200" in await reader.readuntil(b"\r\n")
        for _, writer in stored:
            writer.close()
        await until(lambda: doors.total == 0)
        assert (await (await running.guest()).get("/api/me")).status_code == 200

    serve(work, limits=replace(MANY, connections_per_ip=5))


class Transport:
    """A connection that has so much to send."""

    unread = 0
    aborted = False

    def __init__(self, address: str = "192.0.2.7") -> None:
        self.address = address

    def get_extra_info(self, name):
        return (self.address, 1)

    def get_write_buffer_size(self):
        return self.unread

    def abort(self):
        self.aborted = True


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_a_client_that_does_not_read_is_disconnected():
    clock = Clock()
    hall = ConnectionLimiter(Limits(), most=10, clock=clock)
    silent, slow, quick = (Transport() for _ in range(3))
    for transport in (silent, slow, quick):
        hall.enter(transport)
    lived = {}
    for second in range(300):
        silent.unread, slow.unread, quick.unread = (
            1000,
            100_000 - 10 * second,
            1000 * max(0, 10 - second % 15),
        )
        hall.look()
        clock.now += 1
        for transport in (silent, slow, quick):
            if not transport.aborted:
                lived[transport] = second
    assert lived[silent] == doors.UNREAD_SECONDS - 1
    assert lived[slow] == doors.LONGEST_UNREAD - 1
    assert not quick.aborted


def test_connections_are_bounded_in_all_and_each_minute():
    clock = Clock()
    hall = ConnectionLimiter(
        Limits(connects=2), most=50, vouched=lambda address: address == "10.0.0.1", clock=clock
    )
    visitors = [Transport() for _ in range(20)]
    for transport in visitors:
        hall.enter(transport)
        hall.leave(transport)
    assert sum(not transport.aborted for transport in visitors) == 10
    proxied = [Transport("10.0.0.1") for _ in range(60)]
    for transport in proxied:
        hall.enter(transport)
    assert sum(not transport.aborted for transport in proxied) == hall.total == 50


def test_open_files_are_raised():
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        assert files_allowed() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_an_address_has_one_rate_limit_for_all_its_sockets(serve):
    async def work(running):
        flooding = []
        for _ in range(6):
            guest = await running.guest()
            table = (await guest.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
            flooding.append(await running.page(table, guest).open())
        for _ in range(30):
            for page in flooding:
                await page.send(type="ping")
        ends = [asyncio.create_task(page.gone()) for page in flooding]
        done, others = await asyncio.wait(ends, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        assert done
        for end in others:
            end.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        assert {page.bye for page in flooding} - {None} == {"rate.flood"}

    serve(work, limits=replace(MANY, messages=20))
