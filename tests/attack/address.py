"""Everything that one address can do at once, while somebody at another one plays on and their answers are timed."""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import time
from contextlib import suppress
from pathlib import Path

import httpx

from tests.attack import siege as kinds
from tests.attack.outcome import Outcome
from tests.attack.siege import Siege
from tests.server.protocol.matches import Player, Process
from tests.server.protocol.pages import PATIENCE, Page, Service

OPTIONS = {"match_end": "deals", "match_length": 1000}
SETTINGS = {"window_ms": 20, "takeover_seconds": 300}
DEALS = 4
"""As many are over before the attack begins, so that there are more replays than one address may ask for."""
BEFORE_SECONDS = 3.0
LONGEST, SLOWER = 5.0, 10
"""A player takes an answer that is slower than this many seconds for none; on a busy machine, this multiple of the slowest one before the attack."""


class Honest:
    """Somebody who plays, and asks the server something now and then."""

    def __init__(self, page: Page, browser, rng: random.Random) -> None:
        self.page, self._browser = page, browser
        self.playing = asyncio.create_task(Player(page, rng).play())
        self.took: list[float] = []
        self.refused = 0

    async def ask(self, seconds: float) -> list[float]:
        """For some seconds: how long each answer took."""
        took: list[float] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            began = time.monotonic()
            with suppress(ConnectionError, TimeoutError):
                if len(took) % 10 == 9:
                    await self._look()
                else:
                    await self.page.sync()
            took.append(time.monotonic() - began)
            await asyncio.sleep(0.1)
        return took

    async def _look(self) -> None:
        """Ask over a request of its own."""
        try:
            self.refused += (await self._browser.get("/api/me")).is_error
        except httpx.HTTPError:
            self.refused += 1

    async def has_played(self, deals: int) -> None:
        """Wait until that many deals are over."""
        async with asyncio.timeout(3 * PATIENCE):
            while self.page.view is None or self.page.view["deal"] <= deals:  # noqa: ASYNC110 - they play elsewhere
                await asyncio.sleep(0.05)

    async def leave(self) -> None:
        self.playing.cancel()
        with suppress(asyncio.CancelledError):
            await self.playing


def run(size: int, rng: random.Random, folder: Path) -> Outcome:
    """Attack for `size` seconds."""
    server = Process(folder, f"sqlite:///{folder / 'tables.db'}", ways=("limited",))
    server.start()
    try:
        siege, figure = asyncio.run(_attack(server.port, size, rng))
    finally:
        server.kill()
    events = server.written()
    fallen = len(siege.fallen) + events.count("Traceback") + events.count('"level": "error"')
    findings = "; ".join(dict.fromkeys(siege.fallen))
    return Outcome("one address", siege.tried, fallen, figure + (f"; FALLEN: {findings}" if findings else ""))


async def _attack(port: int, size: int, rng: random.Random) -> tuple[Siege, str]:
    running = Service(port)
    table, (browser,), (page,) = await running.started("paohuzi", 1, options=OPTIONS, settings=SETTINGS)
    code = page.room["code"]
    await page.close()
    honest = Honest(running.page(table, browser), browser, rng)
    try:
        await honest.has_played(DEALS)
        before = await honest.ask(BEFORE_SECONDS)
        deal = honest.page.view["deal"]
        end = asyncio.get_running_loop().time() + size
        siege = Siege(port, end, rng, honest.page.room["record"], code)
        _, took = await asyncio.gather(_all(siege, size), honest.ask(size))
        if honest.refused or honest.playing.done() or honest.page.view["deal"] == deal:
            siege.fell("the honest player is not served")
        if max(took, default=math.inf) >= max(LONGEST, SLOWER * max(before, default=0.0)):
            siege.fell("the honest player waits")
    finally:
        await honest.leave()
        await running.close()
    held = ", ".join(f"{number} {what}" for what, number in sorted(siege.held.items()))
    return siege, f"had at most {held}; another's answers took {_ms(took)}, before it {_ms(before)}"


def _ms(took: list[float]) -> str:
    return f"{1000 * statistics.median(took):.0f} ms ({1000 * max(took):.0f} at worst)"


async def _all(siege: Siege, size: int) -> None:
    addresses = (f"127.{number}.0.1" for number in range(10, 100))
    async with asyncio.TaskGroup() as group:
        for name in kinds.FLOODS:
            group.create_task(kinds.frames(siege, name, next(addresses)))
        for name, number in (
            ("unsent bodies", 40 * size),
            ("slow heads", 20 * size),
            ("strange sockets", size),
            ("unread answers", 100),
        ):
            group.create_task(kinds.stalled(siege, name, next(addresses), number))
        group.create_task(kinds.connections(siege, next(addresses), 400))
        group.create_task(kinds.tables(siege, next(addresses)))
        group.create_task(kinds.replays(siege, next(addresses)))
        group.create_task(kinds.record_pages(siege, next(addresses)))
        group.create_task(kinds.guesses(siege))
