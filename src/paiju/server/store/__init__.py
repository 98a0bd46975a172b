"""What outlives the process: rooms, running deals, guests and records."""

from paiju.server.store.base import Store, StoreError
from paiju.server.store.sql import SqlStore

__all__ = ["SqlStore", "Store", "StoreError"]
