"""Rooms with their deals, records, reviews and the deals that guests have played."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Select, and_, case, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.core.document import assembled, with_stood
from paiju.server.store.base import MOST_REVIEWS, RESERVED_SECONDS, ROOM_CODE_SECONDS
from paiju.server.store.database import Database, is_key, transaction
from paiju.server.store.engines import parsed
from paiju.server.store.rows import (
    ActionRow,
    DealRow,
    PlayedDeal,
    RecordLine,
    ReviewRow,
    RoomLine,
    SignalRow,
    StoredDeal,
    StoredRecord,
    StoredRoom,
)
from paiju.server.store.schema import (
    ACTIONS,
    DEALS,
    MEMBERS,
    OWNERS,
    PLAYED,
    RECORD_DEALS,
    RECORDS,
    RESERVED,
    REVIEWS,
    ROOMS,
    SIGNALS,
    keep,
    put,
)

MOST_ROOM_LINES = 20
MOST_RECORD_LINES = 100
MOST_REVIEWED = 200
"""The number of reviews that are read for one guest's figures, the last ones."""


class Rooms(Database):
    """See the module."""

    async def tables(self) -> list[str]:
        """The rooms that are not over, longest untouched first."""
        running = select(ROOMS.c.id).where(~ROOMS.c.over)
        return await self.listed(str, running.order_by(ROOMS.c.touched, ROOMS.c.id))

    async def load(self, table: str) -> StoredRoom | None:
        """A room with its deals, all as of one moment, or None."""
        if not is_key(table):
            return None
        async with self.moment() as connection:
            return await _room(connection, table)

    async def find(self, *, code: str = "", key: str = "") -> str | None:
        """The room that a key, or a code whose end has not come, opens; or None."""
        opened = and_(ROOMS.c.code == code, ROOMS.c.code_until > self.now()) if code else ROOMS.c.key == key
        return await self.one(str, select(ROOMS.c.id).where(opened), code or key)

    @transaction
    def reserve_code(self, connection: Connection, now: int, code: str) -> bool:
        """Keep a code for a room that is about to be stored; False if another is, or a room has it, even past its end: it may be prolonged.

        The rooms are asked second, so that one which was stored meanwhile under its own reservation is seen.
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
        """Somebody is in these rooms: their codes whose end is near go on."""
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
        async with self.moment() as connection:
            return await read_record(connection, record)

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

    async def stood(self, record: str, deal: int, seat: int) -> list[int]:
        """The actions of a seat in a deal, from 1, that its person did not take; none where nobody knows."""
        return stood_of(await self.rows(select(PLAYED.c.stood).where(_is_at(PLAYED, record, deal, seat))))

    async def review(self, record: str, deal: int, seat: int, version: str) -> str | None:
        """What a review of this version found, or None."""
        at = _is_at(REVIEWS, record, deal, seat)
        found = select(REVIEWS.c.found).where(at, REVIEWS.c.version == version)
        return await self.one(str, found, record)

    @transaction
    def put_review(self, connection: Connection, now: int, review: ReviewRow) -> None:
        """Keep a review in place of an earlier one, unless its record has gone meanwhile, as long as it is among the last `MOST_REVIEWS`."""
        if not connection.execute(select(exists().where(RECORDS.c.id == review.record))).scalar_one():
            return
        keep(connection, replace(review, made=now))
        surplus = select(REVIEWS.c.made).order_by(REVIEWS.c.made.desc()).offset(MOST_REVIEWS).limit(1)
        oldest = connection.execute(surplus).scalar_one_or_none()
        if oldest is not None:
            connection.execute(delete(REVIEWS).where(REVIEWS.c.made <= oldest))


def reserved(now: int) -> ColumnElement[bool]:
    """Codes whose reservation lasts; another node's clock may be ahead of ours, but not for ever."""
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


async def _room(connection: AsyncConnection, table: str) -> StoredRoom | None:
    """A room, on a connection that sees one moment, or None."""
    row = (await connection.execute(select(ROOMS).where(ROOMS.c.id == table))).one_or_none()
    if row is None:
        return None
    found = await connection.execute(_of(MEMBERS, table).order_by(MEMBERS.c.guest))
    members = tuple(member.guest for member in found)
    deals = (await connection.execute(_of(DEALS, table).order_by(DEALS.c.number))).all()
    actions = (await connection.execute(_of(ACTIONS, table).order_by(ACTIONS.c.deal, ACTIONS.c.at))).all()
    signals = (await connection.execute(_of(SIGNALS, table).order_by(SIGNALS.c.deal, SIGNALS.c.at))).all()
    done, said = _by_deal(ActionRow, actions), _by_deal(SignalRow, signals)
    stored = tuple(
        StoredDeal(DealRow(*deal), done.get(deal.number, ()), said.get(deal.number, ())) for deal in deals
    )
    return StoredRoom(row.id, row.game, row.code, row.key, row.data, members, row.over, row.record, stored)


def _by_deal(row: Any, rows: Iterable[Any]) -> dict[int, tuple[Any, ...]]:
    return {
        deal: tuple(row(*one) for one in group) for deal, group in groupby(rows, key=lambda one: one.deal)
    }


def _of(table: Any, room: str) -> Select[Any]:
    return select(table).where(table.c.room == room)


async def read_record(connection: AsyncConnection, record: str) -> StoredRecord | None:
    """A record, which is stored in pieces, on a connection that sees one moment, or None."""
    row = (await connection.execute(select(RECORDS).where(RECORDS.c.id == record))).one_or_none()
    if row is None:
        return None
    deals = select(RECORD_DEALS.c.number, RECORD_DEALS.c.line).where(RECORD_DEALS.c.record == record)
    rows = (await connection.execute(deals.order_by(RECORD_DEALS.c.number))).all()
    stood: dict[int, list[int]] = {}
    known = select(PLAYED.c.deal, PLAYED.c.stood).where(
        PLAYED.c.record == record, PLAYED.c.stood.is_not(None)
    )
    for deal, at in await connection.execute(known):
        stood.setdefault(deal, []).extend(parsed(at, []))
    lines = [with_stood(line, sorted(stood.get(number, ()))) for number, line in rows]
    return StoredRecord(row.id, row.game, assembled(row.frame, lines), (row.turn, row.turn_named))
