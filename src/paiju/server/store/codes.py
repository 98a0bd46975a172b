"""Codes that people type, as the store keeps them: each with its end, in seconds since 1970."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from paiju.server.store.base import MOVE_CODE_SECONDS, RESERVED_SECONDS, ROOM_CODE_SECONDS
from paiju.server.store.schema import MOVES, RESERVED, ROOMS


def opens(code: str, now: int) -> ColumnElement[bool]:
    """The room that a code opens."""
    return and_(ROOMS.c.code == code, ROOMS.c.code_until > now)


def reserve(connection: Connection, code: str, now: int) -> bool:
    """Keep a code for a room; False if it is kept for another, or a room has it.

    The rooms are asked second, so that one which was kept meanwhile under its own reservation is seen.
    """
    make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    until = now + RESERVED_SECONDS
    over = ~_reserved(now)
    row = make(RESERVED).values(code=code, until=until)
    taken = row.on_conflict_do_update(index_elements=["code"], set_={"until": until}, where=over)
    if connection.execute(taken.execution_options(preserve_rowcount=True)).rowcount != 1:
        return False
    return connection.execute(select(ROOMS.c.id).where(ROOMS.c.code == code)).one_or_none() is None


def _reserved(now: int) -> ColumnElement[bool]:
    """Codes whose reservation lasts; another node's clock may be ahead of ours, but not for ever."""
    return RESERVED.c.until.between(now + 1, now + 2 * RESERVED_SECONDS)


def prolong(connection: Connection, rooms: Collection[str], now: int) -> None:
    """Let the codes of rooms go on, those whose end is near."""
    late = and_(ROOMS.c.id.in_(rooms), ROOMS.c.code_until < now + ROOM_CODE_SECONDS // 2)
    connection.execute(update(ROOMS).where(late).values(code_until=now + ROOM_CODE_SECONDS))


def put_move(connection: Connection, code: str, room: str | None, guest: str, now: int) -> None:
    """Keep a code that moves a guest's seat, or without a room what he has learned; an earlier one of the same guest ends."""
    connection.execute(delete(MOVES).where(MOVES.c.guest == guest))
    row = {"guest": guest, "room": room, "code": code, "until": now + MOVE_CODE_SECONDS}
    connection.execute(insert(MOVES).values(row))


def find_move(code: str, now: int) -> Select[tuple[str | None, str]]:
    """Finds room, if any, and guest of a code that is not too old."""
    return select(MOVES.c.room, MOVES.c.guest).where(MOVES.c.code == code, MOVES.c.until > now)


def take_move(connection: Connection, code: str, now: int) -> tuple[str | None, str] | None:
    """Room, if any, and guest of a code, which is used up by that; None if it is wrong or too old."""
    row = connection.execute(find_move(code, now)).one_or_none()
    connection.execute(delete(MOVES).where(MOVES.c.code == code))
    return None if row is None else (row.room, row.guest)


def sweep(connection: Connection, now: int) -> None:
    """Delete the codes that are too old; those of rooms stay with their rooms. No clock lets any live longer."""
    in_time = MOVES.c.until.between(now + 1, now + MOVE_CODE_SECONDS)
    connection.execute(delete(MOVES).where(~in_time))
    connection.execute(delete(RESERVED).where(~_reserved(now)))
    latest = now + ROOM_CODE_SECONDS
    connection.execute(update(ROOMS).where(ROOMS.c.code_until > latest).values(code_until=latest))


def forget_guest(connection: Connection, guest: str) -> None:
    """Delete a guest's code."""
    connection.execute(delete(MOVES).where(MOVES.c.guest == guest))
