"""Who is the host: whoever opened the room, until he has been gone for long while others are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiju.server.table.chairs import HUMAN

if TYPE_CHECKING:
    from paiju.server.table.table import Table

PATIENCE_MS = 120_000


class Presence:
    """Since when each guest has been here without leaving, and since when the host has not; in ms."""

    def __init__(self) -> None:
        self._here: dict[str, int] = {}
        self.host_gone: int | None = None

    def look(self, table: Table, now: int) -> None:
        """Note who is here."""
        online = {stream.guest for stream in table.audience.everybody() if stream.online}
        self._here = {guest: self._here.get(guest, now) for guest in online}
        if table.room.host in online:
            self.host_gone = None
        elif self.host_gone is None:
            self.host_gone = now

    def since(self, guest: str) -> int:
        """Since when a guest has been here; late for those who are not."""
        return self._here.get(guest, 1 << 62)


def next_host(table: Table, leaving: str) -> str | None:
    """Who presides instead: of those who sit here, whoever has been here longest."""
    seated = [
        chair
        for chair in table.room.chairs
        if chair.kind == HUMAN and not chair.left and chair.guest != leaving
    ]
    return min((chair.guest for chair in seated), key=table.presence.since, default=None)


def hand_over(table: Table, leaving: str) -> None:
    """Make somebody else host, if `leaving` is and anybody else sits here."""
    if table.room.host == leaving and (heir := next_host(table, leaving)) is not None:
        table.room.host = heir
        table.presence.host_gone = None
        table.room_changed()


def keep(table: Table, now: int) -> None:
    """Hand over for a host who stays away."""
    table.presence.look(table, now)
    at = wake(table)
    if at is not None and now >= at:
        hand_over(table, table.room.host)
        table.presence.look(table, now)


def wake(table: Table) -> int | None:
    """When `keep` hands over; None while the host is here, or nobody else is. While the table stood still nobody was missed."""
    gone = table.presence.host_gone
    heir = None if gone is None else next_host(table, table.room.host)
    if gone is None or heir is None or not table.is_here(heir) or table.stands:
        return None
    return max(gone, table.resumed) + (PATIENCE_MS if table.room.host else 0)
