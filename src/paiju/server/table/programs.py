"""Programs at a table: a seat kept for whoever shows its token, marked as a program for all, which plays and does no more.

A token opens one seat of one room, for some time. The room keeps its hash alone, so that nobody who reads the store can use it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.table import duplicates, seating
from paiju.server.table.audience import Stream
from paiju.server.table.chairs import HUMAN, PROGRAM, PROGRAM_MARK, Chair, is_program
from paiju.server.table.course import Course
from paiju.server.table.room import WAITING, Room, token

TOKEN_SECONDS = 24 * 60 * 60
"""How long a token opens its seat; who is in stays."""
LONGEST_TOKEN = 64
_QUESTIONS = frozenset({"check", "waits", "position"})


def invite(course: Course, host: str, seat: int, name: str, *, until: int, now: int) -> str:
    """Keep a seat without a person for a program; the token that opens it, which is told this once. One of before opens nothing more.

    Raises:
        ServerError: host.only, room.started, room.seat_taken, seat.none, series.fixed.
    """
    room = course.room
    if host != room.host:
        raise ServerError("host.only", "only the host may do that")
    if room.stage != WAITING:
        raise ServerError("room.started", "the match has begun")
    duplicates.check_free(room)
    if seat >= len(room.chairs):
        raise ServerError("seat.none", "no such seat")
    if room.chairs[seat].kind == HUMAN:
        raise ServerError("room.seat_taken", "somebody sits there")
    dismiss(course, room.chairs[seat])
    secret = secrets.token_urlsafe(32)
    room.chairs[seat].seat_program(PROGRAM_MARK + token(), name, _hash(secret), until, now)
    course.room_changed()
    return secret


def find(room: Room, secret: str, wall: int) -> Chair:
    """The chair that a token opens, at a time in seconds since 1970.

    Raises:
        ServerError: program.token; program.revoked; program.expired.
    """
    shown = _hash(secret[: LONGEST_TOKEN + 1])
    own = next(
        (chair for chair in room.chairs if chair.token and hmac.compare_digest(chair.token, shown)), None
    )
    if own is None:
        if shown in room.revoked:
            raise ServerError("program.revoked", "the host has taken the seat back")
        raise ServerError("program.token", "no seat here is opened by this token")
    if wall >= own.until:
        raise ServerError("program.expired", "the token is too old")
    return own


def dismiss(course: Course, chair: Chair) -> None:
    """Send the program of a chair away for good, if there is one; its token opens nothing any more."""
    if chair.kind != PROGRAM:
        return
    course.room.revoke(chair.token)
    guest = chair.guest
    chair.clear()
    course.company.farewell(guest, "program.revoked")


def replace(course: Course, seat: int) -> None:
    """Let a bot play on for a program in the middle of a match, for good."""
    dismiss(course, course.room.chairs[seat])
    seating.give_to_bot(course, seat)


def check(stream: Stream, message: p.Message) -> None:
    """See that a program only plays.

    Raises:
        ServerError: program.plays.
    """
    if not is_program(stream.guest) or isinstance(message, p.Act | p.Auto):
        return
    if isinstance(message, p.Say) and message.phrase is not None:
        return
    if not isinstance(message, p.Ask) or message.what not in _QUESTIONS:
        raise ServerError("program.plays", "a program plays, and nothing else")


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
