"""A database that this process owns, alone or as one of many nodes: open, read, write, lose and take again; and its own clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import URL, ColumnElement, Connection, Engine, exists, func, select

from paiju.server.cluster import nodes
from paiju.server.cluster.leases import Leases, NodeLeases
from paiju.server.cluster.nodes import Neighbours
from paiju.server.ops.logs import log_error
from paiju.server.store import upgrade
from paiju.server.store.base import DAY, HOUR, StoreError
from paiju.server.store.engines import (
    NODE_ANSWER_SECONDS,
    RAISED,
    Reader,
    file_of,
    parse_url,
    trouble,
    troubles,
    writer,
)
from paiju.server.store.locking import Lock, PostgresLock, check_epoch, raise_epoch, take
from paiju.server.store.rows import Claim, MetaRow, Write
from paiju.server.store.schema import META
from paiju.server.store.writer import Fence, Figures, Writer, add, no_figures

# --- what time it is for a database, though the machine's clock may be wrong for a while

JUMP_SECONDS = HOUR
"""Seconds by which a wall clock must change at once to count as a jump; smaller changes are followed."""
ABSENT_SECONDS = 7 * DAY
"""Seconds that a server may be off before its clock is in doubt."""
SETTLED_SECONDS = DAY
GRACE_SECONDS = HOUR

Clock = Callable[[], float]


def _since_boot() -> float:
    """Seconds that nobody sets; a machine that sleeps counts them where the system can."""
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A wall clock that showed `wall` when the steady one showed `steady`; `used` meanwhile, believed after `seconds`."""

    wall: float
    steady: float
    used: bool
    seconds: int


class Timekeeper:
    """See the module."""

    def __init__(self, wall: Clock = time.time, steady: Clock = _since_boot) -> None:
        self._wall = wall
        self.steady = steady
        self._last, self._at = wall(), steady()
        self._starting = False
        self._doubt: _Doubt | None = None

    def begin(self, last: int | None) -> None:
        """Take up a database that knows what time it was last; None for one that does not."""
        self._last, self._at = self._wall() if last is None else last, self.steady()
        self._starting, self._doubt = True, None
        self._look()

    def now(self) -> int:
        """The time."""
        self._look()
        used = self._doubt is not None and self._doubt.used
        return int(self._wall()) if used else self.known()

    def known(self) -> int:
        """The time as far as it is beyond doubt."""
        return int(self._last + self.steady() - self._at)

    @property
    def in_doubt(self) -> bool:
        """Whether the wall clock may be wrong, so that nothing may be deleted by it."""
        self._look()
        return self._doubt is not None

    def _look(self) -> None:
        """Compare the clocks."""
        wall, steady = self._wall(), self.steady()
        ahead = wall - (self._last + steady - self._at)
        doubt = self._doubt
        if doubt is not None and abs(wall - doubt.wall - (steady - doubt.steady)) > JUMP_SECONDS:
            doubt = None  # it has jumped again
        if -JUMP_SECONDS <= ahead <= (ABSENT_SECONDS if self._starting else JUMP_SECONDS):
            self._follow(wall, steady)
        elif ahead < 0:
            self._doubt = None
            nearly_right = ahead >= -ABSENT_SECONDS
            self._starting &= not nearly_right and steady - self._at < SETTLED_SECONDS
        elif doubt is None:
            seconds = GRACE_SECONDS if self._starting else SETTLED_SECONDS
            self._doubt = _Doubt(wall, steady, self._starting, seconds)
        elif steady - doubt.steady >= doubt.seconds:
            self._follow(wall, steady)

    def _follow(self, wall: float, steady: float) -> None:
        self._last, self._at = wall, steady
        self._starting, self._doubt = False, None


# --- a database that this process owns

TIME = "time"
"""The name of the last time that is beyond doubt."""
_LAST = select(META.c.value).where(META.c.name == TIME)
_PING_SECONDS = 5

_Store = TypeVar("_Store", bound="Database")
_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")
_Kept = TypeVar("_Kept")


def transaction(
    work: Callable[Concatenate[_Store, Connection, int, _Given], _Result],
) -> Callable[Concatenate[_Store, _Given], Coroutine[Any, Any, _Result]]:
    """The method that does a piece of work on the writing connection, all or nothing; the work gets the connection and the time.

    The method raises StoreError, as `Database.write`.
    """

    @wraps(work)
    async def method(store: _Store, /, *args: _Given.args, **kwargs: _Given.kwargs) -> _Result:
        now = store.now()
        result: _Result = await store.run(lambda connection: work(store, connection, now, *args, **kwargs))
        return result

    return method


