"""The devices on which guests want to be told of things, in the database."""

from __future__ import annotations

from msgspec.structs import replace
from sqlalchemy import Connection, delete, select, update

from paiju.server.store.base import DAY
from paiju.server.store.database import Database, counted, is_there, transaction
from paiju.server.store.rows import SubscriptionRow
from paiju.server.store.schema import GUESTS, SUBSCRIPTIONS
from paiju.server.store.writer import keep

MOST_DEVICES = 5
"""Devices of a guest; the one that was added first makes room."""
_DUE_AT_ONCE = 200


class Subscriptions(Database):
    """Subscriptions of guests to what they want to be told."""

    async def subscriptions_of(self, guest: str) -> list[SubscriptionRow]:
        """A guest's devices, the first one first."""
        own = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.guest == guest)
        return await self.listed(SubscriptionRow, own.order_by(SUBSCRIPTIONS.c.made, SUBSCRIPTIONS.c.id))

    @transaction
    def put_subscription(self, connection: Connection, now: int, row: SubscriptionRow, in_all: int) -> bool:
        """Keep a device in place of what was known of it; False where other guests have `in_all`, or there is no such guest."""
        full = counted(connection, SUBSCRIPTIONS.c.guest != row.guest) >= in_all
        if full or not is_there(connection, GUESTS.c.id == row.guest):
            return False
        keep(connection, replace(row, made=now))
        own = select(SUBSCRIPTIONS.c.id).where(
            SUBSCRIPTIONS.c.guest == row.guest, SUBSCRIPTIONS.c.id != row.id
        )
        newest = own.order_by(SUBSCRIPTIONS.c.made.desc(), SUBSCRIPTIONS.c.id)
        surplus = connection.execute(newest.offset(MOST_DEVICES - 1)).scalars().all()
        connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id.in_(surplus)))
        return True

    @transaction
    def drop_subscription(self, connection: Connection, _now: int, device: str, guest: str) -> None:
        """Forget a device of a guest."""
        own = (SUBSCRIPTIONS.c.id == device, SUBSCRIPTIONS.c.guest == guest)
        connection.execute(delete(SUBSCRIPTIONS).where(*own))

    @transaction
    def due_subscriptions(self, connection: Connection, now: int) -> list[SubscriptionRow]:
        """Some of the devices on which the day's deals are due; they are due again a day later, so that only one node tells them."""
        due = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.due <= now).order_by(SUBSCRIPTIONS.c.due)
        rows = [SubscriptionRow(*row) for row in connection.execute(due.limit(_DUE_AT_ONCE))]
        for row in rows:
            days = (now - (row.due or now)) // DAY + 1
            next_day = update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == row.id)
            connection.execute(next_day.values(due=(row.due or now) + days * DAY))
        return rows
