"""The table: takes messages and the time, keeps the match going, and returns what to store and to send."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from paiju.core.errors import PaijuError
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.store.rows import DropRoom
from paiju.server.tables import commands, lobby, match, shuffle
from paiju.server.tables.audience import NO_PROMPT, Stream
from paiju.server.tables.chat import Talk
from paiju.server.tables.commands import Presence, Votes
from paiju.server.tables.context import Effects, News, Randomness
from paiju.server.tables.deal import MatchState
from paiju.server.tables.lobby import Lobby, Showing
from paiju.server.tables.questions import Prompt
from paiju.server.tables.room import (
    HUMAN,
    OVER,
    PLAYING,
    WAITING,
    Chair,
    Room,
    is_program,
)
from paiju.signatures import Key

_QUESTIONS = frozenset({"check", "waits", "position"})


def _to_nobody(stream: Stream, message: p.Message, now: int) -> None:
    raise ServerError("message.unexpected", "this message is for the socket, not for the table")


def _check_program(stream: Stream, message: p.Message) -> None:
    """Check that a program only plays.

    Raises:
        ServerError: program.plays.
    """
    if isinstance(message, p.Act | p.Auto) or not is_program(stream.guest):
        return
    if isinstance(message, p.Say) and message.phrase is not None:
        return
    if not isinstance(message, p.Ask) or message.what not in _QUESTIONS:
        raise ServerError("program.plays", "a program may only play")


Handler = Callable[[Stream, Any, int], None]
"""Carries out a message of a guest at a time, in ms; raises `PaijuError` if it is refused, and nothing has changed then."""

IDLE_MS = 2 * 60 * 60 * 1000


class Table(MatchState):
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
        super().__init__(room, now, randomness, first_seq, key)
        self.presence = Presence(self)
        self.votes = Votes(self)
        talk = Talk(self)
        self.chat = talk.chat
        self.showing = Showing(self, self.votes, self.chat, node)
        lobby = Lobby(self, self.presence, self.showing)
        self._requests: Mapping[str, Handler] = {
            "hint": talk.hint, "check": talk.check, "waits": talk.waits, "position": talk.position, "hold": talk.hold,
            "undo": lobby.undo, "skip": self._skip,
            "dismiss": self.votes.answer, "rematch": self.votes.answer, "admit": self.votes.answer, "mute": self.votes.answer,
        }  # fmt: skip
        self._handlers: Mapping[type[p.Message], Handler] = {
            p.Hello: _to_nobody, p.Ping: _to_nobody, p.Act: self._act, p.Say: talk.say, p.Sit: lobby.sit, p.Stand: lobby.stand,
            p.Ready: lobby.ready, p.Auto: lobby.auto, p.Ask: self._ask, p.Share: partial(shuffle.share, self),
            p.Nonce: partial(shuffle.nonce, self), p.Host: partial(commands.host, self),
        }  # fmt: skip
        self.touched = now
        """When anyone was here last."""
        self._fast_forward: p.Sent | None = None
        self._news = News(now)
        if room.paused:
            self.pause(now, on=True)

    # What is read from outside

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen here."""
        return self.room.stage == OVER

    def is_idle(self, now: int, idle_ms: int) -> bool:
        """Whether nobody has been here for that many ms, so that the table can be put away until someone comes back."""
        return not self.is_anybody_here and now - self.touched > idle_ms

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
            _check_program(stream, message)
            self._handlers[type(message)](stream, message, now)
        except PaijuError as error:
            self.audience.answer(stream, p.error_message(error, message))
            return False
        return True

    def _act(self, stream: Stream, message: p.Act, now: int) -> None:
        seat, _ = self.seated(stream)
        if self.room.paused:
            raise ServerError("room.paused", "the host has paused the table")
        if self.running is None or self.room.stage != PLAYING:
            if self.answers.get(seat) == (message.prompt, message.action):
                return
            raise ServerError("prompt.stale", "no deal is on")
        self.running.act(seat, message.prompt, message.action, self.paused_clock.time(now))

    def _ask(self, stream: Stream, message: p.Ask, now: int) -> None:
        self._requests[message.what](stream, message, now)

    def _skip(self, stream: Stream, message: p.Ask, now: int) -> None:
        """Request fast-forward through the rest of the deal, or (`on` false) not any more."""
        seat, _ = self.seated(stream)
        self.fast_forward.ask(seat, on=message.on)

    def refuse(self, guest: str, error: PaijuError, now: int) -> None:
        """Tell a guest that what they sent was no message."""
        if stream := self.audience.get(guest):
            self.audience.answer(stream, p.error_message(error))

    @property
    def wants_code(self) -> bool:
        """Whether the room needs a new code to be typed."""
        return self.room.code is None and self.room.invites

    def take_code(self, code: str) -> None:
        """Get that code."""
        self.room.code = code
        self.room_changed()

    def put_away(self, now: int) -> None:
        """Put the table away after a long absence; a room that never began is forgotten."""
        if self.room.stage == WAITING and self.is_idle(now, IDLE_MS):
            self.write(DropRoom(self.room.table))

    # Pages that come and go, and guests who change their name, their device, or leave for good

    def connect(
        self, guest: str, name: str, hello: p.Hello, now: int, *, avatar: str = "", marks: Collection[str] = ()
    ) -> None:  # fmt: skip
        """A page of a guest opens, for the first time or again; `marks` stand for its browser and address.

        Raises:
            ServerError: those of `lobby.admit`; program.revoked, for a program whose seat is gone.
        """
        if self.room.seat_of(guest) is None:
            if is_program(guest):
                raise ServerError("program.revoked", "the host has taken the seat back")
            lobby.admit(self, guest, name, hello, now)
        seat = self.room.seat_of(guest)
        self.gallery.release(now, self.audience)
        if seat is not None and not self.is_here(guest):
            self._notify_friends(guest, name)
        stream = self.audience.open(guest, seat)
        self.names[guest], self.avatars[guest] = name, avatar
        self.marks[guest] = frozenset(marks)
        if seat is not None:
            if self.room.stage == PLAYING:
                self.room.see(self.traces(guest), seat)
            self.room.chairs[seat].come(name)
            self.room.chairs[seat].avatar = avatar
        self.touched = now
        self.resume_clocks(now)
        self.meet_drivers(now)
        stream.online = True  # from here on it hears: first of all the present
        self.room_changed()
        if self.audience.resume(stream, hello.resume):
            self._go_on(stream, now)
        else:
            self.showing.greet(stream, now)
        self._begin_by_itself(now)
        self.settle(now)

    def _notify_friends(self, guest: str, name: str) -> None:
        """Have those who have a seat here and are away told who has come to theirs."""
        for chair in self.room.chairs:
            if chair.kind == HUMAN and not chair.online and chair.guest != guest and not self.is_over:
                self.notify(chair.guest, "friends", name=name)

    def _begin_by_itself(self, now: int) -> None:
        """Begin a match that waits only for those who play it, if now all are here."""
        room = self.room
        if room.stage == WAITING and ((room.quick and self.is_here(room.host)) or match.all_are_here(room)):
            with suppress(ServerError):  # someone is not ready: then it waits as any other room
                match.start(self, now)

    def _go_on(self, stream: Stream, now: int) -> None:
        """The present moment for a page that has caught up."""
        running = self.running
        if running is None or stream.seat is None:
            return
        self.audience.send(running.clock_json(now), stream)
        if not stream.prompted:  # the page may still show a question that was taken back meanwhile
            self.audience.send(NO_PROMPT, stream)
        if prompt := running.open_prompt(stream.seat):
            running.questions.show(prompt, now)

    def disconnect(self, guest: str, now: int) -> None:
        """The page of a guest is gone."""
        stream = self.audience.get(guest)
        if stream is None:
            return
        stream.online = False
        if stream.seat is None:
            match.drop_claim(self.room, guest)
            self.part_from(guest)
        else:
            self.room.chairs[stream.seat].go(now)
        self.touched = now
        self.room_changed()
        self.settle(now)

    def check_move(self, old: str, new: str) -> int:
        """Check that a seat may be moved to another device; which it is.

        Raises:
            ServerError: code.none, room.seat_taken, room.kicked, seat.dealt.
        """
        seat = self.room.seat_of(old)
        if seat is None:
            raise ServerError("code.none", "the seat no longer exists")
        if self.room.seat_of(new) is not None:
            raise ServerError("room.seat_taken", "the other device has a seat of its own here")
        if new in self.room.banned:
            raise ServerError("room.kicked", "the host has removed this guest")
        match.check_moved(self.room, new, seat)
        return seat

    def move_seat(self, old: str, new: str, name: str, now: int) -> None:
        """Move a seat to another device: it belongs to another guest now.

        Raises:
            ServerError: those of `check_move`.
        """
        seat = self.check_move(old, new)
        match.drop_claim(self.room, new)
        self.room.move(old, new)
        self.votes.move(old, new)
        self.room.chairs[seat].move(new, name, now)
        self.shuffle.shares.pop(seat, None)  # only the old device knows the nonce that it promised
        before = self.audience.get(old)
        self.farewell(old, "seat.moved")
        stream = self.audience.open(new, seat)
        if before is not None:
            stream.log = before.log
        if stream.online:  # it has watched so far
            self.room.chairs[seat].come(name)
            self.showing.greet(stream, now)
        self.room_changed()

    def rename(self, guest: str, name: str, now: int, *, avatar: str = "") -> None:
        """A guest has another name or animal; records that are written keep the name of their time."""
        seat = self.room.seat_of(guest)
        if seat is not None:
            self.room.chairs[seat].rename(name)
            self.room.chairs[seat].avatar = avatar
        if self.audience.get(guest) is not None:
            self.names[guest], self.avatars[guest] = name, avatar
        elif seat is None:
            return
        self.room_changed()

    def forget(self, guest: str, now: int) -> None:
        """A guest is gone for good: their chair is empty, or a bot plays on without their name."""
        seat = self.room.seat_of(guest)
        if seat is not None and self.room.stage == WAITING:
            match.leave_empty(self.room, seat)
        elif seat is not None:
            match.forget(self, seat)
        self.presence.hand_over(guest)
        if self.room.host == guest:
            self.room.host = ""
        match.drop_claim(self.room, guest)
        self.room.redact(guest)
        self.farewell(guest, "guest.forgotten")
        self.room_changed()
        self._begin_by_itself(now)
        self.settle(now)

    # What comes of it

    def take(self, now: int) -> Effects:
        """The rows and messages since the last call."""
        if self.room_was_changed():
            self._news.changed()
        if self._news.tell(self.room.stage, now):
            shared = self.showing.shared_room(now)
            for stream in self.audience.everybody():
                this = self.showing.with_you(shared, stream)
                self.audience.send({"type": "room", "room": this}, stream)
        return self.gathered()

    # Between a message and the next

    @property
    def wake(self) -> int | None:
        """When `tick` has something to do; None: not before someone says something."""
        watched = self.gallery.wake if self.audience.watching() else None
        times = [watched, self.votes.wake, self.presence.wake, self._news.wake, self.pause_ends]
        times += [at for _, at in self._missed()]
        if not self.paused_clock.stands:
            playing = self.running if self.room.stage == PLAYING else None
            times += [self.next_at, playing.wake if playing else None]
            times += [self._takeover(chair) for chair in self.room.chairs]
        return min((time for time in times if time is not None), default=None)

    def tick(self, now: int) -> None:
        """Do what is due."""
        self.settle(now)

    def settle(self, now: int) -> None:
        """Bring everything up to the present."""
        self.end_pause(now)
        self.resume_clocks(now)
        self.stop_clocks(now)
        self.meet_drivers(now)
        if not self.paused_clock.stands:
            self._play_on(now)
        if (fast := self.fast_forward.displayed) != self._fast_forward:
            self._fast_forward = fast
            self.room_changed()
        self.presence.keep(now)
        self.votes.close(now)
        self._seat_heirs(now)
        self._notify_the_missing(now)
        self.gallery.release(now, self.audience)

    def _notify_the_missing(self, now: int) -> None:
        """Have people who are away told that it is their turn."""
        for prompt, at in self._missed():
            if now >= at:
                prompt.notified = True
                self.notify(self.room.chairs[prompt.seat].guest, "turn")

    def _missed(self) -> list[tuple[Prompt, int]]:
        return list(self.running.missed()) if self.running and self.room.stage == PLAYING else []

    def _seat_heirs(self, now: int) -> None:
        for guest, seat in match.seat_heirs(self, now):
            self.room.chairs[seat].avatar = self.avatars.get(guest, "")
            self.meet_drivers(now)
            self.showing.greet(self.audience.open(guest, seat), now)

    def _play_on(self, now: int) -> None:
        if self.running is not None and self.room.stage == PLAYING:
            self.running.tick(now)
            match.close_deal(self, now)
        match.go_on(self, now)

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
