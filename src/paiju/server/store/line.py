"""A line to PostgreSQL beside the store, for what passes between processes: short statements, and hints.

Each statement commits at once, and nobody waits for the disk. A hint says that there may be something to read; one may be lost,
so whoever listens looks by himself as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import URL, text

from paiju.server.logs import log_error
from paiju.server.store.engines import passer
from paiju.server.store.troubles import RAISED, trouble

RETRY_SECONDS = 1.0


class Line:
    """See the module."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._engine = passer(url)

    async def ask(self, statement: str, **given: Any) -> list[Any]:
        """The rows that a statement finds.

        Raises:
            StoreError: store.open.
        """
        try:
            async with self._engine.connect() as connection:
                rows = await connection.execute(text(statement), given)
                return list(rows.all()) if rows.returns_rows else []
        except RAISED as error:
            raise trouble(error, self._url) from None

    async def listen(self, channel: str, heard: Callable[[], Any]) -> None:
        """Call `heard` at each hint on a channel, and once the line stands again; for ever."""
        while True:
            try:
                await self._listen(channel, heard)
            except RAISED as error:
                log_error("hints not heard", error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, channel: str, heard: Callable[[], Any]) -> None:
        connection = await self._engine.connect()
        try:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await driver.execute(f'LISTEN "{channel}"')
            heard()
            async for _ in driver.notifies():
                heard()
        finally:
            with suppress(*RAISED):
                await connection.invalidate()  # a pooled one would go on listening
                await connection.close()

    async def close(self) -> None:
        """Hang up."""
        await self._engine.dispose()
