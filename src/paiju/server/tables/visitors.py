"""Pages that come and go, and guests who change their name, their device, or leave for good."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.tables import admission, match, match_state
from paiju.server.tables.audience import NO_PROMPT, Stream
from paiju.server.tables.chairs import is_program
from paiju.server.tables.room import PLAYING, WAITING
from paiju.server.tables.table import Table


def connect(
    table: Table, guest: str, name: str, hello: p.Hello, now: int, *, avatar: str = "", marks: Collection[str] = ()
) -> None:  # fmt: skip
    """A page of a guest opens, for the first time or again; `marks` stand for its browser and address.

    Raises:
        ServerError: those of `door.admit`; program.revoked, for a program whose seat is gone.
    """
    if table.room.seat_of(guest) is None:
        if is_program(guest):
            raise ServerError("program.revoked", "the host has taken the seat back")
        admission.admit(table.course, guest, name, hello, now)
    seat = table.room.seat_of(guest)
    table.context.gallery.release(now, table.audience)
    stream = table.audience.open(guest, seat)
    table.context.names[guest], table.context.avatars[guest] = name, avatar
    table.context.marks[guest] = frozenset(marks)
    if seat is not None:
        if table.room.stage == PLAYING:
            table.room.see(table.context.traces(guest), seat)
        table.room.chairs[seat].come(name)
        table.room.chairs[seat].avatar = avatar
    table.touched = now
    table.course.resume_clocks(now)
    table.course.meet_drivers(now)
    stream.online = True  # from here on it hears: first of all the present
    table.room_changed()
    if table.audience.resume(stream, hello.resume):
        _go_on(table, stream, now)
    else:
        table.showing.greet(stream, now)
    _begin_by_itself(table, now)
    table.settle(now)


def _begin_by_itself(table: Table, now: int) -> None:
    """Begin a match that waits only for those who play it, if now all are here."""
    room = table.room
    if room.stage == WAITING and (
        (room.quick and table.context.is_here(room.host)) or match_state.all_are_here(room)
    ):
        with suppress(ServerError):  # somebody is not ready: then it waits as any other room
            match.start(table.course, now)


def _go_on(table: Table, stream: Stream, now: int) -> None:
    """What a page that has got all it missed must be told of the moment."""
    running = table.running
    if running is None or stream.seat is None:
        return
    table.audience.send(stream, running.clock_json(now))
    if not stream.prompted:  # the page may still show a question that was taken back meanwhile
        table.audience.send(stream, NO_PROMPT)
    if prompt := running.open_prompt(stream.seat):
        running.questions.show(prompt, now)


def disconnect(table: Table, guest: str, now: int) -> None:
    """The page of a guest is gone."""
    stream = table.audience.get(guest)
    if stream is None:
        return
    stream.online = False
    if stream.seat is None:
        match.drop_claim(table.room, guest)
        table.context.part_from(guest)
    else:
        table.room.chairs[stream.seat].go(now)
    table.touched = now
    table.room_changed()
    table.settle(now)


def check_move(table: Table, old: str, new: str) -> int:
    """See that a seat may be moved to another device; which it is.

    Raises:
        ServerError: code.none, room.seat_taken, room.kicked, seat.dealt.
    """
    seat = table.room.seat_of(old)
    if seat is None:
        raise ServerError("code.none", "the seat is not there any more")
    if table.room.seat_of(new) is not None:
        raise ServerError("room.seat_taken", "the other device has a seat of its own here")
    if new in table.room.banned:
        raise ServerError("room.kicked", "the host has removed this guest")
    match.check_moved(table.room, new, seat)
    return seat


def replace(table: Table, old: str, new: str, name: str, now: int) -> None:
    """Move a seat to another device: it belongs to another guest now.

    Raises:
        ServerError: those of `check_move`.
    """
    seat = check_move(table, old, new)
    match.drop_claim(table.room, new)
    table.room.move(old, new)
    table.votes.move(old, new)
    table.room.chairs[seat].move(new, name, now)
    table.course.shuffle.shares.pop(seat, None)  # only the old device knows the nonce that it promised
    before = table.audience.get(old)
    table.context.farewell(old, "seat.moved")
    stream = table.audience.open(new, seat)
    if before is not None:
        stream.log = before.log
    if stream.online:  # it has watched so far
        table.room.chairs[seat].come(name)
        table.showing.greet(stream, now)
    table.room_changed()


def rename(table: Table, guest: str, name: str, now: int, *, avatar: str = "") -> None:
    """A guest has another name or animal; records that are written keep the name of their time."""
    seat = table.room.seat_of(guest)
    if seat is not None:
        table.room.chairs[seat].rename(name)
        table.room.chairs[seat].avatar = avatar
    if table.audience.get(guest) is not None:
        table.context.names[guest], table.context.avatars[guest] = name, avatar
    elif seat is None:
        return
    table.room_changed()


def forget(table: Table, guest: str, now: int) -> None:
    """A guest is gone for good: their chair is empty, or a bot plays on without their name."""
    seat = table.room.seat_of(guest)
    if seat is not None and table.room.stage == WAITING:
        match_state.leave_empty(table.room, seat)
    elif seat is not None:
        match.forget(table.course, seat)
    table.presence.hand_over(guest)
    if table.room.host == guest:
        table.room.host = ""
    match.drop_claim(table.room, guest)
    table.room.redact(guest)
    table.context.farewell(guest, "guest.forgotten")
    table.room_changed()
    _begin_by_itself(table, now)
    table.settle(now)
