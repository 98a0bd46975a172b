"""Admission and seating, and the room and the present moment as a page gets them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.pack import pack_of
from paiju.server.protocol import VERSION, Sent
from paiju.server.tables import match, shuffle
from paiju.server.tables.audience import NO_PROMPT, Stream
from paiju.server.tables.commands import Presence, Votes
from paiju.server.tables.deal import MatchState
from paiju.server.tables.room import (
    BOT,
    EMPTY,
    HUMAN,
    OVER,
    PLAYING,
    PROGRAM_MARK,
    SETTLED,
    WAITING,
    Chair,
    Room,
    token,
)

TOKEN_SECONDS = 24 * 60 * 60
"""How long a token opens its seat; programs already seated stay."""
LONGEST_TOKEN = 64


def invite(table: MatchState, host: str, seat: int, name: str, *, until: int, now: int) -> str:
    """Keep a seat without a person for a program; the token that opens it, which is sent this once. One of before opens nothing more.

    Raises:
        ServerError: host.only, room.started, room.seat_taken, seat.none, series.fixed.
    """
    room = table.room
    if host != room.host:
        raise ServerError("host.only", "only the host may do that")
    if room.stage != WAITING:
        raise ServerError("room.started", "the match has begun")
    match.check_free(room)
    if seat >= len(room.chairs):
        raise ServerError("seat.none", "no such seat")
    if room.chairs[seat].kind == HUMAN:
        raise ServerError("room.seat_taken", "the seat is taken")
    match.dismiss(table, room.chairs[seat])
    secret = secrets.token_urlsafe(32)
    room.chairs[seat].seat_program(PROGRAM_MARK + token(), name, _hash(secret), until, now)
    table.room_changed()
    return secret


def find(room: Room, secret: str, wall: int) -> Chair:
    """The chair that a token opens, at a time in seconds since 1970.

    Raises:
        ServerError: program.token; program.revoked; program.expired.
    """
    digest = _hash(secret[: LONGEST_TOKEN + 1])
    own = next(
        (chair for chair in room.chairs if chair.token and hmac.compare_digest(chair.token, digest)), None
    )
    if own is None:
        if digest in room.revoked:
            raise ServerError("program.revoked", "the host has taken the seat back")
        raise ServerError("program.token", "this token opens no seat here")
    if wall >= own.until:
        raise ServerError("program.expired", "the token is too old")
    return own


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


# --- who may come in: to a free seat before the match, to that of a bot later, or to watch, as the host has set

MOST_WATCHERS = 20
MOST_MEMBERS = 2 * MOST_WATCHERS
"""Present guests always find a place before those who have left."""
UNSEEN_MS = 60_000
"""A chair is reserved this long for a guest who took it and whose page never came."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The choices of a guest without a seat: take one of `seats`, or watch."""

    seats: tuple[int, ...]
    watch: bool

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing for them."""
        return not self.seats and not self.watch


class OutsideError(ServerError):
    """A guest is at the door of a match and has not chosen yet; `door` is what they see."""

    def __init__(self, door: p.Sent) -> None:
        super().__init__("room.outside", "choose what to do here")
        self.door = door


def check_member(room: Room, guest: str) -> None:
    """Check that a guest belongs to a room.

    Raises:
        ServerError: room.none, room.kicked.
    """
    if guest in room.banned:
        raise ServerError("room.kicked", "the host has removed this guest")
    if guest not in room.members:
        raise ServerError("room.none", "no such table")


def check_visitor(room: Room, guest: str, key: str = "") -> None:
    """Check that a guest belongs to a room or may come in, by its address or by the `key` of an invitation.

    Raises:
        ServerError: room.kicked, room.renewed, room.locked, room.full, room.closed.
    """
    if guest in room.members:
        return
    if guest in room.banned:
        raise ServerError("room.kicked", "the host has removed this guest")
    if room.renewed and not hmac.compare_digest(key.encode(), room.key.encode()):
        raise ServerError("room.renewed", "the invitation has been replaced")
    if room.locked:
        raise ServerError("room.locked", "the room is locked")
    if offer(room, guest).is_empty:
        if room.stage == WAITING and room.settings.newcomers:
            raise ServerError("room.full", "all seats are taken")
        raise ServerError("room.closed", "the table is closed to newcomers")


def offer(room: Room, guest: str) -> Offer:
    """The choices of a guest without a seat."""
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
    """What the first page tells anyone of a room that its host lists; None where it is not, or nobody can come.

    With it comes the way in: who lists a room invites everyone.
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


