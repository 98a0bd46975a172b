"""The deals that guests have played, for their own lists: a row for each deal and person, as he sat when it ended."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Select, and_, case, delete, exists, select

from paiju.server.store.schema import OWNERS, PLAYED, RECORDS, REVIEWS
from paiju.server.store.troubles import parsed

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
