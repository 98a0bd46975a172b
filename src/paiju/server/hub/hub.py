"""All tables of a process: one task each, woken from the store when someone comes, put away when nobody is there.

A table's task is the only one that touches it. It takes what came in, lets the table go on, waits until the
store has what must be stored, and only then sends.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from paiju.core.errors import PaijuError
from paiju.server import protocol as p
from paiju.server.cluster.nodes import Neighbours
from paiju.server.cluster.questions import Helpers
from paiju.server.errors import ServerError, elsewhere
from paiju.server.http.limits import Limits
from paiju.server.hub.own_bots import OwnBots
from paiju.server.hub.registry import Host, PutAwayError, Registry
from paiju.server.hub.rooms import making
from paiju.server.hub.thinkers import Brains, Compiling
from paiju.server.ops.logs import log_error
from paiju.server.people.guests import Guest, new_move_code, typed
from paiju.server.store.base import MOVE_CODE_SECONDS, StoreError
from paiju.server.store.rows import GuestRow
from paiju.server.store.store import Store
from paiju.server.tables import lobby
from paiju.server.tables.audience import first_seq
from paiju.server.tables.room import PLAYING, WAITING, Room
from paiju.server.tables.table import IDLE_MS, Table
from paiju.signatures import Key

logger = logging.getLogger(__name__)

_MOST_LISTED = 12
SWEEP_MS = 60_000
NOBODY_MS = 60_000
"""Milliseconds of absence after which a table makes room on a full server."""
HAND_OVER_SECONDS = 0.1
ADOPT_SECONDS = 0.5
_ADOPTED = 10
"""How often a node looks for tables of nodes that have died, and how many it takes at once: pages come for theirs by themselves."""
_ROOM_MADE = 100


class Hub(Registry):
    """See the module. `key` signs the records; without one nobody does. `helpers` think for the bots, where there are any; `own_bots` play beside the levels."""

    def __init__(
        self, store: Store, *, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic,
        compiling: Compiling | None = None, key: Key | None = None, helpers: Helpers | None = None, own_bots: OwnBots | None = None,
    ) -> None:  # fmt: skip
        super().__init__(store, clock, Brains(compiling, helpers, self.took), key, own_bots)
        self.helpers = helpers
        self._limits = limits or Limits()
        self._sweepers: list[asyncio.Task[None]] = []
        self._follower: Follower | None = None

    async def start(self) -> None:
        """Begin to put idle tables away, and as a node to take those of nodes that die."""
        self._sweepers.append(asyncio.create_task(self._every(SWEEP_MS / 1000, self.tidy), name="sweeper"))
        if self.store.node is not None:
            self._sweepers.append(
                asyncio.create_task(self._every(ADOPT_SECONDS, self._adopt), name="adopter")
            )
        if (neighbours := self.store.neighbours) is not None:
            self._follower = Follower(self, neighbours)
            self._sweepers.append(asyncio.create_task(self._follower.run(), name="follower"))

    async def open(self, guest: Guest, room: Room) -> str:
        """Open a table for a new room of a guest; its id.

        Raises:
            ServerError: server.full, rate.limited.
        """
        async with making(self.store.neighbours, guest.id) as others:
            await self._check_room_left(guest, others)
            await self._make(room)
        self.count("tables_opened")
        return room.table

    async def _make(self, room: Room) -> None:
        """Open a table for a new room.

        Raises:
            StoreError: if it cannot be stored; there is no such table then.
        """
        self.check_open()
        chance = self._chance
        claim = await self._claimed(room.table, new=True)
        table = Table(
            room, self.now(), first_seq=first_seq(claim.epoch), chance=chance, mark=chance.token, key=self.key,
            node=self.store.node,
        )  # fmt: skip
        table.room_changed()
        await self._play(table, claim).call(lambda now: None)

    async def join(self, guest: Guest, *, code: str = "", key: str = "") -> tuple[str, str]:
        """Let a guest in by room code or by the key of a link; returns the table.

        Once the match has begun they choose at the door, which the key opens that comes with the table; else it is empty.

        Raises:
            ServerError: room.none, and those of `lobby.check_visitor`.
        """
        table_id = await self.store.find(code=code, key=key)
        if table_id is None:
            raise ServerError("room.none", "no such room")
        opens = await self.call(
            table_id, lambda host, now: lobby.knock(host.table, guest.id, guest.name, now)
        )
        return table_id, opens

    def lobby(self) -> list[p.Sent]:
        """The tables that their hosts show to everyone, where someone is now: of this node those made last first, then those of others."""
        others = [] if self._follower is None else self._follower.displayed
        return [*self.own_lobby(), *others][:_MOST_LISTED]

    def own_lobby(self) -> list[p.Sent]:
        """Those of this node."""
        lively = (host.table.room for host in reversed(self.hosts.values()) if not host.is_left)
        return [sent for room in lively if (sent := lobby.notice(room))][:_MOST_LISTED]

    async def options(self, table_id: str, guest: Guest, key: str = "") -> tuple[Any, Any]:
        """Game and options of a table that the guest is a member of, or may come to, perhaps by the `key` of an invitation."""
        table = (await self.host(table_id)).table
        lobby.check_visitor(table.room, guest.id, key)
        return table.room.game, table.room.options

    async def table_of(self, table_id: str, guest: Guest) -> Table:
        """A table that the guest is a member of.

        Raises:
            ServerError: room.none, and those of `lobby.check_member`.
        """
        table = (await self.host(table_id)).table
        lobby.check_member(table.room, guest.id)
        return table

    async def invite_program(self, table_id: str, guest: Guest, seat: int, name: str) -> tuple[str, int]:
        """Keep a seat for a program; the token that opens it, sent this once, and its lifetime in ms.

        Raises:
            ServerError: those of `lobby.invite`.
        """
        until = self.store.now() + lobby.TOKEN_SECONDS
        secret = await self.call(
            table_id,
            lambda host, now: lobby.invite(host.table, guest.id, seat, name, until=until, now=now),
        )
        return secret, 1000 * lobby.TOKEN_SECONDS

    async def program(self, table_id: str, secret: str) -> Guest:
        """The program that shows a token at a table.

        Raises:
            ServerError: room.none, and those of `lobby.find`.
        """
        room = (await self.host(table_id)).table.room
        chair = lobby.find(room, secret, self.store.now())
        return Guest(chair.guest, chair.name, "en")

    async def move_code(self, table_id: str | None, guest: Guest) -> tuple[str, int]:
        """A code with which another device takes over the guest's seat and what they have learned, once, and its lifetime in ms.

        Without a table it is only for what they have learned.

        Raises:
            ServerError: seat.none.
        """
        if table_id is not None:
            room = (await self.host(table_id)).table.room
            if room.seat_of(guest.id) is None:
                raise ServerError("seat.none", "you have no seat here")
        code = new_move_code()
        await self.store.put_move(code, table_id, guest.id)
        return code, 1000 * MOVE_CODE_SECONDS

    async def move(self, code: str, guest: Guest) -> str | None:
        """Take over what a one-time code is for; returns the table, if it is for a seat.

        Raises:
            ServerError: table.elsewhere, and those of `Table.check_move`.
        """
        here, owner = await self.store.find_move(typed(code)) or (None, guest.id)
        # A code is used up only where the table lives, and by whom it helps.
        if here is not None and owner != guest.id:
            (await self.host(here)).table.check_move(owner, guest.id)
        seat = await self.store.take_move(typed(code))
        if seat is None:
            raise ServerError("code.none", "the code is wrong or too old")
        table_id, old = seat
        if old != guest.id:
            if table_id is not None:
                await self.call(
                    table_id, lambda host, now: host.table.move_seat(old, guest.id, guest.name, now)
                )
            await self.store.carry_learning(old, guest.id)
        return table_id

    async def rename(self, guest: Guest) -> None:
        """Carry a guest's new name and animal to the tables where they sit or watch."""
        await self._at_each(
            guest, lambda table, now: table.rename(guest.id, guest.name, now, avatar=guest.avatar)
        )

    async def forget(self, guest: Guest) -> None:
        """A guest wants everything about them deleted: they leave all tables."""
        await self._at_each(guest, lambda table, now: table.forget(guest.id, now))

    async def _at_each(self, guest: Guest, step: Callable[[Table, int], None]) -> None:
        """Let each table that a guest is a member of carry out a step; one that is put away meanwhile is not asked."""
        for host in list(self.hosts.values()):
            if guest.id in host.table.room.members:
                with suppress(PutAwayError):
                    await host.call(partial(step, host.table))

    @property
    def is_open(self) -> bool:
        """Whether tables are played."""
        return self.closed is None

    async def hand_over(self) -> None:
        """Give the tables to other nodes one by one, and take none any more; until none is left here, or no other node.

        A deal that is played goes to a node of the same rules; where there is none it is played to its end here.

        Raises:
            StoreError: if the store fails.
        """
        for sweeper in self._sweepers:
            sweeper.cancel()
        if self.store.node is None or not self.is_open:
            return
        self.leaving = True
        await self.store.leases.leave()
        while self.hosts and await self.store.leases.lightest() is not None:
            for host in list(self.hosts.values()):
                playing = host.table.room.stage == PLAYING
                node = await self.store.leases.lightest(alike=playing)
                if node is not None and await self._let_go(host, dealt=playing):
                    host.send_away(elsewhere(node))
            await asyncio.sleep(HAND_OVER_SECONDS)

    async def stop(self) -> None:
        """Tell the pages that the server goes, and end all tasks after what has been requested of them; everything has been stored already."""
        for sweeper in self._sweepers:
            sweeper.cancel()
        reason = self.closed = ServerError("server.restart", "the server is going down")
        hosts = list(self.hosts.values())
        for host in hosts:
            host.send_away(reason)
        await asyncio.gather(*(self._let_go(host) for host in hosts))
        self.hosts.clear()
        if self._follower is not None:
            await self._follower.hide()
        await self._brains.stop()
        await self.own_bots.stop()

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do a piece of work over and over while tables are played, without end."""
        while True:
            await asyncio.sleep(seconds)
            if self.is_open:
                await _tried(work())

    async def _adopt(self) -> None:
        """Take tables of nodes that have died before someone comes for them."""
        for table_id in await self.store.leases.orphans(_ADOPTED):
            with suppress(ServerError):  # another was quicker
                await self.host(table_id)

    async def tidy(self) -> None:
        """Put idle tables away, and let the store forget what is too old; whatever goes wrong with one table is no reason to leave the others."""
        for host in list(self.hosts.values()):
            await _tried(self._put_away(host, IDLE_MS), host.id)
        lively = [host.id for host in self.hosts.values() if not host.is_left]
        await _tried(self.store.prolong_codes(lively))
        await _tried(self.store.sweep())

    async def make_room(self) -> None:
        """Put tables of nobody away before their time: rooms that wait before matches, and the longest idle first.

        They are stored, and wake when someone comes back.
        """
        now = self.now()
        idle = [host for host in self.hosts.values() if host.is_left and host.table.is_idle(now, NOBODY_MS)]
        idle.sort(key=lambda host: (host.table.room.stage != WAITING, host.table.touched))
        for host in idle[:_ROOM_MADE]:
            await _tried(self._put_away(host, NOBODY_MS), host.id)

    async def _put_away(self, host: Host, idle_ms: int) -> None:
        if not host.is_left or not host.table.is_idle(self.now(), idle_ms):
            return
        with suppress(PaijuError, PutAwayError):  # a table that failed has said so, and is gone
            if await host.put_away(idle_ms):
                await self._release(host)

    async def _let_go(self, host: Host, *, dealt: bool = True) -> bool:
        gone = await host.stop(dealt=dealt)
        if gone:
            await self._release(host)
        return gone

    async def _release(self, host: Host) -> None:
        if self.hosts.get(host.id) is host:
            del self.hosts[host.id]
        with suppress(PaijuError):  # the one that takes it then waits until this process has ended
            await self.store.leases.release(host.claim)

    def figures(self) -> dict[str, float]:
        """Figures for the metrics: what is open now, and what has been counted."""
        return {
            "tables": float(len(self.hosts)),
            "sockets": float(sum(len(host.connections) for host in self.hosts.values())),
            **self.counts,
        }

    async def _check_room_left(self, guest: Guest, others: int) -> None:
        if len(self.hosts) >= self._limits.tables:
            await self.make_room()
        if len(self.hosts) >= self._limits.tables:
            raise ServerError("server.full", "too many tables")
        own = [host for host in self.hosts.values() if host.table.room.host == guest.id]
        if sum(not host.table.is_over for host in own) + others >= self._limits.tables_per_guest:
            raise ServerError("rate.limited", "too many tables of yours are open", {"seconds": 60})


async def _tried(work: Awaitable[Any], table: str = "") -> None:
    """Do a part of the sweeping; what goes wrong is tried again the next time, which is soon."""
    try:
        await work
    except Exception as error:  # noqa: BLE001 - whatever it is, the sweeper goes on
        log_error("sweep failed", error, table=table)


# --- what a node hears of the others: guests who have another name or are forgotten there, and the tables that everyone sees

FOLLOW_SECONDS = 1.0


class Follower:
    """Looks over and over: at the tables of a node's `hub`, what was done elsewhere is done too, and those of the others are `displayed`."""

    def __init__(self, hub: Hub, neighbours: Neighbours) -> None:
        self._hub, self._neighbours = hub, neighbours
        self._seen: set[tuple[str, str]] = set()
        self.displayed: list[p.Sent] = []

    async def run(self) -> None:
        """Look repeatedly, without end."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                self._seen, self.displayed = set(), []  # what was missed is looked for from the beginning
                log_error("other nodes unreachable", error, code=error.code)
            except Exception:  # whatever it is, it is one table's, and the others are looked at again
                logger.exception("a table of another node failed")
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
        here = {(host.id, guest) for host in self._hub.hosts.values() for guest in host.table.room.members}
        others = {guest for _, guest in here - self._seen}
        known = {guest for _, guest in here} - others
        for guest, stored in (await self._neighbours.news(known, others)).items():
            for host in list(self._hub.hosts.values()):
                await self._tell(host, guest, stored)
        self._seen = here
        await self._neighbours.show(self._hub.own_lobby())
        self.displayed = await self._neighbours.displayed()

    async def _tell(self, host: Host, guest: str, stored: GuestRow | None) -> None:
        """Have a table hear what has become of a guest, if it does not know."""
        room = host.table.room
        seat = room.seat_of(guest)
        with suppress(PutAwayError):  # the one that wakes it looks again
            if stored is None and guest in room.members:
                record = room.record
                await host.call(partial(host.table.forget, guest))
                await self._hub.store.redact(record, guest)
            elif stored is not None and seat is not None:
                chair = room.chairs[seat]
                if (chair.name, chair.avatar) != (stored.name, stored.avatar):
                    renamed = partial(host.table.rename, guest, stored.name, avatar=stored.avatar)
                    await host.call(renamed)
