"""Workers need PostgreSQL."""

from __future__ import annotations

from tests.server.postgres import INSTALLED

collect_ignore = [] if INSTALLED else ["test_workers.py"]
