"""Hurrying through the rest of a deal in which nobody who is there has anything left to decide, or they ask for it.

Who is out of the deal, who lets a bot play, who is there and who asks: all of that is public, so that the pace tells
nothing about cards.
"""

from __future__ import annotations

from paiju.server.errors import ServerError
from paiju.server.protocol import Sent
from paiju.server.table.room import PLAYING, Room


class Haste:
    """Who is `out` of the running deal of a room, and who has asked to hurry."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._asked: set[int] = set()
        self.out: frozenset[int] = frozenset()

    def new_deal(self) -> None:
        """Nobody is out of a deal that begins, and nobody has asked to hurry through it."""
        self._asked.clear()
        self.out = frozenset()

    def watch(self, out: frozenset[int]) -> None:
        """Who is out of the deal by now."""
        self.out = out

    @property
    def nobody_decides(self) -> bool:
        """Whether all who are there are out of the deal, programs too."""
        people, programs = self._room.present, self._room.programs
        return self._room.stage == PLAYING and bool(people) and self.out.issuperset([*people, *programs])

    @property
    def is_on(self) -> bool:
        """Whether the bots hurry."""
        idle = self._idle
        return self.nobody_decides or (bool(idle) and self._asked.issuperset(idle))

    @property
    def _idle(self) -> list[int]:
        """Those who are there and have nothing to decide, or leave that to a bot."""
        if self._room.stage != PLAYING:
            return []
        return [seat for seat in self._room.present if seat in self.out or self._room.chairs[seat].auto]

    @property
    def shown(self) -> Sent:
        """Whether the bots hurry, who may ask for it, and who has."""
        idle = self._idle
        return {"on": self.is_on, "idle": idle, "asked": [seat for seat in idle if seat in self._asked]}

    def ask(self, seat: int, *, on: bool) -> None:
        """Ask to hurry, or not any more.

        Raises:
            ServerError: message.unexpected.
        """
        if seat not in self._idle:
            raise ServerError("message.unexpected", "there is something left to decide")
        if on:
            self._asked.add(seat)
        else:
            self._asked.discard(seat)
