"""All tables of a process: one task each, woken from the store when somebody comes, put away when nobody is there.

A table's task is the only one that touches it. It takes what came in, lets the table go on, waits until the
store has what must be kept, and only then sends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import paiju
from paiju.core.errors import PaijuError
from paiju.server import protocol as p
from paiju.server.codes import MOVE_MS, MoveCodes, RoomCodes
from paiju.server.errors import ServerError
from paiju.server.hosting import GONE, REPLACED, RESTART, Host
from paiju.server.lines import Bucket, Channel, Closed, Guest, Line, send_all
from paiju.server.settings import QUICK, Settings
from paiju.server.store.base import Store
from paiju.server.table import visitors
from paiju.server.table.chairs import EMPTY, Chair
from paiju.server.table.restoring import restore
from paiju.server.table.room import WAITING, Room, seats_of, token
from paiju.server.table.table import Table

__all__ = ["Channel", "Closed", "Guest", "Hub"]

logger = logging.getLogger(__name__)

MOST_TABLES = 2000
MOST_TABLES_OF_GUEST = 10
MOST_MEMBERS = 40
SWEEP_MS = 60_000
HELLO_SECONDS = 10
_SEQ_OF_BOOT = 1_000_000


class Hub:
    """See the module."""

    def __init__(self, store: Store, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self._clock = clock
        self._hosts: dict[str, Host] = {}
        self._waking: dict[str, asyncio.Lock] = {}
        self._moves = MoveCodes()
        self._codes = RoomCodes()
        self._counts: dict[str, float] = {}
        self._boot = 0
        self._sweeper: asyncio.Task[None] | None = None
        self._stopping = False

    def now(self) -> int:
        """Milliseconds that never run back."""
        return int(self._clock() * 1000)

    async def start(self) -> None:
        """Count the boot, so that no page takes up a stream of an earlier one."""
        self._boot = int(await self.store.meta("boots") or 0) + 1
        await self.store.put_meta("boots", str(self._boot))
        self._sweeper = asyncio.create_task(self._sweep())

    async def create(
        self, guest: Guest, game: str, *, preset: str | None = None,
        options: Mapping[str, Any] | None = None, settings: Mapping[str, Any] | None = None, quick: bool = False,
    ) -> str:  # fmt: skip
        """A new table with `guest` as its host; with `quick` all other chairs are bots and it begins at once.

        Raises:
            OptionError: for options or settings that are refused.
            ServerError: page.none, server.full, rate.limited.
        """
        self._check_room_left(guest)
        if game not in paiju.available():
            raise ServerError("page.none", f"no game {game!r}")
        law: Any = paiju.load(game)
        name = preset or next(iter(law.presets()))
        chosen = law.options({"preset": name, **(options or {})})
        base = QUICK if quick else Settings()
        room = Room(
            table=token(), game=law, options=chosen, preset=name, settings=base.changed(settings or {}),
            chairs=[Chair() for _ in range(seats_of(law, chosen))], host=guest.id, code=None, key=token(),
            quick=quick, members=[guest.id], given=_given(law, name, chosen),
        )  # fmt: skip
        room.chairs[0].seat_person(guest.id, guest.name)
        if quick:
            for chair in room.chairs[1:]:
                chair.seat_bot(room.settings.bots)
        else:
            room.code = self._codes.new(room.table, self.now())
        await self.adopt(room)
        return room.table

    async def adopt(self, room: Room) -> None:
        """Open a table for a room."""
        table = Table(room, self.now(), first_seq=self._boot * _SEQ_OF_BOOT)
        table.room_changed()
        host = self._hosts[room.table] = Host(self, table)
        await host.call(lambda now: None)
        self.count("tables_opened")

    async def join(self, guest: Guest, *, code: str = "", key: str = "") -> str:
        """Let a guest in by room code or by the key of a link; returns the table.

        Raises:
            ServerError: room.none, room.locked, room.full, room.started.
        """
        table_id = self._codes.find(code, self.now()) if code else await self.store.find(key=key)
        if table_id is None:
            raise ServerError("room.none", "no such room")
        host = await self._host(table_id)

        def let_in(now: int) -> None:
            room = host.table.room
            if guest.id in room.members:
                return
            if guest.id in room.banned:
                raise ServerError("room.none", "no such room")
            if code and room.stage != WAITING:
                raise ServerError("room.none", "no such room")
            if room.locked:
                raise ServerError("room.locked", "the room is locked")
            if room.stage != WAITING and not host.table.gallery.is_open:
                raise ServerError("room.started", "the match has begun")
            if len(room.members) >= MOST_MEMBERS:
                raise ServerError("room.full", "too many have joined")
            room.members.append(guest.id)
            if room.stage == WAITING and (empty := next((c for c in room.chairs if c.kind == EMPTY), None)):
                empty.seat_person(guest.id, guest.name)
                empty.away_since = now
            host.table.room_changed()

        await host.call(let_in)
        return table_id

    async def connect(self, guest: Guest, table_id: str, channel: Channel) -> None:
        """Serve one socket until it closes."""
        line = Line(guest, channel)
        sender = asyncio.create_task(send_all(line))
        self.count("sockets_opened")
        host: Host | None = None
        try:
            host = await self._enter(line, table_id)
            await self._listen(host, line)
        except ServerError as error:
            line.put(p.encode(p.error_message(error)))
            line.put(p.encode(p.bye(error.code)))
            line.hang_up(REPLACED)
        except Closed:
            line.hang_up(GONE)
        finally:
            if host is not None and host.lines.get(guest.id) is line:
                del host.lines[guest.id]
                host.post(partial(visitors.disconnect, host.table, guest.id))
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(sender, 5)
            sender.cancel()
            self.count("sockets_closed")

    async def _enter(self, line: Line, table_id: str) -> Host:
        """The first message must be `hello`; then the page is connected."""
        if self._stopping:  # it may come back, so this is no refusal
            line.put(p.encode(p.bye("server.restart")))
            raise Closed
        try:
            frame = await asyncio.wait_for(line.channel.receive(), HELLO_SECONDS)
        except TimeoutError:
            raise ServerError("message.unexpected", "no hello came") from None
        hello = p.decode(frame)
        if not isinstance(hello, p.Hello):
            raise ServerError("message.unexpected", "say hello first")
        host = await self._host(table_id)
        guest = line.guest

        def step(now: int) -> None:
            other = host.lines.get(guest.id)
            visitors.connect(host.table, guest.id, guest.name, hello, now)
            if other is not None:
                other.put(p.encode(p.bye("session.elsewhere")))
                other.hang_up(REPLACED)
            host.lines[guest.id] = line

        await host.call(step)
        return host

    async def _listen(self, host: Host, line: Line) -> None:
        bucket = Bucket(self.now())
        guest = line.guest.id
        while True:
            frame = await line.channel.receive()
            if host.lines.get(guest) is not line:
                return
            if not bucket.spend(self.now()):
                line.put(p.encode(p.bye("rate.flood")))
                raise Closed
            self.count("messages")
            try:
                message = p.decode(frame)
            except ServerError as error:
                self.count("refused")
                host.post(partial(host.table.refuse, guest, error))
                continue
            host.post(partial(host.table.receive, guest, message))

    async def options(self, table_id: str, guest: Guest) -> tuple[Any, Any]:
        """Game and options of a table that the guest is a member of."""
        room = (await self._host(table_id)).table.room
        self._check_member(room, guest)
        return room.game, room.options

    async def link(self, table_id: str, guest: Guest) -> str:
        """The path of the link that lets others join."""
        room = (await self._host(table_id)).table.room
        self._check_member(room, guest)
        return f"/join/{room.key}"

    async def move_code(self, table_id: str, guest: Guest) -> tuple[str, int]:
        """A code with which another device takes over the guest's seat, once, and its lifetime in ms.

        Raises:
            ServerError: seat.none.
        """
        room = (await self._host(table_id)).table.room
        if room.seat_of(guest.id) is None:
            raise ServerError("seat.none", "you have no seat here")
        return self._moves.new(table_id, guest.id, self.now()), MOVE_MS

    async def move(self, code: str, guest: Guest) -> str:
        """Take a seat over with a one-time code; returns the table.

        Raises:
            ServerError: code.none.
        """
        seat = self._moves.take(code, self.now())
        if seat is None:
            raise ServerError("code.none", "the code is wrong or too old")
        table_id, old = seat
        host = await self._host(table_id)
        if old != guest.id:
            await host.call(partial(visitors.replace, host.table, old, guest.id, guest.name))
        return table_id

    async def rename(self, guest: Guest) -> None:
        """Carry a guest's new name to the tables he sits at."""
        for host in list(self._hosts.values()):
            if host.table.room.seat_of(guest.id) is not None:
                await host.call(partial(visitors.rename, host.table, guest.id, guest.name))

    async def forget(self, guest: Guest) -> None:
        """A guest wants everything about him deleted: he leaves all tables."""
        for host in list(self._hosts.values()):
            if guest.id in host.table.room.members:
                await host.call(partial(visitors.forget, host.table, guest.id))

    async def stop(self) -> None:
        """Tell the pages that the server goes, and end all tasks; everything has been kept already."""
        self._stopping = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for host in list(self._hosts.values()):
            for line in list(host.lines.values()):
                line.put(p.encode(p.bye("server.restart")))
                line.hang_up(RESTART)
        await asyncio.gather(*(host.stop() for host in list(self._hosts.values())))
        self._hosts.clear()

    async def fail(self, host: Host) -> None:
        """A table that broke: its pages come back to what the store has."""
        self.count("tables_failed")
        self._hosts.pop(host.table.room.table, None)
        for line in list(host.lines.values()):
            line.put(p.encode(p.bye("server.restart")))
            line.hang_up(RESTART)

    def count(self, what: str, by: float = 1) -> None:
        """Add to a figure."""
        self._counts[what] = self._counts.get(what, 0) + by

    def took(self, seconds: float) -> None:
        """Note how long a step of a table took, storing included."""
        self.count("step_seconds", seconds)

    def figures(self) -> dict[str, float]:
        """Figures for the metrics: what is open now, and what has been counted."""
        return {
            "tables": float(len(self._hosts)),
            "sockets": float(sum(len(host.lines) for host in self._hosts.values())),
            **self._counts,
        }

    async def _host(self, table_id: str) -> Host:
        """The host of a table, woken from the store if need be.

        Raises:
            ServerError: room.none.
        """
        if self._stopping:
            raise ServerError("server.full", "the server is going down")
        if host := self._hosts.get(table_id):
            return host
        lock = self._waking.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                if host := self._hosts.get(table_id):
                    return host
                kept = await self.store.load(table_id)
                if kept is None:
                    raise ServerError("room.none", "no such table")
                table = _restored(kept, self.now(), self._boot * _SEQ_OF_BOOT)
                if table.room.code and table.room.stage == WAITING:
                    table.room.code = self._codes.new(table_id, self.now())
                host = self._hosts[table_id] = Host(self, table)
                return host
        finally:
            self._waking.pop(table_id, None)

    def _check_room_left(self, guest: Guest) -> None:
        if len(self._hosts) >= MOST_TABLES:
            raise ServerError("server.full", "too many tables")
        own = [host for host in self._hosts.values() if host.table.room.host == guest.id]
        if sum(not host.table.is_over() for host in own) >= MOST_TABLES_OF_GUEST:
            raise ServerError("rate.limited", "too many tables of yours are open", {"seconds": 60})

    @staticmethod
    def _check_member(room: Room, guest: Guest) -> None:
        if guest.id not in room.members:
            raise ServerError("room.none", "no such table")

    async def _sweep(self) -> None:
        """Put idle tables away, and let the store forget what is too old."""
        while True:
            await asyncio.sleep(SWEEP_MS / 1000)
            for table_id, host in list(self._hosts.items()):
                table = host.table
                if not host.lines and table.is_idle(self.now()):
                    host.post(table.put_away)
                    await host.stop()
                    self._hosts.pop(table_id, None)
            try:
                await self.store.sweep()
            except Exception:
                logger.exception("sweep failed")


def _restored(kept: Any, now: int, first_seq: int) -> Table:
    try:
        return restore(kept, now, first_seq=first_seq)
    except (PaijuError, KeyError, ValueError, TypeError) as error:
        logger.exception("table cannot be restored", extra={"table": kept.table})
        raise ServerError("room.none", "the table cannot be read any more") from error


def _given(law: Any, preset: str, options: Any) -> dict[str, Any]:
    base = law.options({"preset": preset})
    return {
        name: value
        for name, value in options.differences().items()
        if getattr(options, name) != getattr(base, name)
    }
