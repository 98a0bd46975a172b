"""Rooms with their deals, records, reviews and the deals that guests have played."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.core.document import assembled, with_stood
from paiju.server.store.base import MOST_REVIEWS
from paiju.server.store.engines import parsed
from paiju.server.store.kept import KeptRecord, KeptReview
from paiju.server.store.schema import (
    ACTIONS,
    DEALS,
    MEMBERS,
    OWNERS,
    PLAYED,
    RECORD_DEALS,
    RECORDS,
    REVIEWS,
    ROOMS,
    SIGNALS,
)
from paiju.server.store.writes import KeptDeal, KeptTable


async def read_room(connection: AsyncConnection, table: str) -> KeptTable | None:
    """A table, on a connection that sees one moment, or None."""
    room = (await connection.execute(select(ROOMS).where(ROOMS.c.id == table))).one_or_none()
    if room is None:
        return None
    members = await connection.execute(
        select(MEMBERS.c.guest).where(MEMBERS.c.room == table).order_by(MEMBERS.c.guest)
    )
    deals = await _deals(connection, table)
    return KeptTable(
        room.id, room.game, room.code, room.key, room.data, tuple(members.scalars()), room.over, deals
    )


async def _deals(connection: AsyncConnection, table: str) -> tuple[KeptDeal, ...]:
    deals = (await connection.execute(_of(DEALS, table).order_by(DEALS.c.number))).all()
    actions = (await connection.execute(_of(ACTIONS, table).order_by(ACTIONS.c.deal, ACTIONS.c.at))).all()
    signals = (await connection.execute(_of(SIGNALS, table).order_by(SIGNALS.c.deal, SIGNALS.c.at))).all()
    done, said = _by_deal(actions), _by_deal(signals)
    return tuple(_deal(row, done.get(row.number, []), said.get(row.number, [])) for row in deals)


def _by_deal(rows: Iterable[Any]) -> dict[int, list[Any]]:
    return {deal: list(group) for deal, group in groupby(rows, key=lambda row: row.deal)}


def _of(table: Any, room: str) -> Select[Any]:
    return select(table).where(table.c.room == room)


def _deal(row: Any, actions: list[Any], signals: list[Any]) -> KeptDeal:
    return KeptDeal(
        number=row.number,
        law=row.law,
        commitment=row.commitment,
        secret=row.secret,
        nonces=row.nonces,
        carry=row.carry,
        chained=row.chained,
        actions=tuple((action.seat, action.text) for action in actions),
        trail="".join(action.trail for action in actions),
        events=row.events,
        result=row.result,
        signals=tuple((signal.after, signal.seat, signal.text) for signal in signals),
        answers=tuple(_answers(actions)),
        stood=tuple(action.at for action in actions if action.stood),
    )


def _answers(actions: list[Any]) -> Iterable[tuple[int, str, str]]:
    last = {action.seat: action for action in actions if action.prompt is not None}
    return ((seat, action.prompt, action.text) for seat, action in sorted(last.items()))


# --- a record, which is kept in pieces: its frame, and a line for each deal; and revoking what was shared of it


async def read_record(connection: AsyncConnection, record: str) -> KeptRecord | None:
    """A record, on a connection that sees one moment, or None."""
    kept = (await connection.execute(select(RECORDS).where(RECORDS.c.id == record))).one_or_none()
    if kept is None:
        return None
    deals = select(RECORD_DEALS.c.number, RECORD_DEALS.c.line).where(RECORD_DEALS.c.record == record)
    rows = (await connection.execute(deals.order_by(RECORD_DEALS.c.number))).all()
    stood = await _stood(connection, record)
    lines = [with_stood(row.line, stood.get(row.number, ())) for row in rows]
    document = assembled(kept.frame, lines)
    return KeptRecord(kept.id, kept.game, document, (kept.turn, kept.turn_named))


async def _stood(connection: AsyncConnection, record: str) -> dict[int, list[int]]:
    """By deal: the actions that were taken for their seats' persons, as far as anybody still keeps them."""
    found: dict[int, list[int]] = {}
    for row in await connection.execute(all_stood(record)):
        found.setdefault(row.deal, []).extend(parsed(row.stood, []))
    return {deal: sorted(stood) for deal, stood in found.items()}


