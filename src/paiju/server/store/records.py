"""A record, which is kept in pieces: its frame, and a line for each deal; and revoking what was shared of it."""

from __future__ import annotations

from sqlalchemy import Connection, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.core.document import assembled, with_stood
from paiju.server.store import played
from paiju.server.store.kept import KeptRecord
from paiju.server.store.schema import OWNERS, RECORD_DEALS, RECORDS
from paiju.server.store.troubles import parsed


async def read(connection: AsyncConnection, record: str) -> KeptRecord | None:
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
    for row in await connection.execute(played.all_stood(record)):
        found.setdefault(row.deal, []).extend(parsed(row.stood, []))
    return {deal: sorted(stood) for deal, stood in found.items()}


def revoke(connection: Connection, record: str, guest: str, *, names: bool) -> bool:
    """Let the address of this kind, with names or without, that others show a guest's record under be good no more; False if it was not theirs."""
    turn = RECORDS.c.turn_named if names else RECORDS.c.turn
    own = exists().where(OWNERS.c.record == RECORDS.c.id, OWNERS.c.guest == guest)
    revoked = update(RECORDS).where(RECORDS.c.id == record, own).values({turn: turn + 1})
    return connection.execute(revoked).rowcount > 0