class Lease:
    """One holding of a database. `copy` names the copy made of a SQLite file before it was brought up to date."""

    def __init__(self, lock: Lock, writer: Writer, leases: Leases, copy: Path | None) -> None:
        self.writer = writer
        self.leases = leases
        self.copy = copy
        self._lock = lock
        lock.lost.add_done_callback(lambda lost: None if lost.cancelled() else writer.give_up(lost.result()))
        writer.start()

    @classmethod
    async def begin(
        cls, url: URL, clock: Timekeeper, figures: Figures, steps: Path, node: str | None = None
    ) -> Self:
        """Take the database, or as a node a part in it, and bring it up to date; `clock` learns what time it was last.

        Raises:
            StoreError: store.open, store.locked, store.newer, store.full, store.damaged, store.node.
        """
        lock = await take(url, node)
        engine = writer(url, node)
        try:
            copy, epoch, last = await asyncio.to_thread(
                _prepared, engine, file_of(url), steps, alone=node is None
            )
            clock.begin(last)
            fence: Fence = partial(check_epoch, number=epoch)
            leases = Leases()
            if node is not None and isinstance(lock, PostgresLock):
                number = await nodes.register(lock, node, clock.now(), str(upgrade.newest(steps)))
                fence, leases = nodes.Fence(number), NodeLeases(url, node, number, clock.now)
        except BaseException as error:
            engine.dispose()
            await lock.release()
            if isinstance(error, (*RAISED, ValueError)):  # values that no server has written
                raise trouble(error, url) from None
            raise
        return cls(lock, Writer(engine, clock.now, figures, fence), leases, copy)

    async def end(self) -> None:
        """Finish what was promised, unless it is lost already, and let go of the database."""
        await self.writer.stop()
        await self.leases.end(orderly=not self.writer.lost.done())
        await self._lock.release()


def _prepared(
    engine: Engine, file: Path | None, steps: Path, *, alone: bool
) -> tuple[Path | None, int, int | None]:
    """The copy made before an upgrade, the number of the lease, and the last time that the database knows."""
    with engine.connect() as connection:
        copy = upgrade.upgrade(connection, file, steps, many=not alone)
        with connection.begin():
            last = connection.execute(_LAST).scalar_one_or_none()
            if alone:
                nodes.expire_all(connection, int(last or 0))
            return copy, raise_epoch(connection), None if last is None else int(last)


