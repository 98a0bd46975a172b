"""Deals that form a chain keep what they follow from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; deals from before have nothing in it."""
    op.add_column("deals", sa.Column("chained", sa.Text))
