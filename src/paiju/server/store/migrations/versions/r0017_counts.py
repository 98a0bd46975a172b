"""What guests and addresses have asked of all nodes together, under hashes; on PostgreSQL alone, and not logged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TIMESTAMP

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the table."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "counts",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("till", TIMESTAMP(timezone=True), nullable=False, index=True),
        prefixes=["UNLOGGED"],
    )
