"""How long a deal waits: the gate before its next step, the window of an open card, the clock that everybody sees."""

from __future__ import annotations

from typing import Any

from paiju.core.game import Pause
from paiju.server.errors import ServerError
from paiju.server.pack import Glance
from paiju.server.protocol import Sent
from paiju.server.settings import WINDOW_MS
from paiju.server.table import pace
from paiju.server.table.chairs import HUMAN, PROGRAM
from paiju.server.table.clocks import Clock, clock_of
from paiju.server.table.haste import Haste
from paiju.server.table.room import Room


class Timing:
    """The times of a deal, in ms. Nothing new is shown before `gate`; `window` says whether a card lies open."""

    def __init__(self, room: Room, haste: Haste) -> None:
        self._room = room
        self._haste = haste
        self.clock = Clock(None, 0, 0, None)
        self.gate = 0
        self.window = False
        self.veiled = False
        self._question: tuple[Any, ...] = ()

    @property
    def pauses(self) -> bool:
        """Whether everybody waits, whoever is asked."""
        return self.window or self.veiled

    def veil(self, now: int, cards: int) -> None:
        """A drawing of so many cards is hidden from now on."""
        length = pace.veil_ms(cards)
        self.window, self.veiled = False, True
        self.gate = now + length
        self.clock = Clock(None, now, length, self.gate)

    def lift_veil(self) -> None:
        """Nothing is hidden any more."""
        self.veiled = False

    def open_gate(self, now: int) -> None:
        """The next step is shown at once."""
        self.gate = now

    def published(self, seen: Glance, pause: Pause, now: int, *, pending: bool, news: bool) -> bool:
        """Go by the moment just shown, and what all see of it; whether the clock is another one now.

        `pending`: more moments wait, so that in this one nobody is asked, though somebody could have been.
        """
        self.window = pause is Pause.OPEN
        self.gate = now + self._window_ms if self.window or pending else now
        question = (seen.mark, seen.asked)
        if not news and question == self._question:
            return False
        self._question = question
        self.clock.charge(self._room.chairs, now)
        if self.window:
            self.clock = Clock(None, now, self.gate - now, self.gate)
        else:
            seat = seen.asked[0] if seen.asked else None
            bank = 0 if seat is None else self._room.chairs[seat].bank_ms
            self.clock = clock_of(seat, self._room.settings, bank, now)
        return True

    @property
    def _window_ms(self) -> int:
        """How long a card lies open."""
        length = self._room.settings.window_ms
        if self._room.quick and not self.is_alone:
            length = max(length, WINDOW_MS)
        return min(length, pace.HASTY_WINDOW_MS) if self._haste.nobody_decides else length

    def reopen(self, now: int) -> None:
        """Give an open card a window from now on."""
        self.gate = max(self.gate, now + self._window_ms)
        self.clock = Clock(None, now, self.gate - now, self.gate)

    def hold(self, seat: int) -> None:
        """Lengthen the claim window (once a seat).

        Raises:
            ServerError: message.unexpected, prompt.held.
        """
        if not self.window:
            raise ServerError("message.unexpected", "no card lies open")
        timed = self._room.settings.turn_seconds > 0
        self.clock.hold(seat, self._room.chairs[seat], pace.HOLD_MS, timed=timed)
        self.gate += pace.HOLD_MS

    @property
    def deadline(self) -> int | None:
        """Until when the open prompts wait; None where no clock runs."""
        if self.veiled:
            return self.gate
        if self.window:
            return None if self.is_alone else self.gate
        return self.clock.deadline

    @property
    def is_alone(self) -> bool:
        """Whether a single person plays against bots: nobody to keep a secret from, so no hurry either."""
        kinds = [chair.kind for chair in self._room.chairs]
        return kinds.count(HUMAN) == 1 and PROGRAM not in kinds

    def is_up(self, now: int) -> bool:
        """Whether the window or the hidden drawing is over, and with it whatever it waited for."""
        return now >= self.gate and not (self.window and self.is_alone)

    def wake(self, *, waits: bool, asks: bool) -> int | None:
        """When time is up: for steps that wait to be shown (`waits`), or for open questions (`asks`)."""
        if waits or self.veiled or (self.window and asks and not self.is_alone):
            return self.gate
        return self.clock.deadline if asks and not self.window else None

    def clock_json(self, now: int, *, stands: bool, waits_for_one: bool) -> Sent:
        """The clock as everybody sees it; while the table `stands` it has no deadline.

        Nor has it any time at all while the one person among bots is waited for (`waits_for_one`), however long the window would be.
        """
        told = self.clock.to_json(now, stands=stands)
        if waits_for_one:
            return {**told, "deadline_ms": None, "total_ms": 0}
        return told

    def shift(self, by: int) -> None:
        """Move the times on, after a pause."""
        self.gate += by
        self.clock.shift(by)
