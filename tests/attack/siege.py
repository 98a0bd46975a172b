"""What somebody at one address can do to a server, each for some seconds: what was tried, and what fell.

Every kind comes from an address of its own, so that none of them stands in the way of another.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass, field

import httpx

from paiju.server.http.connections import BODY_SECONDS, HEAD_SECONDS, UNREAD_SECONDS
from paiju.server.http.limits import HOUSEHOLD, Limits
from tests.server.protocol.process import PROXY

LIMITS = Limits()
SLACK = 4.0
"""Seconds by which a cut may be late on a machine that is busy with the attack itself."""
FLOOD_SECONDS = 5.0
"""A socket that sends frames without end is gone by then."""
SITES = 6
PING, PONG, TEXT, PIECE = 0x89, 0x8A, 0x81, 0x00
BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
)


@dataclass
class Siege:
    """A server under attack until `end` (of the loop's clock); `held` is how much of each kind was had at most, or in all."""

    port: int
    end: float
    rng: random.Random
    record: str
    code: str
    tried: int = 0
    fallen: list[str] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def left(self) -> float:
        return self.end - self.now

    def fell(self, what: str) -> None:
        self.fallen.append(what)

    def browser(self, address: str, **headers: str) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
        base = f"http://127.0.0.1:{self.port}"
        return httpx.AsyncClient(
            transport=transport, base_url=base, headers=headers, timeout=30, trust_env=False
        )

    async def connect(self, address: str, **more: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0), **more)


def frame(kind: int, payload: bytes = b"") -> bytes:
    """A frame of a web socket; its mask is of zeros."""
    return bytes([kind, 0x80 | len(payload)]) + bytes(4) + payload


FLOODS = {
    "pings": (b"", frame(PING, b"x" * 125)),
    "pongs": (b"", frame(PONG)),
    "empty pieces": (frame(0x01), frame(PIECE)),
    "empty messages": (b"", frame(TEXT)),
    "no JSON": (b"", frame(TEXT, b"{")),
}


async def frames(siege: Siege, name: str, address: str) -> None:
    """Frames of one kind as fast as they go, once, and over and over on a new socket while there is time; each is cut."""
    first, each = FLOODS[name]
    async with siege.browser(address) as browser:
        table, cookie = await _table(browser)
    while True:
        siege.tried += 1
        reader, writer = await siege.connect(address)
        with suppress(OSError, asyncio.IncompleteReadError):
            writer.write(_handshake(table, cookie))
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame(TEXT, b'{"type":"hello"}') + first)
            reading = asyncio.create_task(reader.read(1 << 30))
            try:
                async with asyncio.timeout(FLOOD_SECONDS + SLACK):
                    while not (reader.at_eof() or writer.is_closing()):
                        writer.write(each * 50)
                        await writer.drain()
                        await asyncio.sleep(0.01)
            except TimeoutError:
                siege.fell(f"{name} without end")
            finally:
                reading.cancel()
        await _closed(writer)
        if siege.left < FLOOD_SECONDS + SLACK:
            return
        await asyncio.sleep(0.2)


def _handshake(table: str, cookie: str) -> bytes:
    key = b64encode(bytes(16)).decode()
    lines = (
        f"GET /ws/{table} HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}", f"Cookie: paiju_guest={cookie}", "", "",
    )  # fmt: skip
    return "\r\n".join(lines).encode()


async def _table(browser: httpx.AsyncClient) -> tuple[str, str]:
    (await browser.get("/api/me")).raise_for_status()
    made = await browser.post("/api/tables", json={"game": "paohuzi"})
    return made.raise_for_status().json()["id"], browser.cookies["paiju_guest"]


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def stalled(siege: Siege, name: str, address: str, number: int) -> None:
    """That many connections whose request never becomes whole: only some are let in, and those are cut in time."""
    first, drip, seconds = {
        "unsent bodies": (BODY, b"", BODY_SECONDS),
        "slow heads": (b"GET / HTTP/1.1\r\n", b"X: y\r\n", HEAD_SECONDS),
        "strange sockets": (
            _handshake("x", "").replace(b"Host: x", b"Host: x\r\nContent-Length: 9"),
            b"y",
            HEAD_SECONDS,
        ),
        "unread answers": (
            b"GET /api/games/baohuang HTTP/1.1\r\nHost: x\r\n\r\n" * 2000,
            b"\r\n",
            UNREAD_SECONDS,
        ),
    }[name]
    if siege.left < seconds + SLACK + 1:
        return
    lives: list[tuple[float, float]] = []

    async def one() -> None:
        siege.tried += 1
        try:
            reader, writer = await siege.connect(address, limit=1024)
        except OSError:
            return
        began = time.monotonic()
        if not await _cut(reader, writer, first, drip, seconds + SLACK, reads=name != "unread answers"):
            siege.fell(f"{name} held open")
        lives.append((began, time.monotonic()))
        await _closed(writer)

    async with asyncio.TaskGroup() as group:
        for at in range(number):
            group.create_task(one())
            if at % 20 == 19:
                await asyncio.sleep(0.02)
    # One that is let in lives that many seconds, one that is not is closed at once: on a busy machine that takes some, too.
    siege.held[name] = _at_once([life for life in lives if life[1] - life[0] > seconds / 2])
    if siege.held[name] > LIMITS.connections_per_ip:
        siege.fell(f"more {name} than one address has connections")


