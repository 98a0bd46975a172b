"""Seats that change hands while a match is on: a person takes one over from a bot, or a bot from somebody who has gone.

Cards that are dealt are seen by one person. So a seat is handed on between deals; while one is on whoever wants it waits as its heir. Only
where all people at the table agree is it handed on at once, to somebody who was there before the cards were dealt and has seen none of
them, by the traces that a person leaves: the guest as which they came, their browser, their address.
"""

from __future__ import annotations

from collections.abc import Sequence

from paiju.server.errors import ServerError
from paiju.server.table import duplicates, shuffling
from paiju.server.table.chairs import BOT
from paiju.server.table.course import Course
from paiju.server.table.room import OVER, PLAYING, SETTLED, STARTING, Part, Room

MOST_PARTS = 200
MOST_NAMED = 3
_NEVER = 1 << 62


def ask_for(course: Course, guest: str, name: str, seat: int, now: int) -> bool:
    """Give a bot's seat to somebody who has none, now or (False) once its cards are not dealt any more.

    Raises:
        ServerError: seat.none, room.seat_taken, room.started (they have a seat of their own), room.closed, room.full, series.fixed.
    """
    room = course.room
    duplicates.check_free(room)
    if seat >= len(room.chairs):
        raise ServerError("seat.none", "no such seat")
    chair = room.chairs[seat]
    if room.seat_of(guest) is not None:
        raise ServerError("room.started", "the match has begun")
    if room.stage == OVER or not (room.settings.substitutes or guest == room.host):
        raise ServerError("room.closed", "seats are not given away here")
    if chair.kind != BOT or chair.heir not in ("", guest):
        raise ServerError("room.seat_taken", "somebody sits there, or waits for it")
    if len(room.parts) >= MOST_PARTS:
        raise ServerError("room.full", "seats have changed hands too often")
    drop_claim(room, guest)
    if room.stage != PLAYING:
        _take_over(course, guest, name, seat, now)
        return True
    chair.promise(guest, name)
    course.room_changed()
    return False


def drop_claim(room: Room, guest: str) -> None:
    """Somebody does not wait for a seat any more."""
    for chair in room.chairs:
        if chair.heir == guest:
            chair.promise("", "")


def may_see(course: Course, guest: str) -> bool:
    """Whether somebody may see cards of the running deal: they were here before it was dealt, and have seen none of it."""
    room = course.room
    return guest in room.known and room.seen.keys().isdisjoint(course.company.traces(guest))


def check_moved(room: Room, guest: str, seat: int) -> None:
    """See that a seat may go to a device whose guest has seen no other cards of the deal.

    Raises:
        ServerError: seat.dealt.
    """
    if room.stage == PLAYING and room.seen.get(room.person(guest), seat) != seat:
        raise ServerError("seat.dealt", "they have seen other cards of this deal")


def seat_heirs(course: Course, now: int) -> list[tuple[str, int]]:
    """Give their seats to those who have waited long enough; who sits down where."""
    seated = []
    for seat, chair in enumerate(course.room.chairs):
        if course.room.stage == OVER:
            chair.promise("", "")
        granted = chair.admitted
        if chair.heir and (
            course.room.stage in (STARTING, SETTLED) or (granted and may_see(course, chair.heir))
        ):
            guest, name = chair.heir, chair.heir_name
            _take_over(course, guest, name, seat, now)
            if granted:
                chair.admit()
            seated.append((guest, seat))
    return seated


def deal_begins(course: Course) -> None:
    """Note who sees the cards that are dealt now."""
    room = course.room
    if not room.began:
        room.begin()
    room.deal_to({})
    for seat, chair in enumerate(room.chairs):
        chair.begin_deal()
        if chair.guest:
            room.see(course.company.traces(chair.guest), seat)


def deal_ends(course: Course) -> None:
    """Whom the people have let in has a voice after a whole deal."""
    for chair in course.room.chairs:
        chair.end_deal()


def _take_over(course: Course, guest: str, name: str, seat: int, now: int) -> None:
    """Let somebody sit down on a bot's seat. What is open to the seat is their question from now on."""
    room = course.room
    chair = room.chairs[seat]
    was_alone = course.running is not None and course.running.timing.is_alone
    chair.take_over(guest, name)
    _note(course, seat)
    if room.stage == PLAYING:
        room.see(course.company.traces(guest), seat)
    course.thaw(now)
    if was_alone and course.running is not None:
        course.running.in_company(course.company.standstill.time(now))
    course.room_changed()


def give_to_bot(course: Course, seat: int) -> None:
    """Let a bot play a seat whose player will not come back."""
    room = course.room
    room.chairs[seat].stand_in(room.settings.bots)
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
