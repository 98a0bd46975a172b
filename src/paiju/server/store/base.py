"""The errors of the store, and how long it keeps what.

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
"""The troubles that players hear of by name, since they last and then pass; others are mistakes of ours."""

HOUR = 3600
DAY = 24 * HOUR

GUEST_DAYS = 180
"""A guest who has not come back for so long is forgotten, with all that is stored about them."""
EMPTY_GUEST_DAYS = 14
"""The same for a guest who sits in no room and has no record."""
ROOM_DAYS = 14
"""A room in which nothing has happened for so long is forgotten: its seats, chat and unfinished deals."""
OVER_DAYS = 2
"""The same for a room whose match is over."""
ROOM_CODE_SECONDS = 2 * HOUR
"""A room code opens nothing so long after anything last happened in its room, unless someone is there."""
RESERVED_SECONDS = 600
"""A code that was drawn for a room is not drawn for another so long, in which the room has been stored with it or never will be."""
MOVE_CODE_SECONDS = 60
"""A code that moves a seat."""
DESERTED_HOURS = 2
"""The same for a room to which nobody belongs any more."""
RECORD_DAYS = 730
"""A record that nobody has added to for so long is deleted."""
MOST_RECORDS = 500
"""A guest keeps this many records; older ones are let go."""

GRACE_SECONDS = HOUR
"""Who has begun a deal of a series in time may play it to its end so long after the series is over."""
SERIES_DAYS = 60
"""So long after its end a series is forgotten; the records of its deals stay with who played them."""
MOST_PLAYERS = 200
"""The number of guests that may play a series, but for those of a day."""

MOST_REVIEWS = 2000
"""This number of reviews is stored in all; one that has gone is computed again."""


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
