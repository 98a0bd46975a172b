"""Series: deals that many play, each at a table of his own; the days some belong to, and who has tried what.

A day is opened, and a series closed, once and for good, whatever a clock says afterwards: an attempt that begins then
counts nowhere, and a day whose seed has been shown never comes back.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, insert, select, update

from paiju.core.errors import SEED_BYTES
from paiju.server.store.base import DAY, GRACE_SECONDS, MOST_PLAYERS, SERIES_DAYS
from paiju.server.store.kept import KeptAttempt, KeptDay, KeptSeries
from paiju.server.store.rooms import stood_of
from paiju.server.store.schema import ATTEMPTS, DAYS, OWNERS, PLAYED, REVIEWS, SERIES

_SHOWN_DAYS = 8


class SeriesStore:
    """See the module. `rows` reads, `at_now` has something done with the writing connection and the time."""

    def __init__(
        self, rows: Callable[[Any], Awaitable[list[Any]]], at_now: Callable[..., Awaitable[Any]]
    ) -> None:
        self._rows = rows
        self._at_now = at_now

    async def days(self) -> list[KeptDay]:
        """The last days, the newest first: tomorrow, today, and those before. What is to be made, closed or opened by now is.

        Raises:
            StoreError: as `Store.write`.
        """
        kept: list[KeptDay] = await self._at_now(keep_days)
        return kept

    async def get(self, series: str) -> KeptSeries | None:
        """A series, or None."""
        if not (series.isascii() and series.isprintable()):
            return None
        rows = await self._rows(select(SERIES).where(SERIES.c.id == series))
        return KeptSeries(*rows[0]) if rows else None

    async def put(self, series: KeptSeries, most: int = 0, in_all: int = 0) -> bool:
        """Keep a series, unless there is one with its id; False if its maker has `most` open ones.

        Of those that have a maker there are `in_all`: one that nobody has played makes room, the oldest first, or one that is closed; False where there is none.

        Raises:
            StoreError: as `Store.write`.
        """
        return bool(await self._at_now(_put, series, most, in_all))

    async def begin(self, attempt: KeptAttempt) -> KeptAttempt | None:
        """The guest's attempt at a deal, which begins now unless there is one; None once the series is over, or too many play it.

        Raises:
            StoreError: as `Store.write`.
        """
        begun: KeptAttempt | None = await self._at_now(_begin, attempt)
        return begun

    async def change(self, series: str, before: str, data: str) -> bool:
        """Give a series other data; False if it has not those from `before` any more.

        Raises:
            StoreError: as `Store.write`.
        """
        return bool(await self._at_now(_change, series, before, data))

    async def attempts(self, series: Collection[str]) -> list[KeptAttempt]:
        """All attempts at some series, in the order they began."""
        of = select(ATTEMPTS).where(ATTEMPTS.c.series.in_(series))
        rows = await self._rows(of.order_by(ATTEMPTS.c.began, ATTEMPTS.c.guest, ATTEMPTS.c.deal))
        return [KeptAttempt(*row) for row in rows]

    async def seats(self, record: str, guest: str) -> list[int]:
        """The seats of a record that are a guest's."""
        own = select(OWNERS.c.seat).where(OWNERS.c.record == record, OWNERS.c.guest == guest)
        return [row.seat for row in await self._rows(own.order_by(OWNERS.c.seat))]

    async def name(self, series: Collection[str], guest: str, name: str | None) -> None:
        """Show a guest's attempts under a name, or (None) under none.

        Raises:
            StoreError: as `Store.write`.
        """
        await self._at_now(_name, series, guest, name)

    async def reviews(
        self, attempts: Collection[KeptAttempt], version: str
    ) -> dict[tuple[str, int], tuple[str, list[int]]]:
        """What reviews of this version found of such attempts, and the actions that somebody else took, by record and seat."""
        records = {attempt.record for attempt in attempts}
        same = and_(*(PLAYED.c[name] == REVIEWS.c[name] for name in ("record", "deal", "seat")))
        found = select(REVIEWS.c.record, REVIEWS.c.seat, REVIEWS.c.found, PLAYED.c.stood)
        of = found.outerjoin_from(REVIEWS, PLAYED, same)
        rows = await self._rows(of.where(REVIEWS.c.record.in_(records), REVIEWS.c.version == version))
        return {(row.record, row.seat): (row.found, stood_of([row])) for row in rows}


def day_of(now: int) -> date:
    """The day of a time, in UTC."""
    return datetime.fromtimestamp(now, UTC).date()


