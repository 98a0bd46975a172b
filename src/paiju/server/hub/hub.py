"""All tables of a process: one task each, woken from the store when someone comes, put away when nobody is there.

A table's task is the only one that touches it. It takes what came in, lets the table go on, waits until the
store has what must be stored, and only then sends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from paiju.core.errors import PaijuError
from paiju.server import protocol as p
from paiju.server.cluster.nodes import Neighbours
from paiju.server.cluster.questions import Helpers
from paiju.server.errors import ServerError
from paiju.server.http.limits import Limits
from paiju.server.hub.connections import Channel, Closed, Connection, Flooded, Guest, send_all
from paiju.server.hub.registry import GONE, REPLACED, Host, PutAwayError, Registry, send_away
from paiju.server.hub.rooms import making, new_room
from paiju.server.hub.thinkers import Brains, Compiling
from paiju.server.ops.logs import log_error
from paiju.server.people.guests import new_move_code, typed
from paiju.server.store.base import MOVE_CODE_SECONDS, StoreError
from paiju.server.store.rows import GuestRow
from paiju.server.store.store import Store
from paiju.server.tables import lobby, shuffle
from paiju.server.tables.room import Room
from paiju.signatures import Key

logger = logging.getLogger(__name__)

__all__ = ["Channel", "Closed", "Guest", "Hub"]

HELLO_SECONDS = 10
_MOST_LISTED = 12
_OUR_TROUBLE = 500


class Hub(Registry):
    """See the module. `key` signs the records; without one nobody does. `helpers` think for the bots, where there are any."""

    def __init__(
        self, store: Store, *, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic,
        compiling: Compiling | None = None, key: Key | None = None, helpers: Helpers | None = None,
    ) -> None:  # fmt: skip
        super().__init__(store, clock, Brains(compiling, helpers, self.took), key)
        self.helpers = helpers
        self._limits = limits or Limits()
        self._sweepers: list[asyncio.Task[None]] = []
        self._follower: Follower | None = None

    async def start(self) -> None:
        """Begin to put idle tables away, and as a node to take those of nodes that die."""
        self._sweepers.append(asyncio.create_task(self.sweep(), name="sweeper"))
        if self.store.node is not None:
            self._sweepers.append(asyncio.create_task(self.adopt(), name="adopter"))
        if (neighbours := self.store.neighbours) is not None:
            self._follower = Follower(self, neighbours)
            self._sweepers.append(asyncio.create_task(self._follower.run(), name="follower"))

    async def create(
        self, guest: Guest, game: str, *, preset: str | None = None,
        options: Mapping[str, Any] | None = None, settings: Mapping[str, Any] | None = None, quick: bool = False,
    ) -> str:  # fmt: skip
        """A new table with `guest` as its host; with `quick` all other chairs are bots and it begins at once.

        Raises:
            OptionError: for options or settings that are refused.
            ServerError: page.none, server.full, rate.limited.
        """
        room = new_room(
            guest, game, preset=preset, options=options or {}, settings=settings or {}, quick=quick
        )
        await self.open(guest, room)
        return room.table

    async def open(self, guest: Guest, room: Room) -> None:
        """Open a table for a new room of a guest.

        Raises:
            ServerError: server.full, rate.limited.
        """
        async with making(self.store.neighbours, guest.id) as elsewhere:
            await self._check_room_left(guest, elsewhere)
            await self.make(room)
        self.count("tables_opened")

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

    async def connect(self, guest: Guest, table_id: str, channel: Channel) -> None:
        """Serve one socket until it closes."""
        connection = Connection(guest, channel)
        sender = asyncio.create_task(send_all(connection))
        self.count("sockets_opened")
        host: Host | None = None
        try:
            host = await self._enter(connection, table_id)
            await host.listen(connection)
        except PaijuError as error:
            _refuse(connection, error)
        except Flooded:
            connection.put(p.encode(p.bye("rate.flood")))
            connection.hang_up(GONE)
        except Closed:
            connection.hang_up(GONE)
        finally:
            if host is not None:
                host.leave(connection)
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(sender, 5)
            sender.cancel()
            self.count("sockets_closed")

    async def _enter(self, connection: Connection, table_id: str) -> Host:
        """The first message must be `hello`; then the page is connected."""
        self.check_open()
        try:
            frame = await asyncio.wait_for(connection.channel.receive(), HELLO_SECONDS)
        except TimeoutError:
            raise ServerError("message.unexpected", "no hello came") from None
        hello = p.decode(frame)
        if not isinstance(hello, p.Hello):
            raise ServerError("message.unexpected", "say hello first")
        if hello.version not in (None, p.VERSION):
            raise ServerError("message.version", "another version of the protocol", {"known": str(p.VERSION)})
        guest = connection.guest

        def step(host: Host, now: int) -> Host:
            other = host.connections.get(guest.id)
            host.table.connect(guest.id, guest.name, hello, now, avatar=guest.avatar, marks=guest.marks)
            if other is not None:
                other.put(p.encode(p.bye("session.elsewhere")))
                other.hang_up(REPLACED)
            host.connections[guest.id] = connection
            return host

        return await self.call(table_id, step)

    async def options(self, table_id: str, guest: Guest, key: str = "") -> tuple[Any, Any]:
        """Game and options of a table that the guest is a member of, or may come to, perhaps by the `key` of an invitation."""
        table = (await self.host(table_id)).table
        lobby.check_visitor(table.room, guest.id, key)
        return table.room.game, table.room.options

    async def links(self, table_id: str, guest: Guest) -> dict[str, Any]:
        """The chain of a match's deals, for a member of the table."""
        table = (await self.host(table_id)).table
        lobby.check_member(table.room, guest.id)
        return shuffle.links(table)

    async def link(self, table_id: str, guest: Guest) -> str:
        """The path of the link that lets others join."""
        room = (await self.host(table_id)).table.room
        lobby.check_member(room, guest.id)
        return f"/join/{room.key}"

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
        for host in list(self.hosts.values()):
            if guest.id in host.table.room.members:
                with contextlib.suppress(PutAwayError):
                    await host.call(partial(host.table.rename, guest.id, guest.name, avatar=guest.avatar))

    async def forget(self, guest: Guest) -> None:
        """A guest wants everything about them deleted: they leave all tables."""
        for host in list(self.hosts.values()):
            if guest.id in host.table.room.members:
                with contextlib.suppress(PutAwayError):
                    await host.call(partial(host.table.forget, guest.id))

    @property
    def is_open(self) -> bool:
        """Whether tables are played."""
        return self.closed is None

    async def hand_over(self) -> None:
        """Give all tables to other nodes, if there are any.

        Raises:
            StoreError: if the store fails.
        """
        for sweeper in self._sweepers:
            sweeper.cancel()
        if self.store.node is not None and self.is_open:
            await self.give_away()

    async def stop(self) -> None:
        """Tell the pages that the server goes, and end all tasks; everything has been stored already."""
        for sweeper in self._sweepers:
            sweeper.cancel()
        await self.end_all(ServerError("server.restart", "the server is going down"))
        if self._follower is not None:
            await self._follower.hide()
        await self._brains.stop()

    def figures(self) -> dict[str, float]:
        """Figures for the metrics: what is open now, and what has been counted."""
        return {
            "tables": float(len(self.hosts)),
            "sockets": float(sum(len(host.connections) for host in self.hosts.values())),
            **self.counts,
        }

    def awake(self) -> Collection[str]:
        """The tables that are awake."""
        return self.hosts.keys()

    async def _check_room_left(self, guest: Guest, elsewhere: int) -> None:
        if len(self.hosts) >= self._limits.tables:
            await self.make_room()
        if len(self.hosts) >= self._limits.tables:
            raise ServerError("server.full", "too many tables")
        own = [host for host in self.hosts.values() if host.table.room.host == guest.id]
        if sum(not host.table.is_over for host in own) + elsewhere >= self._limits.tables_per_guest:
            raise ServerError("rate.limited", "too many tables of yours are open", {"seconds": 60})


def _refuse(connection: Connection, error: PaijuError) -> None:
    """Close a socket: for good if the page is refused, for now if the trouble is ours."""
    if not isinstance(error, ServerError) or error.status >= _OUR_TROUBLE:
        send_away(connection, error)
        return
    if isinstance(error, lobby.OutsideError):
        connection.put(p.encode(error.door))
        connection.put(p.encode(p.bye("room.outside")))
    else:
        connection.put(p.encode(p.error_message(error)))
        connection.put(p.encode(p.bye(error.code)))
    connection.hang_up(REPLACED)


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
