"""Points of a deal may be many: a factor, stacked, on a penalty exceeds what PostgreSQL keeps in 32 bits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
serves = "0017"


def upgrade() -> None:
    """Widen the columns, where there is a width: SQLite keeps any whole number as it comes."""
    if op.get_bind().dialect.name == "sqlite":
        return
    op.alter_column(
        "attempts", "points", type_=sa.BigInteger, existing_type=sa.Integer, existing_nullable=True
    )
    op.alter_column(
        "played", "points", type_=sa.BigInteger, existing_type=sa.Integer, existing_nullable=False
    )
