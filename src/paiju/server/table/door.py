"""Who may come in: to a free seat before the match, to that of a bot later, or to watch, as the host has set."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.table import seating
from paiju.server.table.chairs import BOT, EMPTY, HUMAN, Chair
from paiju.server.table.company import Company
from paiju.server.table.course import Course
from paiju.server.table.room import OVER, PLAYING, WAITING, Room

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
        """Whether there is nothing for him."""
        return not self.seats and not self.watch


class OutsideError(ServerError):
    """Somebody stands at the door of a match and has not said what he wants; `door` is what he is shown."""

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


def knock(course: Course, guest: str, name: str, now: int) -> str:
    """Somebody comes with an invitation: before the match he is let in; later he gets the key and chooses at the door.

    Raises:
        ServerError: those of `check_visitor`.
    """
    room = course.room
    check_visitor(room, guest, room.key)
    if guest in room.members:
        return ""
    if room.stage != WAITING:
        return room.key
    _let_in(course.company, guest, name, now)
    return ""


def admit(course: Course, guest: str, name: str, hello: p.Hello, now: int) -> None:
    """Let the page of a guest without a seat in, as it wishes.

    Raises:
        OutsideError: the match has begun, and it has not said what it wishes, or that is not to be had any more.
        ServerError: those of `check_visitor`; room.closed, room.full.
    """
    room = course.room
    check_visitor(room, guest, hello.key)
    found = offer(room, guest)
    if room.stage == WAITING:
        _let_in(course.company, guest, name, now)
    elif hello.seat is not None and hello.seat in found.seats:
        _add_member(course.company, guest)
        seating.ask_for(course, guest, name, hello.seat, now)
    elif found.watch and (hello.watch or guest in room.members):
        _check_gallery(course.company, guest)
        _add_member(course.company, guest)
    elif found.is_empty:
        raise ServerError("room.closed", "nobody is let in now")
    else:
        raise OutsideError(_shown(course, found, now))


def _check_gallery(company: Company, guest: str) -> None:
    """See that there is a place for one more who watches."""
    watching = sum(stream.online for stream in company.audience.watching())
    if watching >= MOST_WATCHERS and not company.is_here(guest):
        raise ServerError("room.full", "too many watch already")


def _let_in(company: Company, guest: str, name: str, now: int) -> None:
    """Let somebody into a room that waits; who comes for the first time gets a chair, if one is free."""
    new = guest not in company.room.members
    chair = _free_chair(company, now) if new and company.room.settings.newcomers else None
    if chair is None:
        _check_gallery(company, guest)
    _add_member(company, guest)
    if chair is not None:
        chair.seat_person(guest, name)
        chair.go(now)


def _free_chair(company: Company, now: int) -> Chair | None:
    """An empty chair, or one that was given to somebody whose page never came."""
    chairs = company.room.chairs
    empty = next((chair for chair in chairs if chair.kind == EMPTY), None)
    return empty or next((chair for chair in chairs if _is_unseen(company, chair, now)), None)


def _is_unseen(company: Company, chair: Chair, now: int) -> bool:
    if chair.kind != HUMAN or chair.awaited or chair.away_since is None or now - chair.away_since < UNSEEN_MS:
        return False
    return chair.guest != company.room.host and company.audience.get(chair.guest) is None


def _add_member(company: Company, guest: str) -> None:
    """Make a guest a member; where there are too many, somebody goes who has no seat and is not there."""
    room = company.room
    if guest in room.members:
        return
    if len(room.members) >= MOST_MEMBERS:
        gone = (
            one
            for one in room.members
            if one != room.host and room.seat_of(one) is None and not company.is_here(one)
        )
        if (leaving := next(gone, None)) is None:
            raise ServerError("room.full", "too many have joined")
        room.forget(leaving)
    room.join(guest)
    company.room_changed()


def _shown(course: Course, found: Offer, now: int) -> p.Sent:
    """What somebody sees at the door: who plays what, and what he may do."""
    room = course.room
    return {
        "type": "door", "game": room.game.name, "preset": room.preset, "state": room.stage, "deal": course.deal_number,
        "chairs": [chair.shown(seat, now) for seat, chair in enumerate(room.chairs)],
        "seats": list(found.seats), "dealt": room.stage == PLAYING, "watch": found.watch, "spectators": room.settings.spectators,
        "delay_seconds": room.settings.delay_seconds,
    }  # fmt: skip
