"""A site without a network: the application, its store and its tables, and browsers that keep cookies."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from paiju.server.http.app import create_app
from paiju.server.http.context import Config, Front
from paiju.server.http.limits import Limits
from paiju.server.hub.hub import Hub
from paiju.server.people.guests import Tokens
from paiju.server.store.database import Timekeeper
from paiju.server.store.store import Store
from paiju.signatures import Key
from tests.server.blank import blank

HOST = "table.test:8000"
MANY = Limits(
    reviews=10_000,
    series_a_day=10_000,
    requests=10_000,
    api=10_000,
    joins=10_000,
    creates=10_000,
    guests=10_000,
    replays=10_000,
    tables_per_ip=1000,
)


class Clock:
    """Seconds since 1970 and seconds that limits go by, both only on demand."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += seconds


class Site:
    """What a test needs of a running site."""

    def __init__(self, store: Store, hub: Any, clock: Clock, config: Config) -> None:
        self.store, self.hub, self.clock = store, hub, clock
        self.app = create_app(store, hub, Tokens("a secret for tests only", clock), config, clock=clock)
        self.front: Front = self.app.state.front

    def browser(self, ip: str = "192.0.2.7", **headers: str | bytes) -> httpx.AsyncClient:
        """A browser at an address."""
        transport = httpx.ASGITransport(self.app, client=(ip, 5000), raise_app_exceptions=True)
        return httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers)

    async def guest(self, ip: str = "192.0.2.7", lang: str = "en") -> httpx.AsyncClient:
        """A browser that is a guest already."""
        browser = self.browser(ip, **{"Accept-Language": lang})
        (await browser.get("/api/me")).raise_for_status()
        return browser


Visit = Callable[[Site], Awaitable[Any]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def visit(tmp_path: Path, clock: Clock) -> Callable[..., Any]:
    """Runs a test's coroutine on an open site."""

    async def opened(work: Visit, config: Config, hub: Any) -> Any:
        store = Store(await asyncio.to_thread(blank, tmp_path / "tables.db"), clock=Timekeeper(clock, clock))
        await store.open()
        tables = hub or Hub(store, limits=config.limits, key=Key.of("55" * 32))
        try:
            await tables.start()
            return await work(Site(store, tables, clock, config))
        finally:
            await tables.stop()
            await store.close()

    def run(work: Visit, *, limits: Limits = MANY, hub: Any = None, **config: Any) -> Any:
        return asyncio.run(opened(work, Config(limits=limits, **config), hub))

    return run