def knock(table: MatchState, guest: str, name: str, now: int) -> str:
    """Someone comes with an invitation: before the match they are let in; later they get the key and choose at the door.

    Raises:
        ServerError: those of `check_visitor`.
    """
    room = table.room
    check_visitor(room, guest, room.key)
    if guest in room.members:
        return ""
    if room.stage != WAITING:
        return room.key
    _let_in(table, guest, name, now)
    return ""


def admit(table: MatchState, guest: str, name: str, hello: p.Hello, now: int) -> None:
    """Let the page of a guest without a seat in, as it wishes.

    Raises:
        OutsideError: the match has begun, and it has not said what it wishes, or that is not to be had any more.
        ServerError: those of `check_visitor`; room.closed, room.full.
    """
    room = table.room
    check_visitor(room, guest, hello.key)
    found = offer(room, guest)
    if room.stage == WAITING:
        _let_in(table, guest, name, now)
    elif hello.seat is not None and hello.seat in found.seats:
        _add_member(table, guest)
        match.ask_for(table, guest, name, hello.seat, now)
    elif found.watch and (hello.watch or guest in room.members):
        _check_gallery(table, guest)
        _add_member(table, guest)
    elif found.is_empty:
        raise ServerError("room.closed", "the table is closed to newcomers")
    else:
        raise OutsideError(_displayed(table, found, now))


def _check_gallery(table: MatchState, guest: str) -> None:
    """Check that one more spectator has a place."""
    watching = sum(stream.online for stream in table.audience.watching())
    if watching >= MOST_WATCHERS and not table.is_here(guest):
        raise ServerError("room.full", "too many people are watching")


def _let_in(table: MatchState, guest: str, name: str, now: int) -> None:
    """Let someone into a room that waits; who comes for the first time gets a chair, if one is free."""
    new = guest not in table.room.members
    chair = _free_chair(table, now) if new and table.room.settings.newcomers else None
    if chair is None:
        _check_gallery(table, guest)
    _add_member(table, guest)
    if chair is not None:
        chair.seat_person(guest, name)
        chair.go(now)


def _free_chair(table: MatchState, now: int) -> Chair | None:
    """An empty chair, or one that was given to someone whose page never came."""
    chairs = table.room.chairs
    empty = next((chair for chair in chairs if chair.kind == EMPTY), None)
    return empty or next((chair for chair in chairs if _is_unseen(table, chair, now)), None)


def _is_unseen(table: MatchState, chair: Chair, now: int) -> bool:
    if chair.kind != HUMAN or chair.awaited or chair.away_since is None or now - chair.away_since < UNSEEN_MS:
        return False
    return chair.guest != table.room.host and table.audience.get(chair.guest) is None


def _add_member(table: MatchState, guest: str) -> None:
    """Make a guest a member; where there are too many, someone goes who has no seat and is not there."""
    room = table.room
    if guest in room.members:
        return
    if len(room.members) >= MOST_MEMBERS:
        gone = (
            one
            for one in room.members
            if one != room.host and room.seat_of(one) is None and not table.is_here(one)
        )
        if (leaving := next(gone, None)) is None:
            raise ServerError("room.full", "too many have joined")
        room.forget(leaving)
    room.members.append(guest)
    table.room_changed()


def _displayed(table: MatchState, found: Offer, now: int) -> p.Sent:
    """A guest's view at the door: the match, its players, and the choices."""
    room = table.room
    return {
        "type": "door", "game": room.game.name, "preset": room.preset, "state": room.stage, "deal": table.deal_number,
        "chairs": [chair.displayed(seat, now) for seat, chair in enumerate(room.chairs)],
        "seats": list(found.seats), "dealt": room.stage == PLAYING, "watch": found.watch, "spectators": room.settings.spectators,
        "delay_seconds": room.settings.delay_seconds,
    }  # fmt: skip


