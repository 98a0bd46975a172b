"""Time at a table: banks and clocks, how long a deal waits, pauses that do not depend on hidden cards, and fast-forward."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from paiju.core.game import Pause
from paiju.server.errors import ServerError
from paiju.server.pack import Glance
from paiju.server.protocol import Sent
from paiju.server.tables.room import HUMAN, PLAYING, PROGRAM, Chair, Room
from paiju.server.tables.settings import WINDOW_MS, Settings


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
            raise ServerError("prompt.held", "already held, or no time left for it")
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


# --- how long things take, where that must not depend on hidden cards

DRAW_CARD_MS = 40
DRAW_THINKING_MS = 6000
HOLD_MS = 10_000
AUTO_PASS_MS = (700, 1600)
SEALED_PASS_MS = (1800, 3200)
BOT_MS = (400, 1500)
SLOW_BOT_MS = (1000, 1800)
CALM_BOT_MS = (700, 2600)
CALM_SLOW_BOT_MS = (1500, 3000)
BOT_IN_WINDOW_MS = (80, 400)
HANDED_OVER_MS = (1800, 2600)
HASTY_BOT_MS = (120, 240)
HASTY_SLOW_BOT_MS = (450, 650)
HASTY_WINDOW_MS = 600
BOT_PASS_MS = 240  # at most, of a quick bot among bots and one person, whether or not it could have played
LONE_PASS_MS = 500  # of one person among bots who cannot but pass
SWEEP_MS = (400, 500)  # before a trick that nobody decides about
SWEPT_MS = (15, 35)  # between its plays
_SHORTEST, _LONGEST = 0.1, 0.7
_SPREAD = 4


def automatic_pass(chance: random.Random, *, alone: bool) -> int:
    """When the only action there is will be taken, in ms from the prompt; sooner for a person who is `alone` among bots."""
    return LONE_PASS_MS if alone else chance.randint(*AUTO_PASS_MS)


def bot_delay(
    chance: random.Random,
    tempo: str,
    pondering: float,
    *,
    window: bool,
    slow: bool,
    fast_forward: bool,
    handed_over: bool,
) -> int:
    """When a bot answers: a `slow` one later, whether or not it has anything to think about; in `fast_forward` at once.

    `pondering` is how much there is to think about, as far as all see, from 0 to 1.
    Within a claim window nobody sees when. A player who has `handed_over` an open question may change their mind for a moment.
    """
    if window:
        return chance.randint(*BOT_IN_WINDOW_MS)
    if handed_over:
        return chance.randint(*HANDED_OVER_MS)
    if fast_forward or tempo == "instant":
        return chance.randint(*(HASTY_SLOW_BOT_MS if slow else HASTY_BOT_MS))
    if tempo == "calm":
        return _thoughtful(chance, CALM_SLOW_BOT_MS if slow else CALM_BOT_MS, pondering)
    return _thoughtful(chance, SLOW_BOT_MS if slow else BOT_MS, pondering)


def _thoughtful(chance: random.Random, bounds: tuple[int, int], pondering: float) -> int:
    """A time between two bounds: mostly short, now and then long, and longer on average the more a seat has to think about."""
    low, high = bounds
    mean = _SHORTEST + (_LONGEST - _SHORTEST) * min(1.0, pondering)
    return low + round((high - low) * chance.betavariate(_SPREAD * mean, _SPREAD * (1 - mean)))


def sealed_pass(chance: random.Random) -> int:
    """Before when no person's pass appears at a sealed table, in ms from the prompt."""
    return chance.randint(*SEALED_PASS_MS)


def veil_ms(cards: int) -> int:
    """How long a drawing of that number of cards is hidden from those who have no question."""
    return DRAW_CARD_MS * cards + DRAW_THINKING_MS


# --- fast-forward through the rest of a deal in which nobody who is there has anything left to decide, or they ask for it


