"""The events of a deal that a seat has witnessed, as rows of numbers: for learners that want the past, not only what is seen now.

A row is an event as the seat saw it, or a step that it took itself (which others may never have seen, as a pass in a claim
window). Together with what is seen now they tell apart whatever the seat can tell apart, as long as no row is cut off.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from paiju.core.errors import check_seat, whole_number
from paiju.core.game import Event
from paiju.envs.fields import Scaled
from paiju.envs.spaces import Number, Space

WHO = ("seat", "dealer", "first_drawer", "winner", "from")
WHOM = ("to", "leader", "from")
AMOUNTS = ("number", "count", "place", "drawn", "streak")
CARDS = ("card", "cards", "sets")
OTHER, STEP = "another event", "own step"
PER_CARD, PER_NUMBER = 4, 16


class Step(NamedTuple):
    """A step that a seat took."""

    seat: int
    number: Number


class Log(tuple[Event | Step, ...]):
    """The events of a deal, in order. It is immutable, so that copies of a state share it."""

    __slots__ = ()

    def __deepcopy__(self, memo: object) -> Log:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        lines = [line if isinstance(line, Step) else line._replace(public=dict(line.public)) for line in self]
        return Log, (tuple(lines),)

    def known_to(self, seat: int) -> Log:
        """The part that a seat knows, as a log in which the others know only what is public."""
        return Log(line for line in map(partial(_known, seat), self) if line is not None)

    def digest(self) -> str:
        """Twelve digits that stand for everything in it."""
        text = repr(
            [
                (line.kind, dict(line.public), line.private) if isinstance(line, Event) else line
                for line in self
            ]
        )
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Past:
    """The possible past of a game: its events, card kinds from 0 on, and a number of rows that hardly any deal exceeds."""

    events: tuple[str, ...] = ()
    kinds: int = 0
    rows: int = 64


UNTOLD = Past()
"""The past of a game without a description: all events are `another event`, and no cards are named."""


class Rows:
    """Rows of the past for a table of `seats`: the `rows` latest of a log, each `width` numbers, zeros behind the last.

    `start` says from which place on a row has what: the `kind` of event (or own step), `who`, `whom`, `cards` by kind, whether it was
    `told` to this seat alone, an `amount`, and the features of a `step`.

    Raises:
        UsageError: usage.number, usage.type.
    """

    def __init__(self, past: Past, space: Space, seats: int, rows: int = 0) -> None:
        self._kinds = {kind: at for at, kind in enumerate((*past.events, OTHER, STEP))}
        self._space, self._seats, self._cards = space, seats, past.kinds
        sizes = {
            "kind": len(self._kinds), "who": seats, "whom": seats, "cards": past.kinds, "told": 1, "amount": 1,
            "step": len(space.FEATURES),
        }  # fmt: skip
        self.start: dict[str, int] = {}
        self.width = 0
        for name, size in sizes.items():
            self.start[name] = self.width
            self.width += size
        self.rows = whole_number(rows) or past.rows

    def of(self, log: Log, seat: int) -> Scaled:
        """The events that a seat has witnessed, `float32` of shape (rows, width); seats are counted from it on.

        Raises:
            UsageError: usage.seat.
        """
        check_seat(seat, self._seats)
        made = np.zeros((self.rows, self.width), np.float32)
        known = (line for line in map(partial(_known, seat), reversed(log)) if line is not None)
        lines = list(islice(known, self.rows))
        for row, line in zip(made, reversed(lines), strict=False):
            if isinstance(line, Step):
                self._step(row, line.number)
            else:
                self._event(row, line, seat)
        return made

    def _step(self, row: Scaled, number: Number) -> None:
        row[self._kinds[STEP]] = 1
        row[self.start["step"] :] = np.array(self._space.features[number]) / PER_NUMBER

    def _event(self, row: Scaled, event: Event, seat: int) -> None:
        facts = event.seen_by(seat).public
        row[self._kinds.get(event.kind, self._kinds[OTHER])] = 1
        row[self.start["told"]] = bool(event.private)
        who = next((name for name in WHO if name in facts), None)
        whom = next((name for name in WHOM if name in facts and name != who), None)
        for place, name in (("who", who), ("whom", whom)):
            named = facts[name] if name else None
            if isinstance(named, int) and named >= 0:
                row[self.start[place] + (named - seat) % self._seats] = 1
        for kind in _flat([facts.get(name, ()) for name in CARDS]):
            if 0 <= kind < self._cards:
                row[self.start["cards"] + kind] += 1 / PER_CARD
        amount = next((facts[name] for name in AMOUNTS if name in facts), 0)
        row[self.start["amount"]] = (amount if isinstance(amount, int) else 0) / PER_NUMBER


def _known(seat: int, line: Event | Step) -> Event | Step | None:
    """A line of a log as a seat knows it; None for the steps of others."""
    if isinstance(line, Step):
        return line if line.seat == seat else None
    own = line.private.get(seat)
    return line._replace(private={seat: own} if own else {}) if line.private else line


def _flat(values: Any) -> Iterator[int]:
    """The numbers in what is nested."""
    if isinstance(values, int):
        yield values
    elif isinstance(values, (tuple, list)):
        for value in values:
            yield from _flat(value)
