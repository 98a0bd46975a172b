"""Clocks that are wrong for a while: cookies, seats and records outlive them."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import httpx
from structlog.testing import capture_logs

from paiju.core.errors import PaijuError
from paiju.server.http.app import create_app
from paiju.server.http.context import Config
from paiju.server.hub.hub import Hub
from paiju.server.people.guests import COOKIE, Tokens
from paiju.server.store.base import DAY, HOUR
from paiju.server.store.database import GRACE_SECONDS, SETTLED_SECONDS, Timekeeper
from paiju.server.store.store import Store
from tests.attack.outcome import Outcome
from tests.server.protocol.pages import MANY
from tests.server.store.samples import record

SECRET = "a secret for tests only"
YEAR = 365 * DAY


class Machine:
    """A machine, its two clocks, and a server that is started on it again and again."""

    def __init__(self, folder: Path) -> None:
        self.wall, self.steady = 1_800_000_000.0, 5.0
        self.url = f"sqlite:///{folder / 'tables.db'}"
        self.looks = self.fallen = 0
        self.store: Store | None = None
        self.cookies = httpx.Cookies()
        self.guest = self.table = ""

    async def start(self) -> None:
        self.store = Store(self.url, clock=Timekeeper(lambda: self.wall, lambda: self.steady))
        await self.store.open()
        self.tokens = Tokens(SECRET, lambda: self.wall)
        self.hub = Hub(self.store)
        app = create_app(self.store, self.hub, self.tokens, Config(limits=MANY))
        self.browser = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://table.test", cookies=self.cookies
        )

    async def stop(self) -> None:
        self.cookies = self.browser.cookies
        await self.browser.aclose()
        await self.hub.stop()
        await self.store.close()

    async def settle_in(self) -> None:
        """Somebody comes, opens a table, and has a record."""
        await self.browser.get("/api/me")
        self.guest = self.tokens.read(self.browser.cookies[COOKIE])[0]
        answer = await self.browser.post("/api/tables", json={"game": "paohuzi"})
        self.table = answer.raise_for_status().json()["id"]
        await self.play()

    async def play(self) -> None:
        """Something happens at the table and in the match; what nobody uses may go one day."""
        with suppress(PaijuError):  # it is gone: the next look says so
            await self.hub.call(self.table, lambda host, now: host.table.room_changed())
        await self.store.write((record("r1", players=((0, self.guest),)),))

    async def look(self) -> None:
        """Sweep, and see that they are still who they were, with their table and their record."""
        self.looks += 1
        await self.store.sweep()
        me = (await self.browser.get("/api/me")).json()
        holds = self.tokens.read(self.browser.cookies[COOKIE])
        stored = [line["id"] for name in ("tables", "records") for line in me.get(name, ())]
        self.fallen += stored != [self.table, "r1"] or holds is None or holds[0] != self.guest

    async def live(self, seconds: float) -> None:
        """Let time pass, with looks in between."""
        for _ in range(3):
            self.wall += seconds / 3
            self.steady += seconds / 3
            await self.look()


def run(size: int, rng: random.Random, folder: Path) -> Outcome:
    """Set the clock wrong `size` times, while the server runs or before it starts, and right again before it is believed."""
    with capture_logs():
        machine = asyncio.run(_through(size, rng, Machine(folder)))
    return Outcome(
        "clocks set wrong and right",
        size,
        machine.fallen,
        f"{machine.looks:,} looks at guest, seat and record",
    )


async def _through(size: int, rng: random.Random, machine: Machine) -> Machine:
    await machine.start()
    await machine.settle_in()
    for _ in range(size):
        by = rng.choice((-1, 1)) * rng.choice((2 * HOUR, 30 * DAY, YEAR, 20 * YEAR)) * rng.uniform(0.6, 1.4)
        if at_start := rng.random() < 0.5:
            await machine.stop()
        machine.wall += by
        if at_start:
            await machine.start()
        await machine.live(rng.uniform(0.1, 0.9) * (GRACE_SECONDS if at_start else SETTLED_SECONDS))
        machine.wall -= by
        await machine.live(rng.uniform(HOUR, 5 * HOUR))
        await machine.play()
    await machine.stop()
    return machine
