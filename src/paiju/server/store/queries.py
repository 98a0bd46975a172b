"""Queries and changes of rooms, records, guests and series, by subject.

A day is opened, and a series closed, once and for good, whatever a clock says afterwards: an attempt that begins then
counts nowhere, and a day whose seed has been public never comes back.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Select, and_, case, delete, exists, func, select, update

from paiju.analysis.puzzles import START, Rated, after
from paiju.core.document import assembled, with_stood
from paiju.core.errors import SEED_BYTES
from paiju.server.store.base import (
    DAY,
    GRACE_SECONDS,
    MOST_PLAYERS,
    MOST_REVIEWS,
    MOVE_CODE_SECONDS,
    RESERVED_SECONDS,
    ROOM_CODE_SECONDS,
    SERIES_DAYS,
)
from paiju.server.store.database import Database, counted, is_key, is_there, row_at, transaction
from paiju.server.store.engines import parsed
from paiju.server.store.rows import (
    ActionRow,
    AttemptRow,
    DayRow,
    DealRow,
    FirstAnswer,
    GuestRow,
    LearnedRow,
    MoveRow,
    PlayedDeal,
    PuzzleRow,
    RatedRow,
    RatingRow,
    RecordLine,
    ReviewRow,
    RoomLine,
    SeriesRow,
    SignalRow,
    SolverRow,
    StoredDeal,
    StoredRecord,
    StoredRoom,
    TryRow,
)
from paiju.server.store.schema import (
    ACTIONS,
    ATTEMPTS,
    CLUBS,
    DAYS,
    DEALS,
    GUESTS,
    LEARNED,
    MEMBERS,
    MOVES,
    OWNERS,
    PLAYED,
    PUZZLES,
    RATED,
    RATINGS,
    RECORD_DEALS,
    RECORDS,
    RESERVED,
    REVIEWS,
    ROOMS,
    SERIES,
    SIGNALS,
    TRIES,
)
from paiju.server.store.writer import add, keep, put

MOST_ROOM_LINES = 20
MOST_RECORD_LINES = 100
MOST_REVIEWED = 200
"""The number of reviews that are read for one guest's figures, the last ones."""


