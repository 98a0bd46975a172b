"""The time for which a process owns a database, from taking the lock to losing it or letting go."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from sqlalchemy import URL, Engine, select

from paiju.server.store import nodes, upgrading
from paiju.server.store.base import StoreError
from paiju.server.store.engines import file_of, writer
from paiju.server.store.homes import Everything, Homes, Shared
from paiju.server.store.locking import Lock, PostgresLock, check_epoch, raise_epoch, take
from paiju.server.store.schema import META
from paiju.server.store.timekeeping import Timekeeper
from paiju.server.store.troubles import RAISED, trouble
from paiju.server.store.writer import Fence, Figures, Writer

TIME = "time"
"""Under this name stands the last time that is beyond doubt."""
_LAST = select(META.c.value).where(META.c.name == TIME)


class Term:
    """One holding of a database. `copy` names the copy made of a SQLite file before it was brought up to date."""

    def __init__(self, lock: Lock, engine: Engine, writer: Writer, homes: Homes, copy: Path | None) -> None:
        self.writer = writer
        self.homes = homes
        self.copy = copy
        self._lock = lock
        self._engine = engine
        lock.lost.add_done_callback(lambda lost: None if lost.cancelled() else writer.give_up(lost.result()))
        writer.start()

    @classmethod
    async def begin(
        cls, url: URL, clock: Timekeeper, figures: Figures, steps: Path, node: str | None = None
    ) -> Term:
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
            homes: Homes = Everything()
            if node is not None and isinstance(lock, PostgresLock):
                number = await nodes.come(lock, node, clock.now(), str(upgrading.newest(steps)))
                fence, homes = nodes.Fence(number), Shared(url, node, number, clock.now)
        except BaseException as error:
            engine.dispose()
            await lock.release()
            if isinstance(error, (*RAISED, ValueError)):  # values that no server has written
                raise trouble(error, url) from None
            raise
        return cls(lock, engine, Writer(engine, clock.now, figures, fence), homes, copy)

    async def over(self) -> StoreError:
        """Wait until the database is lost; why."""
        return await asyncio.shield(self.writer.lost)

    def check(self) -> None:
        """See that the database has not been lost.

        Raises:
            StoreError: store.lost.
        """
        if self.writer.lost.done():
            raise self.writer.lost.result()

    async def end(self) -> None:
        """Finish what was promised, unless it is lost already, and let go of the database."""
        await self.writer.stop()
        await self.homes.end(orderly=not self.writer.lost.done())
        self._engine.dispose()
        await self._lock.release()


def _prepared(
    engine: Engine, file: Path | None, steps: Path, *, alone: bool
) -> tuple[Path | None, int, int | None]:
    """The copy made before an upgrade, the number of the term, and the last time that the database knows."""
    with engine.connect() as connection:
        copy = upgrading.upgrade(connection, file, steps, many=not alone)
        with connection.begin():
            last = connection.execute(_LAST).scalar_one_or_none()
            if alone:
                nodes.bury_all(connection, int(last or 0))
            return copy, raise_epoch(connection), None if last is None else int(last)
