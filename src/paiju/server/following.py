"""What a node hears of the others: guests who are called otherwise or forgotten there, and the tables that are shown to everybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial

from paiju.server import protocol as p
from paiju.server.hosting import Host, PutAwayError
from paiju.server.logs import log_error
from paiju.server.store.base import NeighbourKeeper, StoreError
from paiju.server.store.kept import KeptGuest
from paiju.server.table import visitors

logger = logging.getLogger(__name__)

FOLLOW_SECONDS = 1.0


class Follower:
    """Looks over and over: at the tables of this node, `hosts`, what was done elsewhere is done too, and the others are `shown`.

    `own` are the tables that this node shows, `strike` takes a record from a guest.
    """

    def __init__(
        self, neighbours: NeighbourKeeper, hosts: Mapping[str, Host], own: Callable[[], list[p.Sent]],
        strike: Callable[[str, str], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._neighbours, self._hosts = neighbours, hosts
        self._own, self._strike = own, strike
        self._seen: set[tuple[str, str]] = set()
        self.shown: list[p.Sent] = []

    async def run(self) -> None:
        """Look, for ever."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                self._seen, self.shown = set(), []  # what was missed is looked for from the beginning
                log_error("neighbours out of reach", error, code=error.code)
            except Exception:  # whatever it is, it is one table's, and the others are looked at again
                logger.exception("following failed")
            await asyncio.sleep(FOLLOW_SECONDS)

    async def hide(self) -> None:
        """The node goes: it shows nothing any more."""
        with suppress(StoreError):
            await self._neighbours.hide()

    async def look(self) -> None:
        """Look once.

        Raises:
            StoreError: store.open, and those of writing.
        """
        here = {(host.id, guest) for host in self._hosts.values() for guest in host.table.room.members}
        others = {guest for _, guest in here - self._seen}
        known = {guest for _, guest in here} - others
        for guest, kept in (await self._neighbours.news(known, others)).items():
            for host in list(self._hosts.values()):
                await self._tell(host, guest, kept)
        self._seen = here
        await self._neighbours.show(self._own())
        self.shown = await self._neighbours.shown()

    async def _tell(self, host: Host, guest: str, kept: KeptGuest | None) -> None:
        """Have a table hear what has become of a guest, if it does not know."""
        room = host.table.room
        seat = room.seat_of(guest)
        with suppress(PutAwayError):  # whoever wakes it looks again
            if kept is None and guest in room.members:
                record = room.record
                await host.call(partial(visitors.forget, host.table, guest))
                await self._strike(record, guest)
            elif kept is not None and seat is not None:
                chair = room.chairs[seat]
                if (chair.name, chair.avatar) != (kept.name, kept.avatar):
                    renamed = partial(visitors.rename, host.table, guest, kept.name, avatar=kept.avatar)
                    await host.call(renamed)
