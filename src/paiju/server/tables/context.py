"""What the parts of a table share: its room, its chance and its clock, and the effects of a step."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Literal

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.http.limits import Bucket, Rate
from paiju.server.store.rows import Write
from paiju.server.tables.audience import Audience, Frame, Gallery, Stream
from paiju.server.tables.room import HUMAN, Chair, Room, is_program


@dataclass(frozen=True, slots=True)
class Thought:
    """A question that takes a while. `think` touches no table and runs anywhere: a `Choosing`, or advice, which gets whether searches are `compiled`.

    `hear` gets what it found, and the time, at the table. After `until`, a time of the table, the answer is not wanted: what has not begun by then finds None.
    An answer that may be due sooner than the table knows `wakes` it: the table looks again when its time comes.
    """

    think: Callable[..., Any]
    hear: Callable[[Any, int], None]
    until: int | None = None
    wakes: bool = False


Topic = Literal["turn", "friends", "day"]
"""What a guest may want to be told of while no page of theirs is open: it is their turn, friends have come, there are new deals of the day."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell a guest: the text `web.push.KIND` with its facts, and the path of the page that it leads to. No card is in it."""

    guest: str
    topic: Topic
    kind: str
    path: str
    facts: Mapping[str, str] = field(default_factory=dict)


# --- what the steps of a table lead to, gathered on the way down and handed back as one value


@dataclass(slots=True)
class Effects:
    """Keep the writes first, then send, then close the pages of `closes`; `thoughts` and `notices` may take their time.

    `room_kept` says that the room has to be stored, `room_changed` that everyone hears of it.
    """

    writes: list[Write] = field(default_factory=list)
    sends: list[Frame] = field(default_factory=list)
    closes: list[str] = field(default_factory=list)
    thoughts: list[Thought] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    room_kept: bool = False
    room_changed: bool = False


# --- who is at a table, whether its clocks are paused, and what is drawn there


@dataclass(frozen=True, slots=True)
class Randomness:
    """The randomness of a table: `chance` draws delays.

    `token` gives that number of random bytes, in hexadecimal, for what is secret, `mark` for what only has to differ.
    """

    chance: random.Random
    token: Callable[[int], str]
    mark: Callable[[int], str]


_PAGE = 4096


class Chance(random.SystemRandom):
    """As `random.SystemRandom`, for one thread: no two calls may ever get the same bytes."""

    def __init__(self) -> None:
        super().__init__()
        self._page, self._at = b"", 0

    def randbytes(self, n: int) -> bytes:
        """`n` random bytes."""
        if self._at + n > len(self._page):
            self._page, self._at = os.urandom(max(n, _PAGE)), 0
        taken = self._page[self._at : self._at + n]
        self._at += n
        return taken

    def getrandbits(self, k: int) -> int:
        """`k` random bits as a number."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        size = (k + 7) // 8
        return int.from_bytes(self.randbytes(size), "big") >> (8 * size - k)

    def random(self) -> float:
        """A number from 0 to below 1."""
        return float(self.getrandbits(53)) * 2.0**-53

    def token(self, n: int) -> str:
        """`n` random bytes in hexadecimal."""
        return self.randbytes(n).hex()


class PausedClock:
    """Whether all clocks of a table stand, since when, and since when they go again (`resumed`); in ms."""

    def __init__(self, now: int) -> None:
        self._since: int | None = now
        self.resumed = now

    @property
    def stands(self) -> bool:
        """Whether time stands still: nobody gets a deadline then."""
        return self._since is not None

    def time(self, now: int) -> int:
        """The time by which clocks go: while they stand, that at which they stopped. What begins then has its whole time before it once they go on."""
        return now if self._since is None else self._since

    def begin(self, now: int) -> None:
        """Pause time."""
        self._since = now

    def end(self, now: int) -> int:
        """Resume time; how long it was paused, in ms."""
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
        self.own_bots: tuple[str, ...] = ()
        """The server's own bots that may be seated here."""
        self._effects = Effects()

    # What a step leads to

    def room_changed(self) -> None:
        """The store gets the room as it is now, and so does everyone, at once unless there is too much news of it."""
        self._effects.room_kept = self._effects.room_changed = True

    def keep_room(self) -> None:
        """The store gets the room as it is now, and nobody else notices."""
        self._effects.room_kept = True

    def write(self, *writes: Write) -> None:
        """Have something stored, before anyone hears of this step."""
        self._effects.writes.extend(writes)

    def have_thought(self, thought: Thought) -> None:
        """Have a process think."""
        self._effects.thoughts.append(thought)

    def notify(self, guest: str, topic: Topic, **facts: str) -> None:
        """Have a guest whose page is not open told of something at this table."""
        path = f"/table/{self.room.table}"
        self._effects.notices.append(Notice(guest, topic, topic, path, facts))

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
        """Whether everyone has to hear that the room has changed since the last call; it is stored if it has."""
        effects = self._effects
        if effects.room_kept:
            self.write(self.room.write())
        changed = effects.room_changed
        effects.room_kept = effects.room_changed = False
        return changed

    def gathered(self) -> Effects:
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


# --- when everyone hears of the room again: at once, unless there has been so much of it that the last word will do

ROOM_RATE = Rate(20, 250)
"""A guest who comes and goes without end must not keep everyone's page busy."""


class News:
    """Counts how often the room has been sent. A new stage is sent at once in any case, since others go by it."""

    def __init__(self, now: int) -> None:
        self._untold, self._stage = False, ""
        self._left, self._at = Bucket(ROOM_RATE, now), now

    def changed(self) -> None:
        """There is something to tell."""
        self._untold = True

    @property
    def wake(self) -> int | None:
        """When it will be sent; None if there is nothing, which `tell` has said."""
        return self._at if self._untold else None

    def tell(self, stage: str, now: int) -> bool:
        """Whether it is sent to everyone now."""
        if not self._untold:
            return False
        if not self._left.spend(now) and stage == self._stage:
            self._at = now + ceil(self._left.wait(now))
            return False
        self._stage, self._untold = stage, False
        return True
