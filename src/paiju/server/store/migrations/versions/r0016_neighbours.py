"""What nodes tell each other of guests and of their lobbies; on PostgreSQL alone, and not logged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TIMESTAMP

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the tables."""
    if op.get_bind().dialect.name != "postgresql":
        return
    moment = TIMESTAMP(timezone=True)
    op.create_table(
        "changes",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("at", moment, nullable=False, index=True),
        prefixes=["UNLOGGED"],
    )
    op.create_table(
        "lobbies",
        sa.Column("node", sa.String(32), primary_key=True),
        sa.Column("shown", sa.Text, nullable=False),
        sa.Column("seen", moment, nullable=False),
        prefixes=["UNLOGGED"],
    )
