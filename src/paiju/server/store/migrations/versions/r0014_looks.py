"""Guests choose an animal, and may show a page of themselves under a key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add both; nobody has chosen or shows anything yet."""
    op.add_column("guests", sa.Column("avatar", sa.String(12), nullable=False, server_default=""))
    op.add_column("guests", sa.Column("profile", sa.String(64)))
    op.create_index("guests_profile", "guests", ["profile"], unique=True)
