"""Clubs, whose members meet on evenings; and what a rating was after each match, for its curve."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
serves = "0017"


def upgrade() -> None:
    """Add the tables and the column; a rating's curve begins with the next match."""
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("preset", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "club_members",
        sa.Column("club", sa.String(64), sa.ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("joined", sa.BigInteger, nullable=False),
    )
    op.create_index("clubs_of_guest", "club_members", ["guest"])
    op.add_column("series", sa.Column("club", sa.String(64)))
    op.create_index("ix_series_club", "series", ["club"])
    op.create_table(
        "rated",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("family", sa.String(40), primary_key=True),
        sa.Column("matches", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
    )
