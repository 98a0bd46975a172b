"""Which tables are awake: woken from the store when somebody asks for one, put away when nobody is there."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from paiju.core.errors import PaijuError
from paiju.server.codes import RoomCodes
from paiju.server.errors import ServerError
from paiju.server.hosting import Host
from paiju.server.table.restoring import restore
from paiju.server.table.room import WAITING
from paiju.server.table.table import Table
from paiju.server.writes import KeptTable

if TYPE_CHECKING:
    from paiju.server.hub import Hub

logger = logging.getLogger(__name__)

SWEEP_MS = 60_000


class Registry:
    """The tables of a hub by their id. `hosts` are those awake, `codes` the room codes that open them."""

    def __init__(self, hub: Hub, hosts: dict[str, Host], codes: RoomCodes) -> None:
        self._hub = hub
        self._hosts = hosts
        self._codes = codes
        self._waking: dict[str, asyncio.Task[Host]] = {}

    async def host(self, table_id: str) -> Host:
        """The host of a table, woken from the store if need be.

        Raises:
            ServerError: room.none.
        """
        if host := self._hosts.get(table_id):
            return host
        waking = self._waking.get(table_id)
        if waking is None:
            waking = self._waking[table_id] = asyncio.create_task(self._wake(table_id))
            waking.add_done_callback(partial(self._woken, table_id))
        return await asyncio.shield(waking)  # who goes away does not stop it for the others

    def _woken(self, table_id: str, waking: asyncio.Task[Host]) -> None:
        del self._waking[table_id]
        if not waking.cancelled():
            waking.exception()  # whoever waited has got it; perhaps nobody did

    async def _wake(self, table_id: str) -> Host:
        hub = self._hub
        kept = await hub.store.load(table_id)
        if kept is None:
            raise ServerError("room.none", "no such table")
        table = _restored(kept, hub.now(), hub.first_seq)
        if table.room.code and table.room.stage == WAITING:
            table.room.code = self._codes.new(table_id, hub.now())
        host = self._hosts[table_id] = Host(hub, table)
        return host

    async def sweep(self) -> None:
        """Put idle tables away, and let the store forget what is too old; for ever."""
        while True:
            await asyncio.sleep(SWEEP_MS / 1000)
            for table_id, host in list(self._hosts.items()):
                if not host.lines and host.table.is_idle(self._hub.now()):
                    host.post(host.table.put_away)
                    await host.stop()
                    self._hosts.pop(table_id, None)
            try:
                await self._hub.store.sweep()
            except Exception:
                logger.exception("sweep failed")


def _restored(kept: KeptTable, now: int, first_seq: int) -> Table:
    try:
        return restore(kept, now, first_seq=first_seq)
    except (PaijuError, KeyError, ValueError, TypeError) as error:
        logger.exception("table cannot be restored", extra={"table": kept.table})
        raise ServerError("room.none", "the table cannot be read any more") from error
