"""Wrong codes, counted for all nodes together by hashes of where they came from; on PostgreSQL alone, and not logged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TIMESTAMP

revision = "0020"
down_revision = "0019"
serves = "0017"


def upgrade() -> None:
    """Add the table."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "wrongs",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("last", TIMESTAMP(timezone=True), nullable=False, index=True),
        prefixes=["UNLOGGED"],
    )
