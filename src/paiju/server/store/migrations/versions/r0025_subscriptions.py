"""The devices that guests want to be told on (Web Push)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
serves = "0017"


def upgrade() -> None:
    """Add the table; nobody is told anything until they ask for it."""
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("public", sa.String(96), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("site", sa.String(300), nullable=False),
        sa.Column("topics", sa.String(40), nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_of_guest", "subscriptions", ["guest"])
    op.create_index("ix_subscriptions_due", "subscriptions", ["due"])
