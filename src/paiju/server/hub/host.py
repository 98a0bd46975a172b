"""A table, its task and its sockets, what the tables of a process share, and what a node hears of others."""

from __future__ import annotations

import asyncio
import logging
import time
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from paiju.core.errors import PaijuError
from paiju.server import protocol as p
from paiju.server.cluster.nodes import Neighbours
from paiju.server.errors import ServerError
from paiju.server.hub.connections import Connection
from paiju.server.hub.thinkers import Brains
from paiju.server.ops.logs import log_error
from paiju.server.people.guests import new_room_code
from paiju.server.store.base import TOLD, StoreError
from paiju.server.store.rows import Claim, GuestRow
from paiju.server.store.store import Store
from paiju.server.tables.audience import Effects, Thought
from paiju.server.tables.room import PLAYING, is_program
from paiju.server.tables.table import Table

TURN_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1)
"""The bounds of a histogram: how long a table keeps all others waiting."""


class Publisher:
    """See the module. `clock` gives seconds that never run back."""

    def __init__(self, clock: Callable[[], float], brains: Brains) -> None:
        self._clock = clock
        self._brains = brains
        self.counts: dict[str, float] = {}
        self.turns = [0] * (len(TURN_SECONDS) + 1)
        """How many turns of tables took no longer than each bound, and longer than the last."""
        self.turn_seconds = 0.0

    def now(self) -> int:
        """Milliseconds that never run back."""
        return int(self._clock() * 1000)

    def think(self, thought: Thought, post: Callable[[Callable[[int], Any]], None]) -> None:
        """Have a process think; `post` takes the table's step that hears what was found. Nobody hears if all are busy."""
        seconds = None if thought.until is None else (thought.until - self.now()) / 1000
        if not self._brains.ask(thought, post, seconds):
            self.count("thoughts_refused")

    def count(self, what: str, by: float = 1) -> None:
        """Add to a figure."""
        self.counts[what] = self.counts.get(what, 0) + by

    def took(self, seconds: float) -> None:
        """Note how long a turn of a table took, without what it waited for."""
        self.turns[bisect_left(TURN_SECONDS, seconds)] += 1
        self.turn_seconds += seconds

    async def stop(self) -> None:
        """Think no more."""
        await self._brains.stop()


# --- a table, its task and its sockets

STUCK_SECONDS = 0.05
ELSEWHERE = "table.elsewhere"
_COMES_BACK = (*TOLD, ELSEWHERE)
SLOW, RESTART, REPLACED, GONE = 1013, 1012, 4001, 1000


def farewell(reason: PaijuError) -> p.Sent:
    """What a page is told that may come back by itself."""
    return p.bye(reason.code) if reason.code in _COMES_BACK else p.bye("server.restart")


def send_away(connection: Connection, reason: PaijuError) -> None:
    """Close a socket whose page comes back by itself, or goes to another node."""
    if reason.code == ELSEWHERE:
        connection.put(p.encode(p.error_message(reason)))
    connection.put(p.encode(farewell(reason)))
    connection.hang_up(RESTART)


def _nothing(_now: int) -> None:
    """The step of a table whose time has come."""


class PutAwayError(Exception):
    """The table was put away in the meantime; the next page that comes wakes it again."""


