"""Deals that many people play, each at their own table: the days they belong to, the series, who has tried what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("opened", sa.BigInteger),
    )
    op.create_table(
        "series",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("day", sa.String(10), sa.ForeignKey("days.day", ondelete="CASCADE")),
        sa.Column("maker", sa.String(64)),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    for column in ("day", "maker", "until"):
        op.create_index(f"ix_series_{column}", "series", [column])
    op.create_table(
        "attempts",
        sa.Column("series", sa.String(64), sa.ForeignKey("series.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("room", sa.String(64), nullable=False),
        sa.Column("record", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80)),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("points", sa.Integer),
    )
    op.create_index("ix_attempts_room", "attempts", ["room"])
    op.create_index("attempts_of_guest", "attempts", ["guest"])
