"""The table: takes messages and the time, keeps the match going, and returns what to store and to send."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from paiju.core.errors import PaijuError
from paiju.core.match import Match
from paiju.core.record import Recorder
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.store.rows import DropRoom
from paiju.server.tables import admission, commands, match, shuffle
from paiju.server.tables.audience import Effects, News, Stream
from paiju.server.tables.chairs import Chair
from paiju.server.tables.chat import Talk
from paiju.server.tables.commands import Votes
from paiju.server.tables.context import Presence, Randomness, TableContext
from paiju.server.tables.deal import Running
from paiju.server.tables.lobby import Lobby, Showing
from paiju.server.tables.match_state import MatchState
from paiju.server.tables.room import OVER, PLAYING, WAITING, Room
from paiju.signatures import Key

Handler = Callable[[Stream, Any, int], None]
"""Carries out a message of somebody at a time, in ms; raises `PaijuError` if it is refused, and nothing has changed then."""


def handlers(
    course: MatchState, *, lobby: Lobby, talk: Talk, votes: Votes
) -> Mapping[type[p.Message], Handler]:
    """Who carries out which message."""
    asked: dict[str, Handler] = {
        "hint": talk.hint,
        "check": talk.check,
        "waits": talk.waits,
        "position": talk.position,
        "hold": talk.hold,
        "undo": lobby.undo,
        "skip": partial(_skip, course),
        "dismiss": votes.answer,
        "rematch": votes.answer,
        "admit": votes.answer,
        "mute": votes.answer,
    }
    return {
        p.Hello: _to_nobody,
        p.Ping: _to_nobody,
        p.Act: partial(_act, course),
        p.Say: talk.say,
        p.Sit: lobby.sit,
        p.Stand: lobby.stand,
        p.Ready: lobby.ready,
        p.Auto: lobby.auto,
        p.Ask: partial(_ask, asked),
        p.Share: partial(shuffle.share, course),
        p.Nonce: partial(shuffle.nonce, course),
        p.Host: partial(commands.host, course),
    }


def _to_nobody(stream: Stream, message: p.Message, now: int) -> None:
    raise ServerError("message.unexpected", "that is said to the socket, not to the table")


def _act(course: MatchState, stream: Stream, message: p.Act, now: int) -> None:
    seat, _ = course.context.seated(stream)
    if course.room.paused:
        raise ServerError("room.paused", "the host has paused the table")
    if course.running is None or course.room.stage != PLAYING:
        if course.answers.has(seat, message.prompt, message.action):
            return
        raise ServerError("prompt.stale", "no deal is on")
    course.running.act(seat, message.prompt, message.action, course.context.paused_clock.time(now))


def _ask(asked: Mapping[str, Handler], stream: Stream, message: p.Ask, now: int) -> None:
    asked[message.what](stream, message, now)


def _skip(course: MatchState, stream: Stream, message: p.Ask, now: int) -> None:
    """Ask for fast-forward through the rest of the deal, or (`on` false) not any more."""
    seat, _ = course.context.seated(stream)
    course.fast_forward.ask(seat, on=message.on)


# --- the table: takes what guests say and what time it is, keeps the match going, and says what to keep and to send

IDLE_MS = 2 * 60 * 60 * 1000


class Table:
    """One table. `now` is a number of milliseconds that never runs back.

    `chance` draws delays; `token` gives that number of random bytes, in hexadecimal, for what is secret, `mark` for what only
    has to differ; `key` signs the record. `node` is the one that has the table, if there are several.
    """

    def __init__(
        self, room: Room, now: int, *, first_seq: int = 0,
        chance: random.Random | None = None, token: Callable[[int], str] = secrets.token_hex,
        mark: Callable[[int], str] | None = None, key: Key | None = None, node: str | None = None,
    ) -> None:  # fmt: skip
        randomness = Randomness(chance or random.SystemRandom(), token, mark or token)
        self.room = room
        self.context = TableContext(room, now, randomness, first_seq)
        self.audience = self.context.audience
        self.course = MatchState(self.context, key)
        self.presence = Presence(self.context)
        self.votes = Votes(self.course)
        talk = Talk(self.course)
        self.chat = talk.chat
        self.showing = Showing(self.course, self.votes, self.chat, node)
        lobby = Lobby(self.course, self.presence, self.showing)
        self._handlers = handlers(self.course, lobby=lobby, talk=talk, votes=self.votes)
        self.touched = now
        """When anybody was here last."""
        self._fast_forward: p.Sent | None = None
        self._news = News(now)
        if room.paused:
            self.course.pause(now, on=True)

    # What is read from outside

    @property
    def match(self) -> Match:
        """The match as far as its deals are over."""
        return self.course.match

    @property
    def recorder(self) -> Recorder | None:
        """What writes the record, once the match has begun."""
        return self.course.recorder

    @property
    def running(self) -> Running | None:
        """The deal that is played, or was played last."""
        return self.course.running

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen here."""
        return self.room.stage == OVER

    def is_idle(self, now: int, idle_ms: int) -> bool:
        """Whether nobody has been here for that many ms, so that the table can be put away until somebody comes back."""
        return not self.context.is_anybody_here and now - self.touched > idle_ms

    # What comes in

    def receive(self, guest: str, message: p.Message, now: int) -> None:
        """A message of a guest; one that came twice is carried out once. A refusal goes back to them alone and changes nothing."""
        stream = self.audience.get(guest)
        if stream is None:
            return
        self.touched = now
        if self.audience.has_done(guest, message.id) or self._carry_out(stream, message, now):
            self.audience.done(guest, message.id)
        self.settle(now)

    def _carry_out(self, stream: Stream, message: p.Message, now: int) -> bool:
        try:
            admission.check(stream, message)
            self._handlers[type(message)](stream, message, now)
        except PaijuError as error:
            self.audience.answer(stream, p.error_message(error, message))
            return False
        return True

    def refuse(self, guest: str, error: PaijuError, now: int) -> None:
        """Tell a guest that what they sent was no message."""
        if stream := self.audience.get(guest):
            self.audience.answer(stream, p.error_message(error))

    def room_changed(self) -> None:
        """As that of the context."""
        self.context.room_changed()

    @property
    def wants_code(self) -> bool:
        """Whether the room needs a new code to be typed."""
        return self.room.code is None and self.room.invites

    def take_code(self, code: str) -> None:
        """Get that code."""
        self.room.code = code
        self.room_changed()

    def put_away(self, now: int) -> None:
        """Nobody has been here for long: a room that never began is forgotten."""
        if self.room.stage == WAITING and self.is_idle(now, IDLE_MS):
            self.context.write(DropRoom(self.room.table))

    # What comes of it

    def take(self, now: int) -> Effects:
        """What is to be kept and sent since the last time."""
        if self.context.room_was_changed():
            self._news.changed()
        if self._news.tell(self.room.stage, now):
            shared = self.showing.shared_room(now)
            for stream in self.audience.everybody():
                this = self.showing.with_you(shared, stream)
                self.audience.send(stream, {"type": "room", "room": this})
        return self.context.take()

    # Between a message and the next

    @property
    def wake(self) -> int | None:
        """When `tick` has something to do; None: not before somebody says something."""
        watched = self.context.gallery.wake if self.audience.watching() else None
        times = [watched, self.votes.wake, self.presence.wake, self._news.wake, self.course.pause_ends]
        if not self.context.paused_clock.stands:
            playing = self.running if self.room.stage == PLAYING else None
            times += [self.course.next_at, playing.wake if playing else None]
            times += [self._takeover(chair) for chair in self.room.chairs]
        return min((time for time in times if time is not None), default=None)

    def tick(self, now: int) -> None:
        """Do what is due."""
        self.settle(now)

    def settle(self, now: int) -> None:
        """Bring everything up to the present."""
        self.course.end_pause(now)
        self.course.resume_clocks(now)
        self.course.stop_clocks(now)
        self.course.meet_drivers(now)
        if not self.context.paused_clock.stands:
            self._play_on(now)
        if (fast := self.course.fast_forward.shown) != self._fast_forward:
            self._fast_forward = fast
            self.room_changed()
        self.presence.keep(now)
        self.votes.close(now)
        self._seat_heirs(now)
        self.context.gallery.release(now, self.audience)

    def _seat_heirs(self, now: int) -> None:
        for guest, seat in match.seat_heirs(self.course, now):
            self.room.chairs[seat].avatar = self.context.avatars.get(guest, "")
            self.course.meet_drivers(now)
            self.showing.greet(self.audience.open(guest, seat), now)

    def _play_on(self, now: int) -> None:
        if self.running is not None and self.room.stage == PLAYING:
            self.running.tick(now)
            match.close_deal(self.course, now)
        match.go_on(self.course, now)

    def _takeover(self, chair: Chair) -> int | None:
        """When a bot takes over from a person or program that has gone; None if one plays already, or nobody is missed."""
        if not chair.is_remote or chair.auto or chair.left or chair.away_since is None or not self.running:
            return None
        at = chair.away_since + 1000 * self.room.settings.takeover_seconds
        driven = all(
            prompt.act_at is not None
            for prompt in self.running.prompts.values()
            if self.room.chairs[prompt.seat] is chair
        )
        return None if driven else at
