"""Sitting, readiness, 托管, and what only the host may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.settings import BOTS, DOOR
from paiju.server.table import matching, presiding, seating, showing
from paiju.server.table.audience import Stream
from paiju.server.table.chairs import BOT, EMPTY, HUMAN, Chair
from paiju.server.table.room import OVER, SETTLED, WAITING, settle_options

if TYPE_CHECKING:
    from paiju.server.table.table import Table

UNDO_MS = 8000


def sit(table: Table, stream: Stream, message: p.Sit, now: int) -> None:
    """Take an empty chair, later that of a bot, or come back to one's own.

    Raises:
        ServerError: room.started, room.seat_taken, room.closed, room.full, seat.none.
    """
    room = table.room
    own = room.seat_of(stream.guest)
    if own is not None and own == message.seat:
        room.chairs[own].left = room.chairs[own].auto = False
        table.room_changed()
        return
    if room.stage != WAITING:
        seating.take_over(table, stream.guest, table.names.get(stream.guest, ""), message.seat, now)
        showing.greet(table, table.audience.open(stream.guest, message.seat), now)
        return
    if own is None and not (room.settings.newcomers or stream.guest == room.host):
        raise ServerError("room.closed", "seats are not given away here")
    if message.seat >= len(room.chairs):
        raise ServerError("seat.none", "no such seat")
    chair = room.chairs[message.seat]
    if chair.kind != EMPTY:
        raise ServerError("room.seat_taken", "somebody sits there")
    name = room.chairs[own].name if own is not None else table.names.get(stream.guest, "")
    if own is not None:
        room.chairs[own].clear()
    chair.seat_person(stream.guest, name)
    chair.online = True
    table.audience.open(stream.guest, message.seat)
    table.undoable[stream.guest] = ("sit", now + UNDO_MS)
    table.room_changed()


def stand(table: Table, stream: Stream, message: p.Stand, now: int) -> None:
    """Leave one's seat; once the match has begun a bot plays on until the player sits down again."""
    _, chair = table.seated(stream)
    if table.room.stage == WAITING:
        chair.clear()
        table.audience.open(stream.guest, None)
    else:
        chair.left = True
    presiding.hand_over(table, stream.guest)
    table.room_changed()


def ready(table: Table, stream: Stream, message: p.Ready, now: int) -> None:
    """Ready for the match or the next deal, or not any more.

    Raises:
        ServerError: message.unexpected, while a deal is on.
    """
    _, chair = table.seated(stream)
    if table.room.stage not in (WAITING, SETTLED):
        raise ServerError("message.unexpected", "nothing to be ready for")
    chair.ready = message.on
    if message.on:
        table.undoable[stream.guest] = ("ready", now + UNDO_MS)
    table.room_changed()


def auto(table: Table, stream: Stream, message: p.Auto, now: int) -> None:
    """托管 on or off."""
    _, chair = table.seated(stream)
    chair.auto = message.on
    chair.left = False
    chair.misses = 0
    table.room_changed()


def undo(table: Table, stream: Stream, now: int) -> None:
    """Take sitting down or readiness back, for a short while.

    Raises:
        ServerError: ask.nothing_to_undo.
    """
    what, until = table.undoable.pop(stream.guest, ("", 0))
    if now > until or table.room.stage not in (WAITING, SETTLED):
        raise ServerError("ask.nothing_to_undo", "nothing to take back")
    if what == "sit":
        stand(table, stream, p.Stand(), now)
    elif what == "ready":
        ready(table, stream, p.Ready(on=False), now)