class Rooms(Database):
    """Rooms with their deals, records, reviews and the deals that guests have played."""

    async def tables(self) -> list[str]:
        """The rooms that are not over, longest untouched first."""
        running = select(ROOMS.c.id).where(~ROOMS.c.over)
        return await self.listed(str, running.order_by(ROOMS.c.touched, ROOMS.c.id))

    async def load(self, table: str) -> StoredRoom | None:
        """A room with its deals, all as of one moment, or None."""
        if not is_key(table):
            return None
        return await self.read(partial(_room, table=table))

    async def find(self, *, code: str = "", key: str = "") -> str | None:
        """The room that a key, or a code whose end has not come, opens; or None."""
        opened = and_(ROOMS.c.code == code, ROOMS.c.code_until > self.now()) if code else ROOMS.c.key == key
        return await self.one(str, select(ROOMS.c.id).where(opened), code or key)

    @transaction
    def reserve_code(self, connection: Connection, now: int, code: str) -> bool:
        """Keep a code for a room that is about to be stored; False if another is, or a room has it, even past its end: it may be prolonged.

        The rooms are read second, so that one which was stored meanwhile under its own reservation is seen.
        """
        until = now + RESERVED_SECONDS
        row = put(RESERVED, connection.dialect.name).values(code=code, until=until)
        taken = row.on_conflict_do_update(
            index_elements=["code"], set_={"until": until}, where=~reserved(now)
        )
        if connection.execute(taken.execution_options(preserve_rowcount=True)).rowcount != 1:
            return False
        return connection.execute(select(ROOMS.c.id).where(ROOMS.c.code == code)).one_or_none() is None

    @transaction
    def prolong_codes(self, connection: Connection, now: int, tables: Collection[str]) -> None:
        """Extend the codes of these rooms, where someone is, if they would expire soon."""
        late = and_(ROOMS.c.id.in_(tables), ROOMS.c.code_until < now + ROOM_CODE_SECONDS // 2)
        connection.execute(update(ROOMS).where(late).values(code_until=now + ROOM_CODE_SECONDS))

    async def tables_of(self, guest: str) -> list[RoomLine]:
        """The rooms a guest may come back to, last touched first, at most 20."""
        own = (
            select(ROOMS.c.id)
            .join(MEMBERS, MEMBERS.c.room == ROOMS.c.id)
            .where(MEMBERS.c.guest == guest, ~ROOMS.c.over)
            .order_by(ROOMS.c.touched.desc(), ROOMS.c.id)
            .limit(MOST_ROOM_LINES)
        )
        lines = own.with_only_columns(ROOMS.c.id, ROOMS.c.game, ROOMS.c.data, ROOMS.c.touched)
        return [RoomLine(*row) for row in await self.readable(lines, own, ROOMS.c.id)]

    async def records_of(self, guest: str) -> list[RecordLine]:
        """A guest's records, newest first, at most 100."""
        owned = select(OWNERS.c.record).where(OWNERS.c.guest == guest)
        own = (
            select(RECORDS.c.id)
            .where(RECORDS.c.id.in_(owned))
            .order_by(RECORDS.c.touched.desc(), RECORDS.c.id)
            .limit(MOST_RECORD_LINES)
        )
        lines = own.with_only_columns(
            RECORDS.c.id, RECORDS.c.game, RECORDS.c.names, RECORDS.c.scores, RECORDS.c.touched
        )
        return [RecordLine(*row) for row in await self.readable(lines, own, RECORDS.c.id)]

    async def players_of(self, record: str) -> list[tuple[int, str]]:
        """Seat and guest of the owners of a record, by seat."""
        own = select(OWNERS.c.seat, OWNERS.c.guest).where(OWNERS.c.record == record)
        return await self.listed(lambda *owner: owner, own.order_by(OWNERS.c.seat))

    async def record(self, record: str) -> StoredRecord | None:
        """A record, all as of one moment, or None."""
        if not is_key(record):
            return None
        return await self.read(partial(read_record, record=record))

    @transaction
    def revoke(self, connection: Connection, _now: int, record: str, guest: str, *, names: bool) -> bool:
        """End the address under which other sites show a guest's record, with names or without; False if it was not theirs."""
        turn = RECORDS.c.turn_named if names else RECORDS.c.turn
        own = exists().where(OWNERS.c.record == RECORDS.c.id, OWNERS.c.guest == guest)
        revoked = update(RECORDS).where(RECORDS.c.id == record, own).values({turn: turn + 1})
        return is_key(record) and connection.execute(revoked).rowcount > 0

    async def played_by(self, guest: str) -> list[PlayedDeal]:
        """The deals of a guest's records, the last one first."""
        lines = select(PLAYED, RECORDS.c.game, RECORDS.c.names, RECORDS.c.scores)
        own = lines.join(RECORDS, RECORDS.c.id == PLAYED.c.record).where(_of_guest(guest))
        return [PlayedDeal(**row._asdict()) for row in await self.rows(own.order_by(*_LAST_FIRST))]

    async def own_reviews(self, guest: str, versions: Collection[str]) -> list[tuple[str, int, str | None]]:
        """Record, deal and what was found, of the last reviews of a guest's own deals; None for one that is of none of these versions."""
        found = case((REVIEWS.c.version.in_(versions), REVIEWS.c.found))
        lines = select(PLAYED.c.record, PLAYED.c.deal, found).join(REVIEWS, REVIEW_OF_PLAYED)
        own = lines.where(_of_guest(guest)).order_by(*_LAST_FIRST).limit(MOST_REVIEWED)
        return await self.listed(lambda *review: review, own)

    async def auto_played(self, record: str, deal: int, seat: int) -> list[int]:
        """The actions of a seat in a deal, from 1, that its person did not take; none where nobody knows."""
        return stood_of(await self.rows(select(PLAYED.c.stood).where(_is_at(PLAYED, record, deal, seat))))

    async def review(self, record: str, deal: int, seat: int, version: str) -> str | None:
        """The findings of a review of this version, or None."""
        at = _is_at(REVIEWS, record, deal, seat)
        found = select(REVIEWS.c.found).where(at, REVIEWS.c.version == version)
        return await self.one(str, found, record)

    @transaction
    def put_review(self, connection: Connection, now: int, review: ReviewRow) -> None:
        """Keep a review in place of an earlier one, unless its record has gone meanwhile, as long as it is among the last `MOST_REVIEWS`."""
        if not is_there(connection, RECORDS.c.id == review.record):
            return
        keep(connection, replace(review, made=now))
        surplus = select(REVIEWS.c.made).order_by(REVIEWS.c.made.desc()).offset(MOST_REVIEWS).limit(1)
        oldest = connection.execute(surplus).scalar_one_or_none()
        if oldest is not None:
            connection.execute(delete(REVIEWS).where(REVIEWS.c.made <= oldest))


def reserved(now: int) -> ColumnElement[bool]:
    """Codes whose reservation lasts; another node's clock may be ahead of ours, but not permanently."""
    return RESERVED.c.until.between(now + 1, now + 2 * RESERVED_SECONDS)


def _is_at(table: Any, record: Any, deal: Any, seat: Any) -> ColumnElement[bool]:
    return and_(table.c.record == record, table.c.deal == deal, table.c.seat == seat)


REVIEW_OF_PLAYED = _is_at(REVIEWS, PLAYED.c.record, PLAYED.c.deal, PLAYED.c.seat)
_LAST_FIRST = (PLAYED.c.ended.desc(), PLAYED.c.record, PLAYED.c.deal.desc())


def _of_guest(guest: str) -> ColumnElement[bool]:
    """A guest's deals, as far as their records are still the guest's."""
    owned = exists().where(OWNERS.c.record == PLAYED.c.record, OWNERS.c.guest == guest)
    return and_(PLAYED.c.guest == guest, owned)


def stood_of(rows: Sequence[Any]) -> list[int]:
    """What such a row says; nothing of a deal from before this was stored."""
    return parsed(rows[0].stood, []) if rows and rows[0].stood else []


def _room(connection: Connection, table: str) -> StoredRoom | None:
    """A room, on a connection that sees one moment, or None."""
    row = connection.execute(select(ROOMS).where(ROOMS.c.id == table)).one_or_none()
    if row is None:
        return None
    parts = (MEMBERS, DEALS, ACTIONS, SIGNALS)
    found = [connection.execute(_of_room(part, table).order_by(*part.primary_key)) for part in parts]
    members, deals, actions, signals = (rows.all() for rows in found)
    done, said = _by_deal(ActionRow, actions), _by_deal(SignalRow, signals)
    stored = tuple(
        StoredDeal(DealRow(*deal), done.get(deal.number, ()), said.get(deal.number, ())) for deal in deals
    )
    guests = tuple(member.guest for member in members)
    return StoredRoom(row.id, row.game, row.code, row.key, row.data, guests, row.over, row.record, stored)


def _by_deal(row: Any, rows: Iterable[Any]) -> dict[int, tuple[Any, ...]]:
    return {
        deal: tuple(row(*one) for one in group) for deal, group in groupby(rows, key=lambda one: one.deal)
    }


def _of_room(table: Any, room: str) -> Select[Any]:
    return select(table).where(table.c.room == room)


def read_record(connection: Connection, record: str) -> StoredRecord | None:
    """A record, which is stored in pieces, on a connection that sees one moment, or None."""
    row = connection.execute(select(RECORDS).where(RECORDS.c.id == record)).one_or_none()
    if row is None:
        return None
    deals = select(RECORD_DEALS.c.number, RECORD_DEALS.c.line).where(RECORD_DEALS.c.record == record)
    rows = connection.execute(deals.order_by(RECORD_DEALS.c.number)).all()
    others: dict[int, list[int]] = {}
    known = select(PLAYED.c.deal, PLAYED.c.stood).where(
        PLAYED.c.record == record, PLAYED.c.stood.is_not(None)
    )
    for deal, at in connection.execute(known):
        others.setdefault(deal, []).extend(parsed(at, []))
    lines = [with_stood(line, sorted(others.get(number, ()))) for number, line in rows]
    return StoredRecord(row.id, row.game, assembled(row.frame, lines), (row.turn, row.turn_named))


# --- guests: codes, lessons, ratings, puzzles


class Guests(Database):
    """The stored data of guests: codes that move them to another device, lessons learned, ratings, and puzzles answered."""

    @transaction
    def put_move(self, connection: Connection, now: int, code: str, table: str | None, guest: str) -> None:
        """Keep a code that moves a guest's seat, or (None) only what was learned; an earlier one of the same guest ends."""
        keep(connection, MoveRow(guest, table, code, now + MOVE_CODE_SECONDS))

    async def find_move(self, code: str) -> tuple[str | None, str] | None:
        """Room, if there is one, and guest of a code, which stays good; None if it is wrong or too old."""
        return await self.one(lambda *found: found, _move(code, self.now()), code)

    @transaction
    def take_move(self, connection: Connection, now: int, code: str) -> tuple[str | None, str] | None:
        """Room, if there is one, and guest of a code, which is used up by that; None if it is wrong or too old."""
        if not is_key(code):
            return None
        row = connection.execute(_move(code, now)).one_or_none()
        connection.execute(delete(MOVES).where(MOVES.c.code == code))
        return None if row is None else (row.room, row.guest)

    async def guest(self, guest: str) -> GuestRow | None:
        """A guest, or None."""
        return await self.row(GuestRow, guest)

    async def put_guest(self, guest: str, name: str, lang: str, avatar: str = "") -> None:
        """Keep or change a guest, who has now been seen."""
        now = self.now()
        await self._owned.writer.write((GuestRow(guest, name, lang, now, now, avatar),))

    @transaction
    def show_guest(self, connection: Connection, _now: int, guest: str, profile: str | None) -> None:
        """Show a guest under another key from now on, or (None) to nobody any more."""
        connection.execute(update(GUESTS).where(GUESTS.c.id == guest).values(profile=profile))

    async def shown_guest(self, profile: str) -> GuestRow | None:
        """The guest whom a key shows, or None."""
        return await self.one(GuestRow, select(GUESTS).where(GUESTS.c.profile == profile), profile)

    async def ratings_of(self, guest: str) -> list[RatingRow]:
        """A guest's ratings, the last one first."""
        own = _of(RATINGS, guest).order_by(RATINGS.c.rated.desc(), RATINGS.c.family)
        return await self.listed(RatingRow, own)

    async def rated(self, guest: str) -> list[RatedRow]:
        """A guest's ratings after each match, the first one first."""
        return await self.listed(RatedRow, _of(RATED, guest).order_by(RATED.c.matches))

    async def days_played(self, guest: str) -> list[str]:
        """The days of which a guest has played a deal to its end, the last one first."""
        own = select(SERIES.c.day).join(ATTEMPTS, ATTEMPTS.c.series == SERIES.c.id).distinct()
        own = own.where(ATTEMPTS.c.guest == guest, ATTEMPTS.c.points.is_not(None), SERIES.c.day.is_not(None))
        return await self.listed(str, own.order_by(SERIES.c.day.desc()))

    async def solver(self, guest: str) -> SolverRow:
        """A guest's figures at puzzles."""
        return await self.row(SolverRow, guest) or _beginner(guest)

    async def tried_by(self, guest: str) -> set[str]:
        """The puzzles that a guest has answered."""
        return {row.puzzle for row in await self.rows(_of(TRIES, guest))}

    async def puzzle_ratings(self) -> dict[str, float]:
        """The ratings of puzzles by their first answers."""
        return {row.puzzle: row.rating for row in await self.rows(select(PUZZLES))}

    @transaction
    def put_try(self, connection: Connection, now: int, one: FirstAnswer) -> SolverRow:
        """Count an answer, unless that guest has answered before or is forgotten; the guest's figures then.

        It changes the ratings of guest and puzzle in one transaction.
        """
        before = row_at(connection, SolverRow, one.guest) or _beginner(one.guest)
        known = row_at(connection, GuestRow, one.guest) is not None
        if not known or row_at(connection, TryRow, one.guest, one.puzzle) is not None:
            return before
        row = row_at(connection, PuzzleRow, one.puzzle) or PuzzleRow(one.puzzle, one.first, 0)
        puzzle = Rated(row.rating, row.results)
        own, its = after(
            Rated(before.rating, before.results), puzzle, one.score, one.first, solved=one.solved
        )
        streak = before.streak + 1 if one.solved else 0
        new = replace(
            before, rating=own.rating, results=own.results, streak=streak, best=max(streak, before.best)
        )
        if one.day and one.solved:
            new = replace(new, day=one.day, days=before.days + 1 if before.day == one.day - 1 else 1)
        add(connection, TryRow(one.guest, one.puzzle, one.score, now))
        keep(connection, PuzzleRow(one.puzzle, its.rating, its.results))
        keep(connection, new)
        return new

    async def learned(self, guest: str) -> list[str]:
        """The paths of guided deals and lessons that a guest has learned, in their order."""
        return [row.path for row in await self.rows(_of(LEARNED, guest).order_by(LEARNED.c.path))]

    @transaction
    def learn(self, connection: Connection, now: int, guest: str, paths: Collection[str]) -> None:
        """Note what a guest has learned, unless the guest is forgotten."""
        _learn(connection, now, guest, paths)

    @transaction
    def carry_learning(self, connection: Connection, now: int, old: str, new: str) -> None:
        """Merge a guest's progress with that of another device; of puzzles the further one counts."""
        _learn(connection, now, new, [row.path for row in connection.execute(_of(LEARNED, old))])
        add(connection, *(replace(TryRow(*row), guest=new) for row in connection.execute(_of(TRIES, old))))
        before, own = row_at(connection, SolverRow, old), row_at(connection, SolverRow, new)
        if before is not None and (own is None or before.results > own.results):
            keep(connection, replace(before, guest=new))


def _move(code: str, now: int) -> Select[Any]:
    return select(MOVES.c.room, MOVES.c.guest).where(MOVES.c.code == code, MOVES.c.until > now)


def _of(table: Any, guest: str) -> Select[Any]:
    return select(table).where(table.c.guest == guest)


def _beginner(guest: str) -> SolverRow:
    """The figures of a guest who has tried nothing."""
    return SolverRow(guest, START, 0, 0, 0, 0, 0)


def _learn(connection: Connection, now: int, guest: str, paths: Collection[str]) -> None:
    if is_there(connection, GUESTS.c.id == guest):
        add(connection, *(LearnedRow(guest, path, now) for path in sorted(set(paths))))


_SHOWN_DAYS = 8


# --- series and days


class Series(Database):
    """Series, which are deals that many play, each at a table of their own; the days of some, and the attempts of guests."""

    @transaction
    def days(self, connection: Connection, now: int) -> list[DayRow]:
        """The last days, the newest first: tomorrow, today, and those before. Make, close and open whatever is due by now."""
        return keep_days(connection, now)

    async def find_series(self, series: str) -> SeriesRow | None:
        """A series, or None."""
        return await self.row(SeriesRow, series)

    @transaction
    def put_series(
        self, connection: Connection, now: int, series: SeriesRow, most: int = 0, in_all: int = 0
    ) -> bool:
        """Keep a series, unless there is one with its id; False if its maker has `most` open ones.

        Of those that have a maker there are `in_all`: one that nobody has played makes room, the oldest first, or one that is closed; False where there is none.
        """
        if is_there(connection, SERIES.c.id == series.id):
            return True
        own = (SERIES.c.maker == series.maker, SERIES.c.until > now)
        if series.maker is not None and (
            counted(connection, *own) >= most or not _has_room(connection, in_all)
        ):
            return False
        add(connection, replace(series, made=now, closed=None))
        return True

    @transaction
    def begin_attempt(self, connection: Connection, now: int, attempt: AttemptRow) -> AttemptRow | None:
        """The guest's attempt at a deal, which begins now unless there is one; None once the series is over, or too many play it."""
        _close(connection, now)
        begun = row_at(connection, AttemptRow, attempt.series, attempt.deal, attempt.guest)
        if begun is not None:
            return begun
        series = row_at(connection, SeriesRow, attempt.series)
        if series is None or series.closed is not None or series.until <= now:
            return None
        if series.day is None and _players(connection, attempt) >= MOST_PLAYERS:
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
        """What reviews of this version found of such attempts, and the actions that someone else took, by record and seat."""
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
    while (row := _day(connection, today, now)).opened is not None:
        today += timedelta(1)  # the clock has gone back behind a day whose cards anyone may know
    _day(connection, today + timedelta(1), now)
    newest = select(DAYS).where(DAYS.c.day <= str(today + timedelta(1))).order_by(DAYS.c.day.desc())
    assert row.day == str(today)
    return [DayRow(*row) for row in connection.execute(newest.limit(_SHOWN_DAYS))]


def _day(connection: Connection, day: date, now: int) -> DayRow:
    """A day, which is made if there is none yet."""
    if (row := row_at(connection, DayRow, str(day))) is not None:
        return row
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
    """Whether one more series of a guest may be stored; what nobody misses goes for it."""
    of_guests = SERIES.c.day.is_(None)
    if counted(connection, of_guests) < in_all:
        return True
    unplayed = ~exists().where(ATTEMPTS.c.series == SERIES.c.id)
    for goes, first in ((unplayed, SERIES.c.made), (SERIES.c.closed.is_not(None), SERIES.c.until)):
        oldest = select(SERIES.c.id).where(of_guests, goes).order_by(first, SERIES.c.id).limit(1)
        if connection.execute(delete(SERIES).where(SERIES.c.id.in_(oldest))).rowcount:
            return True
    return False


def _players(connection: Connection, attempt: AttemptRow) -> int:
    """The number of others that play a series."""
    others = (ATTEMPTS.c.series == attempt.series, ATTEMPTS.c.guest != attempt.guest)
    players = select(func.count(func.distinct(ATTEMPTS.c.guest))).where(*others)
    return int(connection.execute(players).scalar_one())


def sweep_series(connection: Connection, now: int) -> None:
    """Delete days and series that nobody compares any more; create today's and tomorrow's days.

    The evenings of a club remain as long as the club, for its ledger.
    """
    keep_days(connection, now)
    past = now - SERIES_DAYS * DAY
    of_club = exists().where(CLUBS.c.id == SERIES.c.club)
    connection.execute(delete(SERIES).where(SERIES.c.until < past, ~of_club))
    connection.execute(delete(DAYS).where(DAYS.c.day < str(day_of(past))))