def end_of(day: date) -> int:
    """When a day ends, in seconds since 1970."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) + DAY


def keep_days(connection: Connection, now: int) -> list[KeptDay]:
    """See `SeriesStore.days`."""
    _close(connection, now)
    today = day_of(now)
    while (kept := _day(connection, today, now)).opened is not None:
        today += timedelta(1)  # the clock has gone back behind a day whose cards anybody may know
    _day(connection, today + timedelta(1), now)
    newest = select(DAYS).where(DAYS.c.day <= str(today + timedelta(1))).order_by(DAYS.c.day.desc())
    assert kept.day == str(today)
    return [KeptDay(*row) for row in connection.execute(newest.limit(_SHOWN_DAYS))]


def _day(connection: Connection, day: date, now: int) -> KeptDay:
    """A day, which is made if there is none yet."""
    found = select(DAYS).where(DAYS.c.day == str(day))
    row = connection.execute(found).one_or_none()
    if row is None:
        seed = secrets.token_bytes(SEED_BYTES).hex()
        connection.execute(insert(DAYS).values(day=str(day), seed=seed, made=now))
        row = connection.execute(found).one()
    return KeptDay(*row)


def _close(connection: Connection, now: int) -> None:
    """Close what is over by now: attempts that are still under way are left, and seeds of days are opened."""
    over = (SERIES.c.closed.is_(None), SERIES.c.until <= now - GRACE_SECONDS)
    late = select(SERIES.c.id).where(*over)
    connection.execute(
        update(ATTEMPTS).where(ATTEMPTS.c.ended.is_(None), ATTEMPTS.c.series.in_(late)).values(ended=now)
    )
    connection.execute(update(SERIES).where(*over).values(closed=now))
    past = DAYS.c.day < str(day_of(now - GRACE_SECONDS))
    connection.execute(update(DAYS).where(DAYS.c.opened.is_(None), past).values(opened=now))


def _put(connection: Connection, series: KeptSeries, most: int, in_all: int, now: int) -> bool:
    if connection.execute(select(exists().where(SERIES.c.id == series.id))).scalar_one():
        return True
    own = select(func.count()).where(SERIES.c.maker == series.maker, SERIES.c.until > now)
    if series.maker is not None and (
        connection.execute(own).scalar_one() >= most or not _has_room(connection, in_all)
    ):
        return False
    row = {
        "id": series.id,
        "game": series.game,
        "day": series.day,
        "maker": series.maker,
        "data": series.data,
    }
    connection.execute(insert(SERIES).values(**row, made=now, until=series.until))
    return True


def _has_room(connection: Connection, in_all: int) -> bool:
    """Whether one more series of a guest may be kept; what nobody misses goes for it."""
    of_guests = SERIES.c.day.is_(None)
    if connection.execute(select(func.count()).where(of_guests)).scalar_one() < in_all:
        return True
    unplayed = ~exists().where(ATTEMPTS.c.series == SERIES.c.id)
    for goes, first in ((unplayed, SERIES.c.made), (SERIES.c.closed.is_not(None), SERIES.c.until)):
        oldest = select(SERIES.c.id).where(of_guests, goes).order_by(first, SERIES.c.id).limit(1)
        if connection.execute(delete(SERIES).where(SERIES.c.id.in_(oldest))).rowcount:
            return True
    return False


def _change(connection: Connection, series: str, before: str, data: str, now: int) -> bool:
    same = (SERIES.c.id == series, SERIES.c.data == before, SERIES.c.until > now)
    return connection.execute(update(SERIES).where(*same).values(data=data)).rowcount == 1


def _begin(connection: Connection, attempt: KeptAttempt, now: int) -> KeptAttempt | None:
    _close(connection, now)
    own = (
        ATTEMPTS.c.series == attempt.series, ATTEMPTS.c.deal == attempt.deal, ATTEMPTS.c.guest == attempt.guest
    )  # fmt: skip
    begun = connection.execute(select(ATTEMPTS).where(*own)).one_or_none()
    if begun is not None:
        return KeptAttempt(*begun)
    open_ = select(SERIES.c.day).where(
        SERIES.c.id == attempt.series, SERIES.c.closed.is_(None), SERIES.c.until > now
    )
    series = connection.execute(open_).one_or_none()
    if series is None or (series.day is None and _players(connection, attempt) >= MOST_PLAYERS):
        return None
    row = {"series": attempt.series, "deal": attempt.deal, "guest": attempt.guest, "seat": attempt.seat}
    row |= {"room": attempt.room, "record": attempt.record, "name": attempt.name}
    row |= {"ended": attempt.ended, "points": attempt.points}
    connection.execute(insert(ATTEMPTS).values(**row, began=now))
    return KeptAttempt(*connection.execute(select(ATTEMPTS).where(*own)).one())


def _players(connection: Connection, attempt: KeptAttempt) -> int:
    """How many others play a series."""
    others = (ATTEMPTS.c.series == attempt.series, ATTEMPTS.c.guest != attempt.guest)
    counted = select(func.count(func.distinct(ATTEMPTS.c.guest))).where(*others)
    return int(connection.execute(counted).scalar_one())


def _name(connection: Connection, series: Collection[str], guest: str, name: str | None, now: int) -> None:
    own = (ATTEMPTS.c.series.in_(series), ATTEMPTS.c.guest == guest)
    connection.execute(update(ATTEMPTS).where(*own).values(name=name))


def sweep(connection: Connection, now: int) -> None:
    """Let days and series go that nobody compares any more; see that today's and tomorrow's days stand."""
    keep_days(connection, now)
    past = now - SERIES_DAYS * DAY
    connection.execute(delete(SERIES).where(SERIES.c.until < past))
    connection.execute(delete(DAYS).where(DAYS.c.day < str(day_of(past))))


def forget_guest(connection: Connection, guest: str) -> None:
    """Delete a guest's attempts; the series that he made go on without him."""
    connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.guest == guest))
    connection.execute(update(SERIES).where(SERIES.c.maker == guest).values(maker=None))
