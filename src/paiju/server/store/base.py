"""The errors of the store, and its retention times.

StoreError
  store.url     an address that no store understands, or whose driver is not installed
  store.open    a database that cannot be reached
  store.locked  another server is using it
  store.newer   made by a newer version of paiju
  store.older   made by an older version; a server has to open it first
  store.write   a write that could not be stored; nothing of it has been
  store.full    the same, because the disk is full
  store.damaged a database whose file is not what was written to it
  store.lost    the database is not this process's any more: another has taken it, or it is out of reach
  store.moved   a table is not this process's any more
  store.node    another node of that name runs
  store.running nodes of a version run that do not go on with the database as it would be
  store.alone   a database that only one process can use
"""

from __future__ import annotations

from paiju.core.errors import Fact, PaijuError

REPORTED = ("store.full", "store.lost")
"""The errors that players are told by code, since they last and then pass; others are bugs."""

HOUR = 3600
DAY = 24 * HOUR

GUEST_DAYS = 180
"""Seconds without a visit after which a guest is forgotten, with all stored data."""
EMPTY_GUEST_DAYS = 14
"""The same for a guest who sits in no room, has no record and is in no club."""
ROOM_DAYS = 14
"""Seconds without activity after which a room is forgotten: its seats, chat and unfinished deals."""
OVER_DAYS = 2
"""The same for a room whose match is over."""
ROOM_CODE_SECONDS = 2 * HOUR
"""Seconds after the last activity until a room code expires, unless someone is there."""
RESERVED_SECONDS = 600
"""Seconds that a code drawn for a room stays reserved; the room is stored by then, or never."""
MOVE_CODE_SECONDS = 60
"""A code that moves a seat."""
DESERTED_HOURS = 2
"""The same for a room to which nobody belongs any more."""
RECORD_DAYS = 730
"""Seconds without an addition after which a record is deleted."""
MOST_RECORDS = 500
"""The most records of a guest; older ones are deleted."""

GRACE_SECONDS = HOUR
"""Seconds after the end of a series in which a deal begun in time may be finished."""
SERIES_DAYS = 60
"""Seconds after its end until a series is forgotten; the records of its deals remain with their players."""
MOST_PLAYERS = 200
"""The most guests in a series, except a day's."""

MOST_REVIEWS = 2000
"""The most stored reviews; others are computed again."""


FIRST_WAIT = 2.0
"""Seconds that the first wrong code too many costs; each further one doubles them."""
FORGIVEN_AFTER = 3600.0
WRONG_PER_MINUTE = 120
"""When all together are wrong more often, anyone who seems to guess waits for"""
FLOOD_WAIT = 60.0
"""seconds."""
INNOCENT = 1
"""Anyone who has been wrong this often recently has mistyped."""


class StoreError(PaijuError):
    """A database that cannot be used, or a write that could not be stored."""

    def __init__(self, code: str, detail: str, facts: dict[str, Fact] | None = None) -> None:
        super().__init__(code, detail, facts)
