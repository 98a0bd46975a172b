"""A record grows by a row with each deal, and stays as long as its match goes on."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from paiju.core.files import from_json

revision = "0004"
down_revision = "0003"

_ROOMS = sa.table("rooms", sa.column("id"), sa.column("data"), sa.column("record"))
_RECORDS = sa.table("records", sa.column("id"), sa.column("frame"))
_LINES = sa.table("record_deals", sa.column("record"), sa.column("number"), sa.column("line"))


def upgrade() -> None:
    """Take the deals out of the documents, and note the record of each room."""
    op.add_column("rooms", sa.Column("record", sa.String(64)))
    op.create_index("ix_rooms_record", "rooms", ["record"])
    op.execute("ALTER TABLE records RENAME COLUMN document TO frame")
    op.create_table(
        "record_deals",
        sa.Column("record", sa.String(64), sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("line", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    for table, split in ((_ROOMS, _note_record), (_RECORDS, _split)):
        for key in connection.execute(sa.select(table.c.id)).scalars().all():
            split(connection, key)


def _note_record(connection: sa.Connection, room: str) -> None:
    row = sa.select(_ROOMS.c.data).where(_ROOMS.c.id == room)
    data = _object(connection.execute(row).scalar_one())
    noted = sa.update(_ROOMS).where(_ROOMS.c.id == room)
    connection.execute(noted.values(record=data.get("record")))


def _split(connection: sa.Connection, record: str) -> None:
    """A text that is no record of ours has no deals, and stays whole."""
    row = sa.select(_RECORDS.c.frame).where(_RECORDS.c.id == record)
    document = _object(connection.execute(row).scalar_one())
    deals = document.get("deals")
    if not isinstance(deals, list) or not deals:
        return
    frame = _compact({**document, "deals": []}) + "\n"
    lines = [
        {"record": record, "number": number, "line": _compact(deal)} for number, deal in enumerate(deals, 1)
    ]
    connection.execute(sa.update(_RECORDS).where(_RECORDS.c.id == record).values(frame=frame))
    connection.execute(sa.insert(_LINES), lines)


def _object(text: str) -> dict[str, Any]:
    try:
        data = from_json(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _compact(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