def host(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    """What the host of a room asks for.

    Raises:
        ServerError: host.only, room.started (but who may come is settled at any time), and those of the single commands.
        OptionError: for options and settings that are refused.
    """
    if stream.guest != table.room.host:
        raise ServerError("host.only", "only the host may do that")
    anytime = message.what in _ANY_TIME or (message.what == "settings" and DOOR.issuperset(message.settings))
    if not anytime and table.room.stage != WAITING:
        raise ServerError("room.started", "the match has begun")
    _COMMANDS[message.what](table, stream, message, now)
    table.room_changed()


def _preset(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    room = table.room
    options = room.game.options({"preset": message.preset})
    _change_options(table, options)
    room.preset, room.given, room.changed = message.preset, {}, {}


def _options(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    """Options by name on top of the present ones; None goes back to the preset's value."""
    room = table.room
    own = {name: value for name, value in room.given.items() if name not in message.options}
    now_given = {name: value for name, value in message.options.items() if value is not None}
    options, differs = settle_options(room.game, room.preset, own, now_given)
    _change_options(table, options)
    seat = stream.seat if stream.seat is not None else -1
    room.changed = {name: seat if name in now_given else room.changed.get(name, seat) for name in differs}
    room.given = differs


def _change_options(table: Table, options: object) -> None:
    """Set the options; everybody must say anew that he is ready."""
    room = table.room
    room.options = options
    before = [chair.guest for chair in room.chairs]
    room.fit_chairs()
    for guest in before[len(room.chairs) :]:
        if guest and table.audience.get(guest):
            table.audience.open(guest, None)
    for chair in room.chairs:
        chair.ready = chair.kind == BOT
    table.new_options()


def _settings(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    room, before = table.room, table.room.settings
    room.settings = room.settings.changed(message.settings)
    if (before.spectators, before.delay_seconds) != (room.settings.spectators, room.settings.delay_seconds):
        table.open_gallery(now)


def _bot(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    """Put a bot on a chair without a person, or take it away (`level` null)."""
    chair = _chair(table, message.seat)
    if chair.kind == HUMAN:
        raise ServerError("room.seat_taken", "somebody sits there")
    if message.level is None:
        chair.clear()
    elif message.level in BOTS:
        chair.seat_bot(message.level)
    else:
        raise ServerError("room.no_bot", "no such bot", {"known": ", ".join(BOTS)})


def _kick(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    """Remove a guest for good; during a match a bot takes his chair."""
    room, chair = table.room, _chair(table, message.seat)
    if chair.kind != HUMAN or chair.guest == room.host:
        raise ServerError("seat.none", "nobody to remove")
    guest = chair.guest
    room.ban(guest)
    if room.stage == WAITING:
        chair.clear()
    else:
        seating.give_to_bot(table, message.seat)
    table.farewell(guest, "room.kicked")


def _out(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    """Send one of those who watch out, for good."""
    watching = table.audience.watching()
    guest = next((one.guest for one in watching if table.alias(one.guest) == message.watcher), None)
    if guest is None or guest == table.room.host:
        raise ServerError("seat.none", "nobody to remove")
    table.room.ban(guest)
    table.farewell(guest, "room.kicked")


def _give(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    chair = _chair(table, message.seat)
    if chair.kind != HUMAN or chair.left:
        raise ServerError("seat.none", "nobody sits there")
    table.room.host = chair.guest


def _lock(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    table.room.locked = message.on


def _pause(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    if table.room.stage == OVER:
        raise ServerError("message.unexpected", "the match is over")
    table.room.paused = message.on


def _swap(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    """Let two chairs change places."""
    a, b = message.seat, message.other
    _chair(table, a), _chair(table, b)
    chairs = table.room.chairs
    chairs[a], chairs[b] = chairs[b], chairs[a]
    for seat in (a, b):
        if chairs[seat].kind == HUMAN:
            table.audience.open(chairs[seat].guest, seat)


def _start(table: Table, stream: Stream, message: p.Host, now: int) -> None:
    matching.start(table, now)


def _chair(table: Table, seat: int) -> Chair:
    if seat >= len(table.room.chairs):
        raise ServerError("seat.none", "no such seat")
    return table.room.chairs[seat]


_ANY_TIME = frozenset({"kick", "out", "give", "lock", "pause"})
_COMMANDS: Mapping[str, Callable[[Table, Stream, p.Host, int], None]] = {
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
