"""Who is at a table: its people and pages, its host, and the room of another match."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.store.rows import Write
from paiju.server.tables.audience import Audience, Effects, Gallery, Stream
from paiju.server.tables.chairs import BOT, HUMAN, PROGRAM, Chair, is_program
from paiju.server.tables.prompts import Thought
from paiju.server.tables.room import Room, token


@dataclass(frozen=True, slots=True)
class Randomness:
    """What nobody can foresee: `chance` draws delays.

    `token` gives that number of random bytes, in hexadecimal, for what is secret, `mark` for what only has to differ.
    """

    chance: random.Random
    token: Callable[[int], str]
    mark: Callable[[int], str]


class PausedClock:
    """Whether all clocks of a table stand, since when, and since when they go again (`resumed`); in ms."""

    def __init__(self, now: int) -> None:
        self._since: int | None = now
        self.resumed = now

    @property
    def stands(self) -> bool:
        """Whether time stands still: nobody is told of a deadline then."""
        return self._since is not None

    def time(self, now: int) -> int:
        """The time by which clocks go: while they stand, that at which they stopped. What begins then has its whole time before it once they go on."""
        return now if self._since is None else self._since

    def begin(self, now: int) -> None:
        """Let time stand still."""
        self._since = now

    def end(self, now: int) -> int:
        """Let time go on; how long it stood still, in ms."""
        assert self._since is not None
        by = now - self._since
        self._since, self.resumed = None, now
        return by


class TableContext:
    """See the module. What its steps lead to gathers until `take`.

    `names` are those by which the guests came whose pages are open, `avatars` their animals, `marks` what stands for their browsers and addresses.
    """

    def __init__(self, room: Room, now: int, randomness: Randomness, first_seq: int) -> None:
        self.room = room
        self.randomness = randomness
        self.audience = Audience(first_seq)
        self.gallery = Gallery(room.settings.spectators, 1000 * room.settings.delay_seconds)
        self.paused_clock = PausedClock(now)
        self.names: dict[str, str] = {}
        self.avatars: dict[str, str] = {}
        self.marks: dict[str, frozenset[str]] = {}
        self._effects = Effects()

    # What a step leads to

    def room_changed(self) -> None:
        """The store gets the room as it is now, and so does everybody, at once unless there is too much news of it."""
        self._effects.room_kept = self._effects.room_changed = True

    def keep_room(self) -> None:
        """The store gets the room as it is now, and nobody else notices."""
        self._effects.room_kept = True

    def write(self, *writes: Write) -> None:
        """Have something kept, before anybody hears of this step."""
        self._effects.writes.extend(writes)

    def have_thought(self, thought: Thought) -> None:
        """Have a process think."""
        self._effects.thoughts.append(thought)

    def farewell(self, guest: str, code: str) -> None:
        """Send a guest away."""
        if stream := self.audience.get(guest):
            self.audience.answer(stream, p.bye(code))
            self._effects.closes.append(guest)
        self.part_from(guest)

    def part_from(self, guest: str) -> None:
        """Keep nothing of a guest who has no seat and whose page is gone."""
        self.audience.drop(guest)
        self.names.pop(guest, None)
        self.avatars.pop(guest, None)
        self.marks.pop(guest, None)

    def room_was_changed(self) -> bool:
        """Whether everybody has to be told that the room has changed since this was asked last; it is kept if it has."""
        effects = self._effects
        if effects.room_kept:
            self.write(self.room.write())
        changed = effects.room_changed
        effects.room_kept = effects.room_changed = False
        return changed

    def take(self) -> Effects:
        """Everything since the last time."""
        taken, self._effects = self._effects, Effects()
        taken.sends.extend(self.audience.take())
        return taken

    # Who is there

    def seated(self, stream: Stream) -> tuple[int, Chair]:
        """The seat of a sender.

        Raises:
            ServerError: seat.none.
        """
        if stream.seat is None:
            raise ServerError("seat.none", "you have no seat here")
        return stream.seat, self.room.chairs[stream.seat]

    def traces(self, guest: str) -> frozenset[str]:
        """Whatever tells that a guest is the same person as another: who they came as, their browser and address."""
        return self.marks.get(guest, frozenset()) | {self.room.person(guest)}

    def is_here(self, guest: str) -> bool:
        """Whether a page of a guest is open."""
        stream = self.audience.get(guest)
        return stream is not None and stream.online

    @property
    def is_anybody_here(self) -> bool:
        """Whether any page is open. Programs alone keep no table awake."""
        return any(one.online and not is_program(one.guest) for one in self.audience.everybody())

    @property
    def must_stand(self) -> bool:
        """Whether all clocks have to stand: the host paused, or nobody is there to play."""
        if self.room.paused:
            return True
        people = [chair for chair in self.room.chairs if chair.kind == HUMAN and not chair.left]
        return not any(chair.online for chair in people) if people else not self.is_anybody_here


# --- who is the host: the guest who opened the room, until they have been gone for long while others are there

PATIENCE_MS = 120_000
_NEVER = 1 << 62


class Presence:
    """Since when each guest of a context has been here without leaving, and since when its host has not; in ms."""

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._room = context.room
        self._here: dict[str, int] = {}
        self._host_gone: int | None = None

    def _look(self, now: int) -> None:
        """Note who is here."""
        online = {stream.guest for stream in self._context.audience.everybody() if stream.online}
        self._here = {guest: self._here.get(guest, now) for guest in online}
        if self._room.host in online:
            self._host_gone = None
        elif self._host_gone is None:
            self._host_gone = now

    def _next_host(self, leaving: str) -> str | None:
        """Who presides instead: of those who sit here, the one who has been here longest."""
        seated = [
            chair.guest
            for chair in self._room.chairs
            if chair.kind == HUMAN and not chair.left and chair.guest != leaving
        ]
        return min(seated, key=lambda guest: self._here.get(guest, _NEVER), default=None)

    def hand_over(self, leaving: str) -> None:
        """Make somebody else host, if `leaving` is and anybody else sits here."""
        if self._room.host == leaving and (heir := self._next_host(leaving)) is not None:
            self._room.host = heir
            self._host_gone = None
            self._context.room_changed()

    def keep(self, now: int) -> None:
        """Hand over for a host who stays away."""
        self._look(now)
        at = self.wake
        if at is not None and now >= at:
            self.hand_over(self._room.host)
            self._look(now)

    @property
    def wake(self) -> int | None:
        """When `keep` hands over; None while the host is here, or nobody else is.

        While nobody was there nobody was missed; during a pause somebody else has to have been there for as long.
        """
        gone, paused_clock = self._host_gone, self._context.paused_clock
        heir = None if gone is None else self._next_host(self._room.host)
        if gone is None or heir is None or not self._context.is_here(heir):
            return None
        since = self._here.get(heir, _NEVER) if paused_clock.stands else paused_clock.resumed
        return max(gone, since) + (PATIENCE_MS if self._room.host else 0)


# --- another match at a new table: the same people, bots, options and settings


def rematch(context: TableContext) -> None:
    """Lay out the next table, kept in one with the end of this one; it wakes when the first page comes there."""
    old = context.room
    room = Room(
        table=token(),
        game=old.game,
        options=old.options,
        preset=old.preset,
        given=dict(old.given),
        settings=old.settings,
        chairs=[_kept(chair, old.settings.bots) for chair in old.chairs],
        host=old.host,
        code=None,
        key=token(),
        quick=old.quick,
        members=list(old.members),
        banned=list(old.banned),
        marks=old.marks,
    )
    old.successor = room.table
    context.write(room.write())


def _kept(old: Chair, bots: str) -> Chair:
    chair = Chair()
    if old.kind == BOT:
        chair.seat_bot(old.level)
    elif old.kind == PROGRAM:  # its token opens a seat of this room alone
        chair.seat_bot(bots)
    elif old.kind == HUMAN and not old.left:
        chair.seat_person(old.guest, old.name)
        chair.avatar = old.avatar
    return chair
