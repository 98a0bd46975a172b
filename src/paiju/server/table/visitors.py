"""Pages that come and go, and guests who change their name, their device, or leave for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.table import lobby, matching, showing
from paiju.server.table.audience import NO_PROMPT
from paiju.server.table.chairs import EMPTY
from paiju.server.table.room import WAITING, Room

if TYPE_CHECKING:
    from paiju.server.table.table import Table

MOST_STREAMS = 40
MOST_MEMBERS = 40


def check_member(room: Room, guest: str) -> None:
    """See that a guest belongs to a room.

    Raises:
        ServerError: room.none, room.kicked.
    """
    if guest in room.banned:
        raise _kicked()
    if guest not in room.members:
        raise ServerError("room.none", "no such table")


def _kicked() -> ServerError:
    return ServerError("room.kicked", "the host has removed this guest")


def let_in(table: Table, guest: str, name: str, by_code: bool, now: int) -> None:  # noqa: FBT001 - called with the time added
    """Make a guest a member; while the room waits he gets the first empty chair.

    Raises:
        ServerError: room.none, room.kicked, room.locked, room.started, room.full.
    """
    room = table.room
    if guest in room.members:
        return
    if guest in room.banned:
        raise _kicked()
    if by_code and room.stage != WAITING:
        raise ServerError("room.none", "no such room")
    if room.locked:
        raise ServerError("room.locked", "the room is locked")
    if room.stage != WAITING and not table.gallery.is_open:
        raise ServerError("room.started", "the match has begun")
    if len(room.members) >= MOST_MEMBERS:
        raise ServerError("room.full", "too many have joined")
    room.members.append(guest)
    if room.stage == WAITING and (empty := next((c for c in room.chairs if c.kind == EMPTY), None)):
        empty.seat_person(guest, name)
        empty.away_since = now
    table.room_changed()


def connect(table: Table, guest: str, name: str, hello: p.Hello, now: int) -> None:
    """A page of a guest opens, for the first time or again.

    Raises:
        ServerError: room.none, room.kicked, room.full, if he has no business here.
    """
    seat = table.room.seat_of(guest)
    if seat is None:
        _check_may_watch(table, guest)
    if table.audience.get(guest) is None and len(table.audience.everybody()) >= MOST_STREAMS:
        raise ServerError("room.full", "too many watch already")
    stream = table.audience.open(guest, seat)
    stream.online = True
    table.names[guest] = name
    if seat is not None:
        chair = table.room.chairs[seat]
        chair.name = name or chair.name
        chair.online, chair.left, chair.away_since = True, False, None
    table.touched = now
    table.thaw(now)
    table.room_changed()
    running = table.running
    if not table.audience.resume(stream, hello.resume):
        table.audience.send(stream, showing.welcome(table, stream, now))
    elif running is not None and seat is not None:
        table.audience.send(stream, running.timing.clock_json(now))
        if not stream.prompted:  # the page may still show a question that was taken back meanwhile
            table.audience.send(stream, NO_PROMPT)
    if running is not None and (prompt := running.open_prompt(seat)):
        running.questions.show(prompt, now)
    if table.room.quick and table.room.stage == WAITING and guest == table.room.host:
        matching.start(table, now)
    table.settle(now)


def _check_may_watch(table: Table, guest: str) -> None:
    check_member(table.room, guest)
    if table.room.stage != WAITING and not table.gallery.is_open:
        raise ServerError("room.none", "no such table")


def disconnect(table: Table, guest: str, now: int) -> None:
    """The page of a guest is gone."""
    stream = table.audience.get(guest)
    if stream is None:
        return
    stream.online = False
    if stream.seat is None:
        table.audience.drop(guest)
    else:
        chair = table.room.chairs[stream.seat]
        chair.online, chair.away_since = False, now
    table.touched = now
    table.room_changed()
    table.settle(now)


def replace(table: Table, old: str, new: str, name: str, now: int) -> None:
    """Move a seat to another device: it belongs to another guest now.

    Raises:
        ServerError: code.none, room.seat_taken.
    """
    seat = table.room.seat_of(old)
    if seat is None:
        raise ServerError("code.none", "the seat is not there any more")
    if table.room.seat_of(new) is not None:
        raise ServerError("room.seat_taken", "the other device has a seat of its own here")
    chair = table.room.chairs[seat]
    chair.guest, chair.name = new, name or chair.name
    chair.online, chair.away_since = False, now
    table.room.members = [member for member in table.room.members if member not in (old, new)]
    table.room.members.append(new)
    if table.room.host == old:
        table.room.host = new
    before = table.audience.get(old)
    table.farewell(old, "seat.moved")
    if before is not None:
        table.audience.open(new, seat).log = before.log
    table.room_changed()


def rename(table: Table, guest: str, name: str, now: int) -> None:
    """A guest calls himself otherwise; records that are written keep the name of their time."""
    table.names[guest] = name
    seat = table.room.seat_of(guest)
    if seat is not None:
        table.room.chairs[seat].name = name
        table.room_changed()


def forget(table: Table, guest: str, now: int) -> None:
    """A guest is gone for good: his chair is empty, or a bot plays on without his name."""
    seat = table.room.seat_of(guest)
    if seat is not None and table.room.stage == WAITING:
        table.room.chairs[seat].clear()
    elif seat is not None:
        table.room.chairs[seat].seat_bot(table.room.settings.bots)
    lobby.hand_over(table, guest)
    if table.room.host == guest:
        table.room.host = ""
    table.room.members = [member for member in table.room.members if member != guest]
    table.farewell(guest, "guest.forgotten")
    table.room_changed()
    table.settle(now)
