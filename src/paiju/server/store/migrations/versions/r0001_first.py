"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "meta",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    _rooms()
    _deals()
    _records()


def _rooms() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("code", sa.String(12), unique=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_rooms_touched", "rooms", ["touched"])
    op.create_table(
        "members",
        sa.Column("room", sa.String(64), sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
    )
    op.create_index("members_of_guest", "members", ["guest"])


def _deals() -> None:
    op.create_table(
        "deals",
        sa.Column("room", sa.String(64), sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("law", sa.Integer, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("nonces", sa.Text, nullable=False),
        sa.Column("carry", sa.Text, nullable=False),
        sa.Column("events", sa.String(64)),
        sa.Column("result", sa.Text),
    )
    op.create_table(
        "actions",
        sa.Column("room", sa.String(64), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("trail", sa.String(8), nullable=False),
        sa.ForeignKeyConstraint(["room", "deal"], ["deals.room", "deals.number"], ondelete="CASCADE"),
    )


def _records() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_records_touched", "records", ["touched"])
    op.create_table(
        "owners",
        sa.Column("record", sa.String(64), sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(64), nullable=False),
    )
    op.create_index("owners_of_guest", "owners", ["guest"])
