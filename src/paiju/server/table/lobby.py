"""Sitting down and getting up, readiness, 托管."""

from __future__ import annotations

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.table import duplicates, seating
from paiju.server.table.audience import Stream
from paiju.server.table.chairs import EMPTY
from paiju.server.table.course import Course
from paiju.server.table.presiding import Presence
from paiju.server.table.room import SETTLED, WAITING
from paiju.server.table.showing import Showing

UNDO_MS = 8000


class Lobby:
    """What people do with their chairs, and what of it each may still take back."""

    def __init__(self, course: Course, presence: Presence, showing: Showing) -> None:
        self._course = course
        self._company = course.company
        self._room = course.room
        self._presence = presence
        self._showing = showing
        self._undoable: dict[str, tuple[str, int]] = {}

    def sit(self, stream: Stream, message: p.Sit, now: int) -> None:
        """Take an empty chair, later that of a bot as soon as no cards are dealt to it, or come back to one's own.

        Raises:
            ServerError: room.started, room.seat_taken, room.closed, room.full, seat.none.
        """
        room = self._room
        own = room.seat_of(stream.guest)
        if own is not None and own == message.seat:
            room.chairs[own].return_to()
            self._company.room_changed()
            return
        if room.stage != WAITING:
            name = self._company.names.get(stream.guest, "")
            if not seating.ask_for(self._course, stream.guest, name, message.seat, now):
                return
            room.chairs[message.seat].wear(self._company.avatars.get(stream.guest, ""))
            self._showing.greet(self._company.audience.open(stream.guest, message.seat), now)
            return
        if own is None and not (room.settings.newcomers or stream.guest == room.host):
            raise ServerError("room.closed", "seats are not given away here")
        if message.seat >= len(room.chairs):
            raise ServerError("seat.none", "no such seat")
        chair = room.chairs[message.seat]
        if chair.kind != EMPTY:
            raise ServerError("room.seat_taken", "somebody sits there")
        name = room.chairs[own].name if own is not None else self._company.names.get(stream.guest, "")
        if own is not None:
            room.chairs[own].clear()
        chair.seat_person(stream.guest, name)
        chair.come("")
        chair.wear(self._company.avatars.get(stream.guest, ""))
        self._company.audience.open(stream.guest, message.seat)
        self._may_undo(stream, "sit", now)
        self._company.room_changed()

    def stand(self, stream: Stream, message: p.Stand, now: int) -> None:
        """Leave one's seat; once the match has begun a bot plays on until the player sits down again.

        Raises:
            ServerError: series.fixed.
        """
        _, chair = self._company.seated(stream)
        duplicates.check_free(self._room)
        if self._room.stage == WAITING:
            chair.clear()
            self._company.audience.open(stream.guest, None)
        else:
            chair.leave()
        self._presence.hand_over(stream.guest)
        self._company.room_changed()

    def ready(self, stream: Stream, message: p.Ready, now: int) -> None:
        """Ready for the match or the next deal, or not any more.

        Raises:
            ServerError: message.unexpected, while a deal is on.
        """
        _, chair = self._company.seated(stream)
        if self._room.stage not in (WAITING, SETTLED):
            raise ServerError("message.unexpected", "nothing to be ready for")
        chair.say_ready(on=message.on)
        if message.on:
            self._may_undo(stream, "ready", now)
        self._company.room_changed()

    def auto(self, stream: Stream, message: p.Auto, now: int) -> None:
        """托管 on or off.

        Raises:
            ServerError: series.fixed.
        """
        _, chair = self._company.seated(stream)
        duplicates.check_free(self._room)
        chair.play_by_itself(on=message.on)
        self._company.room_changed()

    def _may_undo(self, stream: Stream, what: str, now: int) -> None:
        """Remember what somebody may take back, and nothing that it is too late for."""
        self._undoable = {guest: own for guest, own in self._undoable.items() if own[1] >= now}
        self._undoable[stream.guest] = (what, now + UNDO_MS)

    def undo(self, stream: Stream, message: p.Ask, now: int) -> None:
        """Take sitting down or readiness back, for a short while.

        Raises:
            ServerError: ask.nothing_to_undo.
        """
        what, until = self._undoable.pop(stream.guest, ("", 0))
        if now > until or self._room.stage not in (WAITING, SETTLED):
            raise ServerError("ask.nothing_to_undo", "nothing to take back")
        if what == "sit":
            self.stand(stream, p.Stand(), now)
        elif what == "ready":
            self.ready(stream, p.Ready(on=False), now)
