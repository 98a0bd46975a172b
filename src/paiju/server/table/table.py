"""The table: takes what guests say and what time it is, keeps the match going, and says what to keep and to send."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from paiju.core.errors import PaijuError
from paiju.core.match import Match
from paiju.core.record import Recorder
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.table import haste, lobby, matching, presiding, showing, shuffling, talk, votes
from paiju.server.table.audience import Audience, Frame, Stream
from paiju.server.table.chairs import EMPTY, HUMAN, Chair
from paiju.server.table.gallery import Gallery
from paiju.server.table.news import News
from paiju.server.table.passes import Passes
from paiju.server.table.room import MOST_CHAT_LINES, OVER, PLAYING, WAITING, Room
from paiju.server.table.running import Running
from paiju.server.table.thinking import Thought
from paiju.server.table.votes import Vote
from paiju.server.writes import DropTable, Write
from paiju.signatures import Key

IDLE_MS = 2 * 60 * 60 * 1000
FORGOTTEN = ""
"""Stands for the name of a question from before a restart."""


@dataclass(slots=True)
class Outcome:
    """What a step of a table leads to: keep the writes first, then send, then close; `thoughts` may take their time."""

    writes: tuple[Write, ...] = ()
    sends: list[Frame] = field(default_factory=list)
    closes: list[str] = field(default_factory=list)
    thoughts: list[Thought] = field(default_factory=list)


class Table:
    """One table. `now` is a number of milliseconds that never runs back; `resumed` is since when time has not stood still.

    `chance` draws delays; `token` gives so many random bytes, in hexadecimal, for what is secret, `mark` for what only
    has to differ; `key` signs the record.
    """

    def __init__(
        self, room: Room, now: int, *, first_seq: int = 0,
        chance: random.Random | None = None, token: Callable[[int], str] = secrets.token_hex,
        mark: Callable[[int], str] | None = None, key: Key | None = None,
    ) -> None:  # fmt: skip
        self.room = room
        self.chance = chance or random.SystemRandom()
        self.token = token
        self.mark = mark or token
        self.key = key
        self.audience = Audience(first_seq)
        self.gallery = _gallery_of(room)
        self.presence = presiding.Presence()
        self.match = Match.start(room.game, room.options)
        self.recorder: Recorder | None = None
        self.running: Running | None = None
        self.vote: Vote | None = None
        self.passes = Passes()
        self.names: dict[str, str] = {}
        self.deals_before = 0
        self.shuffle = shuffling.Shuffle()
        self.answered: dict[int, tuple[str, str]] = {}
        self.hurried: set[int] = set()
        self._haste: Any = None
        self.undoable: dict[str, tuple[str, int]] = {}
        self.chat: deque[dict[str, Any]] = deque(maxlen=MOST_CHAT_LINES)
        self.buckets = talk.Buckets()
        self.next_at: int | None = None
        self.writes: list[Write] = []
        self.closes: list[str] = []
        self.thoughts: list[Thought] = []
        self.touched = self.resumed = now
        self._frozen_since: int | None = now
        self._room_changed = False
        self._news = News(now)

    # What comes in

    def receive(self, guest: str, message: p.Message, now: int) -> None:
        """A message of a guest; one that came twice is carried out once. A refusal goes back to him alone and changes nothing."""
        stream = self.audience.get(guest)
        if stream is None:
            return
        self.touched = now
        if self.audience.has_done(guest, message.id) or self._carry_out(stream, message, now):
            self.audience.done(guest, message.id)
        self.settle(now)

    def _carry_out(self, stream: Stream, message: p.Message, now: int) -> bool:
        try:
            _HANDLERS[type(message)](self, stream, message, now)
        except PaijuError as error:
            self.audience.answer(stream, p.error_message(error, message))
            return False
        return True

    def refuse(self, guest: str, error: PaijuError, now: int) -> None:
        """Tell a guest that what he sent was no message."""
        if stream := self.audience.get(guest):
            self.audience.answer(stream, p.error_message(error))

    def tick(self, now: int) -> None:
        """Do what is due."""
        self.settle(now)

    @property
    def wake(self) -> int | None:
        """When `tick` has something to do; None: not before somebody says something."""
        watched = self.gallery.wake if self.audience.watching() else None
        times = [watched, votes.wake(self), presiding.wake(self), self._news.wake]
        if self._frozen_since is None:
            times += [
                self.next_at,
                self.running.wake if self.room.stage == PLAYING and self.running else None,
            ]
            times += [self._takeover(chair) for chair in self.room.chairs]
        return min((time for time in times if time is not None), default=None)

    def take(self, now: int) -> Outcome:
        """What is to be kept and sent since the last time."""
        if self._room_changed:
            self._room_changed = False
            self.writes.append(self.room.write())
            self._news.changed()
        if self._news.tell(self.room.stage, now):
            shared = showing.shared_room(self, now)
            for stream in self.audience.everybody():
                this = showing.with_you(self, shared, stream)
                self.audience.send(stream, {"type": "room", "room": this})
        outcome = Outcome(tuple(self.writes), self.audience.outbox, self.closes, self.thoughts)
        self.writes, self.audience.outbox, self.closes, self.thoughts = [], [], [], []
        return outcome

    # What others of this package use

    def room_changed(self) -> None:
        """The store gets the room as it is now, and so does everybody, at once unless there is too much news of it."""
        self._room_changed = True

    @property
    def deal_number(self) -> int:
        """The number of the running deal, or of the one that comes next."""
        return matching.next_number(self) - (self.running is not None)

    def new_options(self) -> None:
        """The options have changed before the match: it will be another one."""
        self.match = Match.start(self.room.game, self.room.options)

    def bot_seed(self, place: str) -> int:
        """A seed for one decision of a bot."""
        return int.from_bytes(hashlib.sha256(self.room.bot_seed + place.encode()).digest()[:8], "big")

    def seated(self, stream: Stream) -> tuple[int, Chair]:
        """The seat of a sender.

        Raises:
            ServerError: seat.none.
        """
        if stream.seat is None:
            raise ServerError("seat.none", "you have no seat here")
        return stream.seat, self.room.chairs[stream.seat]

    def has_answered(self, seat: int, prompt: str, action: str) -> bool:
        """Whether this is what a seat answered last. Of a question asked before a restart only the answer is known."""
        return self.answered.get(seat) in ((prompt, action), (FORGOTTEN, action))

    @property
    def present(self) -> list[int]:
        """The seats of people who are here."""
        return [seat for seat, chair in enumerate(self.room.chairs) if chair.present]

    def is_here(self, guest: str) -> bool:
        """Whether a page of a guest is open."""
        stream = self.audience.get(guest)
        return stream is not None and stream.online

    def alias(self, guest: str) -> str:
        """What stands for somebody who watches: his own name for himself need not be the only one of its kind."""
        return hashlib.sha256(self.room.bot_seed + b"alias" + guest.encode()).hexdigest()[:16]

    @property
    def wants_code(self) -> bool:
        """Whether the room needs a new code to be typed."""
        return self.room.code is None and self.room.invites

    def take_code(self, code: str) -> None:
        """Get that code."""
        self.room.code = code
        self.room_changed()

    def open_gallery(self, now: int) -> None:
        """Those who watch see the table as is settled now, or go."""
        self.gallery = _gallery_of(self.room)
        if self.room.stage == WAITING:
            return
        if not self.gallery.is_open:
            for stream in self.audience.watching():
                self.farewell(stream.guest, "room.closed")
        elif self.running is not None:
            self.gallery.add(now, self.running.view_of(None), [])

    def farewell(self, guest: str, code: str) -> None:
        """Send a guest away."""
        if stream := self.audience.get(guest):
            self.audience.answer(stream, p.bye(code))
            self.closes.append(guest)
            self.audience.drop(guest)

    def clear_felt(self) -> None:
        """Take away all that is seen of a deal."""
        if self.running is not None:
            self.running.stop()
        self.running = None
        self.audience.new_deal()
        self.gallery.clear()

    def thaw(self, now: int) -> bool:
        """Let time go on, if it stood still and there is no reason any more; whether it does."""
        if self._frozen_since is None or self._stands_still:
            return False
        by = now - self._frozen_since
        self._frozen_since, self.resumed = None, now
        if self.running is not None:
            self.running.shift(by)
        if self.next_at is not None:
            self.next_at += by
        return True

    @property
    def stands(self) -> bool:
        """Whether time stands still: nobody is told of a deadline then."""
        return self._frozen_since is not None

    # Between a message and the next

    def settle(self, now: int) -> None:
        """Bring everything up to the present."""
        changed = self.thaw(now)
        if self._frozen_since is None and self._stands_still:
            self._frozen_since, changed = now, True
        if changed and self.running is not None:
            self.running.tell_time(now)
        if self._frozen_since is None:
            self._play_on(now)
        if (hurry := haste.shown(self)) != self._haste:
            self._haste = hurry
            self.room_changed()
        presiding.keep(self, now)
        votes.close(self, now)
        self.gallery.release(now, self.audience)

    def _play_on(self, now: int) -> None:
        if self.running is not None and self.room.stage == PLAYING:
            self.running.questions.drivers_changed(now)
            self.running.tick(now)
            matching.close_deal(self, now)
        matching.go_on(self, now)

    @property
    def _stands_still(self) -> bool:
        """Whether all clocks stand: the host paused, or nobody is there to play."""
        if self.room.paused:
            return True
        people = [chair for chair in self.room.chairs if chair.kind == HUMAN and not chair.left]
        if people:
            return not any(chair.online for chair in people)
        return not any(stream.online for stream in self.audience.everybody())

    def _takeover(self, chair: Chair) -> int | None:
        """When a bot takes over from a person who has gone; None if one plays already, or nobody is missed."""
        if chair.kind != HUMAN or chair.auto or chair.left or chair.away_since is None or not self.running:
            return None
        at = chair.away_since + 1000 * self.room.settings.takeover_seconds
        driven = all(
            prompt.act_at is not None
            for prompt in self.running.prompts.values()
            if self.room.chairs[prompt.seat] is chair
        )
        return None if driven else at

    def put_away(self, now: int) -> None:
        """Nobody has been here for long: a room that never began is forgotten."""
        if self.room.stage == WAITING and self.is_idle(now, IDLE_MS):
            self.writes.append(DropTable(self.room.table))

    def is_over(self) -> bool:
        """Whether nothing more will happen here."""
        return self.room.stage == OVER

    def is_idle(self, now: int, idle_ms: int) -> bool:
        """Whether nobody has been here for so many ms, so that the table can be put away until somebody comes back."""
        online = any(stream.online for stream in self.audience.everybody())
        return not online and now - self.touched > idle_ms

    @property
    def is_full(self) -> bool:
        """Whether no chair is empty."""
        return all(chair.kind != EMPTY for chair in self.room.chairs)


def _gallery_of(room: Room) -> Gallery:
    return Gallery(room.settings.spectators, 1000 * room.settings.delay_seconds)


def _act(table: Table, stream: Stream, message: p.Act, now: int) -> None:
    seat, _ = table.seated(stream)
    if table.room.paused:
        raise ServerError("room.paused", "the host has paused the table")
    if table.running is None or table.room.stage != PLAYING:
        if table.has_answered(seat, message.prompt, message.action):
            return
        raise ServerError("prompt.stale", "no deal is on")
    table.running.act(seat, message.prompt, message.action, now)


def _to_nobody(table: Table, stream: Stream, message: p.Message, now: int) -> None:
    raise ServerError("message.unexpected", "that is said to the socket, not to the table")


_HANDLERS: dict[type[p.Message], Callable[[Table, Stream, Any, int], None]] = {
    p.Hello: _to_nobody,
    p.Ping: _to_nobody,
    p.Act: _act,
    p.Say: talk.say,
    p.Sit: lobby.sit,
    p.Stand: lobby.stand,
    p.Ready: lobby.ready,
    p.Auto: lobby.auto,
    p.Ask: talk.ask,
    p.Share: shuffling.share,
    p.Nonce: shuffling.nonce,
    p.Host: lobby.host,
}
assert set(_HANDLERS) == set(p.MESSAGES), json.dumps([m.__name__ for m in p.MESSAGES])