def revoke(connection: Connection, record: str, guest: str, *, names: bool) -> bool:
    """Let the address of this kind, with names or without, that others show a guest's record under be good no more; False if it was not theirs."""
    turn = RECORDS.c.turn_named if names else RECORDS.c.turn
    own = exists().where(OWNERS.c.record == RECORDS.c.id, OWNERS.c.guest == guest)
    revoked = update(RECORDS).where(RECORDS.c.id == record, own).values({turn: turn + 1})
    return connection.execute(revoked).rowcount > 0


# --- the deals that guests have played, for their own lists: a row for each deal and person, as he sat when it ended

MOST_REVIEWED = 200
"""So many reviews are read for one guest's figures, the last ones."""


def of(guest: str) -> Select[Any]:
    """All deals of a guest that his records still tell of, the last one first."""
    return (
        select(
            PLAYED.c.record, PLAYED.c.deal, PLAYED.c.seat, PLAYED.c.digest, PLAYED.c.role, PLAYED.c.place,
            PLAYED.c.points, PLAYED.c.ended, PLAYED.c.stood, RECORDS.c.game, RECORDS.c.names, RECORDS.c.scores,
        )
        .join(RECORDS, RECORDS.c.id == PLAYED.c.record)
        .where(PLAYED.c.guest == guest, _kept(guest))
        .order_by(PLAYED.c.ended.desc(), PLAYED.c.record, PLAYED.c.deal.desc())
    )  # fmt: skip


def reviews_of(guest: str, versions: Collection[str]) -> Select[Any]:
    """The reviews that there are of a guest's own deals, the last one first; of one of another version no more than that there is one."""
    same = and_(
        REVIEWS.c.record == PLAYED.c.record, REVIEWS.c.deal == PLAYED.c.deal, REVIEWS.c.seat == PLAYED.c.seat
    )
    found = case((REVIEWS.c.version.in_(versions), REVIEWS.c.found))
    return (
        select(PLAYED.c.record, PLAYED.c.deal, found)
        .join(REVIEWS, same)
        .where(PLAYED.c.guest == guest, _kept(guest))
        .order_by(PLAYED.c.ended.desc(), PLAYED.c.record, PLAYED.c.deal.desc())
        .limit(MOST_REVIEWED)
    )


def stood(record: str, deal: int, seat: int) -> Select[Any]:
    """Which actions of a seat its person did not take himself."""
    return select(PLAYED.c.stood).where(
        PLAYED.c.record == record, PLAYED.c.deal == deal, PLAYED.c.seat == seat
    )


def all_stood(record: str) -> Select[Any]:
    """The same of all deals and seats of a record, of which it is known."""
    return select(PLAYED.c.deal, PLAYED.c.stood).where(PLAYED.c.record == record, PLAYED.c.stood.is_not(None))


def stood_of(rows: Sequence[Any]) -> list[int]:
    """What such a row says; nothing of a deal from before this was kept."""
    return parsed(rows[0].stood, []) if rows and rows[0].stood else []


def _kept(guest: str) -> Any:
    return exists().where(OWNERS.c.record == PLAYED.c.record, OWNERS.c.guest == guest)


def forget_guest(connection: Connection, guest: str) -> None:
    """Forget what a guest has played."""
    connection.execute(delete(PLAYED).where(PLAYED.c.guest == guest))


# --- reviews, which go with their records and can always be found again: the last ones made are kept


def put(connection: Connection, review: KeptReview, now: int) -> None:
    """Keep a review in place of an earlier one, unless its record has gone meanwhile."""
    if not connection.execute(select(exists().where(RECORDS.c.id == review.record))).scalar_one():
        return
    connection.execute(delete(REVIEWS).where(_review_of(review.record, review.deal, review.seat)))
    row = {"record": review.record, "deal": review.deal, "seat": review.seat}
    row |= {"version": review.version, "found": review.found}
    connection.execute(insert(REVIEWS).values(**row, made=now))
    surplus = select(REVIEWS.c.made).order_by(REVIEWS.c.made.desc()).offset(MOST_REVIEWS).limit(1)
    oldest = connection.execute(surplus).scalar_one_or_none()
    if oldest is not None:
        connection.execute(delete(REVIEWS).where(REVIEWS.c.made <= oldest))


def find(record: str, deal: int, seat: int, version: str) -> Select[Any]:
    """The review of this version."""
    return select(REVIEWS.c.found).where(_review_of(record, deal, seat), REVIEWS.c.version == version)


def _review_of(record: str, deal: int, seat: int) -> ColumnElement[bool]:
    return and_(REVIEWS.c.record == record, REVIEWS.c.deal == deal, REVIEWS.c.seat == seat)
