"""All persistent data, and its deletion: when it expires, or when a guest asks for it."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, exists, func, literal, or_, select, update

from paiju.core.document import STRUCK, dumps_frame
from paiju.core.errors import RecordError
from paiju.core.reading import loads
from paiju.server.cluster import leases, nodes
from paiju.server.ops.logs import log
from paiju.server.store.base import (
    DAY,
    DESERTED_HOURS,
    EMPTY_GUEST_DAYS,
    GUEST_DAYS,
    HOUR,
    MOST_RECORDS,
    MOVE_CODE_SECONDS,
    OVER_DAYS,
    RECORD_DAYS,
    ROOM_CODE_SECONDS,
    ROOM_DAYS,
)
from paiju.server.store.clubs import Clubs, drop_empty_clubs
from paiju.server.store.database import is_key, transaction
from paiju.server.store.engines import parsed
from paiju.server.store.queries import Guests, Rooms, Series, reserved, sweep_series
from paiju.server.store.schema import (
    CLUB_MEMBERS,
    GUESTS,
    MEMBERS,
    METADATA,
    MOVES,
    OWNERS,
    PLAYED,
    RECORDS,
    RESERVED,
    ROOMS,
    SERIES,
)
from paiju.server.store.subscriptions import Subscriptions

SWEEP_SECONDS = 3600


class Store(Rooms, Guests, Series, Clubs, Subscriptions):
    """All persistent data."""

    _swept = -float(SWEEP_SECONDS)

    async def sweep(self, now: float | None = None) -> int:
        """Delete what has outlived its time; without `now` at most once an hour, and not while the clock is in doubt.

        Returns how many guests, rooms and records went.
        """
        if now is None:
            if self._clock.steady() - self._swept < SWEEP_SECONDS:
                return 0
            self._swept = self._clock.steady()
            await self._keep_time()
            if self._clock.in_doubt:
                log("clean-up postponed: the clock jumped")
                return 0
        at = self.now() if now is None else int(now)
        return int(await self.run(lambda connection: sweep(connection, at)))

    @transaction
    def forget_guest(self, connection: Connection, _now: int, guest: str) -> None:
        """Delete all that is stored about a guest; records that others own lose the name."""
        forget_guest(connection, guest)

    @transaction
    def redact(self, connection: Connection, _now: int, record: str, guest: str) -> None:
        """Take a record, and the name in it, from a guest who was forgotten while another node still wrote it."""
        own = (OWNERS.c.record == record, OWNERS.c.guest == guest)
        seats = connection.execute(select(OWNERS.c.seat).where(*own)).scalars().all()
        connection.execute(delete(OWNERS).where(*own))
        for seat in seats:
            _rename(connection, record, seat)
        _drop_unowned(connection, [record])

    @transaction
    def forget_record(self, connection: Connection, _now: int, record: str, guest: str) -> bool:
        """Take a record from a guest, and delete it with its last owner; False if it was not theirs."""
        owned = delete(OWNERS).where(OWNERS.c.record == record, OWNERS.c.guest == guest)
        if not is_key(record) or not _count(connection, owned):
            return False
        _drop_unowned(connection, [record])
        return True

    @transaction
    def forget_records(self, connection: Connection, _now: int, guest: str) -> None:
        """Take all records from a guest, and delete those that nobody else owns."""
        own = connection.execute(select(OWNERS.c.record).where(OWNERS.c.guest == guest)).scalars().all()
        connection.execute(delete(OWNERS).where(OWNERS.c.guest == guest))
        connection.execute(delete(PLAYED).where(PLAYED.c.guest == guest))
        _drop_unowned(connection, list(own))


def sweep(connection: Connection, now: int) -> int:
    """Delete what has outlived its time; returns how many guests, rooms and records went."""
    _bring_back(connection, now)
    gone = _count(
        connection,
        delete(ROOMS).where(
            or_(
                ROOMS.c.touched < now - ROOM_DAYS * DAY,
                and_(ROOMS.c.over, ROOMS.c.touched < now - OVER_DAYS * DAY),
                and_(
                    ~exists().where(MEMBERS.c.room == ROOMS.c.id),
                    ROOMS.c.touched < now - DESERTED_HOURS * HOUR,
                ),
            )
        ),
    )
    gone += _count(connection, delete(RECORDS).where(RECORDS.c.touched < now - RECORD_DAYS * DAY))
    for guest in (connection.execute(_idle(now))).scalars().all():
        forget_guest(connection, guest)
        gone += 1
    _drop_surplus(connection)
    _sweep_codes(connection, now)
    nodes.sweep(connection)
    sweep_series(connection, now)
    leases.sweep(connection, now)
    return gone + _drop_unowned(connection)


def _bring_back(connection: Connection, now: int) -> None:
    """Rows last used in the future, by a clock that was wrong then, count as used now."""
    for column in (ROOMS.c.touched, RECORDS.c.touched, GUESTS.c.seen):
        late = update(column.table).where(column > now + DAY)
        connection.execute(late.values({column.name: now}))


def _idle(now: int) -> Select[Any]:
    belongs = or_(
        exists().where(MEMBERS.c.guest == GUESTS.c.id),
        exists().where(OWNERS.c.guest == GUESTS.c.id),
        exists().where(CLUB_MEMBERS.c.guest == GUESTS.c.id),
    )
    return select(GUESTS.c.id).where(
        or_(
            GUESTS.c.seen < now - GUEST_DAYS * DAY,
            and_(GUESTS.c.seen < now - EMPTY_GUEST_DAYS * DAY, ~belongs),
        )
    )


def _sweep_codes(connection: Connection, now: int) -> None:
    """Delete the codes that are too old; those of rooms stay with their rooms. No clock lets any live longer."""
    in_time = MOVES.c.until.between(now + 1, now + MOVE_CODE_SECONDS)
    connection.execute(delete(MOVES).where(~in_time))
    connection.execute(delete(RESERVED).where(~reserved(now)))
    latest = now + ROOM_CODE_SECONDS
    connection.execute(update(ROOMS).where(ROOMS.c.code_until > latest).values(code_until=latest))


def forget_guest(connection: Connection, guest: str) -> None:
    """Delete a guest and all that is theirs; records that others own lose the name, series go on without their maker."""
    owned = (connection.execute(select(OWNERS.c.record, OWNERS.c.seat).where(OWNERS.c.guest == guest))).all()
    for table in METADATA.sorted_tables:
        if "guest" in table.c:
            connection.execute(delete(table).where(table.c.guest == guest))
    connection.execute(update(SERIES).where(SERIES.c.maker == guest).values(maker=None))
    drop_empty_clubs(connection)
    connection.execute(delete(GUESTS).where(GUESTS.c.id == guest))
    nodes.note(connection, guest)
    _drop_unowned(connection, [record for record, _ in owned])
    for record, seat in owned:
        _rename(connection, record, seat)


def _rename(connection: Connection, record: str, seat: int) -> None:
    """Strike a name from a record that others keep. Neither a replay nor a signature needs it."""
    row = (
        connection.execute(select(RECORDS.c.names, RECORDS.c.frame).where(RECORDS.c.id == record))
    ).one_or_none()
    if row is None:
        return
    connection.execute(
        update(RECORDS)
        .where(RECORDS.c.id == record)
        .values(names=_struck(row.names, seat), frame=_struck_frame(row.frame, seat))
    )


def _struck(names: str, seat: int) -> str:
    listed = parsed(names, [])
    if seat < len(listed):
        listed[seat] = STRUCK
    return json.dumps(listed, ensure_ascii=False)


def _struck_frame(frame: str, seat: int) -> str:
    try:
        record = loads(frame.encode())
    except RecordError:
        return frame
    if seat < len(record.seats):
        record.redact(seat)
    return dumps_frame(record)


def _drop_unowned(connection: Connection, among: list[str] | None = None) -> int:
    """Delete records that nobody keeps, but none that a match still adds to."""
    owned = exists().where(OWNERS.c.record == RECORDS.c.id)
    goes_on = exists().where(ROOMS.c.record == RECORDS.c.id, ~ROOMS.c.over)
    statement = delete(RECORDS).where(~owned, ~goes_on)
    return _count(connection, statement if among is None else statement.where(RECORDS.c.id.in_(among)))


def _drop_surplus(connection: Connection) -> None:
    """Delete the oldest records of guests who have too many."""
    ranked = (
        select(
            OWNERS.c.record,
            OWNERS.c.guest,
            func.row_number()
            .over(partition_by=OWNERS.c.guest, order_by=(RECORDS.c.touched.desc(), RECORDS.c.id))
            .label("rank"),
        )
        .join(RECORDS, RECORDS.c.id == OWNERS.c.record)
        .subquery()
    )
    surplus = select(ranked.c.record, ranked.c.guest).where(ranked.c.rank > literal(MOST_RECORDS))
    for record, guest in (connection.execute(surplus)).all():
        connection.execute(delete(OWNERS).where(OWNERS.c.record == record, OWNERS.c.guest == guest))


def _count(connection: Connection, statement: Any) -> int:
    return int((connection.execute(statement)).rowcount)
