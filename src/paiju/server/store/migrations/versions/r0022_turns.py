"""A record counts how often its addresses for other sites have been revoked, those without names and those with: one from before shows nothing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
serves = "0017"


def upgrade() -> None:
    """Add the columns; what was shared before goes on until it is revoked."""
    op.add_column("records", sa.Column("turn", sa.Integer, nullable=False, server_default="0"))
    op.add_column("records", sa.Column("turn_named", sa.Integer, nullable=False, server_default="0"))
