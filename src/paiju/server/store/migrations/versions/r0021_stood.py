"""An action says whether a bot, or the clock, took it for a person, and a played deal which ones: a review does not count them against that person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
serves = "0017"


def upgrade() -> None:
    """Add the columns; of deals from before nobody knows."""
    op.add_column("actions", sa.Column("stood", sa.Boolean))
    op.add_column("played", sa.Column("stood", sa.Text))
