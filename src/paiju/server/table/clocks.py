"""The clock of a table: what everybody sees of the time, and each seat's bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from paiju.server.errors import ServerError
from paiju.server.protocol import Sent
from paiju.server.settings import Settings
from paiju.server.table.chairs import Chair


@dataclass(slots=True)
class Clock:
    """The time of the seat that decides, or of an open card (`seat` None); all times in ms.

    `total` is the time without the bank, 0 where there is no clock; `held` are the seats that lengthened it.
    """

    seat: int | None
    opened: int
    total: int
    deadline: int | None
    held: set[int] = field(default_factory=set)

    def charge(self, chairs: Sequence[Chair], now: int) -> None:
        """Take what the decision took beyond its time from the seat's bank."""
        if self.seat is not None and self.total:
            chairs[self.seat].charge(max(0, now - self.opened - self.total))

    def hold(self, seat: int, chair: Chair, by: int, *, timed: bool) -> None:
        """Lengthen the time, once a seat and from its bank.

        Raises:
            ServerError: prompt.held.
        """
        if seat in self.held or (timed and chair.bank_ms < by):
            raise ServerError("prompt.held", "held already, or no time left for it")
        if timed:
            chair.charge(by)
        self.held.add(seat)
        self.total += by
        if self.deadline is not None:
            self.deadline += by

    def shift(self, by: int) -> None:
        """Move the times on, after a pause."""
        self.opened += by
        if self.deadline is not None:
            self.deadline += by

    def to_json(self, now: int, *, stands: bool) -> Sent:
        """The clock as a message; `deadline_ms` is time left, None where the clock `stands`."""
        left = None if stands or self.deadline is None else max(0, self.deadline - now)
        return {
            "type": "clock", "seat": self.seat, "deadline_ms": left, "total_ms": self.total,
            "held": sorted(self.held),
        }  # fmt: skip


def clock_of(seat: int | None, settings: Settings, bank_ms: int, now: int) -> Clock:
    """The clock of a seat that decides from now on."""
    total = 0 if seat is None else 1000 * settings.turn_seconds
    return Clock(seat, now, total, now + total + bank_ms if total else None)
