"""Who may come in: to a free seat, to that of a bot, as a program, or to watch."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.tables import match, match_state
from paiju.server.tables.audience import Stream
from paiju.server.tables.chairs import BOT, EMPTY, HUMAN, PROGRAM, PROGRAM_MARK, Chair, is_program
from paiju.server.tables.context import TableContext
from paiju.server.tables.match_state import MatchState
from paiju.server.tables.room import OVER, PLAYING, WAITING, Room, token

TOKEN_SECONDS = 24 * 60 * 60
"""How long a token opens its seat; who is in stays."""
LONGEST_TOKEN = 64
_QUESTIONS = frozenset({"check", "waits", "position"})


def invite(course: MatchState, host: str, seat: int, name: str, *, until: int, now: int) -> str:
    """Keep a seat without a person for a program; the token that opens it, which is told this once. One of before opens nothing more.

    Raises:
        ServerError: host.only, room.started, room.seat_taken, seat.none, series.fixed.
    """
    room = course.room
    if host != room.host:
        raise ServerError("host.only", "only the host may do that")
    if room.stage != WAITING:
        raise ServerError("room.started", "the match has begun")
    match_state.check_free(room)
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


def dismiss(course: MatchState, chair: Chair) -> None:
    """Send the program of a chair away for good, if there is one; its token opens nothing any more."""
    if chair.kind != PROGRAM:
        return
    course.room.revoke(chair.token)
    guest = chair.guest
    chair.clear()
    course.context.farewell(guest, "program.revoked")


def replace(course: MatchState, seat: int) -> None:
    """Let a bot play on for a program in the middle of a match, for good."""
    dismiss(course, course.room.chairs[seat])
    match.give_to_bot(course, seat)


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


# --- who may come in: to a free seat before the match, to that of a bot later, or to watch, as the host has set

MOST_WATCHERS = 20
MOST_MEMBERS = 2 * MOST_WATCHERS
"""Those who are there always find a place beside those who have only been there."""
UNSEEN_MS = 60_000
"""So long a chair is kept for a guest who took it and whose page never came."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody without a seat may do: take one of `seats`, or watch."""

    seats: tuple[int, ...]
    watch: bool

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing for them."""
        return not self.seats and not self.watch


class OutsideError(ServerError):
    """Somebody stands at the door of a match and has not said what they want; `door` is what they see."""

    def __init__(self, door: p.Sent) -> None:
        super().__init__("room.outside", "choose what to do here")
        self.door = door


def check_member(room: Room, guest: str) -> None:
    """See that a guest belongs to a room.

    Raises:
        ServerError: room.none, room.kicked.
    """
    if guest in room.banned:
        raise ServerError("room.kicked", "the host has removed this guest")
    if guest not in room.members:
        raise ServerError("room.none", "no such table")


def check_visitor(room: Room, guest: str, key: str = "") -> None:
    """See that a guest belongs to a room or may come in, by its address or by the `key` of an invitation.

    Raises:
        ServerError: room.kicked, room.renewed, room.locked, room.full, room.closed.
    """
    if guest in room.members:
        return
    if guest in room.banned:
        raise ServerError("room.kicked", "the host has removed this guest")
    if room.renewed and not hmac.compare_digest(key.encode(), room.key.encode()):
        raise ServerError("room.renewed", "there is another invitation now")
    if room.locked:
        raise ServerError("room.locked", "the room is locked")
    if offer(room, guest).is_empty:
        if room.stage == WAITING and room.settings.newcomers:
            raise ServerError("room.full", "all seats are taken")
        raise ServerError("room.closed", "nobody is let in now")


def offer(room: Room, guest: str) -> Offer:
    """What a guest without a seat may do here."""
    settings = room.settings
    is_host = guest == room.host
    watch = settings.spectators != "off" and (room.stage != OVER or guest in room.members)
    if room.stage == OVER or not (
        is_host or (settings.newcomers if room.stage == WAITING else settings.substitutes)
    ):
        return Offer((), watch)
    wanted = EMPTY if room.stage == WAITING else BOT
    free = (
        seat for seat, chair in enumerate(room.chairs) if chair.kind == wanted and chair.heir in ("", guest)
    )
    return Offer(tuple(free), watch)


def notice(room: Room) -> p.Sent | None:
    """What the first page tells anybody of a room that its host lists; None where it is not, or nobody can come.

    With it comes the way in: who lists a room invites everybody.
    """
    found = offer(room, "")
    if not room.settings.listed or room.locked or found.is_empty:
        return None
    return {
        "game": room.game.name,
        "preset": room.preset,
        "changed": len(room.given),
        "state": room.stage,
        "chairs": [
            {
                "seat": seat,
                "kind": chair.kind,
                "name": chair.name,
                "avatar": chair.avatar,
                "level": chair.level,
            }
            for seat, chair in enumerate(room.chairs)
        ],
        "free": len(found.seats),
        "watch": found.watch,
        "link": f"/join/{room.key}",
    }


def knock(course: MatchState, guest: str, name: str, now: int) -> str:
    """Somebody comes with an invitation: before the match they are let in; later they get the key and choose at the door.

    Raises:
        ServerError: those of `check_visitor`.
    """
    room = course.room
    check_visitor(room, guest, room.key)
    if guest in room.members:
        return ""
    if room.stage != WAITING:
        return room.key
    _let_in(course.context, guest, name, now)
    return ""


def admit(course: MatchState, guest: str, name: str, hello: p.Hello, now: int) -> None:
    """Let the page of a guest without a seat in, as it wishes.

    Raises:
        OutsideError: the match has begun, and it has not said what it wishes, or that is not to be had any more.
        ServerError: those of `check_visitor`; room.closed, room.full.
    """
    room = course.room
    check_visitor(room, guest, hello.key)
    found = offer(room, guest)
    if room.stage == WAITING:
        _let_in(course.context, guest, name, now)
    elif hello.seat is not None and hello.seat in found.seats:
        _add_member(course.context, guest)
        match.ask_for(course, guest, name, hello.seat, now)
    elif found.watch and (hello.watch or guest in room.members):
        _check_gallery(course.context, guest)
        _add_member(course.context, guest)
    elif found.is_empty:
        raise ServerError("room.closed", "nobody is let in now")
    else:
        raise OutsideError(_shown(course, found, now))


def _check_gallery(context: TableContext, guest: str) -> None:
    """See that there is a place for one more who watches."""
    watching = sum(stream.online for stream in context.audience.watching())
    if watching >= MOST_WATCHERS and not context.is_here(guest):
        raise ServerError("room.full", "too many watch already")


def _let_in(context: TableContext, guest: str, name: str, now: int) -> None:
    """Let somebody into a room that waits; who comes for the first time gets a chair, if one is free."""
    new = guest not in context.room.members
    chair = _free_chair(context, now) if new and context.room.settings.newcomers else None
    if chair is None:
        _check_gallery(context, guest)
    _add_member(context, guest)
    if chair is not None:
        chair.seat_person(guest, name)
        chair.go(now)


def _free_chair(context: TableContext, now: int) -> Chair | None:
    """An empty chair, or one that was given to somebody whose page never came."""
    chairs = context.room.chairs
    empty = next((chair for chair in chairs if chair.kind == EMPTY), None)
    return empty or next((chair for chair in chairs if _is_unseen(context, chair, now)), None)


def _is_unseen(context: TableContext, chair: Chair, now: int) -> bool:
    if chair.kind != HUMAN or chair.awaited or chair.away_since is None or now - chair.away_since < UNSEEN_MS:
        return False
    return chair.guest != context.room.host and context.audience.get(chair.guest) is None


def _add_member(context: TableContext, guest: str) -> None:
    """Make a guest a member; where there are too many, somebody goes who has no seat and is not there."""
    room = context.room
    if guest in room.members:
        return
    if len(room.members) >= MOST_MEMBERS:
        gone = (
            one
            for one in room.members
            if one != room.host and room.seat_of(one) is None and not context.is_here(one)
        )
        if (leaving := next(gone, None)) is None:
            raise ServerError("room.full", "too many have joined")
        room.forget(leaving)
    room.members.append(guest)
    context.room_changed()


def _shown(course: MatchState, found: Offer, now: int) -> p.Sent:
    """What somebody sees at the door: who plays what, and what they may do."""
    room = course.room
    return {
        "type": "door", "game": room.game.name, "preset": room.preset, "state": room.stage, "deal": course.deal_number,
        "chairs": [chair.shown(seat, now) for seat, chair in enumerate(room.chairs)],
        "seats": list(found.seats), "dealt": room.stage == PLAYING, "watch": found.watch, "spectators": room.settings.spectators,
        "delay_seconds": room.settings.delay_seconds,
    }  # fmt: skip
