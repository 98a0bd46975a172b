"""Codes that were drawn for rooms: no two processes draw the same at the same moment."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
serves = "0017"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "reserved",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
