"""Reviews, which go with their records and can always be found again: the last ones made are kept."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, exists, insert, select

from paiju.server.store.base import MOST_REVIEWS
from paiju.server.store.kept import KeptReview
from paiju.server.store.schema import RECORDS, REVIEWS


def put(connection: Connection, review: KeptReview, now: int) -> None:
    """Keep a review in place of an earlier one, unless its record has gone meanwhile."""
    if not connection.execute(select(exists().where(RECORDS.c.id == review.record))).scalar_one():
        return
    connection.execute(delete(REVIEWS).where(_of(review.record, review.deal, review.seat)))
    row = {"record": review.record, "deal": review.deal, "seat": review.seat}
    row |= {"version": review.version, "found": review.found}
    connection.execute(insert(REVIEWS).values(**row, made=now))
    surplus = select(REVIEWS.c.made).order_by(REVIEWS.c.made.desc()).offset(MOST_REVIEWS).limit(1)
    oldest = connection.execute(surplus).scalar_one_or_none()
    if oldest is not None:
        connection.execute(delete(REVIEWS).where(REVIEWS.c.made <= oldest))


def find(record: str, deal: int, seat: int, version: str) -> Select[Any]:
    """The review of this version."""
    return select(REVIEWS.c.found).where(_of(record, deal, seat), REVIEWS.c.version == version)


def _of(record: str, deal: int, seat: int) -> ColumnElement[bool]:
    return and_(REVIEWS.c.record == record, REVIEWS.c.deal == deal, REVIEWS.c.seat == seat)
