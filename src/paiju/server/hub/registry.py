"""Which tables are awake: woken from the store when somebody asks for one, put away when nobody is there.

A table that breaks, or whose writes are not kept, is dropped at once. What the store has is what anybody was told, so
the next page that comes wakes it from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from paiju.core.errors import PaijuError
from paiju.server.errors import ServerError, elsewhere
from paiju.server.hub.host import Host, Publisher, PutAwayError
from paiju.server.ops.logs import log_error
from paiju.server.people.guests import Chance
from paiju.server.store.base import StoreError
from paiju.server.store.engines import UNREADABLE
from paiju.server.store.rows import Claim, StoredRoom
from paiju.server.store.store import Store
from paiju.server.tables.restore import restore
from paiju.server.tables.room import PLAYING, WAITING, Room
from paiju.server.tables.table import IDLE_MS, Table
from paiju.signatures import Key

logger = logging.getLogger(__name__)

SWEEP_MS = 60_000
NOBODY_MS = 60_000
"""When a server is full, tables at which nobody has been for so long make room."""
HAND_OVER_SECONDS = 0.1
ADOPT_SECONDS = 0.5
_ADOPTED = 10
"""How often a node looks for tables of nodes that have died, and how many it takes at once: pages come for theirs by themselves."""
_ROOM_MADE = 100
_SEQS, _EPOCHS = 1 << 31, 1 << 19
Result = TypeVar("Result")


class Registry:
    """The tables by their id; `hosts` are those awake, and `key` signs their records.

    While it is `closed` nothing is woken; the reason is what everybody is told.
    """

    def __init__(self, store: Store, publisher: Publisher, key: Key | None) -> None:
        self.hosts: dict[str, Host] = {}
        self.closed: PaijuError | None = None
        self._store = store
        self._publisher = publisher
        self._key = key
        self._waking: dict[str, asyncio.Task[Host]] = {}
        self._times_closed = 0
        self._leaving = False
        self._chance = Chance()

    def check_open(self) -> None:
        """Raise why the tables are closed, if they are."""
        if self.closed is not None:
            raise self.closed

    async def open(self, room: Room) -> None:
        """Open a table for a new room.

        Raises:
            StoreError: if it cannot be kept; there is no such table then.
        """
        self.check_open()
        chance = self._chance
        claim = await self._claimed(room.table, new=True)
        table = Table(
            room, self._publisher.now(), first_seq=_first_seq(claim), chance=chance, mark=chance.token, key=self._key,
            node=self._store.node,
        )  # fmt: skip
        table.room_changed()
        await self._play(table, claim).call(lambda now: None)

    async def _claimed(self, table_id: str, *, new: bool = False) -> Claim:
        claim = await self._store.claim(table_id, new=new)
        if claim is None:
            raise ServerError("room.none", "no such table")
        return claim

    async def call(self, table_id: str, step: Callable[[Host, int], Result]) -> Result:
        """Let a table's task carry out a step, once the table is awake; its result, once it is kept.

        Raises:
            ServerError: room.none, table.elsewhere, and what the step refuses.
            StoreError: if the store fails.
        """
        while True:
            host = await self.host(table_id)
            try:
                result: Result = await host.call(partial(step, host))
            except PutAwayError:
                continue
            return result

    async def host(self, table_id: str) -> Host:
        """The host of a table, woken from the store if need be.

        Raises:
            ServerError: room.none, table.elsewhere.
            StoreError: if the store fails.
        """
        self.check_open()
        if host := self.hosts.get(table_id):
            if not host.leaving:
                return host
            await host.ended()
        waking = self._waking.get(table_id)
        if waking is None:
            waking = self._waking[table_id] = asyncio.create_task(self._wake(table_id))
            waking.add_done_callback(partial(self._woken, table_id))
        return await asyncio.shield(waking)  # who goes away does not stop it for the others

    def _woken(self, table_id: str, waking: asyncio.Task[Host]) -> None:
        del self._waking[table_id]
        if not waking.cancelled():
            waking.exception()  # those who waited have got it; perhaps nobody did

    async def _wake(self, table_id: str) -> Host:
        if self._leaving and (node := await self._store.lightest()):
            raise elsewhere(node)
        claim = await self._claimed(table_id)
        try:
            table = await self._read(claim)
        except ServerError:
            await self._store.release(claim)
            raise
        if table is None:
            return await self._wake(table_id)
        return self._play(table, claim)

    async def _read(self, claim: Claim) -> Table | None:
        """A table as it is kept; None if the database was lost meanwhile, for then somebody else may have written since."""
        times = self._times_closed
        kept = await self._store.load(claim.table)
        # A long match takes most of a second.
        table = None if kept is None else await asyncio.to_thread(self._restored, kept, claim)
        self.check_open()
        if times != self._times_closed:
            return None
        if table is None:
            raise ServerError("room.none", "no such table")
        return table

    def _restored(self, kept: StoredRoom, claim: Claim) -> Table:
        chance = Chance()  # that of the others is for their thread alone
        try:
            return restore(
                kept, self._publisher.now(), first_seq=_first_seq(claim), chance=chance, mark=chance.token, key=self._key,
                node=self._store.node,
            )  # fmt: skip
        except (PaijuError, *UNREADABLE) as error:
            logger.exception("table cannot be restored", extra={"table": kept.id})
            raise ServerError("room.none", "the table cannot be read any more") from error

    def _play(self, table: Table, claim: Claim) -> Host:
        """The host of a table that is awake from now on."""
        host = Host(table, claim, self._store, self._publisher, broke=self.fail)
        self.hosts[host.id] = host
        return host

    def fail(self, host: Host, error: Exception) -> None:
        """Drop a table that broke: its pages come back to what the store has."""
        self._publisher.count("tables_failed")
        if isinstance(error, StoreError):
            log_error("table not kept", error, table=host.id, code=error.code)
            failure: PaijuError = error
        else:
            logger.error("table failed", exc_info=error, extra={"table": host.id})
            failure = ServerError("server.error", "the table broke")
        self._drop(host, failure)

    def _drop(self, host: Host, failure: PaijuError) -> None:
        if self.hosts.get(host.id) is host:
            del self.hosts[host.id]
        host.fail(failure)

    def close(self, reason: PaijuError) -> None:
        """Drop all tables and wake none until `reopen`."""
        self.closed = reason
        self._times_closed += 1
        for host in list(self.hosts.values()):
            self._drop(host, reason)

    def reopen(self) -> None:
        """Wake tables again."""
        self.closed = None

    async def hand_over(self) -> None:
        """Give the tables to other nodes one by one, and take none any more; until none is left here, or no other node.

        A deal that is played goes to a node of the same laws; where there is none it is played to its end here.

        Raises:
            StoreError: if the store fails.
        """
        self._leaving = True
        await self._store.leave()
        while self.hosts and await self._store.lightest() is not None:
            for host in list(self.hosts.values()):
                playing = host.table.room.stage == PLAYING
                node = await self._store.lightest(alike=playing)
                if node is not None and await self._let_go(host, dealt=playing):
                    host.send_away(elsewhere(node))
            await asyncio.sleep(HAND_OVER_SECONDS)

    async def stop(self, reason: PaijuError) -> None:
        """End all tables after what they have been asked already; for good."""
        self.closed = reason
        hosts = list(self.hosts.values())
        for host in hosts:
            host.send_away(reason)
        await asyncio.gather(*(self._let_go(host) for host in hosts))
        self.hosts.clear()

    async def _let_go(self, host: Host, *, dealt: bool = True) -> bool:
        gone = await host.stop(dealt=dealt)
        if gone:
            await self._release(host)
        return gone

    async def _release(self, host: Host) -> None:
        if self.hosts.get(host.id) is host:
            del self.hosts[host.id]
        with contextlib.suppress(PaijuError):  # the one that takes it then waits until this process has ended
            await self._store.release(host.claim)

    async def sweep(self) -> None:
        """Put idle tables away, and let the store forget what is too old; for ever."""
        while True:
            await asyncio.sleep(SWEEP_MS / 1000)
            if self.closed is None:
                await self.tidy()

    async def adopt(self) -> None:
        """Take tables of nodes that have died before somebody comes for them; for ever."""
        while True:
            await asyncio.sleep(ADOPT_SECONDS)
            if self.closed is None:
                await _tried(self._adopt())

    async def _adopt(self) -> None:
        for table_id in await self._store.orphans(_ADOPTED):
            with contextlib.suppress(ServerError):  # another was quicker
                await self.host(table_id)

    async def tidy(self) -> None:
        """As `sweep`, once; whatever goes wrong with one table is no reason to leave the others."""
        for host in list(self.hosts.values()):
            await _tried(self._put_away(host, IDLE_MS), host.id)
        lively = [host.id for host in self.hosts.values() if not host.is_left]
        await _tried(self._store.prolong_codes(lively))
        await _tried(self._store.sweep())

    async def make_room(self) -> None:
        """Put tables of nobody away before their time: rooms that wait before matches, and the longest idle first.

        They are kept, and wake when somebody comes back.
        """
        now = self._publisher.now()
        idle = [host for host in self.hosts.values() if host.is_left and host.table.is_idle(now, NOBODY_MS)]
        idle.sort(key=lambda host: (host.table.room.stage != WAITING, host.table.touched))
        for host in idle[:_ROOM_MADE]:
            await _tried(self._put_away(host, NOBODY_MS), host.id)

    async def _put_away(self, host: Host, idle_ms: int) -> None:
        if not host.is_left or not host.table.is_idle(self._publisher.now(), idle_ms):
            return
        with contextlib.suppress(PaijuError, PutAwayError):  # a table that failed has said so, and is gone
            if await host.put_away(idle_ms):
                await self._release(host)


async def _tried(work: Awaitable[Any], table: str = "") -> None:
    """Do a part of the sweeping; what goes wrong is tried again the next time, which is soon."""
    try:
        await work
    except Exception as error:  # noqa: BLE001 - whatever it is, the sweeper goes on
        log_error("sweep failed", error, table=table)


def _first_seq(claim: Claim) -> int:
    """Where the messages of a table are counted from: from its epoch, or without one from anywhere, so that no page takes up what it was sent before."""
    return (claim.epoch or secrets.randbelow(_EPOCHS)) * _SEQS + secrets.randbelow(_SEQS // 2)
