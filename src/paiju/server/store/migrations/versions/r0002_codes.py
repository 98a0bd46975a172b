"""Codes that people type have an end, and outlive the process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_ROOM_SECONDS = 2 * 60 * 60


def upgrade() -> None:
    """Give room codes their end, and the codes that move seats a table."""
    op.add_column("rooms", sa.Column("code_until", sa.BigInteger))
    op.execute(f"UPDATE rooms SET code_until = touched + {_ROOM_SECONDS} WHERE code IS NOT NULL")  # noqa: S608 - a number
    op.create_table(
        "moves",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("room", sa.String(64), sa.ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False),
        sa.Column("code", sa.String(12), nullable=False, unique=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
