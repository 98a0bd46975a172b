"""What guests did with puzzles is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the tables; there was nothing before."""
    op.create_table(
        "solvers",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("results", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("tried", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "puzzles",
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("results", sa.Integer, nullable=False),
    )