class Host:
    """A table that is ours by a claim, its task and its sockets. `leaving` while it is being put away; `broke` hears what broke the table."""

    def __init__(
        self, table: Table, claim: Claim, store: Store, publisher: Publisher, *,
        broke: Callable[[Host, Exception], None],
    ) -> None:  # fmt: skip
        self.table = table
        self.claim = claim
        self.connections: dict[str, Connection] = {}
        self.leaving = False
        self._store = store
        self._publisher = publisher
        self._broke = broke
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
        """As `post`, with the result of the step, once it is kept.

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
        """End the task, unless somebody has been here in that many ms; whether it has ended."""
        if not await self.call(partial(self._leave_if_idle, idle_ms)):
            return False
        await self.ended()
        return True

    async def ended(self) -> None:
        """Wait for the end of the task."""
        await asyncio.wait({self._task})

    def _leave(self, now: int, *, dealt: bool) -> None:
        """Asked in a turn of the table: a deal may have begun since somebody looked."""
        self.leaving = dealt or self.table.room.stage != PLAYING

    def _leave_if_idle(self, idle_ms: int, now: int) -> bool:
        if self.is_left and self.table.is_idle(now, idle_ms):
            self.leaving = True
            self.send_away(ServerError("server.restart", "the table sleeps until a person comes"))
            self.table.put_away(now)
        return self.leaving

    def fail(self, failure: PaijuError) -> None:
        """Go at once: those who wait for the table are told why, and its pages come back later."""
        self._failure = failure
        self.send_away(failure)
        self.connections.clear()
        if asyncio.current_task() is not self._task:
            self._task.cancel()

    def send_away(self, reason: PaijuError) -> None:
        """Close all sockets in a way that brings the pages back."""
        for connection in self.connections.values():
            send_away(connection, reason)

    async def _run(self) -> None:
        try:
            await self._flush([])
            due: int | None = None
            while not self.leaving:
                due = await self._turn(due)
        except Exception as error:  # noqa: BLE001 - whatever it is: the store has what was told
            self._broke(self, error)

    async def _turn(self, before: int | None) -> int | None:
        """Wait for somebody, or for what is due, and let the table go on; the time of what was due, if that had come."""
        publisher, due = self._publisher, self.table.wake
        pause = None if due is None else max(0, due - publisher.now()) / 1000
        if pause == 0 and due == before:
            pause = STUCK_SECONDS  # what was due is still due: a mistake, which must not take a whole core
            publisher.count("stuck")
        # `wait_for` would make a task for every turn.
        alarm = None if pause is None else asyncio.get_running_loop().call_later(pause, self.post, _nothing)
        try:
            steps = [await self._inbox.get()]
        finally:
            if alarm is not None:
                alarm.cancel()
        while not self._inbox.empty():
            steps.append(self._inbox.get_nowait())
        steps = [step for step in steps if step is not _nothing]
        began = time.perf_counter()
        come = due if due is not None and due <= publisher.now() else None
        await self._step(steps)
        publisher.count("steps")
        publisher.count("step_seconds", time.perf_counter() - began)
        return come

    async def _step(self, steps: list[Callable[[int], Any]]) -> None:
        began, now = time.perf_counter(), self._publisher.now()
        after = [step(now) for step in steps if not self.leaving]  # those who come later wake the table again
        if not self.leaving:
            self.table.tick(now)  # always: a full inbox must not stop the clock
        self._publisher.took(time.perf_counter() - began)
        await self._flush([call for call in after if callable(call)])

    async def _flush(self, after: list[Callable[[], None]]) -> None:
        """Keep, then tell."""
        if self.table.wants_code:
            self.table.take_code(await new_room_code(self._store))
        effects = await self._keep()
        for call in after:
            call()
        for frame in effects.sends:
            connection = self.connections.get(frame.guest)
            if connection is not None and not connection.put(frame.text):
                self.drop(connection, SLOW)
        for thought in effects.thoughts:
            self._publisher.think(thought, self.post)
        for guest in effects.closes:
            if connection := self.connections.get(guest):
                self.drop(connection, REPLACED)

    async def _keep(self) -> Effects:
        """What the table leads to, once it has been kept."""
        effects = self.table.take(self._publisher.now())
        if effects.writes:
            await self._store.write(tuple(effects.writes), self.claim)
        return effects

    def drop(self, connection: Connection, code: int) -> None:
        """Close a socket. The table hears of it now: a page that does not read may not be told for long."""
        connection.hang_up(code)
        if self.connections.get(connection.guest.id) is connection:
            del self.connections[connection.guest.id]
            self.post(partial(self.table.disconnect, connection.guest.id))


# --- what a node hears of the others: guests who are called otherwise or forgotten there, and the tables that are shown to everybody

logger = logging.getLogger(__name__)

FOLLOW_SECONDS = 1.0


class Follower:
    """Looks over and over: at the tables of this node, `hosts`, what was done elsewhere is done too, and the others are `shown`.

    `own` are the tables that this node shows, `redact` takes a record from a guest.
    """

    def __init__(
        self, neighbours: Neighbours, hosts: Mapping[str, Host], own: Callable[[], list[p.Sent]],
        redact: Callable[[str, str], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._neighbours, self._hosts = neighbours, hosts
        self._own, self._redact = own, redact
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

    async def _tell(self, host: Host, guest: str, kept: GuestRow | None) -> None:
        """Have a table hear what has become of a guest, if it does not know."""
        room = host.table.room
        seat = room.seat_of(guest)
        with suppress(PutAwayError):  # the one that wakes it looks again
            if kept is None and guest in room.members:
                record = room.record
                await host.call(partial(host.table.forget, guest))
                await self._redact(record, guest)
            elif kept is not None and seat is not None:
                chair = room.chairs[seat]
                if (chair.name, chair.avatar) != (kept.name, kept.avatar):
                    renamed = partial(host.table.rename, guest, kept.name, avatar=kept.avatar)
                    await host.call(renamed)
