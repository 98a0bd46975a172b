"""What guests have learned is kept, and a code moves it to another device where there is no seat to move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0011"


def upgrade() -> None:
    """Add the table; codes live for a minute, so their table is created again."""
    op.create_table(
        "learned",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("path", sa.String(64), primary_key=True),
        sa.Column("learned", sa.BigInteger, nullable=False),
    )
    op.drop_table("moves")
    op.create_table(
        "moves",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("room", sa.String(64), sa.ForeignKey("rooms.id", ondelete="CASCADE")),
        sa.Column("code", sa.String(12), nullable=False, unique=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
