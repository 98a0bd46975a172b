"""Seats that change hands while a match is on: a person takes one over from a bot, or a bot from somebody who was sent away."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.server.errors import ServerError
from paiju.server.table import shuffling
from paiju.server.table.chairs import BOT
from paiju.server.table.course import Course
from paiju.server.table.room import OVER, PLAYING, Part, Room

MOST_PARTS = 200
MOST_NAMED = 3
_NEVER = 1 << 62


def take_over(course: Course, guest: str, name: str, seat: int, now: int) -> None:
    """Give a bot's seat to somebody who has none. What is open to the seat is his question from now on.

    Raises:
        ServerError: seat.none, room.seat_taken, room.started (he has a seat of his own), room.closed, room.full.
    """
    room = course.room
    if seat >= len(room.chairs):
        raise ServerError("seat.none", "no such seat")
    chair = room.chairs[seat]
    if room.seat_of(guest) is not None:
        raise ServerError("room.started", "the match has begun")
    if room.stage == OVER or not (room.settings.substitutes or guest == room.host):
        raise ServerError("room.closed", "seats are not given away here")
    if chair.kind != BOT:
        raise ServerError("room.seat_taken", "somebody sits there")
    if len(room.parts) >= MOST_PARTS:
        raise ServerError("room.full", "seats have changed hands too often")
    was_alone = course.running is not None and course.running.timing.is_alone
    chair.take_over(guest, name)
    _note(course, seat)
    course.thaw(now)
    if was_alone and course.running is not None:
        course.running.in_company(course.company.standstill.time(now))
    course.room_changed()


def give_to_bot(course: Course, seat: int) -> None:
    """Let a bot play a seat whose player will not come back."""
    room = course.room
    room.chairs[seat].seat_bot(room.settings.bots)
    _note(course, seat)


def forget(course: Course, seat: int) -> None:
    """Let a bot play for somebody who is forgotten; what is still to be written of the match has no name of his."""
    room = course.room
    own = next((part for part in reversed(room.parts) if part.seat == seat), None)
    names = {room.chairs[seat].name, own.name if own else None}
    room.strike_parts(names)
    if own is None:
        shuffling.strike(course, seat)
    give_to_bot(course, seat)


def players(room: Room, began: Sequence[str]) -> list[str]:
    """Who has played each seat, in order: those who `began`, and those of late who took it over."""
    names = [[name] for name in began]
    for part in room.parts:
        if part.name not in names[part.seat]:
            names[part.seat].append(part.name)
    return [" / ".join(own[-MOST_NAMED:]) for own in names]


def since(room: Room, seat: int, deal: int) -> int:
    """How many actions led to the first events of a deal that whoever sits there now has seen."""
    part = next((part for part in reversed(room.parts) if part.seat == seat), None)
    if part is None or part.deal < deal:
        return 0
    return _NEVER if part.deal > deal else part.at and part.at + 1


def _note(course: Course, seat: int) -> None:
    """Remember from which action on somebody else plays. What was promised for the next shuffle goes with who promised it."""
    course.shuffle.shares.pop(seat, None)
    room, running = course.room, course.running
    deal, at = course.deal_number, 0
    if running is not None:
        playing = room.stage == PLAYING
        deal, at = deal + (not playing), running.ledger.actions if playing else 0
    room.hand_on(Part(deal, at, seat, room.chairs[seat].player(seat)))
