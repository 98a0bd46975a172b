"""An action says which question a person answered with it, so that an answer that was lost is never taken for one that was kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
serves = "0017"


def upgrade() -> None:
    """Add the column; of actions from before nobody knows."""
    op.add_column("actions", sa.Column("prompt", sa.String(32)))
