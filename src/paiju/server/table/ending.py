"""A match that ends before its time: the finished deals count, the one that was broken off does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiju.server.table import matching
from paiju.server.table.room import OVER, WAITING

if TYPE_CHECKING:
    from paiju.server.table.table import Table


def dissolve(table: Table) -> None:
    """End the match here, for good."""
    room = table.room
    matching.drop_deal(table)
    waiting = room.stage == WAITING
    room.stage, room.dissolved, room.paused, table.next_at = OVER, True, False, None
    if table.recorder is not None:
        matching.keep_record(table)
    table.clear_felt()
    if waiting:
        for stream in table.audience.everybody():
            table.farewell(stream.guest, "room.dissolved")
