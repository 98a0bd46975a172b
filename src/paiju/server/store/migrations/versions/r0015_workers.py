"""Where nodes leave questions for workers; on PostgreSQL alone, and not logged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TIMESTAMP

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the tables."""
    if op.get_bind().dialect.name != "postgresql":
        return
    moment = TIMESTAMP(timezone=True)
    op.create_table(
        "thoughts",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("asker", sa.String(40), nullable=False, index=True),
        sa.Column("form", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("made", moment, nullable=False, server_default=sa.func.now()),
        sa.Column("until", moment, nullable=False),
        sa.Column("worker", sa.String(40)),
        sa.Column("held", moment),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("answer", sa.Text),
        prefixes=["UNLOGGED"],
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("form", sa.String(40), nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        sa.Column("seen", moment, nullable=False),
        prefixes=["UNLOGGED"],
    )
