"""The tables that are awake, with their tasks and sockets; one is woken from the store when someone asks for it.

A table that breaks, or whose writes are not stored, is dropped at once. What the store has is what anyone was sent, so
the next page that comes wakes it from there.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from prometheus_client import Histogram
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from paiju.core.errors import PaijuError
from paiju.server import protocol as p
from paiju.server.errors import ServerError, elsewhere
from paiju.server.http.limits import Bucket, Rate
from paiju.server.hub.own_bots import OwnBots
from paiju.server.hub.thinkers import Brains, look
from paiju.server.ops.logs import log_error
from paiju.server.people.guests import Guest, new_room_code
from paiju.server.store.base import REPORTED, StoreError
from paiju.server.store.engines import UNREADABLE
from paiju.server.store.rows import Claim, StoredRoom
from paiju.server.store.store import Store
from paiju.server.tables import lobby
from paiju.server.tables.audience import first_seq
from paiju.server.tables.context import Chance, Notice, Thought
from paiju.server.tables.questions import FALLBACK, Choosing
from paiju.server.tables.restore import restore
from paiju.server.tables.room import PLAYING, is_program
from paiju.server.tables.table import Table
from paiju.signatures import Key

logger = logging.getLogger(__name__)
Result = TypeVar("Result")

TURN_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1)
"""The bounds of a histogram: how long a table, or its quick bots, keep all others waiting."""


# --- open sockets: their guests and their outgoing messages

QUEUE_MESSAGES = 64
MESSAGES = Rate(60, 50)
"""The rate of a socket's messages."""
MALFORMED = Rate(20, 2000)
"""How much of it may be no message at all: no page of ours sends any, and a new program gets its chance to learn."""


class Closed(Exception):  # noqa: N818 - not an error: the page went away
    """The page went away."""


class Flooded(Closed):
    """The page, or its address, sends too much."""


class Connection:
    """A web socket as the tables see it, and its outgoing messages; `guest` is who has come, once that is known."""

    guest: Guest

    def __init__(self, socket: WebSocket, allow: Callable[[], bool]) -> None:
        self._socket, self._allow = socket, allow
        self._queue: asyncio.Queue[str | int] = asyncio.Queue(QUEUE_MESSAGES)

    async def receive(self) -> str | bytes:
        """The next frame. Raises Closed, Flooded."""
        try:
            message = await self._socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            raise Closed from None
        if message["type"] == "websocket.disconnect":
            raise Closed
        if not self._allow():
            raise Flooded
        text: str | None = message.get("text")
        data: bytes | None = message.get("bytes")
        return text if text is not None else data or b""

    def put(self, text: str) -> bool:
        """Queue a frame; False if the page is too slow."""
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            return False
        return True

    def hang_up(self, code: int) -> None:
        """Close after what is queued, or at once if there is no room: a page must not miss one of its messages."""
        if self._queue.full():
            while not self._queue.empty():
                self._queue.get_nowait()
        self._queue.put_nowait(code)

    def tell(self, message: p.Sent) -> None:
        """Queue a message."""
        self.put(p.encode(message))

    def send_away(self, reason: PaijuError) -> None:
        """Close in a way that brings the page back, or leads it to another node."""
        if reason.code == ELSEWHERE:
            self.tell(p.error_message(reason))
        self.tell(p.bye(reason.code) if reason.code in _COMES_BACK else p.bye("server.restart"))
        self.hang_up(RESTART)

    def refuse(self, error: PaijuError) -> None:
        """Close for good if the page is refused, for now if the trouble is ours."""
        if not isinstance(error, ServerError) or error.status >= _OUR_TROUBLE:
            self.send_away(error)
            return
        if isinstance(error, lobby.OutsideError):
            self.tell(error.door)
            self.tell(p.bye("room.outside"))
        else:
            self.tell(p.error_message(error))
            self.tell(p.bye(error.code))
        self.hang_up(REPLACED)

    async def send_all(self) -> None:
        """Send what is queued until it is to hang up."""
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                await self.close(item)
                return
            try:
                await self._socket.send_text(item)
            except (WebSocketDisconnect, RuntimeError, OSError):  # the page is gone
                return

    async def close(self, code: int) -> None:
        """Close at once; more than once does no harm."""
        if self._socket.application_state is not WebSocketState.DISCONNECTED:
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                await self._socket.close(code)


# --- a table, its task and its sockets