class FastForward:
    """The seats that are `out` of the running deal of a room, and those that have requested fast-forward."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._requested: set[int] = set()
        self.out: frozenset[int] = frozenset()

    def new_deal(self) -> None:
        """Reset for a deal that begins: nobody is out or has requested fast-forward."""
        self._requested.clear()
        self.out = frozenset()

    @property
    def nobody_decides(self) -> bool:
        """Whether all who are there are out of the deal, programs too."""
        if not self.out or self._room.stage != PLAYING:
            return False
        people, programs = self._room.present, self._room.programs
        return bool(people) and self.out.issuperset([*people, *programs])

    @property
    def is_on(self) -> bool:
        """Whether the bots fast-forward."""
        return self.nobody_decides or (bool(self._requested) and self._is_wanted(self._idle))

    def _is_wanted(self, idle: list[int]) -> bool:
        return bool(idle) and self._requested.issuperset(idle)

    @property
    def _idle(self) -> list[int]:
        """Those who are there and have nothing to decide, or leave that to a bot."""
        if self._room.stage != PLAYING:
            return []
        chairs = enumerate(self._room.chairs)
        return [seat for seat, chair in chairs if chair.present and (chair.auto or seat in self.out)]

    @property
    def displayed(self) -> Sent:
        """Whether the bots fast-forward, who may ask for it, and who has."""
        idle = self._idle
        on = self.nobody_decides or self._is_wanted(idle)
        return {"on": on, "idle": idle, "asked": [seat for seat in idle if seat in self._requested]}

    def ask(self, seat: int, *, on: bool) -> None:
        """Ask for fast-forward, or not any more.

        Raises:
            ServerError: message.unexpected.
        """
        if seat not in self._idle:
            raise ServerError("message.unexpected", "there are decisions left")
        if on:
            self._requested.add(seat)
        else:
            self._requested.discard(seat)


# --- how long a deal waits: the gate before its next step, the window of an open card, the clock that everyone sees


class Timing:
    """The times of a deal, in ms. Nothing new appears before `gate`; `window` says whether a card lies open."""

    def __init__(self, room: Room, fast_forward: FastForward) -> None:
        self._room = room
        self.fast_forward = fast_forward
        self.clock = Clock(None, 0, 0, None)
        self.gate = 0
        self.window = False
        self.veiled = False
        self._question: tuple[Any, ...] = ()

    @property
    def pauses(self) -> bool:
        """Whether everyone waits, whatever seat decides."""
        return self.window or self.veiled

    def veil(self, now: int, cards: int) -> None:
        """A drawing of that number of cards is hidden from now on."""
        length = veil_ms(cards)
        self.window, self.veiled = False, True
        self.gate = now + length
        self.clock = Clock(None, now, length, self.gate)

    def published(self, seen: Glance, pause: Pause, now: int, *, pending: bool, news: bool) -> bool:
        """Go by the moment that has just appeared, and what all see of it; whether the clock is another one now.

        `pending`: more moments wait, so that nobody decides in this one, though someone could have.
        """
        self.window = pause is Pause.OPEN
        self.gate = now + self._window_ms if self.window or pending else now
        question = (seen.mark, seen.actors)
        if not news and question == self._question:
            return False
        self._question = question
        self.clock.charge(self._room.chairs, now)
        if self.window:
            self.clock = Clock(None, now, self.gate - now, self.gate)
        else:
            seat = seen.actors[0] if seen.actors else None
            bank = 0 if seat is None else self._room.chairs[seat].bank_ms
            self.clock = clock_of(seat, self._room.settings, bank, now)
        return True

    @property
    def _window_ms(self) -> int:
        """How long a card lies open."""
        length = self._room.settings.window_ms
        if self._room.quick:
            length = max(length, WINDOW_MS)
        nobody_waits = self.is_alone or self.fast_forward.nobody_decides
        return min(length, HASTY_WINDOW_MS) if nobody_waits else length

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
        self.clock.hold(seat, self._room.chairs[seat], HOLD_MS, timed=timed)
        self.gate += HOLD_MS

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
        """Whether a single person plays against bots: nobody to keep a secret from, so no time limit either."""
        kinds = [chair.kind for chair in self._room.chairs]
        return kinds.count(HUMAN) == 1 and PROGRAM not in kinds

    def is_up(self, now: int) -> bool:
        """Whether the window or the hidden drawing is over, and with it whatever it waited for."""
        return now >= self.gate and not (self.window and self.is_alone)

    def wake(self, *, waits: bool, asks: bool) -> int | None:
        """When time is up: for steps that wait to appear (`waits`), or for open questions (`asks`)."""
        if waits or self.veiled or (self.window and asks and not self.is_alone):
            return self.gate
        return self.clock.deadline if asks and not self.window else None

    def clock_json(self, now: int, *, stands: bool, waits_for_one: bool) -> Sent:
        """The clock as everyone sees it; while the table `stands` it has no deadline.

        Nor has it any time at all while the one person among bots is waited for (`waits_for_one`), however long the window would be.
        """
        sent = self.clock.to_json(now, stands=stands)
        if waits_for_one:
            return {**sent, "deadline_ms": None, "total_ms": 0}
        return sent

    def shift(self, by: int) -> None:
        """Move the times on, after a pause."""
        self.gate += by
        self.clock.shift(by)
