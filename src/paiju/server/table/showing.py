"""The room and the present moment as a page gets them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from paiju.server.pack import pack_of
from paiju.server.protocol import VERSION, Sent
from paiju.server.table import shuffling
from paiju.server.table.audience import NO_PROMPT, Stream
from paiju.server.table.course import Course
from paiju.server.table.room import OVER, WAITING
from paiju.server.table.votes import Votes


class Showing:
    """Shows a match with its votes, and with what was said during it, at a table of a `node`."""

    def __init__(self, course: Course, votes: Votes, chat: Collection[Sent], node: str | None) -> None:
        self._course = course
        self._company = course.company
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
                {"id": this.alias(one.guest), "name": self._company.names[one.guest]}
                for one in self._company.audience.watching()
                if one.online
            ],
            "phrases": list(pack_of(this.game.name).phrases),
            "match": self._match(),
            "haste": self._course.haste.shown,
            "vote": self._votes.shown(now),
            "next_ms": None
            if self._course.next_at is None or self._company.standstill.stands
            else max(0, self._course.next_at - now),
            "fairness": shuffling.shown(self._course),
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
        self._company.audience.send(stream, self.welcome(stream, now))
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
            return {**message, "view": self._company.gallery.view, "log": list(self._company.gallery.log)}
        view = running.view_of(stream.seat)
        stream.begin(view)
        return {**message, "view": view, "clock": running.clock_json(now)}
