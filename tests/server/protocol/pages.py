"""Pages of guests over real sockets, and a server for them in the same process or in one of its own."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from paiju.server.http.app import create_app
from paiju.server.http.context import Config
from paiju.server.http.limits import Limits
from paiju.server.hub.hub import Hub
from paiju.server.hub.own_bots import OwnBots
from paiju.server.ops.serve import public_config
from paiju.server.people.guests import Tokens
from paiju.server.store.store import Store
from paiju.signatures import Key
from tests.fairness.honest import Honest
from tests.server.blank import blank
from tests.server.table.simulation import merged

MANY = Limits(
    requests=10_000, messages=100_000, api=10_000, joins=10_000, creates=10_000, guests=10_000, connects=10_000, connections_per_ip=500,
    sockets_per_ip=400, sockets_per_guest=100, tables_per_ip=1000,
)  # fmt: skip
SECRET = "a secret for tests only"
PATIENCE = 60.0
"""Seconds; only a machine that is busy with other things needs that many."""


class Page:
    """A page of a guest at a table: what it got, what it shows, and how it ended."""

    def __init__(self, port: int, cookie: str, table: str) -> None:
        self.address = f"ws://127.0.0.1:{port}/ws/{table}"
        self.headers = {"Cookie": f"paiju_guest={cookie}"} if cookie else {}
        self.trust: ssl.SSLContext | None = None
        self.got: list[dict[str, Any]] = []
        self.room: dict[str, Any] | None = None
        self.view: dict[str, Any] | None = None
        self.prompt: dict[str, Any] | None = None
        self.log: list[dict[str, Any]] = []
        self.seq: int | None = None
        self.welcomes = 0
        self.gaps = 0
        self.asked = 0
        self.bye: str | None = None
        self.news = asyncio.Event()
        self.socket: Any = None
        self.honest = Honest()
        self._reader: asyncio.Task[None] | None = None

    async def open(self, *, resume: bool = False, hello: bool = True, read: bool = True) -> Page:
        self.socket = await connect(
            self.address, additional_headers=self.headers, proxy=None, max_queue=None if read else 1,
            compression=None, ssl=self.trust,
        )  # fmt: skip
        self.bye = None
        if hello:
            await self.send(type="hello", resume=self.seq if resume else None, lang="en")
        if read:
            self._reader = asyncio.create_task(self._read())
        return self

    async def send(self, **message: Any) -> None:
        await self.raw(json.dumps(message))

    async def raw(self, frame: str | bytes) -> None:
        with suppress(ConnectionClosed):
            await self.socket.send(frame)

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                message = json.loads(await self.socket.recv())
                self.take(message)
                if message["type"] in ("welcome", "room"):
                    for answer in self.honest.hear(message["room"], again=message["type"] == "welcome"):
                        await self.send(**answer)
                self.news.set()
        self.news.set()

    def take(self, message: dict[str, Any]) -> None:
        self.got.append(message)
        if (seq := message.get("seq")) is not None:
            if message["type"] != "welcome" and self.seq is not None:
                assert seq > self.seq, "a message came twice"
                self.gaps += seq != self.seq + 1
            self.seq = seq
        match message["type"]:
            case "welcome":
                self.welcomes += 1
                self.room, self.view, self.log = message["room"], message["view"], message["log"]
                self.prompt = None
            case "room":
                self.room = message["room"]
            case "events":
                new = merged(self.view, message)
                fresh = self.view is not None and self.view["deal"] != new["deal"]
                self.log = [*([] if fresh else self.log), *message["list"]]
                self.view = new
            case "prompt":
                self.prompt = message if message["id"] else None
            case "bye":
                self.bye = message["code"]

    async def until(self, true: Any, what: str = "") -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                if self._reader is None or self._reader.done():
                    if self._reader is not None:
                        self._reader.result()
                    raise ConnectionError(
                        f"the socket closed ({self.bye}, {self.socket.close_code}) before: {what}"
                    )
                self.news.clear()
                await self.news.wait()

    async def sync(self) -> None:
        """Wait until the table has dealt with everything that was sent."""
        self.asked += 1
        mark = f"mark {self.asked}"
        await self.send(type="ask", what="check", prompt=mark)
        await self.until(lambda: any(message.get("prompt") == mark for message in self.got[-100:]), mark)

    async def gone(self) -> int:
        """Wait for the end; the close code."""
        async with asyncio.timeout(PATIENCE):
            await self.socket.wait_closed()
            if self._reader is not None:
                await self._reader
        return self.socket.close_code

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            if self._reader is not None:
                await self._reader

    def errors(self) -> list[str]:
        """The codes of the refusals, those of `sync` left out."""
        sent = [message for message in self.got if message["type"] == "error"]
        return [message["code"] for message in sent if not message.get("prompt", "").startswith("mark ")]

    def answer(self, rng: random.Random) -> dict[str, Any] | None:
        """An answer to the open question."""
        prompt = self.prompt
        if prompt is None or prompt["auto_ms"] is not None:
            return None
        action = rng.choice(prompt["actions"]) if prompt["actions"] else prompt["default"]
        return {"type": "act", "prompt": prompt["id"], "action": action}

    async def play(self, rng: random.Random, *, until: Any) -> None:
        """Answer every question until a condition holds."""
        question = ""
        while not until():
            if self.prompt is not None and self.prompt["id"] != question and (answer := self.answer(rng)):
                question = self.prompt["id"]
                await self.send(**answer)
                continue
            here = self.prompt
            await self.until(lambda: until() or self.prompt is not here, "another question")  # noqa: B023 - called before the loop goes on


class Service:
    """A running server."""

    def __init__(self, port: int, hub: Hub | None = None, app: Any = None, listener: Any = None) -> None:
        self.port, self.hub, self.app, self.listener = port, hub, app, listener
        self.opened: list[Page] = []
        self.browsers: list[httpx.AsyncClient] = []

    async def close(self) -> None:
        """Close what the guests have open."""
        for page in self.opened:
            with suppress(Exception):
                await page.close()
        for browser in self.browsers:
            await browser.aclose()

    async def guest(self) -> httpx.AsyncClient:
        browser = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=PATIENCE, verify=False
        )
        self.browsers.append(browser)
        (await browser.get("/api/me")).raise_for_status()
        return browser

    def page(self, table: str, browser: httpx.AsyncClient | None = None, cookie: str = "") -> Page:
        page = Page(self.port, browser.cookies["paiju_guest"] if browser else cookie, table)
        self.opened.append(page)
        return page

    async def table(self, game: str, people: int, **body: Any) -> tuple[str, list[httpx.AsyncClient]]:
        """A table with some people in it; the others are bots, once the host has put them there."""
        guests = [await self.guest() for _ in range(people)]
        made = await guests[0].post("/api/tables", json={"game": game, **body})
        table = made.raise_for_status().json()["id"]
        page = await self.page(table, guests[0]).open()
        await page.until(lambda: page.room is not None)
        for guest in guests[1:]:
            (await guest.post("/api/join", json={"code": page.room["code"]})).raise_for_status()
        await page.close()
        return table, guests

    async def seated(
        self, game: str, people: int, **body: Any
    ) -> tuple[str, list[httpx.AsyncClient], list[Page]]:
        """As `table`, with a page for each, all seats taken, everybody ready: only `start` is missing."""
        table, guests = await self.table(game, people, **body)
        pages = [await self.page(table, guest).open() for guest in guests]
        for seat, page in enumerate(pages):
            await page.until(lambda: page.room is not None)  # noqa: B023 - called before the loop goes on
            if seat:
                await page.send(type="sit", seat=seat)
            await page.send(type="ready", on=True)
        for seat in range(people, len(pages[0].room["seats"])):
            await pages[0].send(type="host", what="bot", seat=seat, level="greedy")
        await pages[0].until(lambda: all(seat["ready"] for seat in pages[0].room["seats"]), "all ready")
        return table, guests, pages

    async def started(
        self, game: str, people: int, **body: Any
    ) -> tuple[str, list[httpx.AsyncClient], list[Page]]:
        """A match with that many people and bots."""
        table, guests, pages = await self.seated(game, people, **body)
        await pages[0].send(type="host", what="start")
        for page in pages:
            await page.until(lambda: page.view is not None, "cards")  # noqa: B023 - called before the loop goes on
        return table, guests, pages


@asynccontextmanager
async def service(folder: Any, limits: Limits = MANY, clock: Any = None, proxies: Any = (), bots: Any = None):
    """A server in this process, set up as `paiju serve` does; `bots` are its own ones."""
    own_bots = OwnBots(bots)
    await own_bots.start()
    store = Store(await asyncio.to_thread(blank, folder / "tables.db"))
    await store.open()
    hub = Hub(store, limits=limits, key=Key.of("55" * 32), own_bots=own_bots)
    await hub.start()
    app = create_app(store, hub, Tokens(SECRET, *([clock] if clock else [])), Config(proxies, limits=limits))
    config = public_config(app, app.state.front.doors)
    config.port = 0
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.01)
    listener = server.servers[0].sockets[0]
    running = Service(listener.getsockname()[1], hub, app, listener)
    try:
        yield running
    finally:
        await running.close()
        await hub.stop()
        server.should_exit = True
        await task
        await store.close()
