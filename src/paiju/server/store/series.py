"""Series: deals that many play, each at a table of their own; the days of some, and the attempts of guests.

A day is opened, and a series closed, once and for good, whatever a clock says afterwards: an attempt that begins then
counts nowhere, and a day whose seed has been shown never comes back.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta

from msgspec.structs import replace
from sqlalchemy import Connection, delete, exists, func, select, update

from paiju.core.errors import SEED_BYTES
from paiju.server.store.base import DAY, GRACE_SECONDS, MOST_PLAYERS, SERIES_DAYS
from paiju.server.store.database import Database, transaction
from paiju.server.store.rooms import REVIEW_OF_PLAYED, stood_of
from paiju.server.store.rows import AttemptRow, DayRow, SeriesRow
from paiju.server.store.schema import ATTEMPTS, DAYS, OWNERS, PLAYED, REVIEWS, SERIES, add

_SHOWN_DAYS = 8


class Series(Database):
    """See the module."""

    @transaction
    def days(self, connection: Connection, now: int) -> list[DayRow]:
        """The last days, the newest first: tomorrow, today, and those before. What is to be made, closed or opened by now is."""
        return keep_days(connection, now)

    async def find_series(self, series: str) -> SeriesRow | None:
        """A series, or None."""
        return await self.one(SeriesRow, select(SERIES).where(SERIES.c.id == series), series)

    @transaction
    def put_series(
        self, connection: Connection, now: int, series: SeriesRow, most: int = 0, in_all: int = 0
    ) -> bool:
        """Keep a series, unless there is one with its id; False if its maker has `most` open ones.

        Of those that have a maker there are `in_all`: one that nobody has played makes room, the oldest first, or one that is closed; False where there is none.
        """
        if connection.execute(select(exists().where(SERIES.c.id == series.id))).scalar_one():
            return True
        own = select(func.count()).where(SERIES.c.maker == series.maker, SERIES.c.until > now)
        if series.maker is not None and (
            connection.execute(own).scalar_one() >= most or not _has_room(connection, in_all)
        ):
            return False
        add(connection, replace(series, made=now, closed=None))
        return True

    @transaction
    def begin_attempt(self, connection: Connection, now: int, attempt: AttemptRow) -> AttemptRow | None:
        """The guest's attempt at a deal, which begins now unless there is one; None once the series is over, or too many play it."""
        _close(connection, now)
        own = select(ATTEMPTS).where(
            ATTEMPTS.c.series == attempt.series, ATTEMPTS.c.deal == attempt.deal, ATTEMPTS.c.guest == attempt.guest
        )  # fmt: skip
        begun = connection.execute(own).one_or_none()
        if begun is not None:
            return AttemptRow(*begun)
        open_ = select(SERIES.c.day).where(
            SERIES.c.id == attempt.series, SERIES.c.closed.is_(None), SERIES.c.until > now
        )
        series = connection.execute(open_).one_or_none()
        if series is None or (series.day is None and _players(connection, attempt) >= MOST_PLAYERS):
            return None
        begins = replace(attempt, began=now)
        add(connection, begins)
        return begins

    @transaction
    def change_series(self, connection: Connection, now: int, series: str, before: str, data: str) -> bool:
        """Give a series other data; False if it has not those from `before` any more."""
        same = (SERIES.c.id == series, SERIES.c.data == before, SERIES.c.until > now)
        return connection.execute(update(SERIES).where(*same).values(data=data)).rowcount == 1

    async def attempts(self, series: Collection[str]) -> list[AttemptRow]:
        """All attempts at some series, in the order they began."""
        of = select(ATTEMPTS).where(ATTEMPTS.c.series.in_(series))
        of = of.order_by(ATTEMPTS.c.began, ATTEMPTS.c.guest, ATTEMPTS.c.deal)
        return await self.listed(AttemptRow, of)

    async def seats_of(self, record: str, guest: str) -> list[int]:
        """The seats of a record that are a guest's."""
        own = select(OWNERS.c.seat).where(OWNERS.c.record == record, OWNERS.c.guest == guest)
        return await self.listed(int, own.order_by(OWNERS.c.seat))

    @transaction
    def name_attempts(
        self, connection: Connection, _now: int, series: Collection[str], guest: str, name: str | None
    ) -> None:
        """Show a guest's attempts under a name, or (None) under none."""
        own = (ATTEMPTS.c.series.in_(series), ATTEMPTS.c.guest == guest)
        connection.execute(update(ATTEMPTS).where(*own).values(name=name))

    async def reviews_of(
        self, attempts: Collection[AttemptRow], version: str
    ) -> dict[tuple[str, int], tuple[str, list[int]]]:
        """What reviews of this version found of such attempts, and the actions that somebody else took, by record and seat."""
        records = {attempt.record for attempt in attempts}
        found = select(REVIEWS.c.record, REVIEWS.c.seat, REVIEWS.c.found, PLAYED.c.stood)
        of = found.outerjoin_from(REVIEWS, PLAYED, REVIEW_OF_PLAYED)
        rows = await self.rows(of.where(REVIEWS.c.record.in_(records), REVIEWS.c.version == version))
        return {(row.record, row.seat): (row.found, stood_of([row])) for row in rows}


def day_of(now: int) -> date:
    """The day of a time, in UTC."""
    return datetime.fromtimestamp(now, UTC).date()


def end_of(day: date) -> int:
    """When a day ends, in seconds since 1970."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) + DAY


def keep_days(connection: Connection, now: int) -> list[DayRow]:
    """See `Series.days`."""
    _close(connection, now)
    today = day_of(now)
    while (kept := _day(connection, today, now)).opened is not None:
        today += timedelta(1)  # the clock has gone back behind a day whose cards anybody may know
    _day(connection, today + timedelta(1), now)
    newest = select(DAYS).where(DAYS.c.day <= str(today + timedelta(1))).order_by(DAYS.c.day.desc())
    assert kept.day == str(today)
    return [DayRow(*row) for row in connection.execute(newest.limit(_SHOWN_DAYS))]


def _day(connection: Connection, day: date, now: int) -> DayRow:
    """A day, which is made if there is none yet."""
    row = connection.execute(select(DAYS).where(DAYS.c.day == str(day))).one_or_none()
    if row is not None:
        return DayRow(*row)
    made = DayRow(str(day), secrets.token_hex(SEED_BYTES), now, None)
    add(connection, made)
    return made


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


def _players(connection: Connection, attempt: AttemptRow) -> int:
    """How many others play a series."""
    others = (ATTEMPTS.c.series == attempt.series, ATTEMPTS.c.guest != attempt.guest)
    counted = select(func.count(func.distinct(ATTEMPTS.c.guest))).where(*others)
    return int(connection.execute(counted).scalar_one())


def sweep(connection: Connection, now: int) -> None:
    """Let days and series go that nobody compares any more; see that today's and tomorrow's days stand."""
    keep_days(connection, now)
    past = now - SERIES_DAYS * DAY
    connection.execute(delete(SERIES).where(SERIES.c.until < past))
    connection.execute(delete(DAYS).where(DAYS.c.day < str(day_of(past))))