class Database:
    """One process at a time owns a database, or as many share one of PostgreSQL as give themselves a name, `node`, each."""

    def __init__(
        self, url: str | URL, *, clock: Timekeeper | None = None, steps: Path = upgrade.STEPS, node: str | None = None
    ) -> None:  # fmt: skip
        self.url = parse_url(url)
        if node is not None and file_of(self.url) is not None:
            raise StoreError(
                "store.alone", "a file is for one server alone: nodes need postgresql://HOST/NAME"
            )
        self.node = node
        self.copy: Path | None = None
        self.figures = no_figures()
        self.neighbours = None if node is None else Neighbours(self.url, node)
        self._clock = clock or Timekeeper()
        self._steps = steps
        self._reading = Reader(self.url)
        self._lease: Lease | None = None

    async def open(self) -> None:
        """Bring the database up to date and take it; `copy` then names the copy made before, if one was.

        Raises:
            StoreError: store.open, store.locked, store.newer, store.full, store.damaged.
        """
        self._lease = await Lease.begin(self.url, self._clock, self.figures, self._steps, self.node)
        self.copy = self._lease.copy

    async def lost(self) -> StoreError:
        """Wait until the database is not ours any more; why. From then on everything raises store.lost."""
        return await asyncio.shield(self._owned.writer.lost)

    async def retake(self) -> None:
        """Take a database that was lost again; what others have written meanwhile is in it.

        Raises:
            StoreError: as `open`.
        """
        await self._let_go()
        await self.open()

    async def close(self) -> None:
        """Finish what was promised and let go of the database."""
        await self._let_go()
        if self.neighbours is not None:
            await self.neighbours.close()

    async def _let_go(self) -> None:
        if self._lease is not None:
            with suppress(StoreError):  # an hour old, it would do as well
                await self._keep_time()
        lease, self._lease = self._lease, None
        if lease is not None:
            await lease.end()
        await self._reading.dispose()

    @property
    def _owned(self) -> Lease:
        if self._lease is None:
            raise StoreError("store.lost", "the store is closed")
        return self._lease

    async def claim(self, table: str, *, new: bool = False) -> Claim | None:
        """Take a table for this process, no matter which had it before; None if it does not exist, unless it must be made.

        Everything that was written before can be read afterwards, and what an earlier owner still writes never lands.

        Raises:
            ServerError: table.elsewhere, if it lives on another node, which the fact `node` names.
            StoreError: store.lost, store.open.
        """
        return await self.leases.claim(table, new=new) if is_key(table) else None

    @property
    def leases(self) -> Leases:
        """Which tables are this process's. Raises StoreError store.lost."""
        return self._owned.leases

    async def write(self, writes: tuple[Write, ...], claim: Claim | None = None) -> None:
        """Keep all of `writes` of a table or nothing; returns once they survive a power cut.

        Raises:
            StoreError: store.write, store.full, store.damaged, store.lost, store.moved.
        """
        if claim is None and self.node is not None:
            raise StoreError("store.moved", "a node writes only what it has claimed")
        await self._owned.writer.write(writes, claim)

    async def run(self, work: Callable[[Connection], Any]) -> Any:
        """Do a piece of work on the writing connection, all or nothing; its result.

        Raises:
            StoreError: as `write`.
        """
        return await self._owned.writer.run(work)

    async def meta(self, name: str) -> str | None:
        """A value of the server's own, or None."""
        return await self.one(str, select(META.c.value).where(META.c.name == name), name)

    async def first_meta(self, name: str, value: str) -> str:
        """Keep a value unless there is one; the stored one, the same for every caller."""

        def first(connection: Connection) -> str:
            add(connection, MetaRow(name, value))
            return str(connection.execute(select(META.c.value).where(META.c.name == name)).scalar_one())

        return await self.meta(name) or await self.run(first)

    async def put_meta(self, name: str, value: str) -> None:
        """Keep a value of the server's own."""
        await self._owned.writer.write((MetaRow(name, value),))

    def now(self) -> int:
        """The time that everything is stored by, in seconds since 1970; a wall clock that jumps does not change it."""
        return self._clock.now()

    async def _keep_time(self) -> None:
        await self.put_meta(TIME, str(self._clock.known()))

    async def ping(self) -> None:
        """Check that the database takes a write.

        Raises:
            StoreError: store.lost, store.full, store.damaged, store.write, store.open.
        """
        try:
            await asyncio.wait_for(self.put_meta("pulse", str(self.now())), _PING_SECONDS)
        except TimeoutError:
            raise StoreError("store.open", "the database does not answer") from None

    async def rows(self, statement: Any) -> list[Any]:
        """The rows that a statement finds.

        Raises:
            StoreError: store.lost, store.open.
        """
        return await self.read(lambda connection: list(connection.execute(statement).all()))

    async def listed(self, kind: Callable[..., _Kept], statement: Any) -> list[_Kept]:
        """The rows that a statement finds, as values of a kind."""
        return [kind(*row) for row in await self.rows(statement)]

    async def one(self, kind: Callable[..., _Kept], statement: Any, key: str) -> _Kept | None:
        """The row that a statement finds by a key from outside; None where there is none."""
        found = await self.listed(kind, statement) if is_key(key) else []
        return found[0] if found else None

    async def readable(self, lines: Any, ids: Any, column: Any) -> list[Any]:
        """The rows of a list, without those whose text cannot be read, for which the driver refuses all; `ids` are theirs alone."""
        try:
            return await self.rows(lines)
        except StoreError as error:
            if error.code != "store.damaged":
                raise
        found = []
        for (name,) in await self.rows(ids):
            try:
                found += await self.rows(lines.where(column == name))
            except StoreError as error:
                log_error("row unreadable", error, code=error.code)
        return found

    async def read(self, work: Callable[[Connection], _Result]) -> _Result:
        """The result of a piece of work on a connection that sees one moment of a database that is ours.

        Raises:
            StoreError: store.lost, store.open.
        """
        lost = self._owned.writer.lost
        if lost.done():
            raise lost.result()
        patience = None if self.node is None else NODE_ANSWER_SECONDS
        with troubles(self.url):
            async with asyncio.timeout(patience):
                return await self._reading.read(work)


def is_there(connection: Connection, *where: ColumnElement[bool]) -> bool:
    """Whether there is such a row."""
    return bool(connection.execute(select(exists().where(*where))).scalar_one())


def counted(connection: Connection, *where: ColumnElement[bool]) -> int:
    """How many such rows there are."""
    return int(connection.execute(select(func.count()).where(*where)).scalar_one())


def is_key(text: str) -> bool:
    """Whether a text may be an id, a key or a code: what people send may be anything, which not every database bears."""
    return text != "" and text.isascii() and text.isprintable()
