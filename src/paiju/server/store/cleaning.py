"""What goes when its time is over, or when a guest asks for it."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, exists, func, literal, or_, select, update

from paiju.core.document import STRUCK, dumps_frame
from paiju.core.errors import RecordError
from paiju.core.reading import loads
from paiju.server.cluster import leases, nodes
from paiju.server.store import guests, rooms, series
from paiju.server.store.base import (
    DAY,
    DESERTED_HOURS,
    EMPTY_GUEST_DAYS,
    GUEST_DAYS,
    HOUR,
    MOST_RECORDS,
    OVER_DAYS,
    RECORD_DAYS,
    ROOM_DAYS,
)
from paiju.server.store.engines import parsed
from paiju.server.store.schema import GUESTS, MEMBERS, OWNERS, RECORDS, ROOMS


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
    guests.sweep(connection, now)
    nodes.sweep(connection)
    series.sweep(connection, now)
    leases.sweep(connection, now)
    return gone + _drop_unowned(connection)


def _bring_back(connection: Connection, now: int) -> None:
    """What was last used in times to come, by a clock that was wrong then, was used now."""
    for column in (ROOMS.c.touched, RECORDS.c.touched, GUESTS.c.seen):
        late = update(column.table).where(column > now + DAY)
        connection.execute(late.values({column.name: now}))


def _idle(now: int) -> Select[Any]:
    kept = or_(
        exists().where(MEMBERS.c.guest == GUESTS.c.id),
        exists().where(OWNERS.c.guest == GUESTS.c.id),
    )
    return select(GUESTS.c.id).where(
        or_(
            GUESTS.c.seen < now - GUEST_DAYS * DAY,
            and_(GUESTS.c.seen < now - EMPTY_GUEST_DAYS * DAY, ~kept),
        )
    )


def forget_guest(connection: Connection, guest: str) -> None:
    """Delete a guest, their memberships and records; records that others keep lose the name."""
    owned = (connection.execute(select(OWNERS.c.record, OWNERS.c.seat).where(OWNERS.c.guest == guest))).all()
    connection.execute(delete(OWNERS).where(OWNERS.c.guest == guest))
    connection.execute(delete(MEMBERS).where(MEMBERS.c.guest == guest))
    guests.forget_codes(connection, guest)
    guests.forget_ratings(connection, guest)
    series.forget_guest(connection, guest)
    guests.forget_puzzles(connection, guest)
    rooms.forget_guest(connection, guest)
    guests.forget_lessons(connection, guest)
    connection.execute(delete(GUESTS).where(GUESTS.c.id == guest))
    nodes.note(connection, guest)
    _drop_unowned(connection, [record for record, _ in owned])
    for record, seat in owned:
        _rename(connection, record, seat)


def strike(connection: Connection, record: str, guest: str) -> None:
    """Take a record, and his name out of it, from a guest who was forgotten while another node still wrote it."""
    of = (OWNERS.c.record == record, OWNERS.c.guest == guest)
    seats = connection.execute(select(OWNERS.c.seat).where(*of)).scalars().all()
    connection.execute(delete(OWNERS).where(*of))
    for seat in seats:
        _rename(connection, record, seat)
    _drop_unowned(connection, [record])


def forget_record(connection: Connection, record: str, guest: str) -> bool:
    """Take a record from a guest, and delete it with its last owner; False if it was not theirs."""
    taken = _count(connection, delete(OWNERS).where(OWNERS.c.record == record, OWNERS.c.guest == guest))
    if taken:
        _drop_unowned(connection, [record])
    return taken > 0


def forget_records(connection: Connection, guest: str) -> None:
    """Take all records from a guest, and delete those that nobody else keeps."""
    own = connection.execute(select(OWNERS.c.record).where(OWNERS.c.guest == guest)).scalars().all()
    connection.execute(delete(OWNERS).where(OWNERS.c.guest == guest))
    rooms.forget_guest(connection, guest)
    _drop_unowned(connection, list(own))


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
        record.strike(seat)
    return dumps_frame(record)


def _drop_unowned(connection: Connection, among: list[str] | None = None) -> int:
    """Delete records that nobody keeps, but none that a match still adds to."""
    owned = exists().where(OWNERS.c.record == RECORDS.c.id)
    goes_on = exists().where(ROOMS.c.record == RECORDS.c.id, ~ROOMS.c.over)
    statement = delete(RECORDS).where(~owned, ~goes_on)
    return _count(connection, statement if among is None else statement.where(RECORDS.c.id.in_(among)))


def _drop_surplus(connection: Connection) -> None:
    """Let the oldest records of whoever has too many go."""
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
