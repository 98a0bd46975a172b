"""What only the host of a room may ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from paiju.bots.levels import NAMES
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.settings import ANY_TIME
from paiju.server.table import duplicates, matching, programs, seating
from paiju.server.table.audience import Stream
from paiju.server.table.chairs import HUMAN, PROGRAM, Chair, is_program
from paiju.server.table.course import Course
from paiju.server.table.room import OVER, WAITING, Room


def host(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    """What the host of a room asks for.

    Raises:
        ServerError: host.only, series.fixed, room.started (but who may come, and how fast bots are, is settled at any time), and those of the single commands.
        OptionError: for options and settings that are refused.
    """
    if stream.guest != course.room.host:
        raise ServerError("host.only", "only the host may do that")
    anytime = message.what in _ANY_TIME or (
        message.what == "settings" and ANY_TIME.issuperset(message.settings)
    )
    if not anytime and course.room.stage != WAITING:
        raise ServerError("room.started", "the match has begun")
    if message.what not in _CALM and not (
        message.what == "settings" and duplicates.FREE.issuperset(message.settings)
    ):
        duplicates.check_free(course.room)
    _COMMANDS[message.what](course, stream, message, now)
    course.room_changed()


def _preset(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    _reseat(course, course.room.take_preset(message.preset))


def _options(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    """Options by name on top of the present ones; None goes back to the preset's value."""
    seat = stream.seat if stream.seat is not None else -1
    _reseat(course, course.room.change_options(message.options, seat))


def _reseat(course: Course, leaving: Sequence[str]) -> None:
    """Let guests watch whose chairs are gone; programs go."""
    for guest in leaving:
        if is_program(guest):
            course.company.farewell(guest, "program.revoked")
        elif guest and course.company.audience.get(guest):
            course.company.audience.open(guest, None)


def _settings(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    room, before = course.room, course.room.settings
    room.change_settings(message.settings)
    if (before.spectators, before.delay_seconds) != (room.settings.spectators, room.settings.delay_seconds):
        _open_gallery(course, now)


def _open_gallery(course: Course, now: int) -> None:
    """Those who watch see the table as is settled now, or go."""
    room, company = course.room, course.company
    company.gallery.change(room.settings.spectators, 1000 * room.settings.delay_seconds)
    if room.stage == WAITING:
        return
    if not company.gallery.is_open:
        heirs = {chair.heir for chair in room.chairs}
        for stream in company.audience.watching():
            if stream.guest in heirs:
                continue
            company.farewell(stream.guest, "room.closed")
    elif course.running is not None:
        company.gallery.add(now, course.running.view_of(None), [])


def _bot(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    """Put a bot on a chair without a person, or one whose person has yet to come, or take it away (`level` null)."""
    chair = _chair(course.room, message.seat)
    if chair.kind == HUMAN and not chair.awaited:
        raise ServerError("room.seat_taken", "somebody sits there")
    if message.level is not None and message.level not in NAMES:
        raise ServerError("room.no_bot", "no such bot", {"known": ", ".join(NAMES)})
    programs.dismiss(course, chair)
    if message.level is None:
        chair.clear()
    else:
        chair.seat_bot(message.level)


def _kick(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    """Remove a guest or a program for good; during a match a bot takes the chair.

    Not while the match is rated: it would be a way out of it.
    """
    room, chair = course.room, _chair(course.room, message.seat)
    if room.settings.rated and room.stage not in (WAITING, OVER):
        raise ServerError("room.rated", "nobody is sent out of a rated match")
    if chair.kind == PROGRAM:
        programs.dismiss(course, chair) if room.stage == WAITING else programs.replace(course, message.seat)
        return
    if chair.kind != HUMAN or chair.guest == room.host:
        raise ServerError("seat.none", "nobody to remove")
    guest = chair.guest
    room.ban(guest)
    if room.stage == WAITING:
        chair.clear()
    else:
        seating.give_to_bot(course, message.seat)
    course.company.farewell(guest, "room.kicked")


def _out(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    """Send one of those who watch out, for good."""
    watching = course.company.audience.watching()
    guest = next((one.guest for one in watching if course.room.alias(one.guest) == message.watcher), None)
    if guest is None or guest == course.room.host:
        raise ServerError("seat.none", "nobody to remove")
    seating.drop_claim(course.room, guest)
    course.room.ban(guest)
    course.company.farewell(guest, "room.kicked")


def _give(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    chair = _chair(course.room, message.seat)
    if chair.kind != HUMAN or chair.left:
        raise ServerError("seat.none", "nobody sits there")
    course.room.preside(chair.guest)


def _lock(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    course.room.lock(on=message.on)


def _pause(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    if course.room.stage == OVER:
        raise ServerError("message.unexpected", "the match is over")
    if message.on != course.room.paused:
        course.pause(now, on=message.on)


def _swap(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    """Let two chairs change places."""
    a, b = message.seat, message.other
    _chair(course.room, a), _chair(course.room, b)
    chairs = course.room.chairs
    chairs[a], chairs[b] = chairs[b], chairs[a]
    for seat in (a, b):
        if chairs[seat].is_remote:
            course.company.audience.open(chairs[seat].guest, seat)


def _start(course: Course, stream: Stream, message: p.Host, now: int) -> None:
    matching.start(course, now)


def _chair(room: Room, seat: int) -> Chair:
    if seat >= len(room.chairs):
        raise ServerError("seat.none", "no such seat")
    return room.chairs[seat]


_ANY_TIME = frozenset({"kick", "out", "give", "lock", "pause"})
_CALM = frozenset({"pause", "start"})
_COMMANDS: Mapping[str, Callable[[Course, Stream, p.Host, int], None]] = {
    "preset": _preset,
    "options": _options,
    "settings": _settings,
    "bot": _bot,
    "kick": _kick,
    "out": _out,
    "give": _give,
    "lock": _lock,
    "pause": _pause,
    "swap": _swap,
    "start": _start,
}
