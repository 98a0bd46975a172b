"""Alembic's entry: runs the steps on the connection that `upgrading` hands over."""

from __future__ import annotations

from alembic import context

from paiju.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite cannot alter a column in place
)
with context.begin_transaction():
    context.run_migrations()