STUCK_SECONDS = 0.05
ELSEWHERE = "table.elsewhere"
_COMES_BACK = (*REPORTED, ELSEWHERE)
SLOW, RESTART, REPLACED, GONE = 1013, 1012, 4001, 1000
HELLO_SECONDS = 10
_OUR_TROUBLE = 500


class PutAwayError(Exception):
    """The table was put away in the meantime; the next page that comes wakes it again."""


class Host:
    """A table that is ours by a claim, its task and its sockets. `leaving` while it is being put away."""

    def __init__(self, table: Table, claim: Claim, registry: Registry) -> None:
        self.table = table
        self.claim = claim
        self.connections: dict[str, Connection] = {}
        self.leaving = False
        self._registry = registry
        self._inbox: asyncio.Queue[Callable[[int], Any]] = asyncio.Queue()
        self._failure: PaijuError | None = None
        self._task = asyncio.create_task(self._run())

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.room.table

    @property
    def is_left(self) -> bool:
        """Whether no person's page is open."""
        return all(is_program(guest) for guest in self.connections)

    def post(self, step: Callable[[int], Any]) -> None:
        """Let the table's task carry out a step; `step` gets the time."""
        self._inbox.put_nowait(step)

    async def call(self, step: Callable[[int], Any]) -> Any:
        """As `post`, with the result of the step, once it is stored.

        Raises:
            PutAwayError: before its turn came.
            PaijuError: the refusal of the step; what broke the table.
        """
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def carry_out(now: int) -> Callable[[], None]:
            try:
                result = step(now)
            except PaijuError as error:
                failure = error
                return lambda: None if done.done() else done.set_exception(failure)
            return lambda: None if done.done() else done.set_result(result)

        self.post(carry_out)
        await asyncio.wait({done, self._task}, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise self._failure or PutAwayError
        return done.result()

    async def stop(self, *, dealt: bool = True) -> bool:
        """End the task after what is in the inbox, in the middle of a deal only if it may be `dealt`; whether it has ended."""
        with suppress(PaijuError, PutAwayError):  # it has ended by itself
            await self.call(partial(self._leave, dealt=dealt))
        if not (self.leaving or self._failure):
            return False
        await self.ended()
        return True

    async def put_away(self, idle_ms: int) -> bool:
        """End the task, unless someone has been here in that many ms; whether it has ended."""
        if gone := bool(await self.call(partial(self._leave_if_idle, idle_ms))):
            await self.ended()
        return gone

    async def ended(self) -> None:
        """Wait for the end of the task."""
        await asyncio.wait({self._task})

    def _leave(self, now: int, *, dealt: bool) -> None:
        """Asked in a turn of the table: a deal may have begun since someone looked."""
        self.leaving = dealt or self.table.room.stage != PLAYING

    def _leave_if_idle(self, idle_ms: int, now: int) -> bool:
        if self.is_left and self.table.is_idle(now, idle_ms):
            self.leaving = True
            self.send_away(ServerError("server.restart", "the table sleeps until a person comes"))
            self.table.put_away(now)
        return self.leaving

    def fail(self, failure: PaijuError) -> None:
        """Go at once: those who wait for the table hear why, and its pages come back later."""
        self._failure = failure
        self.send_away(failure)
        self.connections.clear()
        if asyncio.current_task() is not self._task:
            self._task.cancel()

    def send_away(self, reason: PaijuError) -> None:
        """Close all sockets in a way that brings the pages back."""
        for connection in self.connections.values():
            connection.send_away(reason)

    async def _run(self) -> None:
        try:
            await self._flush([])
            due: int | None = None
            while not self.leaving:
                due = await self._turn(due)
        except Exception as error:  # noqa: BLE001 - whatever it is: the store has what was sent
            self._registry.fail(self, error)

    async def _turn(self, before: int | None) -> int | None:
        """Wait for someone, or for what is due, and let the table go on; the time of what was due, if that had come."""
        registry, due = self._registry, self.table.wake
        pause = None if due is None else max(0, due - registry.now()) / 1000
        if pause == 0 and due == before:
            pause = STUCK_SECONDS  # what was due is still due: a mistake, which must not take a whole core
            registry.count("stuck")
        # `wait_for` would make a task for every turn.
        alarm = None if pause is None else asyncio.get_running_loop().call_later(pause, self.post, look)
        try:
            steps = [await self._inbox.get()]
        finally:
            if alarm is not None:
                alarm.cancel()
        while not self._inbox.empty():
            steps.append(self._inbox.get_nowait())
        steps = [step for step in steps if step is not look]
        come = due if due is not None and due <= registry.now() else None
        if not steps and come is None:
            return None
        began = time.perf_counter()
        await self._step(steps)
        registry.count("steps")
        registry.count("step_seconds", time.perf_counter() - began)
        return come

    async def _step(self, steps: list[Callable[[int], Any]]) -> None:
        began, now = time.perf_counter(), self._registry.now()
        after = [step(now) for step in steps if not self.leaving]  # those who come later wake the table again
        if not self.leaving:
            self.table.tick(now)  # always: a full inbox must not stop the clock
        self._registry.took(time.perf_counter() - began)
        await self._flush([call for call in after if callable(call)])

    async def _flush(self, after: list[Callable[[], None]]) -> None:
        """Keep, then tell."""
        if self.table.wants_code:
            self.table.take_code(await new_room_code(self._registry.store))
        effects = self.table.take(self._registry.now())
        if effects.writes:
            await self._registry.store.write(tuple(effects.writes), self.claim)
        for call in after:
            call()
        for frame in effects.sends:
            connection = self.connections.get(frame.guest)
            if connection is not None and not connection.put(frame.text):
                self.drop(connection, SLOW)
        for thought in effects.thoughts:
            self._registry.think(thought, self.post)
        for notice in effects.notices:
            self._registry.notify(notice)
        for guest in effects.closes:
            if connection := self.connections.get(guest):
                self.drop(connection, REPLACED)

    async def listen(self, connection: Connection) -> None:
        """Hand the table what a page sends, until another page of its guest takes its place.

        Raises:
            Closed, Flooded: the page is gone, or sends too much.
        """
        registry, guest = self._registry, connection.guest.id
        messages, malformed = Bucket(MESSAGES, registry.now()), Bucket(MALFORMED, registry.now())
        while True:
            frame = await connection.receive()
            if self.connections.get(guest) is not connection:
                return
            if not messages.spend(registry.now()):
                raise Flooded
            registry.count("messages")
            try:
                message = p.decode(frame)
            except ServerError as error:
                registry.count("refused")
                if not malformed.spend(registry.now()):
                    raise Flooded from None
                self.post(partial(self.table.refuse, guest, error))
                continue
            if isinstance(message, p.Ping):
                connection.tell(p.PONG)
            else:
                self.post(partial(self.table.receive, guest, message))

    def leave(self, connection: Connection) -> None:
        """The page of a connection is gone, unless another has taken its place."""
        guest = connection.guest.id
        if self.connections.get(guest) is connection:
            del self.connections[guest]
            self.post(partial(self.table.disconnect, guest))

    def drop(self, connection: Connection, code: int) -> None:
        """Close a socket. The table hears of it now: a page that does not read may not hear of it for long."""
        connection.hang_up(code)
        self.leave(connection)


# --- which tables are awake


class Registry:
    """The tables by their id; `hosts` are those awake. `clock` gives seconds that never run back, and `key` signs the records.

    While it is `closed` nothing is woken, for the reason that everyone is sent; while it is `leaving` only what no other node takes.
    `turns` are how long turns took, in seconds.
    """

    def __init__(
        self, store: Store, clock: Callable[[], float], brains: Brains, key: Key | None, own_bots: OwnBots | None = None
    ) -> None:  # fmt: skip
        self.store = store
        self.key = key
        self.own_bots = own_bots or OwnBots()
        self.hosts: dict[str, Host] = {}
        self.closed: PaijuError | None = None
        self.counts: dict[str, float] = {}
        self.turns = Histogram(
            "paiju_turn_seconds", "How long a turn of a table or of quick bots delayed the others.",
            buckets=TURN_SECONDS, registry=None,
        )  # fmt: skip
        self._clock = clock
        self._brains = brains
        self._waking: dict[str, asyncio.Task[Host]] = {}
        self._times_closed = 0
        self.leaving = False
        self._chance = Chance()
        self.notify: Callable[[Notice], None] = lambda _: None
        """Tells guests whose pages are not open."""

    # What the tables share

    def now(self) -> int:
        """Milliseconds that never run back."""
        return int(self._clock() * 1000)

    def think(self, thought: Thought, post: Callable[[Callable[[int], Any]], None]) -> None:
        """Have a bot think; `post` takes the table's step that hears what was found. Nobody hears if all are busy."""
        seconds = None if thought.until is None else (thought.until - self.now()) / 1000
        choosing = thought.think
        if not (isinstance(choosing, Choosing) and choosing.asks_own_bot):
            taken = self._brains.ask(thought, post, seconds)
        elif self.own_bots.has(choosing):
            taken = self.own_bots.ask(choosing, lambda found: post(partial(thought.hear, found)), seconds)
        else:
            thought = replace(thought, think=replace(choosing, level=FALLBACK))
            taken = self._brains.ask(thought, post, seconds)
        if not taken:
            self.count("thoughts_refused")

    def count(self, what: str, by: float = 1) -> None:
        """Add to a figure."""
        self.counts[what] = self.counts.get(what, 0) + by

    def took(self, seconds: float) -> None:
        """Note how long a turn of a table, or of quick bots, took, without what it waited for."""
        self.turns.observe(seconds)

    # Sockets

    async def connect(self, connection: Connection, table_id: str) -> None:
        """Serve the socket of a guest until it closes."""
        sender = asyncio.create_task(connection.send_all())
        self.count("sockets_opened")
        host: Host | None = None
        try:
            host = await self._enter(connection, table_id)
            await host.listen(connection)
        except PaijuError as error:
            connection.refuse(error)
        except Flooded:
            connection.tell(p.bye("rate.flood"))
            connection.hang_up(GONE)
        except Closed:
            connection.hang_up(GONE)
        finally:
            if host is not None:
                host.leave(connection)
            with suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(sender, 5)
            sender.cancel()
            self.count("sockets_closed")

    async def _enter(self, connection: Connection, table_id: str) -> Host:
        """The first message must be `hello`; then the page is connected."""
        self.check_open()
        try:
            frame = await asyncio.wait_for(connection.receive(), HELLO_SECONDS)
        except TimeoutError:
            raise ServerError("message.unexpected", "no hello arrived") from None
        hello, guest = p.hello_of(frame), connection.guest

        def step(host: Host, now: int) -> Host:
            other = host.connections.get(guest.id)
            host.table.connect(guest.id, guest.name, hello, now, avatar=guest.avatar, marks=guest.marks)
            if other is not None:
                other.tell(p.bye("session.elsewhere"))
                other.hang_up(REPLACED)
            host.connections[guest.id] = connection
            return host

        return await self.call(table_id, step)

    # Which are awake

    def check_open(self) -> None:
        """Raise why the tables are closed, if they are."""
        if self.closed is not None:
            raise self.closed

    async def _claimed(self, table_id: str, *, new: bool = False) -> Claim:
        claim = await self.store.claim(table_id, new=new)
        if claim is None:
            raise ServerError("room.none", "no such table")
        return claim

    async def call(self, table_id: str, step: Callable[[Host, int], Result]) -> Result:
        """Let a table's task carry out a step, once the table is awake; its result, once it is stored.

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
        if self.leaving and (node := await self.store.leases.lightest()):
            raise elsewhere(node)
        claim = await self._claimed(table_id)
        try:
            table = await self._read(claim)
        except ServerError:
            await self.store.leases.release(claim)
            raise
        if table is None:
            return await self._wake(table_id)
        return self._play(table, claim)

    async def _read(self, claim: Claim) -> Table | None:
        """A table as it is stored; None if the database was lost meanwhile, for then someone else may have written since."""
        times = self._times_closed
        stored = await self.store.load(claim.table)
        # A long match takes most of a second.
        table = None if stored is None else await asyncio.to_thread(self._restored, stored, claim)
        self.check_open()
        if times != self._times_closed:
            return None
        if table is None:
            raise ServerError("room.none", "no such table")
        return table

    def _restored(self, stored: StoredRoom, claim: Claim) -> Table:
        chance = Chance()  # that of the others is for their thread alone
        try:
            return restore(
                stored, self.now(), first_seq=first_seq(claim.epoch), chance=chance, mark=chance.token, key=self.key,
                node=self.store.node,
            )  # fmt: skip
        except (PaijuError, *UNREADABLE) as error:
            logger.exception("table cannot be restored", extra={"table": stored.id})
            raise ServerError("room.none", "the table can no longer be read") from error

    def _play(self, table: Table, claim: Claim) -> Host:
        """The host of a table that is awake from now on."""
        host = Host(table, claim, self)
        table.own_bots = self.own_bots.of_game(table.room.game.name)
        self.hosts[host.id] = host
        return host

    def fail(self, host: Host, error: Exception) -> None:
        """Drop a table that broke: its pages come back to what the store has."""
        self.count("tables_failed")
        if isinstance(error, StoreError):
            log_error("table not stored", error, table=host.id, code=error.code)
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
