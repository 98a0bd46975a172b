"""Several processes may share a PostgreSQL database: which of them there are, and which table lives where."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the tables; without a row there a room lives nowhere yet."""
    op.create_table(
        "nodes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("step", sa.String(32), nullable=False),
        sa.Column("laws", sa.String(400), nullable=False),
        sa.Column("leaving", sa.Boolean, nullable=False),
        sa.Column("ended", sa.BigInteger),
    )
    alive = sa.text("ended IS NULL")
    op.create_index("nodes_alive", "nodes", ["name"], unique=True, sqlite_where=alive, postgresql_where=alive)
    op.create_table(
        "homes",
        sa.Column("room", sa.String(64), primary_key=True),
        sa.Column("node", sa.Integer),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_index("homes_of_node", "homes", ["node"])
    op.create_table(
        "takings",
        sa.Column("room", sa.String(64), primary_key=True),
        sa.Column("epoch", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("node", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("takings_by_time", "takings", ["at"])
