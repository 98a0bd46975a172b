"""Who is the host: whoever opened the room, until he has been gone for long while others are there."""

from __future__ import annotations

from paiju.server.table.chairs import HUMAN
from paiju.server.table.company import Company

PATIENCE_MS = 120_000
_NEVER = 1 << 62


class Presence:
    """Since when each guest of a company has been here without leaving, and since when its host has not; in ms."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._room = company.room
        self._here: dict[str, int] = {}
        self._host_gone: int | None = None

    def _look(self, now: int) -> None:
        """Note who is here."""
        online = {stream.guest for stream in self._company.audience.everybody() if stream.online}
        self._here = {guest: self._here.get(guest, now) for guest in online}
        if self._room.host in online:
            self._host_gone = None
        elif self._host_gone is None:
            self._host_gone = now

    def _next_host(self, leaving: str) -> str | None:
        """Who presides instead: of those who sit here, whoever has been here longest."""
        seated = [
            chair.guest
            for chair in self._room.chairs
            if chair.kind == HUMAN and not chair.left and chair.guest != leaving
        ]
        return min(seated, key=lambda guest: self._here.get(guest, _NEVER), default=None)

    def hand_over(self, leaving: str) -> None:
        """Make somebody else host, if `leaving` is and anybody else sits here."""
        if self._room.host == leaving and (heir := self._next_host(leaving)) is not None:
            self._room.preside(heir)
            self._host_gone = None
            self._company.room_changed()

    def keep(self, now: int) -> None:
        """Hand over for a host who stays away."""
        self._look(now)
        at = self.wake
        if at is not None and now >= at:
            self.hand_over(self._room.host)
            self._look(now)

    @property
    def wake(self) -> int | None:
        """When `keep` hands over; None while the host is here, or nobody else is.

        While nobody was there nobody was missed; during a pause somebody else has to have been there for as long.
        """
        gone, standstill = self._host_gone, self._company.standstill
        heir = None if gone is None else self._next_host(self._room.host)
        if gone is None or heir is None or not self._company.is_here(heir):
            return None
        since = self._here.get(heir, _NEVER) if standstill.stands else standstill.resumed
        return max(gone, since) + (PATIENCE_MS if self._room.host else 0)
