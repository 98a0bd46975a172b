"""Passes that people choose: how long they take, so that a forced one can take as long, and those that wait to be shown."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass

_KEPT = 40
_KNOWN = 6
# What somebody is taken to need before he is known: mostly quick, now and then thinking it over.
_PRIOR_MS = (600, 800, 1000, 1200, 1500, 1900, 2400, 3200, 4500)
_SPREAD = (0.8, 1.25)


@dataclass(frozen=True, slots=True)
class Postponed:
    """A pass with which a person has answered a `prompt`, as decision `nth` (from 0) of his seat in the deal that is on, and which waits for its time."""

    seat: int
    nth: int
    prompt: str
    text: str


class Passes:
    """The times that the people of a table took of late, in ms, by seat."""

    def __init__(self) -> None:
        self._took: dict[int, deque[int]] = {}

    def note(self, seat: int, took: int) -> None:
        """A person passed though he could have played."""
        self._took.setdefault(seat, deque(maxlen=_KEPT)).append(took)

    def like(self, seat: int, chance: random.Random) -> int:
        """A time that this person might have taken."""
        own = tuple(self._took.get(seat, ()))
        took = chance.choice(own if len(own) >= _KNOWN else own + _PRIOR_MS)
        return round(took * chance.uniform(*_SPREAD))