# --- the room and the present moment as a page gets them


class Showing:
    """Shows a match with its votes, and with what was said during it, at a table of a `node`."""

    def __init__(self, table: MatchState, votes: Votes, chat: Collection[Sent], node: str | None) -> None:
        self._table = table
        self._room = table.room
        self._votes = votes
        self._chat = chat
        self._node = node

    def room(self, stream: Stream, now: int) -> Sent:
        """The room for one viewer."""
        return self.with_you(self.shared_room(now), stream)

    def with_you(self, shared: Sent, stream: Stream) -> Sent:
        """The part that is the same for all, with the viewer's own role at this table."""
        this = self._room
        you = {
            "seat": stream.seat,
            "host": stream.guest == this.host,
            "watching": stream.seat is None and this.stage != WAITING,
            "heir": next(
                (seat for seat, chair in enumerate(this.chairs) if chair.heir == stream.guest), None
            ),
        }
        return {**shared, "you": you}

    def shared_room(self, now: int) -> Sent:
        """The room as far as it is the same for all viewers."""
        this = self._room
        return {
            "id": this.table,
            "game": this.game.name,
            "code": this.code if this.invites else None,
            "link": f"/join/{this.key}" if this.invites else None,
            "address": this.address,
            "state": this.stage,
            "preset": this.preset,
            "options": this.options.differences(),
            "changed": dict(this.changed),
            "digest": this.options.digest(),
            "settings": this.settings.to_json(),
            "host": this.seat_of(this.host),
            "quick": this.quick,
            "locked": this.locked,
            "paused": this.paused,
            "pause_ms": None if self._table.pause_ends is None else max(0, self._table.pause_ends - now),
            "dissolved": this.dissolved,
            "seats": [
                {**chair.displayed(seat, now), "mark": this.alias(chair.guest)}
                for seat, chair in enumerate(this.chairs)
            ],
            "watchers": [
                {"id": this.alias(one.guest), "name": self._table.names[one.guest]}
                for one in self._table.audience.watching()
                if one.online
            ],
            "own_bots": list(self._table.own_bots),
            "phrases": list(pack_of(this.game.name).phrases),
            "match": self._match(),
            "haste": self._table.fast_forward.displayed,
            "vote": self._votes.displayed(now),
            "next_ms": None
            if self._table.next_at is None or self._table.paused_clock.stands
            else max(0, self._table.next_at - now),
            "fairness": shuffle.displayed(self._table),
            "record": this.record if self._table.match.returns else None,
            "successor": this.successor,
            "series": None
            if this.duplicate is None
            else {"id": this.duplicate.series, "deal": this.duplicate.number},
            "chat": list(self._chat),
        }

    def _match(self) -> Sent:
        match, rules = self._table.match, self._table.match.rules
        points = rules.end == "target"
        return {
            "deal": self._table.deal_number,
            "deals": rules.length if rules.end == "deals" else None,
            "target": rules.length if points else None,
            "returns": [list(deal) for deal in match.returns],
            "scores": list(match.scores) if match.returns else [0] * len(self._room.chairs),
            "voids": match.voids,
            "over": match.is_over or self._room.stage == OVER,
            "winners": list(match.winners),
        }

    def greet(self, stream: Stream, now: int) -> None:
        """Show everything to a page that begins, the open question too."""
        self._table.audience.send(self.welcome(stream, now), stream)
        if self._table.running is not None and (prompt := self._table.running.open_prompt(stream.seat)):
            self._table.running.questions.show(prompt, now)

    def welcome(self, stream: Stream, now: int) -> Sent:
        """Everything a page needs to begin."""
        message: dict[str, Any] = {
            "type": "welcome",
            "version": VERSION,
            "node": self._node,
            "room": self.room(stream, now),
            "view": None,
            "clock": None,
            "prompt": NO_PROMPT,
            "log": list(stream.log),  # as it is now: what follows is sent by itself
        }
        running = self._table.running
        if running is None:
            return message
        if stream.seat is None:
            return {**message, "view": self._table.gallery.view, "log": list(self._table.gallery.log)}
        view = running.view_of(stream.seat)
        stream.view = view
        return {**message, "view": view, "clock": running.clock_json(now)}


