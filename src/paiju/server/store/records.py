"""Reading a record, which is kept in pieces: its frame, and a line for each deal."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.core.document import assembled
from paiju.server.store.kept import KeptRecord
from paiju.server.store.schema import RECORD_DEALS, RECORDS


async def read(connection: AsyncConnection, record: str) -> KeptRecord | None:
    """A record, on a connection that sees one moment, or None."""
    kept = (await connection.execute(select(RECORDS).where(RECORDS.c.id == record))).one_or_none()
    if kept is None:
        return None
    lines = select(RECORD_DEALS.c.line).where(RECORD_DEALS.c.record == record)
    deals = await connection.execute(lines.order_by(RECORD_DEALS.c.number))
    return KeptRecord(kept.id, kept.game, assembled(kept.frame, deals.scalars().all()))