def _at_once(lives: list[tuple[float, float]]) -> int:
    """How many there were at most at the same time."""
    return max((sum(began <= at < ended for began, ended in lives) for at, _ in lives), default=0)


async def _cut(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    first: bytes,
    drip: bytes,
    seconds: float,
    *,
    reads: bool,
) -> bool:
    """Begin a request and never end it; whether the other end closes within some seconds."""
    end = time.monotonic() + seconds
    with suppress(OSError):
        writer.write(first)
        while time.monotonic() < end:
            if reads and not reader.at_eof():
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(4096), 0.5)
            else:
                await asyncio.sleep(0.5)
            if reader.at_eof() or writer.transport.is_closing():
                return True
            writer.write(drip)
        return False
    return True


async def connections(siege: Siege, address: str, number: int) -> None:
    """That many connections of one address at once; it gets its share."""
    held = []
    for _ in range(number):
        siege.tried += 1
        with suppress(OSError):
            held.append(await siege.connect(address))
    await asyncio.sleep(1)
    alive = 0
    for reader, writer in held:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            writer.write(b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n")
            alive += bool(await asyncio.wait_for(reader.read(1), SLACK))
    siege.held["connections"] = alive
    if alive > LIMITS.connections_per_ip:
        siege.fell("more connections than one address has")
    for _, writer in held:
        await _closed(writer)


async def tables(siege: Siege, address: str) -> None:
    """Tables of ever new guests; an address fills no server."""
    made = 0
    while siege.left > 0 and made <= LIMITS.tables_per_ip:
        async with siege.browser(address) as browser:
            siege.tried += 1
            with suppress(httpx.HTTPError):
                await _table(browser)
                made += 1
    siege.held["tables"] = made
    if made > LIMITS.tables_per_ip:
        siege.fell("more tables than one address has")


async def replays(siege: Siege, address: str) -> None:
    """Every picture book of a record that there is; only some are computed for one address in a minute."""
    began = siege.now
    async with siege.browser(address) as browser:
        document = (await browser.get(f"/api/records/{siege.record}")).raise_for_status().json()
        wanted = itertools.product(
            range(1, len(document["deals"]) + 1), ("open", "0", "1", "2"), ("zh", "en", "fa")
        )
        computed = 0
        for deal, viewer, lang in wanted:
            siege.tried += 1
            path = f"/api/records/{siege.record}/replay?deal={deal}&viewer={viewer}&lang={lang}"
            with suppress(httpx.TransportError):  # no connection left to this address
                computed += (await browser.get(path)).status_code == httpx.codes.OK
    siege.held["replays"] = computed
    seconds = siege.now - began  # the last ones are answered after the end
    if computed > HOUSEHOLD * LIMITS.replays * (1 + seconds / 60):
        siege.fell("more replays than one address has")


async def record_pages(siege: Siege, address: str) -> None:
    """The page of a record, requested by several connections without a cookie, without end; each answer is a page."""
    path = f"/replay/{siege.record}"

    async def ask() -> None:
        async with siege.browser(address) as browser:
            while siege.left > SLACK:
                siege.tried += 1
                with suppress(httpx.TransportError):  # no connection left to this address
                    status = (await browser.get(path)).status_code
                    if status != httpx.codes.OK:
                        siege.fell(f"the page of a record answers {status}")
                    siege.held["pages of records"] += 1

    siege.held["pages of records"] = 0
    await asyncio.gather(*(ask() for _ in range(4)))


async def guesses(siege: Siege) -> None:
    """Room codes from ever fresh networks of some providers; anyone who mistypes once elsewhere gets in all the same."""
    began, answered = siege.now, [0] * SITES
    number = itertools.count()

    def too_many() -> bool:
        return max(answered) > 30 + 1 + (siege.now - began) / 2  # what `guarding` says of a /32

    async def guess() -> None:
        while siege.left > 0 and not too_many():
            siege.tried += 1
            at = next(number)
            status = await _guess(
                siege, f"2001:db{at % SITES}:{at:x}::1", [f"{siege.rng.randrange(10**6):06}"]
            )
            answered[at % SITES] += status == [httpx.codes.NOT_FOUND]
            await asyncio.sleep(0.05)

    async def innocent() -> None:
        for at in itertools.count(1):
            if siege.left < SLACK or too_many():
                return
            wrong = "000000" if siege.code != "000000" else "111111"
            status = await _guess(siege, f"198.{at}.7.7", [wrong, siege.code])
            if status != [httpx.codes.NOT_FOUND, httpx.codes.OK]:
                siege.fell(f"somebody who mistyped gets {status}")
            await asyncio.sleep(1.5)

    await asyncio.gather(innocent(), *(guess() for _ in range(4)))
    siege.held["guesses of a provider"] = max(answered)
    if too_many():
        siege.fell("more guesses than a provider's network has")


async def _guess(siege: Siege, address: str, codes: list[str]) -> list[int]:
    async with siege.browser(PROXY, **{"X-Forwarded-For": address}) as browser:
        await browser.get("/api/me")
        return [(await browser.post("/api/join", content=json.dumps({"code": code}),
                                    headers={"Content-Type": "application/json"})).status_code for code in codes]  # fmt: skip
