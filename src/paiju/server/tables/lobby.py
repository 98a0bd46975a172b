"""The room and the present moment as a page gets them; sitting down, leaving, readiness and auto-play."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.pack import pack_of
from paiju.server.protocol import VERSION, Sent
from paiju.server.tables import match, match_state, shuffle
from paiju.server.tables.audience import NO_PROMPT, Stream
from paiju.server.tables.chairs import EMPTY
from paiju.server.tables.commands import Votes
from paiju.server.tables.context import Presence
from paiju.server.tables.match_state import MatchState
from paiju.server.tables.room import OVER, SETTLED, WAITING


class Showing:
    """Shows a match with its votes, and with what was said during it, at a table of a `node`."""

    def __init__(self, course: MatchState, votes: Votes, chat: Collection[Sent], node: str | None) -> None:
        self._course = course
        self._context = course.context
        self._room = course.room
        self._votes = votes
        self._chat = chat
        self._node = node

    def room(self, stream: Stream, now: int) -> Sent:
        """The room for one viewer."""
        return self.with_you(self.shared_room(now), stream)

    def with_you(self, shared: Sent, stream: Stream) -> Sent:
        """What is the same for all, and what the viewer is at this table."""
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
            "pause_ms": None if self._course.pause_ends is None else max(0, self._course.pause_ends - now),
            "dissolved": this.dissolved,
            "seats": [
                {**chair.shown(seat, now), "mark": this.alias(chair.guest)}
                for seat, chair in enumerate(this.chairs)
            ],
            "watchers": [
                {"id": this.alias(one.guest), "name": self._context.names[one.guest]}
                for one in self._context.audience.watching()
                if one.online
            ],
            "phrases": list(pack_of(this.game.name).phrases),
            "match": self._match(),
            "haste": self._course.fast_forward.shown,
            "vote": self._votes.shown(now),
            "next_ms": None
            if self._course.next_at is None or self._context.paused_clock.stands
            else max(0, self._course.next_at - now),
            "fairness": shuffle.shown(self._course),
            "record": this.record if self._course.match.returns else None,
            "successor": this.successor,
            "series": None
            if this.duplicate is None
            else {"id": this.duplicate.series, "deal": this.duplicate.number},
            "chat": list(self._chat),
        }

    def _match(self) -> Sent:
        match, rules = self._course.match, self._course.match.rules
        points = rules.end == "target"
        return {
            "deal": self._course.deal_number,
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
        self._context.audience.send(stream, self.welcome(stream, now))
        if self._course.running is not None and (prompt := self._course.running.open_prompt(stream.seat)):
            self._course.running.questions.show(prompt, now)

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
        running = self._course.running
        if running is None:
            return message
        if stream.seat is None:
            return {**message, "view": self._context.gallery.view, "log": list(self._context.gallery.log)}
        view = running.view_of(stream.seat)
        stream.view = view
        return {**message, "view": view, "clock": running.clock_json(now)}


# --- sitting down and getting up, readiness, 托管

UNDO_MS = 8000


class Lobby:
    """What people do with their chairs, and what of it each may still take back."""

    def __init__(self, course: MatchState, presence: Presence, showing: Showing) -> None:
        self._course = course
        self._context = course.context
        self._room = course.room
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
            self._context.room_changed()
            return
        if room.stage != WAITING:
            name = self._context.names.get(stream.guest, "")
            if not match.ask_for(self._course, stream.guest, name, message.seat, now):
                return
            room.chairs[message.seat].avatar = self._context.avatars.get(stream.guest, "")
            self._showing.greet(self._context.audience.open(stream.guest, message.seat), now)
            return
        if own is None and not (room.settings.newcomers or stream.guest == room.host):
            raise ServerError("room.closed", "seats are not given away here")
        if message.seat >= len(room.chairs):
            raise ServerError("seat.none", "no such seat")
        chair = room.chairs[message.seat]
        if chair.kind != EMPTY:
            raise ServerError("room.seat_taken", "somebody sits there")
        name = room.chairs[own].name if own is not None else self._context.names.get(stream.guest, "")
        if own is not None:
            room.chairs[own].clear()
        chair.seat_person(stream.guest, name)
        chair.come("")
        chair.avatar = self._context.avatars.get(stream.guest, "")
        self._context.audience.open(stream.guest, message.seat)
        self._may_undo(stream, "sit", now)
        self._context.room_changed()

    def stand(self, stream: Stream, message: p.Stand, now: int) -> None:
        """Leave one's seat; once the match has begun a bot plays on until the player sits down again.

        Raises:
            ServerError: series.fixed.
        """
        _, chair = self._context.seated(stream)
        match_state.check_free(self._room)
        if self._room.stage == WAITING:
            chair.clear()
            self._context.audience.open(stream.guest, None)
        else:
            chair.left = True
        self._presence.hand_over(stream.guest)
        self._context.room_changed()

    def ready(self, stream: Stream, message: p.Ready, now: int) -> None:
        """Ready for the match or the next deal, or not any more.

        Raises:
            ServerError: message.unexpected, while a deal is on.
        """
        _, chair = self._context.seated(stream)
        if self._room.stage not in (WAITING, SETTLED):
            raise ServerError("message.unexpected", "nothing to be ready for")
        chair.ready = message.on
        if message.on:
            self._may_undo(stream, "ready", now)
        self._context.room_changed()

    def auto(self, stream: Stream, message: p.Auto, now: int) -> None:
        """托管 on or off.

        Raises:
            ServerError: series.fixed.
        """
        _, chair = self._context.seated(stream)
        match_state.check_free(self._room)
        chair.play_by_itself(on=message.on)
        self._context.room_changed()

    def _may_undo(self, stream: Stream, what: str, now: int) -> None:
        """Remember what somebody may take back, and nothing that it is too late for."""
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
