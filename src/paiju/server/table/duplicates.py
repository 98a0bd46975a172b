"""A deal that others play too, each at a table of his own: its cards are laid out and not shuffled (docs/records.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paiju.core.record import Recorder
from paiju.server.errors import ServerError
from paiju.server.table.chairs import HUMAN
from paiju.server.table.course import Course
from paiju.server.table.room import Duplicate, Room
from paiju.server.writes import EndAttempt

FREE = frozenset({"tempo"})
"""The settings that change nothing of how such a deal is played."""


def lay_out(course: Course, duplicate: Duplicate) -> list[bytes]:
    """Begin a plain record for the deal, whose seed must owe nothing to who plays it; the nonces it is dealt with."""
    room = course.room
    carry = None if duplicate.carry is None else room.game.parse_carry(duplicate.carry)
    course.write_into(Recorder(room.game, room.options, room.names), replace(course.match, carry=carry))
    room.open_shuffle(bytes.fromhex(duplicate.secret))
    return [bytes.fromhex(nonce) for nonce in duplicate.nonces]


def all_are_here(room: Room) -> bool:
    """Whether everybody has come who was called to play a deal together; who stays away is not waited for once the host begins."""
    people = [chair for chair in room.chairs if chair.kind == HUMAN]
    return room.duplicate is not None and bool(people) and all(chair.online for chair in people)


def leave_empty(room: Room, seat: int) -> None:
    """Nobody sits on a chair any more before the match; where the deal is compared nobody else may sit down, and a bot does."""
    if room.duplicate is None:
        room.chairs[seat].clear()
    else:
        room.chairs[seat].seat_bot(room.settings.bots)


def end(course: Course, returns: Sequence[int] | None) -> None:
    """Keep how everybody's attempt ended: with these points by seat, or (None) before its time.

    Whoever had most decided for him while others went on has left.
    """
    room = course.room
    for seat, chair in enumerate(room.chairs):
        if chair.kind == HUMAN:
            points = None if returns is None or not chair.himself else returns[seat]
            course.company.write(EndAttempt(room.table, seat, points))


def check_free(room: Room) -> None:
    """See that a seat may be left or handed to a bot here.

    Raises:
        ServerError: series.fixed, where the deal is compared with how others play it.
    """
    if room.duplicate is not None:
        raise ServerError("series.fixed", "a deal that is compared is played by oneself, as it was laid out")