# --- sitting down and getting up, readiness, 托管

UNDO_MS = 8000


class Lobby:
    """The actions of people on their seats, and those that each may still take back."""

    def __init__(self, table: MatchState, presence: Presence, showing: Showing) -> None:
        self._table = table
        self._room = table.room
        self._presence = presence
        self._showing = showing
        self._undoable: dict[str, tuple[str, int]] = {}

    def sit(self, stream: Stream, message: p.Sit, now: int) -> None:
        """Take an empty chair, later that of a bot as soon as no cards are dealt to it, or come back to one's own.

        Raises:
            ServerError: room.started, room.seat_taken, room.closed, room.full, seat.none.
        """
        room = self._room
        own = room.seat_of(stream.guest)
        if own is not None and own == message.seat:
            room.chairs[own].left = room.chairs[own].auto = False
            self._table.room_changed()
            return
        if room.stage != WAITING:
            name = self._table.names.get(stream.guest, "")
            if not match.ask_for(self._table, stream.guest, name, message.seat, now):
                return
            room.chairs[message.seat].avatar = self._table.avatars.get(stream.guest, "")
            self._showing.greet(self._table.audience.open(stream.guest, message.seat), now)
            return
        if own is None and not (room.settings.newcomers or stream.guest == room.host):
            raise ServerError("room.closed", "seats are not given away here")
        if message.seat >= len(room.chairs):
            raise ServerError("seat.none", "no such seat")
        chair = room.chairs[message.seat]
        if chair.kind != EMPTY:
            raise ServerError("room.seat_taken", "the seat is taken")
        name = room.chairs[own].name if own is not None else self._table.names.get(stream.guest, "")
        if own is not None:
            room.chairs[own].clear()
        chair.seat_person(stream.guest, name)
        chair.come("")
        chair.avatar = self._table.avatars.get(stream.guest, "")
        self._table.audience.open(stream.guest, message.seat)
        self._may_undo(stream, "sit", now)
        self._table.room_changed()

    def stand(self, stream: Stream, message: p.Stand, now: int) -> None:
        """Leave one's seat; once the match has begun a bot plays on until the player sits down again.

        Raises:
            ServerError: series.fixed.
        """
        _, chair = self._table.seated(stream)
        match.check_free(self._room)
        if self._room.stage == WAITING:
            chair.clear()
            self._table.audience.open(stream.guest, None)
        else:
            chair.left = True
        self._presence.hand_over(stream.guest)
        self._table.room_changed()

    def ready(self, stream: Stream, message: p.Ready, now: int) -> None:
        """Ready for the match or the next deal, or not any more.

        Raises:
            ServerError: message.unexpected, while a deal is on.
        """
        _, chair = self._table.seated(stream)
        if self._room.stage not in (WAITING, SETTLED):
            raise ServerError("message.unexpected", "nothing to be ready for")
        chair.ready = message.on
        if message.on:
            self._may_undo(stream, "ready", now)
        self._table.room_changed()

    def auto(self, stream: Stream, message: p.Auto, now: int) -> None:
        """托管 on or off.

        Raises:
            ServerError: series.fixed.
        """
        _, chair = self._table.seated(stream)
        match.check_free(self._room)
        chair.play_by_itself(on=message.on)
        self._table.room_changed()

    def _may_undo(self, stream: Stream, what: str, now: int) -> None:
        """Remember what someone may take back, and nothing that it is too late for."""
        self._undoable = {guest: own for guest, own in self._undoable.items() if own[1] >= now}
        self._undoable[stream.guest] = (what, now + UNDO_MS)

    def undo(self, stream: Stream, message: p.Ask, now: int) -> None:
        """Take sitting down or readiness back, for a short while.

        Raises:
            ServerError: ask.nothing_to_undo.
        """
        what, until = self._undoable.pop(stream.guest, ("", 0))
        if now > until or self._room.stage not in (WAITING, SETTLED):
            raise ServerError("ask.nothing_to_undo", "nothing to take back")
        if what == "sit":
            self.stand(stream, p.Stand(), now)
        elif what == "ready":
            self.ready(stream, p.Ready(on=False), now)
